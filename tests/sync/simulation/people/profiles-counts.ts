/** Two devices count the same few products: each saves what it counted, and often neither knows of the other. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 0, 'book for a new client': 0, move: 0, edit: 0, 'edit back': 0, cancel: 0, delete: 0, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0 },
} as const;

export const COUNT_PROFILES = {
  'counted by two': {
    ...{ operations: 45, faults: 12, devices: 2 },
    weights: {
      people: { ...NOBODY_ELSE, 'count together': 40, 'edit another row': 4 },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 12 },
      actions: { backup: 0, vanish: 0, purge: 0, membership: 0, revoke: 0, line: 3 },
    },
  },
} as const satisfies Record<string, Profile>;
