/**
 * No count is lost: each revision that a device has acknowledged stands on the server as it was counted, or an issue holds it
 * whole because it was refused (sim-issues.ts looks after false refusals). And a product's stock goes from one number to
 * another only where somebody counted it from the one to the other, or decided so when they were asked. What was counted
 * elsewhere is never written over, nor added to, unasked. Told from what people did, not from what the products say. (That a
 * quantity which was counted stands somewhere, or is asked about, is what LOST says of every value.)
 */
import type { SyncIssue } from '#sync/core/issues.ts';
import type { WireRow } from '#sync/server/server.ts';
import { COUNTED } from '../people/people-counts.ts';
import type { Written } from './sim-checks.ts';
import type { Logged } from './sim-server.ts';

export interface Counting {
  readonly revisions: readonly WireRow[];
  readonly log: readonly Logged[];
  readonly writes: readonly Written[];
  /** Issues that wait for a person, by device. */
  readonly issues: ReadonlyMap<string, readonly SyncIssue[]>;
  /** Issues that a person has decided about, by device. */
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  /** Rows (`table/id`) of which an operator made something else. */
  readonly setBack: ReadonlySet<string>;
}

interface Count {
  readonly id: string;
  readonly device: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isAcknowledged: boolean;
}

function countsOf(writes: readonly Written[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { table, id, device, field, value, trivial } of writes) {
    if (table !== 'product_revisions' || !id.startsWith(COUNTED)) continue;
    const known = counts.get(id);
    const isAcknowledged = !trivial || (known?.isAcknowledged ?? false);
    counts.set(id, { id, device, isAcknowledged, values: { ...known?.values, [field]: value } });
  }
  return [...counts.values()];
}

/** Whether a device's own counts, and what its person decided when asked, lead from one number to the other. */
function wasCounted(from: number, to: number, counts: readonly Count[], decisions: ReadonlySet<unknown>): boolean {
  const looked = new Set<unknown>();
  const open: unknown[] = [to];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === from || decisions.has(at)) return true;
    if (looked.has(at)) continue;
    looked.add(at);
    for (const { values } of counts) if (values.new_quantity === at) open.push(values.old_quantity);
  }
  return false;
}

/** Whether an issue says that this very count was refused. A person who decides so may delete the row here, which is no part of it. */
function isRefused({ id, values }: Count, issues: readonly SyncIssue[]): boolean {
  const counted = Object.keys(values).filter((field) => field !== 'deleted');
  return issues.some(
    ({ kind, table, rowId, ours }) =>
      kind === 'rejected' &&
      table === 'product_revisions' &&
      rowId === id &&
      ours !== null &&
      counted.every((field) => ours[field] === values[field]),
  );
}

export function lostCounts({ revisions, log, writes, issues, decided, setBack }: Counting): string[] {
  const counts = countsOf(writes);
  if (counts.length === 0) return [];
  const found: string[] = [];
  const stands = new Map(revisions.map((row) => [row.id, row as unknown as Readonly<Record<string, unknown>>]));
  for (const count of counts) {
    const { id, device, values, isAcknowledged } = count;
    if (!isAcknowledged || setBack.has(`product_revisions/${id}`)) continue;
    const row = stands.get(id);
    const differs = row && !row.deleted ? Object.keys(values).filter((field) => row[field] !== values[field]) : ['all of it'];
    if (differs.length === 0 || isRefused(count, [...(issues.get(device) ?? []), ...(decided.get(device) ?? [])])) continue;
    found.push(`COUNT ${device} counted ${id}, and the server has not: ${differs.join(', ')}`);
  }
  const before = new Map<string, number>();
  for (const { table, id, row, who } of log) {
    if (table !== 'products' || row === null || setBack.has(`products/${id}`)) continue;
    const now = row.quantity as number;
    const was = before.get(id);
    before.set(id, now);
    if (was === undefined || was === now) continue;
    const own = counts.filter(({ device, values }) => device === who && values.product_id === id);
    const decisions = new Set(
      (decided.get(who) ?? []).flatMap(({ rowId, ours }) => (rowId === id && ours ? [ours.quantity] : [])),
    );
    if (!wasCounted(was, now, own, decisions)) found.push(`COUNT ${who} made ${id} ${now} of ${was}: nobody counted that`);
  }
  return found;
}
