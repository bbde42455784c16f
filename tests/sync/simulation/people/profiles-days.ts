/** Several people set the salon's hours and closed days, mostly without a line, while others book. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 6, 'book for a new client': 0, move: 4, edit: 0, 'edit back': 0, cancel: 0, delete: 0, 'replace shifts': 4 },
  ...{ 'replace overrides': 4, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0, 'edit another row': 0 },
} as const;

export const DAYS_PROFILES = {
  'salon days': {
    ...{ operations: 45, faults: 12, devices: 3 },
    weights: {
      people: { ...NOBODY_ELSE, 'set hours': 18, 'close days': 30 },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 12 },
      actions: { line: 4, 'kill at storage': 4 },
    },
  },
} as const satisfies Record<string, Profile>;
