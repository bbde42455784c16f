/**
 * The things that a salon may have, and the programs of each. The texts tell in five lines how to get a file out of a program.
 */
export const GUIDES = {
  phone: ['iphone', 'android', 'apple_calendar'],
  google: ['google_contacts', 'google_calendar'],
  table: ['excel', 'google_sheets'],
  program: ['outlook', 'fresha', 'square', 'booksy', 'vagaro', 'acuity', 'reservation_studio'],
  paper: ['paper'],
} as const;

export type Have = keyof typeof GUIDES;
export type Guide = (typeof GUIDES)[Have][number];
export const HAVES = Object.keys(GUIDES) as Have[];

/** The lines of a guide. */
export const GUIDE_LINES = [1, 2, 3, 4, 5] as const;
