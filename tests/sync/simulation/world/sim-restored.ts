/**
 * Restored backups: what a device held as acknowledged, and the backup has not, is at the end on the server again, in that
 * device's list, decided by its person, or superseded by a later write of the same row; nothing of it came back without a
 * person; an erased client is in no list.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { clientsIn } from '#sync/core/beyond-backup.ts';
import { carriesSet, type Fields, fieldOf, SHAPES, type StateRow, snapshot } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { DiskContent } from '../protocol.ts';
import { chance, pick } from '../random.ts';
import type { Written } from './sim-checks.ts';
import type { SimDevice } from './sim-device.ts';
import type { Logged } from './sim-server.ts';
import type { SimState } from './sim-state.ts';

interface Held {
  readonly device: string;
  readonly table: TableName;
  readonly row: StateRow;
  /** Step of the restoring. */
  readonly at: number;
  /** Some device had something unsent of this row, or of rows that nobody sees here: that goes up by itself. */
  readonly unsent: boolean;
}

const keyOf = (table: TableName, id: string) => `${table}/${id}`;
const tableOf = (key: string): TableName => TABLE_NAMES.find((table) => key.startsWith(`${table}/`)) as TableName;

/** What a person decides about what their device holds: some of it or all, put back or let go. */
export interface RestoredDecision {
  readonly chosen: readonly SyncIssue[];
  readonly putBack: boolean;
}

export function decisionOnRestored({ random }: SimState, device: SimDevice): RestoredDecision | null {
  const listed = device.issues.filter(({ kind }) => kind === 'restored');
  if (listed.length === 0) return null;
  const all = chance(random, 0.4);
  const some = listed.filter(() => chance(random, 0.5));
  const chosen = all ? listed : some.length > 0 ? some : [pick(random, listed)];
  return { chosen, putBack: chance(random, 0.65) };
}

export class SimRestored {
  private readonly held: Held[] = [];
  /** Rows of which somebody has put something back. */
  readonly asked = new Set<string>();

  constructor(private readonly state: SimState) {}

  /** A backup has just been restored: its revisions end at `head`. */
  note(head: number, at: number): void {
    const { devices } = this.state;
    const unsent = new Set<string>();
    for (const { disk } of devices) for (const [key, { row }] of disk) if (row.pending === 1 || row.rev === 0) unsent.add(key);
    const hasOther = devices.some(({ changedForm }) => changedForm);
    for (const { device, disk } of devices)
      for (const [key, { row }] of disk) {
        const table = tableOf(key);
        if (row.pending === 1 || row.rev <= head) continue;
        if (SHAPES[table].table.shape === 'set' && !carriesSet(table, row.id)) continue;
        this.held.push({ device, table, row, at, unsent: hasOther || unsent.has(key) });
      }
  }

  /** What is put back counts as written: it arrives, or stands among the issues. */
  writesOf(device: SimDevice, { chosen }: RestoredDecision): Omit<Written, 'at'>[] {
    return chosen.flatMap(({ table, rowId: id, ours, server }) => {
      this.asked.add(keyOf(table, id));
      for (const client of ours ? clientsIn({ table, rowId: id, ours, server: null }) : [])
        this.asked.add(keyOf('clients', client));
      const fields = ours?.deleted === true ? ['deleted'] : SHAPES[table].writable;
      return fields.flatMap((field) => {
        const value = field === 'deleted' ? ours?.deleted === true : fieldOf(ours ?? {}, field);
        const same = server !== null && (field === 'deleted' ? server.deleted === value : fieldOf(server, field) === value);
        return same ? [] : [{ device: device.device, table, id, field, value, trivial: true }];
      });
    });
  }

  violations(end: RestoredEnd): string[] {
    return [...this.held.flatMap((held) => [...gone(held, end), ...unasked(held, this.asked, end)]), ...erasedListed(end)];
  }
}

export interface RestoredEnd {
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  readonly writes: readonly Written[];
  readonly erased: ReadonlySet<string>;
  readonly erasing: ReadonlySet<string>;
  readonly vanished: ReadonlySet<string>;
  readonly log: readonly Logged[];
  readonly horizon: string;
  wireOf(table: TableName, field: string, row: Fields): unknown;
}

