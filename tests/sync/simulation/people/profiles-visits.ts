/** Clients come for several services: visits are booked, moved whole and torn, and services are added, on two devices at once. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 0, 'book for a new client': 0, move: 0, edit: 0, 'edit back': 0, cancel: 4, delete: 3, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0, 'edit another row': 0 },
} as const;

export const VISIT_PROFILES = {
  visits: {
    ...{ operations: 40, faults: 12, devices: 2 },
    weights: {
      people: { ...NOBODY_ELSE, 'book a visit': 8, 'move a visit': 22, 'tear a visit': 8, 'add to a visit': 5 },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 12 },
      actions: { backup: 0, vanish: 0, purge: 0, membership: 0, revoke: 0, line: 3 },
    },
  },
} as const satisfies Record<string, Profile>;
