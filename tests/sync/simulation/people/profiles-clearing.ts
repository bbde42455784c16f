/** Histories in which the browser clears the databases under open tabs, and the devices note what they hold. */
import type { Profile } from './profiles.ts';

export const CLEARING_PROFILES = {
  /** Much is unsent, some is undecided, and the databases go. */
  cleared: {
    ...{ operations: 45, faults: 8, devices: 2, noted: true },
    weights: {
      actions: {
        ...{ clear: 6, line: 4, 'line back': 3, kill: 0.3, 'kill at storage': 0, 'second tab': 0, close: 0.3, freeze: 0 },
        ...{ clock: 0, 'storage fault': 0, hold: 0, membership: 0, revoke: 0, purge: 0, vanish: 0, backup: 0, 'new version': 0 },
      },
    },
  },
} as const satisfies Record<string, Profile>;
