/** Several services share a room or a chair: it is booked over, knowingly and not, while its number changes, on two devices at once. */
import type { Profile } from './profiles.ts';

const NOBODY_ELSE = {
  ...{ book: 0, 'book for a new client': 0, move: 0, edit: 0, 'edit back': 0, cancel: 2, delete: 2, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0, 'edit another row': 1 },
} as const;

export const ROOM_PROFILES = {
  'rooms shared': {
    ...{ operations: 45, faults: 12, devices: 2 },
    weights: {
      people: { ...NOBODY_ELSE, 'set rooms': 4, 'book a room': 14, 'move to a room': 14, 'leave the room so': 24 },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 12 },
      actions: { backup: 0, vanish: 0, purge: 0, membership: 0, revoke: 0, line: 3 },
    },
  },
} as const satisfies Record<string, Profile>;
