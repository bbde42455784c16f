/**
 * The rows of a device that are newer than a restored backup, as pure steps. After the restore the server has another history, and
 * rows written after the backup are only on devices. Promises: an acknowledged row above the last common revision, or
 * its deletion, becomes an issue (`restored`) that holds it before the row here goes or is replaced; nothing is put back but
 * by a person, as a new write on top of what the restored server holds, merged like any other; it is over when the row
 * holds that content again, whoever put it back, or was deleted since; an erased client, and what refers to them, is in none.
 */
import type { TableName } from '#schemas/registry.ts';
import {
  behindHorizon,
  carriesSet,
  type Fields,
  fieldOf,
  isErased,
  pick,
  SHAPES,
  type StateRow,
  sameIn,
  snapshot,
} from './columns.ts';
import type { Fork } from './history-name.ts';
import { issueId, type SyncIssue } from './issues.ts';

interface StepContext {
  readonly at: string;
  readonly horizon: string | null;
}

/** In `base` of an unsent row that a rebuild kept: the base itself is from after the backup. Of when the backup is, if known. */
const BEYOND = 'beyond_backup';

const isBeyond = (rev: number, { shared }: Fork): boolean => shared === null || rev > shared;

/** Rows above row 0 of a set of shifts are the server's work. */
const isAPersons = (table: TableName, id: string): boolean => SHAPES[table].table.shape !== 'set' || carriesSet(table, id);

function restoredIssue(
  { at }: StepContext,
  table: TableName,
  row: Pick<StateRow, 'id' | 'rev'>,
  ours: Fields,
  server: Fields | null,
  stateOf: string | null,
): SyncIssue {
  const issue = {
    kind: 'restored' as const,
    table,
    rowId: row.id,
    group: null,
    ours: snapshot(table, ours),
    server: server && snapshot(table, server),
    at,
    ...(stateOf === null ? {} : { stateOf }),
  };
  return { ...issue, id: issueId(issue, row.rev) };
}

/**
 * An acknowledged row is about to go (`server` null) or to be replaced by the restored one. Returns the issue that keeps it,
 * if it holds anything from after the backup.
 */
export function keptFromAfterBackup(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow,
  server: StateRow | null,
  fork: Fork,
): readonly SyncIssue[] {
  if (!isBeyond(cur.rev, fork) || !isAPersons(table, cur.id)) return []; // ★ keepsBeyondBackup
  // ★ erasureOutranks
  if (isErased(table, cur) || (server !== null && isErased(table, server))) return [];
  if (cur.deleted && (server === null || server.deleted)) return [];
  // What no pull brings, because it is too old for this device, is not for that reason gone from the server.
  if (server === null && fork.shared === null && behindHorizon(table, cur, stepContext.horizon)) return [];
  if (server !== null && sameIn(cur, server, SHAPES[table].writable)) return [];
  // Written since the backup was restored: what the restored server held is not known here, and each difference is a quarrel.
  const since = server !== null && fork.shared !== null && server.rev > fork.shared;
  if (since && server.deleted) return [];
  return [restoredIssue(stepContext, table, cur, cur, since ? null : server, fork.stateOf)];
}

/** The base of an unsent row whose revision is about to count no more: what is above the common revision is marked. */
export function baseBeyond(cur: StateRow, fork: Fork): Fields | null {
  if (cur.base === null || cur.rev === 0 || !isBeyond(cur.rev, fork)) return cur.base;
  return { ...cur.base, [BEYOND]: fork.stateOf ?? '' };
}

/** Returns the mark in the base of a row of another local schema version; nothing where it has none. */
export const markIn = (base: Fields): Fields => (typeof base[BEYOND] === 'string' ? { [BEYOND]: base[BEYOND] } : {});

/**
 * The restored row arrives under an unsent one. What the person changed goes on as ever; what else their base had from after
 * the backup is kept.
 */
export function baseKeptFromAfterBackup(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow,
  server: StateRow,
): readonly SyncIssue[] {
  const { base } = cur;
  const mark = base?.[BEYOND];
  // ★ keepsBeyondBackup
  if (base === null || typeof mark !== 'string' || !isAPersons(table, cur.id)) return [];
  const { writable, groups } = SHAPES[table];
  const isUntouched = (group: readonly string[]) =>
    sameIn(cur, base, group) && group.every((field) => cur.sent?.[field] === undefined);
  const untouched = [...groups, ['deleted']].filter(isUntouched);
  if (carriesSet(table, cur.id) && untouched.length <= groups.length) return [];
  const ours = { ...snapshot(table, server), ...pick(base, untouched.flat()) };
  // A deletion there is a quarrel about the whole row, which keeps all of it.
  if (cur.deleted || server.deleted || sameIn(ours, server, writable)) return [];
  return [restoredIssue(stepContext, table, cur, { ...ours, deleted: ours.deleted === true }, server, mark || null)];
}

/** Returns the columns that such an issue would write, in groups that are one decision; none that only the server fills. */
function missing(table: TableName, ours: Fields, server: Fields | null): readonly string[] {
  if (ours.deleted === true) return ['deleted'];
  const { groups, emptiedOnly } = SHAPES[table];
  const mayWrite = (column: string) => !emptiedOnly.includes(column) || fieldOf(ours, column) === null;
  return [...groups, ['deleted']]
    .filter((group) => server === null || !sameIn(ours, server, group))
    .flat()
    .filter(mayWrite);
}

/** Says if nothing is left to put back: the row on this device, unsent or not, has all of it, or was deleted since. */
export function isPutBack({ table, ours, server }: SyncIssue, row: StateRow | null): boolean {
  if (ours === null) return true;
  if (row === null) return ours.deleted === true;
  if (isErased(table, row)) return true;
  if (row.deleted) return server?.deleted !== true;
  return sameIn(row, ours, missing(table, ours, server));
}

/** Ids of clients to whom such an issue's contents refer, the client themselves among them. */
export function clientsIn({
  table,
  rowId,
  ours,
  server,
}: Pick<SyncIssue, 'table' | 'rowId' | 'ours' | 'server'>): readonly string[] {
  const columns = SHAPES[table].refs.filter(([, to]) => to === 'clients').map(([column]) => column);
  const referred = [ours, server].flatMap((side) => columns.map((column) => (side ? fieldOf(side, column) : null)));
  return [table === 'clients' ? rowId : null, ...referred].filter((id): id is string => typeof id === 'string');
}
