/**
 * A stand-in for the SQL functions, for tests of single rules only: the same verdicts, in memory. The stories and the
 * real functions are tested on PostgreSQL (stories.test.ts).
 */

import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { may, mayFill, mayMake, type WritableColumn } from '#schemas/rights.ts';
import { initialValues, SHAPES, settledRow } from '#sync/core/columns.ts';
import { rowNumber } from '#sync/device/checksum.ts';
import {
  type ChecksumAnswer,
  type ChecksumWish,
  type Cursor,
  type PullAnswer,
  type PulledTable,
  type PushChange,
  type ReadEventsAnswer,
  ServerError,
  type Verdict,
  type WireRow,
} from '#sync/server/server.ts';

type Rows = Map<string, WireRow>;
const keyOf = (table: TableName, id: string) => `${table}/${id}`;
const PERSONAL = ['name', 'first_name', 'last_name', 'email', 'phone', 'address', 'city', 'birth_date', 'notes'];

/** The name of the history that a restored backup begins, as `private.history_name` makes it. `stateOf`: ISO UTC. */
export function historyAfter(parent: string, head: number, stateOf = '2026-11-18T08:00:00.000Z'): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const shared = hex(head, 10);
  const chance = hex(++histories, 5);
  const state = hex(Date.parse(stateOf) / 1000, 8);
  return `${state}-${parent.slice(-4)}-8${shared.slice(0, 3)}-a000-${shared.slice(3)}${chance}`;
}
let histories = 0;

/** As the trigger `events_requested_until` does: people empty such a column, and fill none. */
function checkFilled(table: TableName, stored: WireRow | undefined, clean: Record<string, unknown>): Verdict | null {
  const filled = SHAPES[table].emptiedOnly.some(
    (column) => (clean[column] ?? null) !== null && clean[column] !== stored?.[column],
  );
  return filled ? { v: 'rejected', code: '23514', constraint: 'events_requested_until' } : null;
}

export class DoubleServer {
  rows: Rows = new Map();
  head = 0;
  purgedRev = 0;
  epoch = '6c1f0a3e-5d0b-4b7e-9a55-1f0e63d7c2a1';
  readonly members = new Set<string>();
  /** Whoever is not named is an owner. */
  readonly roles = new Map<string, SalonRole>();
  /** Rows a page, whatever is asked for: small pages have more cracks. */
  page = 1000;
  /** How often each table, id and content was pushed. */
  readonly pushed: PushChange[] = [];
  /** Every value that a column ever had, for the check that nothing acknowledged was lost. */
  readonly history = new Map<string, { value: unknown; at: number; who: string }[]>();
  private writer = '';
  /** By table and id, when each column was last changed (private.column_revisions). */
  private readonly columnRevs = new Map<string, Record<string, number>>();
  /** Raised by whoever wants events in order. */
  time = 0;

  row(table: TableName, id: string): WireRow | undefined {
    return this.rows.get(keyOf(table, id));
  }

  private requireMember(who: string): void {
    if (!this.members.has(who)) throw new ServerError(403, '42501', 'membership', 'not a member of this salon');
  }

  push(who: string, changes: readonly PushChange[], epoch: string | null): { verdicts: Verdict[] } {
    this.requireMember(who);
    if (epoch !== null && epoch !== this.epoch) throw new ServerError(409, 'PT409', 'epoch', 'another history');
    if (changes.some(({ doc }) => JSON.stringify(doc).includes('unreadable')))
      throw new ServerError(400, '22P05', null, 'unsupported Unicode escape sequence');
    this.pushed.push(...structuredClone([...changes]));
    this.writer = who;
    let raised: number | null = null;
    const rev = () => {
      raised ??= ++this.head;
      return raised;
    };
    return { verdicts: changes.map((change) => this.take(change, rev)) };
  }

  private take({ table, id, base_rev, doc }: PushChange, rev: () => number): Verdict {
    const stored = this.row(table, id);
    const erasing = table === 'clients' && typeof doc.erased_at === 'string';
    const erased = table === 'clients' && !!stored?.erased_at;
    const { writable } = SHAPES[table];
    const clean = Object.fromEntries(Object.entries(doc).filter(([column]) => writable.includes(column)));
    const same = !!stored && Object.entries(clean).every(([column, value]) => (stored[column] ?? null) === value);
    if (!stored && base_rev > 0 && !erasing) return { v: 'gone' };
    const saysNothing = Object.keys(clean).length === 0;
    if (stored && stored.rev === base_rev && !erased && saysNothing) return { v: 'applied', rev: stored.rev };
    if (stored && (stored.rev !== base_rev || erased)) {
      const answer = { rev: stored.rev, row: structuredClone(stored) };
      if (same || (erased && erasing)) return { v: 'same', ...answer };
      const revs = this.columnRevs.get(keyOf(table, id)) ?? {};
      return { v: 'conflict', ...answer, changed: Object.keys(clean).filter((column) => (revs[column] ?? 0) > base_rev) };
    }
    const refusal =
      this.checkRole(table, stored, clean) ?? checkFilled(table, stored, clean) ?? this.check(table, { ...stored, ...clean });
    if (refusal) return refusal;
    const row: WireRow = {
      created_at: 'now',
      ...stored,
      ...clean,
      id,
      deleted: clean.deleted === true,
      rev: rev(),
      updated_at: 'now',
    };
    this.put(table, row);
    if (erasing) this.erase(id, row, rev());
    return { v: 'applied', rev: rev() };
  }

