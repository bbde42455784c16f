/**
 * Imports of clients: written part by part, going on wherever they broke off, and taken back. Promises: a row of a file becomes one
 * client however often its part is written, because its id follows from the import and the row; an undo removes those alone whom
 * nobody has changed, booked or merged since.
 */

import { BehaviorSubject, type Observable } from 'rxjs';
import { newClientChange } from '#data/clients.commands.ts';
import { type ImportBatch, type ImportStore, importStore, PART_SIZE, partsOf } from '#data/device/import-batches.ts';
import { bookedClients } from '#data/events/client-visits.ts';
import { insideOf } from '#data/inside-replica.ts';
import { rowOf } from '#data/live-rows.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf } from '#data/row-writes.ts';
import type { ImportedClient } from '#domain/import-rows.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Client = LocalRow<'clients'>;

/** The id of a row's client. @param row from 0 */
export const importedId = (batchId: string, row: number): string => `${batchId}-${row}`;

const MARKED = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'address',
  'city',
  'birth_date',
  'notes',
  'merged_into',
  'name',
] as const;

/** A number that changes with what is written down about a client; says nothing of them by itself. */
export function markOf(client: Pick<Client, (typeof MARKED)[number]>): string {
  let [low, high] = [0x811c9dc5, 0x1505];
  for (const letter of JSON.stringify(MARKED.map((column) => client[column]))) {
    const code = letter.codePointAt(0) ?? 0;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high, 33) ^ code;
  }
  return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
}

const progresses = new WeakMap<OpenReplica, BehaviorSubject<readonly ImportBatch[]>>();

function progress(replica: OpenReplica): BehaviorSubject<readonly ImportBatch[]> {
  const known = progresses.get(insideOf(replica)) ?? new BehaviorSubject<readonly ImportBatch[]>([]);
  progresses.set(insideOf(replica), known);
  return known;
}

/** The imports of this device and how far they are, the newest first. `readImports` fills it. */
export const imports$ = (replica: OpenReplica): Observable<readonly ImportBatch[]> => progress(replica);

/** @throws what the browser's storage throws */
export async function readImports(replica: OpenReplica): Promise<void> {
  progress(replica).next(await importStore(replica).list(new Date().toISOString()));
}

function show(replica: OpenReplica, batch: ImportBatch): void {
  const { value } = progress(replica);
  const others = value.filter(({ id }) => id !== batch.id);
  progress(replica).next([batch, ...others].sort((a, b) => (a.at < b.at ? 1 : -1)));
}

/** Those imports on which this page works: each part once. */
const working = new WeakMap<OpenReplica, Map<string, Promise<unknown>>>();

function once<T>(replica: OpenReplica, id: string, work: () => Promise<T>): Promise<T> {
  const own = working.get(insideOf(replica)) ?? new Map<string, Promise<unknown>>();
  working.set(insideOf(replica), own);
  const known = own.get(id);
  if (known) return known as Promise<T>;
  const begun = work().finally(() => own.delete(id));
  own.set(id, begun);
  return begun;
}

/** Lets the page draw, and hear its person, between two parts. */
const breath = () => new Promise<void>((done) => setTimeout(done));

async function rowsNow(replica: OpenReplica, ids: readonly string[]): Promise<ReadonlyMap<string, Client>> {
  const found = await insideOf(replica)
    .rows.clients.findByIds([...ids])
    .exec();
  return new Map([...found].map(([id, document]) => [id, rowOf<'clients'>(document)]));
}

/**
 * Begins an import of these clients: from here on it is on the device; whatever ends the page, the next start goes on.
 * @param source the file's name, or empty. @returns the import's id. @throws what the storage threw; then nothing has begun
 */
export async function beginImport(replica: OpenReplica, clients: readonly ImportedClient[], source: string): Promise<string> {
  const id = newId();
  const batch: ImportBatch = { id, at: new Date().toISOString(), source, total: clients.length, done: 0, state: 'writing' };
  await importStore(replica).begin(batch, clients);
  show(replica, batch);
  return id;
}

/** Writes what is still to be written of an import; nothing happens where that is nothing. @throws what the storage threw */
export function goOn(replica: OpenReplica, id: string): Promise<void> {
  return once(replica, id, async () => {
    const store = importStore(replica);
    let batch = await store.find(id);
    while (batch?.state === 'writing' && batch.done < partsOf(batch)) {
      batch = await writePart(replica, store, batch);
      show(replica, batch);
      await breath();
    }
  });
}

async function writePart(replica: OpenReplica, store: ImportStore, batch: ImportBatch): Promise<ImportBatch> {
  const part = batch.done;
  const { clients } = await store.part(batch.id, part);
  const ids = clients.map((_, i) => importedId(batch.id, part * PART_SIZE + i));
  const there = await rowsNow(replica, ids);
  const changes = clients.flatMap((client, i) => {
    const id = ids[i] ?? '';
    return there.has(id) ? [] : [newClientChange({ ...client, id })];
  });
  if (changes.length > 0) await insideOf(replica).write(changes);
  const rows = await rowsNow(replica, ids);
  return store.written(
    batch,
    part,
    ids.map((id) => {
      const row = rows.get(id);
      return row ? markOf(row) : '';
    }),
  );
}

export interface UndoneImport {
  readonly removed: number;
  /** Changed, booked or merged since. */
  readonly kept: number;
}

/** Removes the clients of an import whom nobody touched since. Goes on where it broke off. @throws what the storage threw */
export function undoImport(replica: OpenReplica, id: string): Promise<UndoneImport> {
  return once(replica, id, async () => {
    const store = importStore(replica);
    let batch = await store.find(id);
    if (!batch || batch.state === 'writing') return { removed: 0, kept: 0 };
    if (batch.state === 'written') batch = { ...batch, state: 'undoing', done: 0 };
    await store.keep(batch);
    const booked = await bookedClients(replica);
    let [removed, kept] = [0, 0];
    for (; batch.done < partsOf(batch); batch = { ...batch, done: batch.done + 1 }) {
      show(replica, batch);
      const { marks } = await store.part(id, batch.done);
      const ids = marks.map((_, i) => importedId(id, (batch?.done ?? 0) * PART_SIZE + i));
      const rows = await rowsNow(replica, ids);
      const standing = ids.filter((one) => rows.get(one)?.deleted === false);
      const untouched = standing.filter((one) => {
        const row = rows.get(one);
        return row && markOf(row) === marks[ids.indexOf(one)] && !booked.has(one);
      });
      if (untouched.length > 0)
        await insideOf(replica).write(untouched.map((one) => changeOf('clients', one, { deleted: true })));
      removed += untouched.length;
      kept += standing.length - untouched.length;
      await store.keep({ ...batch, done: batch.done + 1 });
      await breath();
    }
    await store.remove(id);
    progress(replica).next(progress(replica).value.filter((other) => other.id !== id));
    return { removed, kept };
  });
}

/** What broke off goes on: for each start. @throws what the storage threw */
export async function resumeImports(replica: OpenReplica): Promise<void> {
  await readImports(replica);
  for (const { id, state } of progress(replica).value) {
    if (state === 'writing') await goOn(replica, id);
    if (state === 'undoing') await undoImport(replica, id);
  }
}
