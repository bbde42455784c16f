/**
 * What must hold when a history has healed: every acknowledged write is on the server or among the issues, every device
 * equals the server, nothing is pending or doubled, no conflict was with oneself, and of an erased client nothing is left.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, SHAPES } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { WireRow } from '#sync/server/server.ts';
import { markOf } from '../people/people.ts';
import type { DiskContent } from '../protocol.ts';
import type { VerdictRow } from './sim-issues.ts';
import type { Logged } from './sim-server.ts';

/** One column's value as a person wrote it on one device. */
export interface Written {
  readonly at: number;
  readonly device: string;
  readonly table: TableName;
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
  /** It promises nothing: it changed nothing there, or was never acknowledged. */
  trivial: boolean;
}

export interface Healed {
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  readonly rows: Readonly<Record<TableName, readonly WireRow[]>>;
  readonly log: readonly Logged[];
  readonly writes: readonly Written[];
  /** Issues that a person has decided about, by device. */
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  /** The server's rows in all verdicts that devices heard. */
  readonly verdictRows: readonly VerdictRow[];
  /** Clients whose erasure was acknowledged. */
  readonly erased: ReadonlySet<string>;
  /** Clients whose erasure was begun. */
  readonly erasing: ReadonlySet<string>;
  /** Rows that an operator removed for good (`table/id`). */
  readonly vanished: ReadonlySet<string>;
  /** Older events are kept by no device. ISO UTC. */
  readonly horizon: string;
}

interface Stood {
  readonly value: unknown;
  readonly at: number;
  readonly who: string;
}

/** A stored value as it travels. */
export function wireValue(table: TableName, field: string, value: unknown): unknown {
  const column = SHAPES[table].table.columns[field];
  if (value === null || value === undefined) return null;
  if (column?.kind === 'instant' && typeof value === 'string') return new Date(value).toISOString();
  return value;
}

/** Every value that a column ever had on the server. */
function historyOf(log: readonly Logged[]): Map<string, Stood[]> {
  const history = new Map<string, Stood[]>();
  for (const { table, id, row, step, who } of log) {
    if (row === null) continue;
    for (const field of SHAPES[table].writable) {
      const key = `${table}/${id}/${field}`;
      const value = field === 'deleted' ? row.deleted === true : wireValue(table, field, fieldOf(row, field));
      const stood = history.get(key);
      if (!stood) history.set(key, [{ value, at: step, who }]);
      else if (stood.at(-1)?.value !== value) stood.push({ value, at: step, who });
    }
  }
  return history;
}

/** Rows (`table/id`) that an operator took off the server, or that a restored backup left otherwise than they stood. */
export function setBack(log: readonly Logged[]): ReadonlySet<string> {
  const touched = new Set<string>();
  const stands = new Map<string, number>();
  log.forEach(({ who, step, table, id, rev, row }, n) => {
    const key = `${table}/${id}`;
    const before = log[n - 1];
    const begins = who === 'backup' && (before?.who !== 'backup' || before.step !== step);
    if (begins) {
      const restored = new Set<string>();
      for (let at = n; log[at]?.who === 'backup' && log[at]?.step === step; at++)
        restored.add(`${log[at]?.table}/${log[at]?.id}`);
      for (const known of stands.keys()) if (!restored.has(known)) touched.add(known);
    }
    if (row === null || (who === 'backup' && stands.get(key) !== rev)) touched.add(key);
    stands.set(key, rev);
  });
  return touched;
}

export function violationsOf(told: Healed): string[] {
  const healed = { ...told, erasing: withMerged(told) };
  const history = historyOf(healed.log);
  const touched = setBack(healed.log);
  return [
    ...differences(healed),
    ...ownConflicts(healed, history, touched),
    ...doubledIssues(healed),
    ...doubledWrites(healed, history, touched),
    ...lost(healed, history, touched),
    ...leaks(healed),
  ];
}

/** Whoever was merged into a client that is erased is erased with them. */
export function withMerged({ erasing, log, writes }: Pick<Healed, 'erasing' | 'log' | 'writes'>): ReadonlySet<string> {
  const merges: (readonly [loser: string, winner: unknown])[] = [
    ...log.flatMap(({ table, id, row }) => (table === 'clients' && row ? [[id, row.merged_into] as const] : [])),
    ...writes.flatMap(({ field, id, value }) => (field === 'merged_into' ? [[id, value] as const] : [])),
  ];
  const all = new Set(erasing);
  for (let before = -1; before !== all.size; ) {
    before = all.size;
    for (const [loser, winner] of merges) if (typeof winner === 'string' && all.has(winner)) all.add(loser);
  }
  return all;
}

