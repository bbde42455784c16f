/**
 * Places a list 6 px from its field and at least 8 px from the edges of the window. Every distance is given as a number: Headless
 * UI reads a missing one from the styles, which lays out the page when the list opens and in every frame while it is open.
 */
export const anchored = { to: 'bottom start', gap: 6, offset: 0, padding: 8 } as const;
