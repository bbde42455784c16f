/** Histories of restored backups in which people decide about what their devices held beyond them. */

const PEOPLE = {
  ...{ book: 14, 'book for a new client': 8, move: 14, edit: 20, 'edit back': 2, cancel: 2, delete: 12, erase: 3, rename: 8 },
  ...{ 'replace shifts': 6, 'replace overrides': 0, 'refused shifts': 0, 'count stock': 3, merge: 1, 'edit another row': 2 },
} as const;

export const RESTORED_PROFILES = {
  /** Everything is written between a backup and its restoring; what it takes away is put back, or let go, in part. */
  'restored and decided': {
    ...{ operations: 50, faults: 10, devices: 2 },
    weights: {
      people: PEOPLE,
      fates: { 'answer delayed': 10, 'answer dropped after commit': 5 },
      actions: {
        ...{
          backup: 7,
          'decide about restored': 7,
          deliver: 40,
          'sync now': 4,
          time: 12,
          line: 2,
          'kill at storage': 2,
          kill: 0.5,
        },
        ...{ freeze: 0, window: 0, clock: 0, 'storage fault': 0, hold: 0.3, membership: 0, revoke: 0, purge: 0, vanish: 0 },
        ...{ realtime: 0.2, 'new version': 0.6, close: 0.1 },
      },
    },
  },
  /** The same, and nobody decides: all of it waits. */
  'restored and left': {
    ...{ operations: 40, faults: 8, devices: 2 },
    weights: {
      people: PEOPLE,
      fates: { 'answer delayed': 10 },
      actions: {
        ...{ backup: 9, decide: 0, deliver: 40, 'sync now': 4, time: 12, line: 1, 'kill at storage': 1, kill: 0.2, freeze: 0 },
        ...{ window: 0, clock: 0, 'storage fault': 0, hold: 0, membership: 0, revoke: 0, purge: 0, vanish: 0, realtime: 0.2 },
        ...{ 'new version': 0, close: 0.1 },
      },
    },
  },
} as const;