const concernsErased = ({ table, row }: Held, { erasing, log }: RestoredEnd): boolean =>
  [row, ...log.flatMap((entry) => (entry.table === table && entry.id === row.id && entry.row ? [entry.row as Fields] : []))].some(
    (side) =>
      clientsIn({ table, rowId: row.id, ours: snapshot(table, side), server: null }).some((client) => erasing.has(client)),
  );

function gone(held: Held, end: RestoredEnd): string[] {
  const { device, table, row, at } = held;
  const own = end.log.filter((entry) => entry.table === table && entry.id === row.id);
  const restored = (own.find(({ who, step }) => who === 'backup' && step === at)?.row ?? null) as Fields | null;
  if (row.deleted && (restored === null || restored.deleted === true)) return [];
  if (end.vanished.has(keyOf(table, row.id)) || concernsErased(held, end)) return [];
  if (table === 'events' && String(row.start_time) < end.horizon) return [];
  // Deleted here after it was moved over the horizon, and back behind it by the backup: no pull tells a device that it stands again.
  if (row.deleted && table === 'events' && restored !== null && String(restored.start_time) < end.horizon) return [];
  const valueIn = (side: Fields, field: string) => end.wireOf(table, field, side);
  const fields = row.deleted ? ['deleted'] : SHAPES[table].writable;
  const beyond = fields.filter((field) => restored === null || valueIn(restored, field) !== valueIn(row, field));
  if (beyond.length === 0) return [];
  const since = own.filter(({ who, step, row: stood }) => who !== 'backup' && step > at && stood !== null);
  const newer = own.filter(({ step, rev }) => step < at && rev > row.rev);
  const content = end.devices.find(({ name }) => name === device)?.content;
  const issues = [...(content?.issues ?? []), ...(end.decided.get(device) ?? [])].filter(
    (issue) => issue.table === table && issue.rowId === row.id,
  );
  const isKept = (field: string): boolean => {
    const value = valueIn(row, field);
    const moved = (stood: Fields) =>
      stood.deleted === true || restored === null || valueIn(stood, field) !== valueIn(restored, field);
    if (since.some(({ row: stood }) => moved(stood as Fields))) return true;
    // Superseded before the backup was restored, also by a deletion, which keeps the values: a late answer may still have told of it.
    const superseded = (stood: Fields) => (stood.deleted === true && !row.deleted) || valueIn(stood, field) !== value;
    if (newer.some(({ row: stood }) => stood === null || superseded(stood as Fields))) return true;
    if (
      issues.some(({ ours }) => ours !== null && (field === 'deleted' ? ours.deleted === value : fieldOf(ours, field) === value))
    )
      return true;
    return end.writes.some(
      (w) => w.device === device && w.table === table && w.id === row.id && w.at >= at && [field, 'deleted'].includes(w.field),
    );
  };
  const lost = beyond.filter((field) => !isKept(field));
  if (lost.length === 0) return [];
  const values = JSON.stringify(Object.fromEntries(lost.map((field) => [field, row[field]])));
  return [`DROPPED ${device} ${table}/${row.id} (rev ${row.rev}), held when a backup was restored at ${at}: ${values}`];
}

/** Columns of these change by their person's write alone. */
const ONLY_PEOPLES: readonly TableName[] = ['events', 'clients'];

function unasked(held: Held, asked: ReadonlySet<string>, end: RestoredEnd): string[] {
  const { table, row, at, unsent } = held;
  const key = keyOf(table, row.id);
  if (unsent || !ONLY_PEOPLES.includes(table) || asked.has(key) || concernsErased(held, end)) return [];
  const own = end.log.filter((entry) => entry.table === table && entry.id === row.id);
  const made = own.find(({ rev, step }) => rev === row.rev && step < at)?.step ?? at;
  if (end.writes.some((w) => w.table === table && w.id === row.id && w.at >= made)) return [];
  const back = own.find(({ who, step }) => who !== 'backup' && step > at);
  return back ? [`UNASKED ${key} came back at ${back.step} from ${back.who}, and no person has put it back`] : [];
}

function erasedListed({ devices, erased }: RestoredEnd): string[] {
  return devices.flatMap(({ name, content }) =>
    content.issues
      .filter((issue) => issue.kind === 'restored' && clientsIn(issue).some((client) => erased.has(client)))
      .map(({ id }) => `OFFERED ${name} ${id}: an erased client, or what refers to them`),
  );
}
