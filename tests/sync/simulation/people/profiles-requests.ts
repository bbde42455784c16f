/** Customers book, and people answer and book over them, on devices that lose their line for long. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 0, 'book for a new client': 0, move: 6, edit: 4, 'edit back': 6, cancel: 4, delete: 3, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0, 'edit another row': 0 },
} as const;

export const REQUEST_PROFILES = {
  requests: {
    ...{ operations: 30, faults: 8, devices: 2, customers: true },
    weights: {
      people: { ...NOBODY_ELSE, 'book where customers ask': 22, 'answer a request': 36, 'take an answer back': 26 },
      fates: { 'answer delayed': 10, 'answer dropped after commit': 12 },
      actions: {
        ...{ customer: 26, line: 7, 'line back': 4, 'long time': 4, window: 2, membership: 0, revoke: 0, purge: 0, vanish: 0 },
        ...{ backup: 0, 'new version': 0, clock: 2 },
      },
    },
  },
} as const satisfies Record<string, Profile>;
