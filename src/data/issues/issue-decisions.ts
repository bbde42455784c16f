/**
 * Carries out a person's decision about issues, one or hundreds, always in the same way: one claim, one call of `write`, one
 * removal. After a crash between the last two the issues are still there, and deciding again changes nothing more.
 */
import { firstValueFrom } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { UndoOutcome } from '#data/row-writes.ts';
import { stepped } from '#domain/stock/stock-count.ts';
import { againOf } from '#sync/core/decisions.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Change } from '#sync/replica.ts';
import { supersededBy } from './issue-matters.ts';
import {
  changeOfMine,
  clientsOf,
  erasedClients,
  issueChange,
  putIssuesBack,
  type RecordContent,
  recordStatesOf,
  writtenBack,
} from './issue-writes.ts';
import type { RecordState } from './stored-rows.ts';

/**
 * `mine`: our content over the record as it is now; `sum`: two counts of a product, each of a part of it; `theirs`: the record
 * stays, ours is discarded; `delete`: the record is deleted although somebody changed it; `again`: a refused write is sent once
 * more; `discard`: it is discarded, and a new record with it.
 */
export type IssueDecision = 'mine' | 'sum' | 'theirs' | 'delete' | 'again' | 'discard';

/** Restores the state before the decision, the issues included. Changes that somebody has made since stay. */
export type Undo = () => Promise<UndoOutcome>;

/** The outcome of a decision. */
export interface Decided {
  readonly done: readonly SyncIssue[];
  /** Issues whose client was erased meanwhile; they stay as they were. */
  readonly erased: readonly SyncIssue[];
  /** Null if nothing can be undone. */
  readonly undo: Undo | null;
}

interface Act {
  readonly issue: SyncIssue;
  readonly standing: RecordState;
  /** Null if the decision writes nothing. */
  readonly change: RecordContent | null;
}

/** Tells whether a conflict is about two counts of one product, each of which may be of a part of it (document 3 §4). */
export const isTwoCounts = ({ table, kind, group }: SyncIssue): boolean =>
  table === 'products' && kind === 'field' && group?.join() === 'quantity';

/**
 * Returns the sum of two counts, never more than a product can have.
 * @param now the product as it is now
 */
export const sumOfCounts = ({ ours }: SyncIssue, now: RecordContent | null): number =>
  stepped(Number(ours?.quantity), Number(now?.quantity));

/** Returns the values that a decision writes into its record; null if it writes nothing. */
export function changeBy(decision: IssueDecision, issue: SyncIssue, standing: RecordState): RecordContent | null {
  const { state, row } = standing;
  switch (decision) {
    case 'again':
      // A refused new record that was corrected since is sent as it is.
      if (issue.server === null && state === 'there' && row?.pending === 1) return null;
      return changeOfMine(issue, standing);
    case 'mine':
      return changeOfMine(issue, standing);
    case 'sum':
      return state === 'there' ? { quantity: sumOfCounts(issue, row && { ...row }) } : null;
    case 'delete':
      return state === 'there' ? { deleted: true } : null;
    case 'discard':
      return issue.server === null && state === 'there' && row?.rev === 0 ? { deleted: true } : null;
    case 'theirs':
      return null;
  }
}

/** Returns the changes to write, and the issues that an erasure forbids. */
async function actsOf(replica: OpenReplica, issues: readonly SyncIssue[], decision: IssueDecision) {
  const standing = await recordStatesOf(replica, issues);
  const acts = issues.map((issue): Act => {
    const stands = standing(issue);
    return { issue, standing: stands, change: changeBy(decision, issue, stands) };
  });
  if (decision !== 'mine' && decision !== 'again') return { acts, erased: [] };
  const needed = ({ issue, standing: stands, change }: Act) => clientsOf(issue, stands, change ?? {});
  const erased = await erasedClients(replica, acts.flatMap(needed));
  const isErased = (act: Act) => needed(act).some((id) => erased.has(id));
  return {
    acts: acts.filter((act) => !isErased(act)),
    erased: acts.filter(isErased).map(({ issue }) => issue),
  };
}

/**
 * Carries a decision out for the issues that no other tab has decided or is about to decide.
 * @param beside other contents of the same matter; they are discarded with it
 * @param also changes that are written in the same call
 * @throws what `write` throws (StorageFullError, StorageClosedError); then nothing is decided
 */
export async function decideIssues(
  replica: OpenReplica,
  issues: readonly SyncIssue[],
  decision: IssueDecision,
  beside: readonly SyncIssue[] = [],
  also: readonly Change[] = [],
): Promise<Decided> {
  const claim = await insideOf(replica).claimIssues(...[...issues, ...beside].map(({ id }) => id));
  const isOurs = ({ id }: SyncIssue) => claim?.ids.has(id) === true;
  const end = async () => {
    await claim?.end().catch((failure: unknown) => console.warn('The claim ends by itself', failure));
  };
  try {
    const { acts, erased } = await actsOf(replica, issues.filter(isOurs), decision);
    const done = acts.map(({ issue }) => issue);
    const closed = done.length > 0 ? [...done, ...beside.filter(isOurs)] : [];
    await carryOut(replica, acts, closed, decision, also);
    if (closed.length < (claim?.ids.size ?? 0)) await end();
    const takesBack = done.length > 0 && decision !== 'again' && decision !== 'discard';
    return { done, erased, undo: takesBack ? () => takeBack(replica, acts, closed) : null };
  } catch (error) {
    await end();
    throw error;
  }
}