  /** As `private.guard_role` does. */
  private checkRole(table: TableName, stored: WireRow | undefined, clean: Record<string, unknown>): Verdict | null {
    const role = this.roles.get(this.writer) ?? 'owner';
    const asked = stored ? may : mayFill;
    const refused = Object.entries(clean).some(
      ([column, value]) =>
        (stored ? (stored[column] ?? null) !== value : value !== null && value !== initialValues(table)[column]) &&
        !asked(role, table, column as WritableColumn<TableName>),
    );
    return role !== 'owner' && (refused || (!stored && !mayMake(role, table)))
      ? { v: 'rejected', code: '42501', constraint: 'role' }
      : null;
  }

  private check(table: TableName, row: Record<string, unknown>): Verdict | null {
    for (const value of Object.values(row)) {
      if (typeof value !== 'string') continue;
      if (value !== value.trim() || value.startsWith('bad'))
        return { v: 'rejected', code: '23514', message: 'violates check constraint' };
    }
    if (table === 'events' && row.notes && this.row('clients', String(row.client_id))?.erased_at)
      return { v: 'rejected', code: 'erased' };
    for (const [column, to] of SHAPES[table].refs) {
      const id = row[column];
      if (typeof id === 'string' && id !== '' && !this.row(to, id))
        return { v: 'missing', constraint: `${table}_${column}_fkey` };
    }
    return null;
  }

  private erase(id: string, row: WireRow, rev: number): void {
    this.put('clients', { ...row, ...Object.fromEntries(PERSONAL.map((column) => [column, null])), id, deleted: true, rev });
    for (const [key, event] of this.rows)
      if (key.startsWith('events/') && event.client_id === id && event.notes !== null)
        this.put('events', { ...event, notes: null, rev });
  }

  put(table: TableName, row: WireRow): void {
    const before = this.row(table, row.id);
    const changed = before ? SHAPES[table].writable.filter((column) => (before[column] ?? null) !== (row[column] ?? null)) : [];
    const revs = before ? this.columnRevs.get(keyOf(table, row.id)) : {};
    this.columnRevs.set(keyOf(table, row.id), { ...revs, ...Object.fromEntries(changed.map((column) => [column, row.rev])) });
    this.rows.set(keyOf(table, row.id), row);
    for (const column of SHAPES[table].writable) {
      const key = `${keyOf(table, row.id)}/${column}`;
      const values = this.history.get(key) ?? [];
      const value = row[column] ?? null;
      if (values.length === 0 || values.at(-1)?.value !== value) values.push({ value, at: this.time, who: this.writer });
      this.history.set(key, values);
    }
  }

  pull(who: string, cursors: Readonly<Record<string, unknown>>, limit: number): PullAnswer {
    this.requireMember(who);
    let room = Math.min(limit, this.page);
    const tables: { [N in TableName]?: PulledTable } = {};
    for (const table of TABLE_NAMES) {
      const [rev, id] = (cursors[table] ?? [0, '']) as Cursor;
      if (room === 0) {
        tables[table] = { rows: [], more: true, cursor: [rev, id] };
        continue;
      }
      if (rev > this.head || (rev === this.head && id === '~')) continue;
      const newer = [...this.rows]
        .filter(([key, row]) => key.startsWith(`${table}/`) && (row.rev > rev || (row.rev === rev && row.id > id)))
        .map(([, row]) => row)
        .sort((a, b) => a.rev - b.rev || (a.id < b.id ? -1 : 1));
      const rows = structuredClone(newer.slice(0, room));
      const last = rows.at(-1);
      const full = rows.length === room;
      tables[table] = { rows, more: full, cursor: full && last ? [last.rev, last.id] : [this.head, '~'] };
      room -= rows.length;
    }
    const you = { role: this.roles.get(who) ?? 'owner', resource_id: null };
    return { head: this.head, purged_rev: this.purgedRev, epoch: this.epoch, you, tables };
  }

  readEvents(who: string): ReadEventsAnswer {
    this.requireMember(who);
    const all = (table: TableName) =>
      structuredClone([...this.rows].filter(([key]) => key.startsWith(`${table}/`)).map(([, row]) => row));
    return {
      events: all('events').filter((row) => !row.deleted),
      clients: all('clients'),
      services: all('services'),
      resources: all('resources'),
    } as unknown as ReadEventsAnswer;
  }

  checksums(who: string, wish: ChecksumWish): ChecksumAnswer {
    this.requireMember(who);
    const sumOf = (table: TableName): readonly [number, number] => {
      const rows = [...this.rows].flatMap(([key, row]) => (key.startsWith(`${table}/`) && !row.deleted ? [row] : []));
      const numbers = rows.map((row) => rowNumber(table, settledRow(table, 0, row)));
      return [rows.length, numbers.reduce((sum, number) => sum + number, 0)];
    };
    const tables = TABLE_NAMES.filter((table) => wish[table] !== undefined).map((table) => [table, sumOf(table)]);
    return { head: this.head, tables: Object.fromEntries(tables) };
  }

  /** Removes tombstones that nothing refers to; erased rows stay. */
  purge(): void {
    const referred = new Set([...this.rows.values()].flatMap((row) => [row.client_id, row.resource_id, row.merged_into]));
    for (const [key, row] of this.rows)
      if (row.deleted && !row.erased_at && !referred.has(row.id)) {
        this.rows.delete(key);
        this.purgedRev = Math.max(this.purgedRev, row.rev);
      }
  }

  backup(): () => void {
    const rows = structuredClone(this.rows);
    const { head, purgedRev, epoch } = this;
    return () => {
      this.rows = structuredClone(rows);
      this.head = head;
      this.purgedRev = purgedRev;
      this.epoch = historyAfter(epoch, head);
    };
  }
}
