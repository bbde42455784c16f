/** A salon changes its currency on two devices at once, again and again broken off, while prices are added, changed and booked at. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 0, 'book for a new client': 0, move: 0, edit: 0, 'edit back': 0, cancel: 2, delete: 3, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0, 'edit another row': 0 },
} as const;

export const MONEY_PROFILES = {
  'two currencies': {
    ...{ operations: 45, faults: 12, devices: 2 },
    weights: {
      people: {
        ...NOBODY_ELSE,
        'edit back': 5,
        'add at a price': 12,
        'price anew': 14,
        'book at a price': 14,
        'count in euro': 12,
      },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 12 },
      actions: { line: 4, 'kill at storage': 4 },
    },
  },
} as const satisfies Record<string, Profile>;
