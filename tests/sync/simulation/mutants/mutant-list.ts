/**
 * Mutants: the engine without one of its rules, engines with a few lines replaced, servers that cheat,
 * promises without one of their rules. Each must make a
 * history fail that passes without it; the profile says what happens oftener in the histories in which it shows.
 */

import { OPERATE, PROFILES, type Profile, type ProfileName } from '../people/profiles.ts';
import type { HistoryOptions } from '../world/sim-state.ts';
import { BROKEN_CHECKS, type BrokenCheck } from './broken-checks.ts';
import { BROKEN_ENGINES, type BrokenEngine } from './broken-engines.ts';
import { BROKEN_PROMISES, type BrokenPromise } from './broken-promises.ts';
import { BROKEN_RULES, type Rule } from './broken-rules.ts';
import { BROKEN_SERVERS, type BrokenServer } from './broken-servers.ts';

export interface Mutant {
  readonly name: string;
  readonly engine: BrokenEngine | Rule | null;
  readonly server: BrokenServer | null;
  readonly check?: BrokenCheck;
  readonly promise?: BrokenPromise;
  /** Tried in this order. */
  readonly profiles: readonly ProfileName[];
  /** What notices it where no history does. */
  readonly elsewhere: string;
}

/** Found before there were such faults: only who asks for them has them. */
const NO_MIDDLEBOXES = {
  ...{ 'lock timeout': 0, 'page instead of an answer': 0, 'nothing instead of an answer': 0 },
  ...{ 'answer cut short': 0, 'answer of another request': 0, 'answer of the same call': 0 },
} as const;

const RULE_PROFILES: Readonly<Record<Rule, readonly ProfileName[]>> = {
  remembersSent: ['lost', 'usual'],
  putBackIsAChange: ['put back'],
  onlyServerFills: ['requests'],
  revertSettlesUnsentOnly: ['taken back', 'lost'],
  sentRowsAreDeletedThere: ['lost and removed', 'lost'],
  keepsTombstones: ['made and removed', 'overlapping'],
  canonicalValues: ['usual', 'lost'],
  appliedNeedsSameBase: ['quarrel', 'overlapping'],
  sameIsMerged: ['quarrel', 'lost'],
  goneBecomesIssue: ['purged', 'purging'],
  withdrawnTouchesNothing: ['failing', 'usual'],
  refusedStaysKnown: ['quarrel'],
  ignoresOlderRows: ['quarrel', 'overlapping'],
  sameRevisionIsBase: ['quarrel', 'made and removed'],
  notesHeadFirst: ['fresh'],
  pushNamesHistory: ['restored', 'usual'],
  dropsAnswersFromBeforeRebuild: ['purged meanwhile'],
  rebuiltRowsStayUnsettled: ['purged and taken back'],
  issueBeforeRow: ['dying', 'usual'],
  staleRefusalIsIgnored: ['corrected'],
  missingWaitsForReference: ['busy', 'refusing'],
  missingLeavesAgain: ['restored and decided'],
  madeHereWasSeen: ['lost'],
  visitsLeaveWhole: ['visits'],
  halvesBatches: ['failing', 'refusing'],
  failedCallJudgesNoRow: ['failing', 'usual'],
  rowsBeforeCursors: ['dying', 'usual'],
  earlyAnswerFits: ['purged meanwhile', 'purging'],
  weekOnlyAdds: ['restored', 'restored again'],
  setsAreOneValue: ['sets', 'usual'],
  joinsAgreements: ['double bookings'],
  roleIsAskedFirst: ['roles'],
  whoErasesRepeats: ['roles and erasures', 'roles'],
  erasureOutranks: ['erasing', 'usual'],
  believesWholeAnswersOnly: ['middleboxes'],
  foreignJudgesNoRow: ['middleboxes'],
  passingJudgesNoRow: ['middleboxes'],
  contentIsIdentity: ['restored again'],
  keepsBeyondBackup: ['restored and left', 'restored and decided'],
  refusalAwaitsDecision: ['refused sets'],
  beatenTryTakesBackItsOwn: ['both held', 'quarrel'],
};

