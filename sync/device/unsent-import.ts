/**
 * Taking an unsent-work file in. Promises: each row is a person's write and is merged field by field with what is
 * here, where this device's own unsent values stand; what the file and this device changed differently becomes an issue
 * that holds the file's, as do two versions of one row in the file itself; what was imported or exported here before is left alone;
 * what leaves by a file counts as sent, here and where it is taken in, so that nobody is asked about their own work.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import {
  carriesSet,
  type Fields,
  fieldOf,
  initialValues,
  isErased,
  pick,
  type Sent,
  SHAPES,
  type StateRow,
  snapshot,
} from '#sync/core/columns.ts';
import { decidedContent, digest, issueId, matterOf, type SyncIssue } from '#sync/core/issues.ts';
import { merge } from '#sync/core/merge.ts';
import { KEEP, received, type Step, type StepContext, written } from '#sync/core/row-state.ts';
import { withSent } from '#sync/core/sent-values.ts';
import { STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { RoundContext } from '#sync/round/context.ts';
import { applySteps, stepContextOf } from '#sync/writes/apply-steps.ts';
import { wipeClient, wipedEvent, wipedIssue } from '#sync/writes/erasure.ts';
import type { ImportResult, UnsentFile, UnsentRow } from './unsent-file.ts';

const KNOWN_DOCUMENT = 'unsent-files';
/** More than a device has unsent in a year; forgetting an old one costs an issue, no work. */
const REMEMBERED = 5000;

interface KnownContents {
  /** Oldest first. */
  readonly digests: readonly string[];
}

const digestOf = ({ table, id, row }: UnsentRow): string => `${table}/${id}:${digest(JSON.stringify(snapshot(table, row)))}`;
const digestOfIssue = (issue: SyncIssue): string => `issue:${issue.id}:${digest(decidedContent(issue))}`;

/**
 * Notes contents that have left by a file or came by one, so that the same content is not taken twice.
 * @throws what the storage threw
 */
export async function remember(context: RoundContext, { rows, issues }: Pick<UnsentFile, 'rows' | 'issues'>): Promise<void> {
  const digests = [...rows.map(digestOf), ...issues.map(digestOfIssue)];
  if (digests.length === 0) return;
  await context.docs.update<KnownContents>(KNOWN_DOCUMENT, (stored) => ({
    digests: [...new Set([...(stored?.digests ?? []), ...digests])].slice(-REMEMBERED),
  }));
}

/**
 * Takes a file's work in as this person's own; done again it changes nothing.
 * @throws what the storage threw: what was taken until then stays
 */
export async function importUnsent(context: RoundContext, file: UnsentFile): Promise<ImportResult> {
  const state = await context.docs.read<SyncState>(STATE_DOCUMENT);
  const knownDigests = new Set((await context.docs.read<KnownContents>(KNOWN_DOCUMENT))?.digests ?? []);
  const sameHistory = file.epoch === null || state?.epoch == null || file.epoch === state.epoch;
  const stepContext = stepContextOf(context, state?.horizon ?? null);
  let rows = 0;
  for (const table of TABLE_NAMES) {
    const newRows = file.rows.filter((row) => row.table === table && !knownDigests.has(digestOf(row)));
    const clean = await withoutErased(context, newRows);
    for (const versions of oneOfEach(clean)) {
      const byId = new Map(versions.map((row) => [row.id, sameHistory ? row : { ...row, rev: 0, sent: row.sent ?? {} }]));
      const changed = await applySteps(context, 'person', table, [...byId.keys()], (row, id) => {
        const entry = byId.get(id);
        return entry ? imported(stepContext, row, entry) : KEEP;
      });
      for (const { id, after } of changed) if (after !== null && isErased(table, after)) await wipeClient(context, id);
      rows += changed.length;
    }
  }
  const presentIssues = new Set((await context.issues.list()).map(matterOf));
  const erased = await erasedIn(
    context,
    file.issues.flatMap(({ table, rowId, ours, server }) =>
      table === 'clients' ? [rowId] : [ours?.client_id, server?.client_id],
    ),
  );
  const issues = file.issues
    .filter((issue) => !presentIssues.has(matterOf(issue)) && !knownDigests.has(digestOfIssue(issue)))
    .flatMap((issue) => [...erased].reduce<SyncIssue | null>((rest, client) => rest && wipedIssue(rest, client), issue) ?? []);
  await context.issues.change(
    issues.map((issue) => ({ ...issue, fromFile: true as const })),
    [],
  );
  await remember(context, file);
  return { rows, issues: issues.length, already: file.rows.length + file.issues.length - rows - issues.length };
}

/** Rows in passes that hold each row once: the further version of one meets the first as it meets what another device wrote. */
function oneOfEach(rows: readonly UnsentRow[]): readonly (readonly UnsentRow[])[] {
  const passes: UnsentRow[][] = [];
  const timesSeen = new Map<string, number>();
  for (const row of rows) {
    const pass = timesSeen.get(row.id) ?? 0;
    timesSeen.set(row.id, pass + 1);
    passes[pass] = [...(passes[pass] ?? []), row];
  }
  return passes;
}

