/** Two devices at one client file: each makes one of two records, often in opposite directions, while tables are taken in. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 0, 'book for a new client': 3, move: 0, edit: 0, 'edit back': 0, cancel: 0, delete: 0, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 2, merge: 0, erase: 0, 'edit another row': 0 },
} as const;

export const CLIENT_PROFILES = {
  'merged by two': {
    ...{ operations: 30, faults: 10, devices: 2 },
    weights: {
      people: { ...NOBODY_ELSE, 'merge two': 20, 'import a part': 3 },
      fates: { 'answer delayed': 20, 'answer dropped after commit': 12 },
      actions: { backup: 0, vanish: 0, purge: 0, membership: 0, revoke: 0, line: 4 },
    },
  },
  /** Tabs that die at a step of their storage, in the middle of an import. */
  'imports broken off': {
    ...{ operations: 40, faults: 14, devices: 2 },
    weights: {
      people: { ...NOBODY_ELSE, 'import a part': 30, 'merge two': 2 },
      fates: { 'answer delayed': 20, 'answer dropped after commit': 20, 'request doubled': 8 },
      actions: { backup: 0, vanish: 0, purge: 0, membership: 0, revoke: 0, line: 3, kill: 3, 'kill at storage': 10 },
    },
  },
} as const satisfies Record<string, Profile>;