function differences({ devices, rows, horizon }: Healed): string[] {
  const found: string[] = [];
  const isOld = (table: TableName, row: Fields) => table === 'events' && String(row.start_time) < horizon;
  for (const { name, content } of devices) {
    for (const document of content.documents)
      if (typeof document === 'object' && document !== null && 'otherForms' in document)
        found.push(`FORM ${name} still holds another local schema version: ${JSON.stringify(document)}`);
    const here = new Map<string, Fields & { rev: number; deleted: boolean; pending: number }>();
    for (const { table, row, hidden } of content.rows) {
      if (row.pending === 1) found.push(`PENDING ${name} ${table}/${row.id} ${JSON.stringify(row)}`);
      const refused = row.rev === 0 && content.issues.some((issue) => issue.table === table && issue.rowId === row.id);
      if (!hidden && row.rev === 0 && row.pending === 0 && !refused)
        found.push(`ORPHAN ${name} ${table}/${row.id}: refused, and no issue tells`);
      if (!hidden && row.pending === 0 && row.rev > 0 && isOld(table, row))
        found.push(`OLD ${name} ${table}/${row.id}: behind the horizon, and still shown`);
      if (!hidden && !row.deleted && row.rev > 0 && !isOld(table, row)) here.set(`${table}/${row.id}`, row);
    }
    for (const table of TABLE_NAMES)
      for (const row of rows[table]) {
        if (row.deleted || isOld(table, row)) continue;
        const key = `${table}/${row.id}`;
        const mine = here.get(key);
        here.delete(key);
        if (!mine) found.push(`ABSENT ${name} ${key}`);
        else
          for (const field of [...SHAPES[table].all, 'rev'])
            if (fieldOf(mine, field) !== fieldOf(row, field))
              found.push(
                `DIFFERS ${name} ${key}.${field}: ${String(mine[field])} ≠ ${String(row[field])} (rev ${mine.rev}, ${row.rev})`,
              );
      }
    for (const key of here.keys()) found.push(`ZOMBIE ${name} ${key}`);
  }
  return found;
}

/** A field issue whose server value was this very device's. */
function ownConflicts(
  { devices, erasing, log }: Healed,
  history: ReadonlyMap<string, readonly Stood[]>,
  touched: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  for (const { name, content } of devices)
    for (const issue of content.issues) {
      if (issue.kind !== 'field' || !issue.group) continue;
      // A version that arrives when its row was purged or set back meanwhile makes it anew: that conflict is honest.
      if (touched.has(`${issue.table}/${issue.rowId}`)) continue;
      // After an erasure the values that have left are forgotten with the note.
      if (issue.group.includes('notes') && clientsOf(issue.rowId, log).some((id) => erasing.has(id))) continue;
      const own = issue.group.every((field) => {
        const wrote = (history.get(`${issue.table}/${issue.rowId}/${field}`) ?? []).filter(
          ({ value }) => value === fieldOf(issue.server ?? {}, field),
        );
        return wrote.length > 0 && wrote.every(({ who }) => who === name);
      });
      if (own) found.push(`OWN ${name} ${issue.id}: a conflict with what it wrote itself`);
    }
  return found;
}

function doubledIssues({ devices }: Healed): string[] {
  return devices.flatMap(({ name, content }) => {
    const seen = new Set<string>();
    return content.issues.flatMap((issue: SyncIssue) => {
      const what = JSON.stringify([issue.table, issue.rowId, issue.kind, issue.group, issue.ours, issue.server]);
      if (seen.has(what)) return [`DOUBLED ${name}: two issues say the same: ${issue.id}`];
      seen.add(what);
      return [];
    });
  });
}

/** A value of its own (`v17`) comes to be on the server as often as people wrote it, and no oftener. */
function doubledWrites(
  { writes }: Healed,
  history: ReadonlyMap<string, readonly Stood[]>,
  touched: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  for (const [key, stood] of history) {
    if (touched.has(key.slice(0, key.lastIndexOf('/')))) continue;
    const values = new Map<unknown, number>();
    for (const { value } of stood)
      if (typeof value === 'string' && /^v\d/.test(value)) values.set(value, (values.get(value) ?? 0) + 1);
    for (const [value, times] of values) {
      if (times < 2) continue;
      const wrote = writes.filter((w) => `${w.table}/${w.id}/${w.field}` === key && w.value === value).length;
      if (times > wrote) found.push(`DOUBLED ${key}: ${String(value)} was written ${wrote} times and arrived ${times} times`);
    }
  }
  return found;
}

export const clientsOf = (eventId: string, log: readonly Logged[]): string[] =>
  log.flatMap(({ table, id, row }) =>
    table === 'events' && id === eventId && typeof row?.client_id === 'string' ? [row.client_id] : [],
  );