async function erasedIn(context: RoundContext, ids: readonly unknown[]): Promise<ReadonlySet<string>> {
  const clients = [...new Set(ids)].filter((id): id is string => typeof id === 'string');
  if (clients.length === 0) return new Set();
  const stored = await context.store.read('clients', clients);
  return new Set(clients.filter((id) => isErased('clients', stored.get(id)?.row ?? {})));
}

/** No note of an erased client comes back by a file. */
async function withoutErased(context: RoundContext, rows: readonly UnsentRow[]): Promise<readonly UnsentRow[]> {
  const clientIds = rows.flatMap(({ table, row, base, sent }) =>
    table === 'events' ? [row.client_id, base?.client_id, ...(sent?.client_id ?? [])] : [],
  );
  const erased = await erasedIn(context, clientIds);
  if (erased.size === 0) return rows;
  return rows.map((entry) => {
    let row = localRow(entry);
    for (const client of erased) row = wipedEvent(row, client);
    return { ...entry, row: snapshot(entry.table, row), base: row.base, sent: row.sent };
  });
}

/** The file's row as it stood on the device that made it. */
const localRow = ({ table, id, rev, row, base, sent, editedAt }: UnsentRow, salonId = 0): StateRow => ({
  id,
  salon_id: salonId,
  ...initialValues(table),
  ...snapshot(table, row),
  deleted: row.deleted === true,
  rev,
  created_at: null,
  updated_at: null,
  pending: 1,
  base,
  sent,
  edited_at: editedAt,
});

/** Returns `sent` with the values of a row that the device that made the file may still bring to the server. */
function mayArrive(sent: Sent | null, table: TableName, row: Fields): Sent {
  const all: Record<string, readonly unknown[]> = { ...sent };
  for (const field of SHAPES[table].writable) all[field] = [...new Set([...(all[field] ?? []), fieldOf(row, field)])];
  return all;
}

/** The row that a file was taken into: what the file's device may still bring is no quarrel with what is made of it here. */
function asSentThere(step: Step, { table, row, base }: UnsentRow): Step {
  if (step.kind !== 'put' || step.row.pending === 0) return step;
  const changed = SHAPES[table].writable.filter((field) => base === null || fieldOf(row, field) !== fieldOf(base, field));
  return { ...step, row: { ...step.row, sent: withSent(step.row.sent, pick(row, changed)) } };
}

function imported(stepContext: StepContext, stored: StateRow | null, file: UnsentRow): Step {
  const { table, id, rev, base } = file;
  if (stored !== null && isErased(table, stored)) return KEEP;
  if (isErased(table, file.row))
    return written(stepContext, table, id, stored, { erased_at: fieldOf(file.row, 'erased_at'), deleted: true });
  const { writable } = SHAPES[table];
  if (stored === null) {
    const row = localRow(file, stepContext.salonId);
    const newRow = rev === 0 ? { ...row, sent: mayArrive(row.sent, table, row) } : row;
    return { kind: 'put', row: newRow, hidden: false, issues: [] };
  }
  const before = broughtUp(stepContext, stored, file);
  const cur = before.kind === 'put' ? before.row : stored;
  const earlierIssues = before.kind === 'put' ? before.issues : [];
  // Made on the other device and here all the same: it has arrived, and what it became since is the newer truth.
  const arrived = rev === 0 && base === null && cur.rev > 0 && !carriesSet(table, id);
  if (arrived && file.sent === null) return KEEP;
  const server = { ...pick(cur, writable), deleted: cur.deleted };
  const merged = merge({ table, id, base, server, ours: file.row, sent: file.sent });
  const issues = merged.conflicts.map(({ kind, group }): SyncIssue => {
    const issue = {
      kind,
      table,
      rowId: id,
      group,
      ours: snapshot(table, file.row),
      server: snapshot(table, cur),
      at: stepContext.at,
      fromFile: true as const,
    };
    return { ...issue, id: issueId(issue, cur.rev) };
  });
  const step = merged.pending ? asSentThere(written(stepContext, table, id, cur, pick(merged.values, writable)), file) : KEEP;
  const next = step.kind === 'keep' ? before : { ...step, issues: [...earlierIssues, ...step.issues] };
  if (next.kind === 'keep' && issues.length === 0) return KEEP;
  // What the server has is the server's to say: a file is believed only as what an unsent change stands on.
  const settles = next.kind === 'put' && next.row.pending === 0 && next.row.rev !== stored.rev;
  if (next.kind === 'keep' || settles) return { kind: 'put', row: stored, hidden: null, issues: [...earlierIssues, ...issues] };
  return { ...next, issues: [...next.issues, ...issues] };
}

/** The file's base may be a later version of the server's row than the one that is here. */
function broughtUp(stepContext: StepContext, stored: StateRow, { table, id, rev, base }: UnsentRow): Step {
  if (base === null || rev <= stored.rev || stored.rev === 0) return KEEP;
  const { created_at, updated_at } = stored;
  return received(stepContext, table, stored, { ...base, id, rev, deleted: base.deleted === true, created_at, updated_at });
}
