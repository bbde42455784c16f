/** Histories in which answers go to the wrong request. */
import type { Profile } from './profiles.ts';

/** Everybody edits the same few rows, and something between gives one request the answer to another of its call. */
export const ANSWER_PROFILES = {
  'mixed up': {
    ...{ operations: 45, faults: 12, devices: 2 },
    weights: {
      people: { edit: 40, 'edit back': 8, move: 12, book: 4, merge: 0, erase: 0, 'refused shifts': 0 },
      fates: { 'answer of the same call': 25 },
      actions: {
        ...{ time: 12, kill: 0.2, freeze: 0, window: 0, clock: 0, 'storage fault': 0, membership: 0, revoke: 0, purge: 0 },
        ...{ vanish: 0, backup: 0, 'new version': 0, deliver: 40, 'sync now': 4 },
      },
    },
  },
} as const satisfies Record<string, Profile>;