const ENGINE_PROFILES: Readonly<Record<BrokenEngine, readonly ProfileName[]>> = {
  saysSyncedTooEarly: ['usual'],
  takesTheAnswerToAnother: ['mixed up'],
  neverRetriesPush: ['lost', 'usual'],
  pushesByTheClock: ['clocks', 'usual'],
  dropsOursInSilence: ['usual', 'lost'],
  writesOnlyOnce: ['held', 'quarrel'],
  insertsOverDeletions: ['visits'],
  appliedSettlesAll: ['quarrel', 'lost'],
  rebuildForgetsUnsent: ['purged', 'purging'],
  deletionWinsInSilence: ['deleting', 'usual'],
  editGoesWithTheDeleted: ['deleting', 'usual'],
  oursWinsInSilence: ['lost', 'usual'],
  countsAddUp: ['counted by two'],
  ourSetWinsInSilence: ['sets', 'usual'],
  mixesMoves: ['moving', 'usual'],
  oneAgreementWins: ['double bookings'],
  agreementStaysHere: ['double bookings'],
  halfACommandStays: ['half-way', 'usual'],
  refusesInSilence: ['refusing', 'usual'],
  forgetsWhatItReverted: ['taken back late'],
  appliedKeepsTheOldBase: ['held', 'quarrel'],
  carriesNoIssues: ['updating', 'usual'],
  rebuildClearsIssues: ['restored', 'purged'],
  offersErased: ['restored and left', 'erasing and restoring'],
  putsBackUnasked: ['restored and left', 'restored and decided'],
  backupRevivesErased: ['erasing and restoring', 'usual'],
  erasureForgetsTheBase: ['erasing', 'usual'],
  firstPageIsAll: ['paged', 'usual'],
  limitCountsLength: ['slow line'],
  sizesNeverShrink: ['slow line'],
  sendingHasNoTime: ['slow line'],
  keepsWhatIsOld: ['moving'],
  overwritesTheMark: ['cleared'],
  asksWithoutPause: ['usual', 'fresh'],
  takesBackTooMuch: ['half-way', 'usual'],
  writersAskNobody: ['renamed under roles'],
  answersAreMixed: ['requests'],
};

const SERVER_PROFILES: Readonly<Record<BrokenServer, readonly ProfileName[]>> = {
  pullsByTimestamp: ['usual', 'lost'],
  forgetsPushes: ['usual', 'lost'],
  endsAtShortPage: ['usual', 'lost'],
  skipsTheRestOfARevision: ['paged', 'usual'],
};

const CHECK_PROFILES: Readonly<Record<BrokenCheck, readonly ProfileName[]>> = {
  tornIsAsked: ['visits'],
  fullRoomIsAsked: ['rooms shared'],
};

const BY_ITS_STORY = 'its story in rule-stories.ts does';
/** Engines and servers that are no rule left out have no story of their own there. */
const BY_NOTHING_KNOWN = 'nothing else is known to notice it';
const ELSEWHERE: Partial<Readonly<Record<BrokenEngine, string>>> = {
  forgetsWhatItReverted: 'broken-servers.all.test.ts does (what was taken back stays so when its request arrives after all)',
  // The database itself erases them again where a backup is restored as it is to be, so that hardly anything is left to do.
  backupRevivesErased: 'erasure.test.ts does (an erasure that is alone in its call)',
  // A tab has to sleep between its look at a row and its write, while another stores the row's deletion.
  insertsOverDeletions:
    'row-store.test.ts does (a write of a row that was absent when it was read is beaten by a deletion that another tab has written)',
  // What a row was before its edit is gone when a history has healed.
  erasureForgetsTheBase: 'erasure.test.ts does (no note of theirs stays in what a booking was before an edit)',
  // Between a command’s two tables nothing else happens in a history.
  takesBackTooMuch: 'roll-back.test.ts does (what was written over it since stays as it is)',
};

const keys = <K extends string>(of: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(of) as K[];

export const MUTANTS: readonly Mutant[] = [
  ...keys(BROKEN_RULES).map(
    (rule): Mutant => ({
      name: `without ${rule}`,
      engine: rule,
      server: null,
      profiles: RULE_PROFILES[rule],
      elsewhere: BY_ITS_STORY,
    }),
  ),
  ...keys(BROKEN_ENGINES).map(
    (engine): Mutant => ({
      name: `engine ${engine}`,
      engine,
      server: null,
      profiles: ENGINE_PROFILES[engine],
      elsewhere: ELSEWHERE[engine] ?? BY_NOTHING_KNOWN,
    }),
  ),
  ...keys(BROKEN_SERVERS).map(
    (server): Mutant => ({
      name: `server ${server}`,
      engine: null,
      server,
      profiles: SERVER_PROFILES[server],
      elsewhere: BY_NOTHING_KNOWN,
    }),
  ),
  ...keys(BROKEN_CHECKS).map(
    (check): Mutant => ({
      ...{ name: `check ${check}`, engine: null, server: null, check },
      profiles: CHECK_PROFILES[check],
      elsewhere: BY_NOTHING_KNOWN,
    }),
  ),
  ...keys(BROKEN_PROMISES).map(
    (promise): Mutant => ({
      ...{ name: `promise without ${promise}`, engine: null, server: null, promise },
      ...{ profiles: ['requests'], elsewhere: 'silent-desk.test.ts does' },
    }),
  ),
];

export const optionsOf = (mutant: Mutant | null, profile: ProfileName): HistoryOptions => {
  const { weights = {}, ...rest }: Profile = PROFILES[profile];
  return {
    holdsAnySave: true,
    ...rest,
    weights: {
      ...weights,
      actions: { operate: OPERATE, ...weights.actions },
      fates: { ...NO_MIDDLEBOXES, ...weights.fates },
    },
    ...(mutant?.server ? { spoil: BROKEN_SERVERS[mutant.server].spoil } : {}),
    ...(mutant?.check ? BROKEN_CHECKS[mutant.check].options : {}),
    ...(mutant?.promise ? { breaks: mutant.promise } : {}),
  };
};