const writesOf = (acts: readonly Act[]) =>
  acts.flatMap(({ issue, change }) => (change === null ? [] : [issueChange(issue, change)]));

async function carryOut(
  replica: OpenReplica,
  acts: readonly Act[],
  closed: readonly SyncIssue[],
  decision: IssueDecision,
  also: readonly Change[],
): Promise<void> {
  if (closed.length === 0) return;
  const writes = [...writesOf(acts), ...also];
  let last = closed;
  if (decision === 'again') {
    // The server may refuse it again before this has ended, under the same issue id, so this issue is first kept under an id of
    // its own.
    last = closed.map(againOf);
    const ids = new Set(last.map(({ id }) => id));
    await insideOf(replica).putIssue(...last);
    await insideOf(replica).removeIssue(...closed.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
  }
  if (writes.length > 0) await insideOf(replica).write(writes);
  const older = decision === 'discard' ? supersededBy(closed, await firstValueFrom(replica.issues$)) : [];
  await insideOf(replica).removeIssue(...[...older, ...last].map(({ id }) => id));
}

const keyOf = ({ table, rowId }: SyncIssue): string => `${table}/${rowId}`;

function isAsWritten({ row }: RecordState, change: RecordContent | undefined): boolean {
  if (!change) return true;
  if (row === null) return change.deleted === true;
  const now: RecordContent = { ...row };
  return Object.entries(change).every(([column, value]) => (now[column] ?? null) === (value ?? null));
}

/**
 * Undoes decisions. The issues come back first, because the rows written afterwards close none of them. A record gets its former
 * values if it is still as the decisions wrote it; the parts of a visit get theirs all together or not at all.
 */
async function takeBack(replica: OpenReplica, acts: readonly Act[], closed: readonly SyncIssue[]): Promise<UndoOutcome> {
  const wrote = new Map<string, RecordContent>();
  for (const { issue, change } of acts) if (change) wrote.set(keyOf(issue), { ...wrote.get(keyOf(issue)), ...change });
  const visits = new Map(
    acts.map(({ issue, standing: { row } }) => [keyOf(issue), row && 'visit_id' in row ? row.visit_id : null]),
  );
  const unitOf = (issue: SyncIssue) => visits.get(keyOf(issue)) ?? keyOf(issue);
  const standing = await recordStatesOf(
    replica,
    acts.map(({ issue }) => issue),
  );
  const changed = acts.filter(({ issue }) => !isAsWritten(standing(issue), wrote.get(keyOf(issue))));
  const left = new Set(changed.map(({ issue }) => unitOf(issue)));
  const back = acts.filter(({ issue }) => !left.has(unitOf(issue)));
  await putIssuesBack(replica, ...closed.filter((issue) => !left.has(unitOf(issue))));
  const were = back.flatMap(({ issue, standing: was, change }) =>
    change === null ? [] : [issueChange(issue, writtenBack(was, change))],
  );
  if (were.length > 0) await insideOf(replica).write(were);
  if (left.size === 0) return 'undone';
  return back.length > 0 ? 'partly' : 'changed';
}

/** The number of issues of one step: writing as many takes a tenth of a second on a tablet. */
const AT_ONCE = 100;

/** The outcome of a decision about many issues. */
export interface GroupResult {
  readonly done: number;
  /** Issues that were decided in another window, or whose client was erased: they stay as they are. */
  readonly left: number;
  /** Brings all of them back; null if nothing can be undone. */
  readonly undo: Undo | null;
}

/**
 * Makes one decision about many issues in few large steps, so that screens show the progress between them.
 * @param onDone gets the number of decided issues after each step
 * @returns the function that carries the decision out. If it throws what `write` throws, the earlier decisions stay, and calling
 * it again goes on with the rest.
 */
export function groupDecision(
  replica: OpenReplica,
  issues: readonly SyncIssue[],
  decision: IssueDecision,
  onDone: (done: number) => void,
): () => Promise<GroupResult> {
  // The oldest first, so that of two contents of one record the newer is written last.
  const waiting = [...issues].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const undos: Undo[] = [];
  let done = 0;
  return async () => {
    while (waiting.length > 0) {
      const step = await decideIssues(replica, waiting.slice(0, AT_ONCE), decision);
      waiting.splice(0, AT_ONCE);
      done += step.done.length;
      if (step.undo) undos.push(step.undo);
      onDone(done);
    }
    const undo = async (): Promise<UndoOutcome> => {
      const outcomes = new Set<UndoOutcome>();
      for (const one of undos.toReversed()) outcomes.add(await one());
      const [only = 'undone'] = outcomes;
      return outcomes.size > 1 ? 'partly' : only;
    };
    return { done, left: issues.length - done, undo: undos.length > 0 ? undo : null };
  };
}
