/**
 * The engine without one of its rules. Where a rule stands in sync/ the line bears its mark (`// ★ keepsTombstones`), and the
 * line alone is changed on its way into a bundle (breaking.ts). Each has a story that breaks without it (rule-stories.ts) and
 * a history that fails without it (mutants.json).
 */
import type { Break } from './broken-engines.ts';

export const BROKEN_RULES = {
  remembersSent: {
    says: 'the values that leave are saved before the request goes out; in a merge they count as our own',
    changes: [
      {
        file: 'row-state.ts',
        from: 'const sent = leftWith(row, doc);',
        to: 'if (doc) return { step: KEEP, change }; const sent = leftWith(row, doc);',
      },
      { file: 'row-state.ts', from: '...arrivedAfterAll(cur, change.doc)', to: '' },
      { file: 'merge.ts', from: 'const { sent } = input;', to: 'const sent = null as Sent | null;' },
    ],
  },
  putBackIsAChange: {
    says: 'a value that was changed there and put back counts as changed there, where one of ours may have arrived in between',
    changes: [{ file: 'merge.ts', from: 'base !== null &&', to: 'false &&' }],
  },
  onlyServerFills: {
    says: 'people empty what only the server fills, and give it back only while the empty value has not left',
    changes: [
      {
        file: 'row-state.ts',
        from: 'emptiedOnly.filter((column) => column in change && !mayStand(column))',
        to: 'emptiedOnly.slice(0, 0)',
      },
      {
        file: 'row-state.ts',
        from: 'fieldOf(row, column) !== null && fieldOf(row, column) !== fieldOf(server, column)',
        to: 'column === null',
      },
      { file: 'row-state.ts', from: 'row.rev === 0 ? emptiedOnly.map(', to: 'row.id === null ? emptiedOnly.map(' },
    ],
  },
  revertSettlesUnsentOnly: {
    says: 'a row back at its base counts as settled only if nothing of it has left',
    changes: [{ file: 'row-state.ts', from: 'row.sent === null || refusedSent !== null', to: 'true' }],
  },
  sentRowsAreDeletedThere: {
    says: 'a new row that was sent once is not dropped when it is removed, but deleted on the server',
    changes: [{ file: 'row-state.ts', from: 'row.sent === null', to: 'true' }],
  },
  keepsTombstones: {
    says: 'a settled deletion stays with its revision, so that a late answer cannot revive it',
    changes: [
      {
        file: 'row-state.ts',
        from: "return { kind: 'put', row: settled, hidden, issues };",
        to: "return settled.deleted ? { kind: 'remove', issues } : { kind: 'put', row: settled, hidden, issues };",
      },
    ],
  },
  canonicalValues: {
    says: 'values are canonical before they are stored',
    changes: [{ file: 'write-local.ts', from: 'canonicalChange(SHAPES[table].table.columns, change)', to: 'change' }],
  },
  appliedNeedsSameBase: {
    says: '`applied` counts only for a row that still stands where it was when it was sent',
    changes: [{ file: 'row-state.ts', from: 'if (cur.rev !== change.base_rev) return KEEP;', to: '' }],
  },
  sameIsMerged: {
    says: '`same` brings the server’s row, which is merged: more may have changed there',
    changes: [
      {
        file: 'verdicts.ts',
        from: "case 'same':",
        to: "case 'same': return applied(stepContext, table, row, change, verdict.rev);",
      },
    ],
  },
  goneBecomesIssue: {
    says: 'a row that was purged there becomes an issue and goes here',
    changes: [{ file: 'row-state.ts', from: "return { kind: 'remove', issues };", to: 'return KEEP;' }],
  },
  withdrawnTouchesNothing: {
    says: 'a withdrawn membership blocks the replica and judges no row',
    changes: [
      { file: 'push.ts', from: 'if (!refused)', to: "if (!refused && consequenceOf(error) !== 'access-withdrawn')" },
      { file: 'push.ts', from: 'if (changes.length === 1)', to: 'if (changes.length === 1 || !refused)' },
    ],
  },
  refusedStaysKnown: {
    says: 'what left before a refusal stays known as this device’s own until the row’s next version, whatever else is written',
    changes: [
      { file: 'sent-values.ts', from: 'Object.entries(sent)', to: 'Object.entries(sent).filter(([entry]) => isDecided(entry))' },
    ],
  },
  ignoresOlderRows: {
    says: 'a server row that is older than ours is ignored',
    changes: [{ file: 'row-state.ts', from: 'if (wire.rev < cur.rev) return KEEP;', to: '' }],
  },
  sameRevisionIsBase: {
    says: 'a server row of the same revision becomes the base instead of being merged',
    changes: [{ file: 'row-state.ts', from: 'wire.rev === cur.rev && cur.base !== null', to: 'false && cur.base !== null' }],
  },
  notesHeadFirst: {
    says: 'a fresh replica notes the server’s head before it pushes or takes anything, or it would not notice what vanishes meanwhile',
    changes: [
      { file: 'round.ts', from: 'await prepareRound(context, call);', to: '' },
      { file: 'prepare.ts', from: 'if (state.seen < 0) {', to: 'if (state.seen < -1) {' },
    ],
  },
  pushNamesHistory: {
    says: 'a push names the server’s history that it speaks of: in another one nothing is written',
    changes: [{ file: 'push.ts', from: 'const { epoch } = footing;', to: 'const epoch = null;' }],
  },
  dropsAnswersFromBeforeRebuild: {
    says: 'an answer asked for before a rebuild is dropped',
    changes: [
      { file: 'context.ts', from: 'state.generation === generation ? change(state) : null', to: 'change(state)' },
      { file: 'context.ts', from: '(await readState(context)).generation === generation', to: 'generation !== undefined' },
    ],
  },
  rebuiltRowsStayUnsettled: {
    says: 'a pending row that a rebuild kept is not settled by reverting to its base',
    changes: [{ file: 'row-state.ts', from: 'sent: sent ?? {},', to: 'sent,' }],
  },
  issueBeforeRow: {
    says: 'the person’s version is on disk as an issue before the server’s row is taken',
    changes: [
      { file: 'apply-steps.ts', from: 'await raise(all);', to: '' },
      { file: 'apply-steps.ts', from: ' : [];', to: ' : []; await raise(all);' },
    ],
  },
  staleRefusalIsIgnored: {
    says: 'a refusal of a version that was edited since is not the row’s refusal',
    changes: [{ file: 'row-state.ts', from: 'if (edited) return KEEP;', to: '' }],
  },
  missingWaitsForReference: {
    says: 'a row whose reference is still unsent here waits instead of being refused',
    changes: [
      {
        file: 'verdicts.ts',
        from: 'for (const [column, to] of SHAPES[change.table].refs) {',
        to: 'if (context) return false; for (const [column, to] of SHAPES[change.table].refs) {',
      },
    ],
  },
  missingLeavesAgain: {
    says: 'what was refused for want of a row that it refers to leaves again once that row is there',
    changes: [
      { file: 'apply-remote.ts', from: 'await sendMissingAgain(context, stepContext, table, appeared(changed));', to: '' },
      { file: 'put-back.ts', from: 'await sendMissingAgain(context, stepContext, table, appeared(changed));', to: '' },
    ],
  },
  madeHereWasSeen: {
    says: 'what the server has of a record that only this device can have made was decided over ours, and is no quarrel with it',
    changes: [{ file: 'sent-values.ts', from: 'sent?.[MADE_HERE] !== undefined', to: 'false' }],
  },
  visitsLeaveWhole: {
    says: 'the legs of a visit leave in one call, so that of two devices which moved it one is taken whole',
    changes: [{ file: 'push.ts', from: 'whole && visit !== null', to: 'visit !== visit' }],
  },
  halvesBatches: {
    says: 'a call that cannot be taken is halved until the row at fault stands alone',
    changes: [{ file: 'push.ts', from: 'if (changes.length === 1)', to: 'if (changes.length > 0)' }],
  },
  failedCallJudgesNoRow: {
    says: 'only verdicts judge rows: a failed call leaves every row as it was',
    changes: [
      { file: 'push.ts', from: 'if (!refused)', to: "if (!refused && !(consequenceOf(error) === 'retry' && error.status > 0))" },
      { file: 'push.ts', from: 'if (changes.length === 1)', to: 'if (changes.length === 1 || !refused)' },
    ],
  },
  rowsBeforeCursors: {
    says: 'rows are saved before the cursors that say so',
    changes: [
      { file: 'pull.ts', from: 'if (!(await takePage(', to: 'await save(); if (!(await takePage(' },
      { file: 'pull.ts', from: 'await save();', to: '' },
    ],
  },
  earlyAnswerFits: {
    says: 'an answer that was asked for ahead is given only to who would ask the very same now',
    changes: [{ file: 'pages.ts', from: 'early?.question === questionOf(state)', to: 'early !== null' }],
  },
  weekOnlyAdds: {
    says: 'the first week only adds rows: those that are here are left to the pull, which knows the server’s history',
    changes: [{ file: 'prepare.ts', from: '!stored.get(id)?.row', to: 'true' }],
  },
  setsAreOneValue: {
    says: 'a set of shifts is one value; deleted is the empty set',
    changes: [{ file: 'merge.ts', from: 'carriesSet(table, id)', to: 'false' }],
  },
  joinsAgreements: {
    says: 'what both sides have let a booking lie over holds together: no agreement is lost in a merge, and none is a quarrel',
    changes: [
      { file: 'merge.ts', from: 'group.every(', to: 'group.length < 0 && group.every(' },
      { file: 'merge.ts', from: 'base !== null &&', to: 'base === undefined &&' },
    ],
  },
  roleIsAskedFirst: {
    says: 'what the role may not write, as far as it is known here, is not written',
    changes: [{ file: 'write-local.ts', from: 'first !== undefined', to: 'false' }],
  },
  whoErasesRepeats: {
    says: 'an erasure is repeated in a rebuild by those alone who may erase',
    changes: [{ file: 'rebuild.ts', from: "membership !== null && !may(membership.role, 'clients', 'erased_at')", to: 'false' }],
  },
  erasureOutranks: {
    says: 'an erasure outranks every other change',
    changes: [
      { file: 'row-state.ts', from: 'stored !== null && isErased(table, stored)', to: 'false' },
      { file: 'row-state.ts', from: 'if (isErased(table, server))', to: 'if (false)' },
      { file: 'row-state.ts', from: 'if (isErased(table, cur))', to: 'if (false)' },
      { file: 'row-state.ts', from: 'isErased(table, cur) && !isErased(table, change.doc)', to: 'false' },
      { file: 'row-state.ts', from: 'refusal.code === ERASED', to: 'false' },
      { file: 'merge.ts', from: 'isErased(table, server)', to: 'false' },
      { file: 'merge.ts', from: 'isErased(table, ours)', to: 'false' },
      { file: 'rebuild.ts', from: 'state.rebuild.historyChanged', to: 'false' },
      { file: 'beyond-backup.ts', from: 'isErased(table, cur) || (server !== null && isErased(table, server))', to: 'false' },
      { file: 'apply-remote.ts', from: "table !== 'clients'", to: 'true' },
    ],
  },
  believesWholeAnswersOnly: {
    says: 'an answer that has not the shape of its call is no answer',
    changes: [{ file: 'replication.ts', from: 'wholeAnswers(parts.server)', to: 'parts.server' }],
  },
  foreignJudgesNoRow: {
    says: 'what another machine answers refuses no row, whatever its status',
    changes: [
      {
        file: 'push.ts',
        from: "consequence === 'halve'",
        to: "consequence === 'halve' || (consequence === 'retry' && (error.status === 400 || error.status === 413))",
      },
    ],
  },
  passingJudgesNoRow: {
    says: 'what passes by itself refuses no row',
    changes: [{ file: 'push.ts', from: "consequence === 'halve'", to: "consequence === 'halve' || consequence === 'passes'" }],
  },
  contentIsIdentity: {
    says: 'contents decide what is one issue: another content of the same field stands beside it, and never takes its place',
    changes: [
      { file: 'issue-book.ts', from: 'besideOthers(issues, issue)', to: 'issue' },
      { file: 'issues.ts', from: 'return `', to: "if (issue.kind !== 'rejected') return what; return `" },
    ],
  },
  refusalAwaitsDecision: {
    says: 'a refusal closes by its person’s decision, or when the server holds that content; by nothing else',
    changes: [{ file: 'refused-rows.ts', from: "by === 'person' || before?.deleted === true", to: 'true' }],
  },
  keepsBeyondBackup: {
    says: 'what stands here from after a backup that was restored is kept for a person to decide about',
    changes: [
      { file: 'beyond-backup.ts', from: '!isBeyond(cur.rev, fork)', to: 'true' },
      { file: 'beyond-backup.ts', from: "typeof mark !== 'string'", to: 'true' },
    ],
  },
  beatenTryTakesBackItsOwn: {
    says: 'a try that was beaten takes back only the issues that it raised itself, and only where nobody else has merged the row',
    changes: [
      { file: 'raised-issues.ts', from: ' || !onlyEdited(rowAtRaise, row)', to: '' },
      { file: 'raised-issues.ts', from: ' && newIds.has(raised.id)', to: '' },
    ],
  },
} as const satisfies Record<string, Break>;

export type Rule = keyof typeof BROKEN_RULES;
