/** People get other roles, are removed and come back, while everybody works on, without a line too. */
import type { Profile } from './profiles.ts';

export const ROLE_PROFILES = {
  roles: {
    ...{ operations: 50, faults: 16, devices: 3 },
    weights: {
      people: {
        ...{ book: 6, 'book for a new client': 6, move: 4, edit: 6, 'edit back': 8, cancel: 2, delete: 10, 'replace shifts': 5 },
        ...{
          'replace overrides': 3,
          'refused shifts': 0,
          'count stock': 5,
          rename: 8,
          merge: 6,
          erase: 3,
          'edit another row': 14,
        },
      },
      fates: { 'answer delayed': 10, 'answer dropped after commit': 8 },
      actions: { role: 6, membership: 3, backup: 2, line: 4, revoke: 0, vanish: 0, purge: 0, 'new version': 0.3 },
    },
  },
  /** Erasures that a restored backup lacks, on devices of people who may not erase as well. */
  'roles and erasures': {
    ...{ operations: 45, faults: 12, devices: 3 },
    weights: {
      people: { book: 8, edit: 10, rename: 10, 'book for a new client': 8, erase: 12, delete: 0, merge: 0 },
      actions: { role: 6, backup: 9, line: 3, membership: 0, revoke: 0, vanish: 0, purge: 0, 'new version': 0, kill: 0.2 },
    },
  },
  /** Categories get other names while services are added to them, and the devices of people who may not change services follow nothing. */
  'renamed under roles': {
    ...{ operations: 45, faults: 10, devices: 3, follows: true },
    weights: {
      people: {
        ...{ 'name a category': 14, 'add to a category': 16, book: 4, edit: 3, move: 2, cancel: 0, delete: 0, 'edit back': 0 },
        ...{ 'book for a new client': 2, 'replace shifts': 0, 'replace overrides': 2, 'refused shifts': 0, 'count stock': 0 },
        ...{ rename: 2, merge: 0, erase: 0, 'edit another row': 0 },
      },
      actions: { role: 5, line: 5, 'line back': 4, membership: 0, revoke: 0, vanish: 0, purge: 0, backup: 0, 'new version': 0 },
    },
  },
} as const satisfies Record<string, Profile>;
