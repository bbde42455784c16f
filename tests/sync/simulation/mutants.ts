/**
 * Mutants: the engine without one of its rules, engines with a few lines replaced, servers that cheat. Each must make a
 * history fail that passes without it; the profile says what happens oftener in the histories in which it shows.
 */
import { ALL_RULES, type Rules } from '#sync/rules.ts';
import { BROKEN_ENGINES, type BrokenEngine } from './broken-engines.ts';
import { BROKEN_SERVERS, type BrokenServer } from './broken-servers.ts';
import type { HistoryOptions } from './simulation.ts';

export type Profile = Pick<HistoryOptions, 'operations' | 'faults' | 'devices' | 'weights' | 'locks'>;

/** Few rows, few devices: quarrels are frequent and a history is short. */
const SMALL = { operations: 45, faults: 15, devices: 2 } as const;
const EDITS = { book: 5, 'book for a new client': 3, move: 8, edit: 24, 'edit back': 8, delete: 5 } as const;

export const PROFILES = {
  /** As the 500 histories of npm test, shorter. */
  usual: SMALL,
  /** Answers that get lost, and edits upon them. */
  lost: {
    ...SMALL,
    weights: {
      people: EDITS,
      fates: { 'answer dropped after commit': 30, 'request doubled': 10 },
      actions: { time: 14, 'sync now': 4 },
    },
  },
  /** Two tabs without Web Locks: answers of one overlap what the other does. */
  overlapping: {
    ...SMALL,
    operations: 60,
    locks: false,
    weights: {
      people: { ...EDITS, delete: 9 },
      fates: { 'answer delayed': 45, 'goes well': 40, 'answer dropped after commit': 12 },
      actions: {
        'second tab': 14,
        'sync now': 8,
        time: 12,
        kill: 0.2,
        'kill at storage': 0.3,
        close: 0.1,
        freeze: 0.2,
        line: 0.2,
        membership: 0.2,
      },
    },
  },
  /** Tabs that die at a step of their storage, while two people quarrel. */
  dying: {
    ...SMALL,
    weights: { people: EDITS, actions: { 'kill at storage': 14, 'sync now': 6, time: 12 } },
  },
  /** Tombstones are purged, rows vanish, backups come back, while answers are under way. */
  purging: {
    ...SMALL,
    operations: 70,
    locks: false,
    weights: {
      people: { ...EDITS, delete: 18 },
      fates: { 'answer delayed': 30, 'answer dropped after commit': 12 },
      actions: { purge: 6, vanish: 2, backup: 0.6, 'second tab': 8, 'sync now': 6, time: 12, line: 3 },
    },
  },
  /** Fresh devices that write before they have pulled, while tombstones are purged. */
  fresh: {
    ...SMALL,
    operations: 25,
    faults: 8,
    weights: {
      people: { book: 30, delete: 25 },
      fates: { 'server error 5xx': 15, 'request dropped': 15 },
      actions: { purge: 12, time: 14, deliver: 45 },
    },
  },
  /** What the server refuses, corrected meanwhile. */
  refusing: {
    ...SMALL,
    operations: 60,
    weights: {
      people: { 'book for a new client': 30, edit: 24, rename: 10 },
      fates: { 'answer delayed': 35, 'statement timeout': 6, 'body too large 413': 6 },
      actions: { time: 12, 'sync now': 4 },
    },
  },
  /** People lose and regain their membership; the server fails. */
  failing: {
    ...SMALL,
    weights: {
      people: EDITS,
      fates: { 'server error 5xx': 15, 'statement timeout': 10, 'body too large 413': 10 },
      actions: { membership: 8, time: 14 },
    },
  },
  /** Shifts, and clients that are erased. */
  sets: { ...SMALL, weights: { people: { 'replace shifts': 45, 'replace overrides': 25 }, actions: { line: 4, time: 12 } } },
  erasing: {
    ...SMALL,
    operations: 60,
    weights: { people: { erase: 10, rename: 24, edit: 20, 'book for a new client': 12 }, actions: { line: 4 } },
  },
  /** Clocks that go wrong between edits. */
  clocks: { ...SMALL, weights: { people: EDITS, actions: { clock: 10, time: 14 } } },
} as const satisfies Record<string, Profile>;
export type ProfileName = keyof typeof PROFILES;

export interface Mutant {
  readonly name: string;
  readonly rulesOff: readonly (keyof Rules)[];
  readonly engine: BrokenEngine | null;
  readonly server: BrokenServer | null;
  /** Tried in this order. */
  readonly profiles: readonly ProfileName[];
}

const RULE_PROFILES: Readonly<Record<keyof Rules, readonly ProfileName[]>> = {
  remembersSent: ['lost', 'usual'],
  revertSettlesUnsentOnly: ['lost', 'overlapping'],
  sentRowsAreDeletedThere: ['lost', 'usual'],
  keepsTombstones: ['overlapping', 'purging'],
  canonicalValues: ['usual', 'lost'],
  appliedNeedsSameBase: ['overlapping', 'purging'],
  sameIsMerged: ['lost', 'overlapping'],
  goneBecomesIssue: ['purging', 'usual'],
  withdrawnTouchesNothing: ['failing', 'usual'],
  ignoresOlderRows: ['overlapping', 'purging'],
  sameRevisionIsBase: ['overlapping', 'lost'],
  notesHeadFirst: ['fresh', 'purging'],
  dropsAnswersFromBeforeRebuild: ['purging', 'overlapping'],
  rebuiltRowsStayUnsettled: ['purging', 'lost'],
  issueBeforeRow: ['dying', 'usual'],
  staleRefusalIsIgnored: ['refusing', 'overlapping'],
  missingWaitsForReference: ['refusing', 'usual'],
  halvesBatches: ['failing', 'refusing'],
  failedCallJudgesNoRow: ['failing', 'usual'],
  rowsBeforeCursors: ['dying', 'usual'],
  setsAreOneValue: ['sets', 'usual'],
  erasureOutranks: ['erasing', 'usual'],
};

const ENGINE_PROFILES: Readonly<Record<BrokenEngine, readonly ProfileName[]>> = {
  saysSyncedTooEarly: ['usual'],
  neverRetriesPush: ['lost', 'usual'],
  pushesByTheClock: ['clocks', 'usual'],
  dropsOursInSilence: ['usual', 'lost'],
  writesOnlyOnce: ['overlapping', 'usual'],
  appliedSettlesAll: ['overlapping', 'lost'],
  rebuildForgetsUnsent: ['purging', 'usual'],
};

const keys = <K extends string>(of: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(of) as K[];

export const MUTANTS: readonly Mutant[] = [
  ...keys(ALL_RULES).map(
    (rule): Mutant => ({ name: `without ${rule}`, rulesOff: [rule], engine: null, server: null, profiles: RULE_PROFILES[rule] }),
  ),
  ...keys(BROKEN_ENGINES).map(
    (engine): Mutant => ({ name: `engine ${engine}`, rulesOff: [], engine, server: null, profiles: ENGINE_PROFILES[engine] }),
  ),
  ...keys(BROKEN_SERVERS).map(
    (server): Mutant => ({ name: `server ${server}`, rulesOff: [], engine: null, server, profiles: ['usual', 'lost'] }),
  ),
];

export const optionsOf = (mutant: Mutant | null, profile: ProfileName): HistoryOptions => ({
  ...PROFILES[profile],
  ...(mutant ? { rulesOff: mutant.rulesOff } : {}),
  ...(mutant?.server ? { spoil: BROKEN_SERVERS[mutant.server].spoil } : {}),
});
