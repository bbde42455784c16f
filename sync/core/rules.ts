/**
 * The rules of the protocol that a test can switch off one at a time, to see that each is needed (tests/sync). All of them
 * hold in the product: nothing but a test passes another value.
 */
export const ALL_RULES = {
  /** The values that leave are saved before the request goes out; in a merge they count as our own. */
  remembersSent: true,
  /** A row back at its base counts as settled only if nothing of it has left. */
  revertSettlesUnsentOnly: true,
  /** A new row that was sent once is not dropped when it is removed, but deleted on the server. */
  sentRowsAreDeletedThere: true,
  /** A settled deletion stays with its revision, so that a late answer cannot revive it. */
  keepsTombstones: true,
  /** Values are canonical before they are stored. */
  canonicalValues: true,
  /** `applied` counts only for a row that still stands where it was when it was sent. */
  appliedNeedsSameBase: true,
  /** `same` brings the server's row, which is merged: more may have changed there. */
  sameIsMerged: true,
  /** A row that was purged there becomes an issue and goes here. */
  goneBecomesIssue: true,
  /** A withdrawn membership blocks the replica and judges no row. */
  withdrawnTouchesNothing: true,
  /** What left before a refusal stays known as this device's own until the row's next version, whatever else is written. */
  refusedStaysKnown: true,
  /** A server row that is older than ours is ignored. */
  ignoresOlderRows: true,
  /** A server row of the same revision becomes the base instead of being merged. */
  sameRevisionIsBase: true,
  /** A fresh replica notes the server's head before it pushes or takes anything, or it would not notice what vanishes meanwhile. */
  notesHeadFirst: true,
  /** A push names the server's history that it speaks of: in another one nothing is written. */
  pushNamesHistory: true,
  /** An answer asked for before a rebuild is dropped. */
  dropsAnswersFromBeforeRebuild: true,
  /** A pending row that a rebuild kept is not settled by reverting to its base. */
  rebuiltRowsStayUnsettled: true,
  /** The person's version is on disk as an issue before the server's row is taken. */
  issueBeforeRow: true,
  /** A refusal of a version that was edited since is not the row's refusal. */
  staleRefusalIsIgnored: true,
  /** A row whose reference is still unsent here waits instead of being refused. */
  missingWaitsForReference: true,
  /** A call that cannot be taken is halved until the row at fault stands alone. */
  halvesBatches: true,
  /** Only verdicts judge rows: a failed call leaves every row as it was. */
  failedCallJudgesNoRow: true,
  /** Rows are saved before the cursors that say so. */
  rowsBeforeCursors: true,
  /** A set of shifts is one value; deleted is the empty set. */
  setsAreOneValue: true,
  /** What both sides have let a booking lie over holds together: no agreement is lost in a merge, and none is a quarrel. */
  joinsAgreements: true,
  /** An erasure outranks every other change. */
  erasureOutranks: true,
  /** An answer that has not the shape of its call is no answer. */
  believesWholeAnswersOnly: true,
  /** What another machine answers refuses no row, whatever its status. */
  foreignJudgesNoRow: true,
  /** What passes by itself refuses no row. */
  passingJudgesNoRow: true,
  /** Contents decide what is one issue: another content of the same field stands beside it, and never takes its place. */
  contentIsIdentity: true,
  /** A refusal closes by its person's decision, or when the server holds that content; by nothing else. */
  refusalAwaitsDecision: true,
  /** What stands here from after a backup that was restored is kept for a person to decide about. */
  keepsBeyondBackup: true,
  /** A try that was beaten takes back only the issues that it raised itself, and only where nobody else has merged the row. */
  beatenTryTakesBackItsOwn: true,
} as const satisfies Record<string, true>;

export type Rules = { readonly [R in keyof typeof ALL_RULES]: boolean };
