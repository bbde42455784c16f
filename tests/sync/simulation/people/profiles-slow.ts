/** Histories on slow lines. */

const PEOPLE = {
  ...{ book: 12, 'book for a new client': 8, move: 8, edit: 24, 'edit back': 2, delete: 3, merge: 0, erase: 0 },
  ...{ 'refused shifts': 0 },
} as const;
const ACTIONS = {
  ...{ time: 26, deliver: 30, kill: 0.3, 'kill at storage': 0.3, close: 0.2, freeze: 0.2, line: 0.4, window: 0.2, clock: 0 },
  ...{ 'storage fault': 0.2, hold: 0, membership: 0, revoke: 0, purge: 0, vanish: 0, backup: 0, realtime: 0.3 },
  ...{ 'new version': 0, 'sync now': 2, 'second tab': 0.5, decide: 2 },
} as const;

export const SLOW_PROFILES = {
  /** Each device's line is slow for long, and breaks off on some. */
  'slow line': {
    ...{ operations: 30, faults: 4, devices: 2, pageRows: Number.POSITIVE_INFINITY },
    weights: { people: PEOPLE, actions: { ...ACTIONS, 'slow line': 6 } },
  },
} as const;