/** What stands there came late from this device, where this value had taken its place. */
function isBack(written: Written, last: Stood | undefined, earlier: readonly Written[]): boolean {
  const { at, device, table, id, field, value } = written;
  if (last === undefined || last.who !== device || last.at <= at || last.value === value || field === 'deleted') return false;
  return earlier.some(
    (w) => w.device === device && w.table === table && w.id === id && w.field === field && w.value === last.value,
  );
}

/**
 * A verdict was on its way when this was written, and the server's row in it had that very value: nothing was left to send, and who
 * has changed it there since had seen it.
 */
function agrees({ device, table, id, at, row }: VerdictRow, written: Written): boolean {
  const { field, value } = written;
  if (device !== written.device || table !== written.table || id !== written.id || at < written.at) return false;
  return value === (field === 'deleted' ? row.deleted === true : wireValue(table, field, fieldOf(row, field)));
}

function lost(
  { devices, rows, writes, decided, verdictRows, erasing, vanished, log }: Healed,
  history: ReadonlyMap<string, readonly Stood[]>,
  touched: ReadonlySet<string>,
): string[] {
  const issues = new Map(devices.map(({ name, content }) => [name, [...content.issues, ...(decided.get(name) ?? [])]]));
  const found: string[] = [];
  const later = new Map<string, Written[]>();
  for (let at = writes.length - 1; at >= 0; at--) {
    const written = writes[at] as Written;
    const { device, table, id, field, value } = written;
    const row = `${device}/${table}/${id}`;
    const followed = later.get(row) ?? [];
    later.set(row, [...followed, written]);
    if (written.trivial) continue;
    const superseded = followed.some(
      (next) =>
        next.field === field || (next.field === 'deleted' && next.value === true) || (field === 'deleted' && value === true),
    );
    if (superseded || vanished.has(`${table}/${id}`)) continue;
    if (table === 'clients' && erasing.has(id)) continue;
    if (table === 'events' && (field === 'notes' || field === 'client_id')) {
      const clients = [
        ...clientsOf(id, log),
        ...writes.filter((w) => w.id === id && w.field === 'client_id').map((w) => w.value),
      ];
      if (clients.some((client) => erasing.has(String(client)))) continue;
    }
    const isSet = SHAPES[table].table.shape === 'set';
    if (isSet && field !== 'intervals' && field !== 'deleted') continue;
    const stood = history.get(`${table}/${id}/${field}`) ?? [];
    const own = (issues.get(device) ?? []).filter((issue) => issue.table === table && issue.rowId === id);
    const isKept = own.some(({ ours }) => fieldOf(ours ?? {}, field) === value);
    if (
      stood.some(
        (entry, n) =>
          entry.value === value && (entry.at >= written.at || !stood[n + 1] || (stood[n + 1] as Stood).at >= written.at),
      )
    ) {
      if (!isSet && !isKept && !touched.has(`${table}/${id}`) && isBack(written, stood.at(-1), writes.slice(0, at)))
        found.push(
          `BACK ${device} ${table}/${id}.${field}: ${String(value)} took back what stands there: ${JSON.stringify(stood)}`,
        );
      continue;
    }
    // Whatever else took it away: it is gone.
    if (field === 'deleted' && value === true && !rows[table].some((there) => there.id === id && !there.deleted)) continue;
    // Nothing was there to delete: what this device had made never arrived, and what stands there another one made later.
    const isOfNothing = !stood.some((entry) => entry.at < written.at || entry.who === device);
    if (field === 'deleted' && value === true && isOfNothing) continue;
    if (isKept) continue;
    if (verdictRows.some((told) => agrees(told, written))) continue;
    found.push(`LOST ${device} ${table}/${id}.${field} = ${String(value)}; there: ${JSON.stringify(stood)}`);
  }
  return found;
}

/** Where a name or a note of an erased client still stands. */
function leaks({ devices, rows, erased }: Healed): string[] {
  const found: string[] = [];
  for (const id of erased) {
    const mark = markOf(id);
    const there = rows.clients.find((row) => row.id === id);
    if (there && !there.erased_at) found.push(`NOT-ERASED ${id}`);
    for (const table of TABLE_NAMES)
      for (const row of rows[table]) if (JSON.stringify(row).includes(mark)) found.push(`LEAK server ${table}/${row.id}`);
    for (const { name, content } of devices) {
      for (const { table, row } of content.rows)
        if (JSON.stringify(row).includes(mark)) found.push(`LEAK ${name} ${table}/${row.id} ${JSON.stringify(row)}`);
      for (const document of content.documents)
        if (JSON.stringify(document)?.includes(mark))
          found.push(`LEAK ${name} in a document of the engine: ${JSON.stringify(document).slice(0, 300)}`);
    }
  }
  return found;
}
