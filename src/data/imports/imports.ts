/**
 * Imports of clients, services and products: they are written part by part, go on where they broke off, and can be undone.
 * Promises: a row of a file becomes one record however often its part is written, because its id follows from the import and the
 * row; an undo removes only records that nobody has changed since and that nothing refers to.
 */
import { BehaviorSubject, concatMap, ignoreElements, merge, type Observable } from 'rxjs';
import { inOneWindow } from '#data/browser/other-windows.ts';
import { newClientChange } from '#data/clients.commands.ts';
import { bookedClients, bookedServices } from '#data/events/client-visits.ts';
import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { newProductChange } from '#data/products.commands.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { newServiceChange } from '#data/services.commands.ts';
import type { Change } from '#sync/replica.ts';
import {
  type ImportBatch,
  type ImportedRow,
  type ImportedRows,
  type ImportStore,
  type ImportTable,
  importStore,
  PART_SIZE,
  partCount,
} from './import-batches.ts';
import { neededGroups, removeOwnGroups } from './made-groups.ts';
import { recordMark } from './marks.ts';

/** Returns the id of a row's record. @param row from 0 */
export const importedId = (batchId: string, row: number): string => `${batchId}-${row}`;

const progresses = new WeakMap<OpenReplica, BehaviorSubject<readonly ImportBatch[]>>();

function progress(replica: OpenReplica): BehaviorSubject<readonly ImportBatch[]> {
  const known = progresses.get(insideOf(replica)) ?? new BehaviorSubject<readonly ImportBatch[]>([]);
  progresses.set(insideOf(replica), known);
  return known;
}

/**
 * Follows the imports of this device and how far they are, the newest first. `readImports` fills it, and so does another window.
 */
export const imports$ = (replica: OpenReplica): Observable<readonly ImportBatch[]> =>
  merge(
    progress(replica),
    importStore(replica).elsewhere$.pipe(
      concatMap(() => readAgain(replica)),
      ignoreElements(),
    ),
  );

/** Reads the imports of this device. @throws what the browser's storage throws */
export async function readImports(replica: OpenReplica): Promise<void> {
  progress(replica).next(await importStore(replica).list(new Date().toISOString()));
}

const readAgain = (replica: OpenReplica): Promise<void> =>
  readImports(replica).catch((error: unknown) => console.warn('What another window imported cannot be read', error));

function show(replica: OpenReplica, batch: ImportBatch): void {
  const { value } = progress(replica);
  const others = value.filter(({ id }) => id !== batch.id);
  progress(replica).next([batch, ...others].sort((a, b) => (a.at < b.at ? 1 : -1)));
}

/** The imports on which this page works: each runs once. */
const working = new WeakMap<OpenReplica, Map<string, Promise<unknown>>>();

function once<T>(replica: OpenReplica, id: string, work: () => Promise<T>): Promise<T> {
  const own = working.get(insideOf(replica)) ?? new Map<string, Promise<unknown>>();
  working.set(insideOf(replica), own);
  const known = own.get(id);
  if (known) return known as Promise<T>;
  // Only one window works on an import: one that lags behind would write a part again whose rows are forgotten, and lose its
  // marks.
  const begun = inOneWindow(replica, `import:${id}`, work).finally(() => own.delete(id));
  own.set(id, begun);
  return begun;
}

/** Lets the page draw and react to its person between two parts. */
const breath = () => new Promise<void>((done) => setTimeout(done));

/**
 * Begins an import of these rows. When it resolves the import is on the device, and however the page ends, the next start goes on
 * with it.
 * @param source the file's name, or empty. @returns the import's id. @throws what the storage threw; then nothing has begun
 */
export async function beginImport<N extends ImportTable>(
  replica: OpenReplica,
  table: N,
  rows: readonly ImportedRows[N][],
  source: string,
): Promise<string> {
  const id = newId();
  const at = new Date().toISOString();
  const batch: ImportBatch = { id, table, at, source, total: rows.length, done: 0, state: 'writing' };
  await importStore(replica).begin(batch, rows);
  show(replica, batch);
  return id;
}

/**
 * Writes the rest of an import; nothing happens if there is none.
 * @throws what the storage threw
 */
export function goOn(replica: OpenReplica, id: string): Promise<void> {
  return once(replica, id, async () => {
    const store = importStore(replica);
    let batch = await store.find(id);
    if (batch?.state !== 'writing') return readImports(replica); // another window was first
    while (batch.state === 'writing' && batch.done < partCount(batch)) {
      batch = await writePart(replica, store, batch);
      show(replica, batch);
      await breath();
    }
  });
}

async function writePart(replica: OpenReplica, store: ImportStore, batch: ImportBatch): Promise<ImportBatch> {
  const part = batch.done;
  const { rows } = await store.part(batch.id, part);
  const numbered = rows.map((row, i): [string, ImportedRow] => [importedId(batch.id, part * PART_SIZE + i), row]);
  const ids = numbered.map(([id]) => id);
  // A row that was deleted since, here or elsewhere, is still kept and is not made again.
  const there = await insideOf(replica).keptRows(batch.table, ids);
  const missing = numbered.filter(([id]) => !there.has(id));
  if (missing.length > 0) await insideOf(replica).write(await changesFor(replica, batch, missing));
  const written = await insideOf(replica).keptRows(batch.table, ids);
  return store.written(
    batch,
    part,
    ids.map((id) => {
      const row = written.get(id);
      return row ? recordMark(batch.table, row) : '';
    }),
  );
}

/** The outcome of an undo. */
export interface UndoneImport {
  readonly removed: number;
  /** Records that were changed since, or that something refers to: a booking, a merged duplicate, a count. */
  readonly kept: number;
}

/**
 * Removes the records of an import that nobody has changed since, and the groups that it made and that are empty now. It goes on
 * where it broke off.
 * @throws what the storage threw
 */
export function undoImport(replica: OpenReplica, id: string): Promise<UndoneImport> {
  return once(replica, id, async () => {
    const store = importStore(replica);
    let batch = await store.find(id);
    if (!batch || batch.state === 'writing') {
      await readImports(replica); // for the same reason as in `goOn`
      return { removed: 0, kept: 0 };
    }
    if (batch.state === 'written') batch = { ...batch, state: 'undoing', done: 0 };
    await store.keep(batch);
    const needed = await inUse(replica, batch.table);
    let [removed, kept] = [0, 0];
    for (; batch.done < partCount(batch); batch = { ...batch, done: batch.done + 1 }) {
      show(replica, batch);
      const { marks } = await store.part(id, batch.done);
      const ids = marks.map((_, i) => importedId(id, (batch?.done ?? 0) * PART_SIZE + i));
      const rows = await insideOf(replica).keptRows(batch.table, ids);
      const standing = ids.filter((one) => rows.get(one)?.deleted === false);
      const { table } = batch;
      const untouched = standing.filter((one) => {
        const row = rows.get(one);
        return row && recordMark(table, row) === marks[ids.indexOf(one)] && !needed.has(one);
      });
      if (untouched.length > 0) await insideOf(replica).write(untouched.map((one) => changeOf(table, one, { deleted: true })));
      removed += untouched.length;
      kept += standing.length - untouched.length;
      await store.keep({ ...batch, done: batch.done + 1 });
      await breath();
    }
    await removeOwnGroups(replica, batch);
    await store.remove(id);
    progress(replica).next(progress(replica).value.filter((other) => other.id !== id));
    return { removed, kept };
  });
}

/**
 * Goes on with imports that broke off; called at each start. A failure of one does not stop the others.
 * @throws the first failure of the storage
 */
export async function resumeImports(replica: OpenReplica): Promise<void> {
  await readImports(replica);
  const failures: unknown[] = [];
  for (const { id, state } of progress(replica).value) {
    try {
      if (state === 'writing') await goOn(replica, id);
      if (state === 'undoing') await undoImport(replica, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Numbered<R> = readonly (readonly [id: string, row: R])[];

/** The part of an import that differs by table. */
interface Kind<R> {
  changes(replica: OpenReplica, batchId: string, rows: Numbered<R>): Promise<readonly Change[]>;
  inUse(replica: OpenReplica): Promise<ReadonlySet<string>>;
}

const KINDS: { readonly [N in ImportTable]: Kind<ImportedRows[N]> } = {
  clients: {
    changes: async (_, __, rows) => rows.map(([id, client]) => newClientChange({ ...client, id })),
    inUse: bookedClients,
  },
  services: {
    async changes(replica, batchId, rows) {
      const categories = rows.map(([, { category }]) => category);
      const groups = await neededGroups(replica, 'service_groups', batchId, categories);
      const services = rows.map(([id, { duration, ...fields }]) => {
        const category = groups.find(fields.category)?.name ?? fields.category;
        return newServiceChange(id, { ...fields, category, ...(duration === null ? {} : { duration }) });
      });
      return [...groups.changes, ...services];
    },
    inUse: bookedServices,
  },
  products: {
    async changes(replica, batchId, rows) {
      const names = rows.map(([, { group }]) => group);
      const groups = await neededGroups(replica, 'product_groups', batchId, names);
      const products = rows.map(([id, { group, unit, ...fields }]) =>
        newProductChange(id, { ...fields, ...(unit === null ? {} : { unit }) }, groups.find(group)),
      );
      return [...groups.changes, ...products];
    },
    inUse: async (replica) => new Set((await rowsWhere(replica, 'product_revisions', {})).map(({ product_id }) => product_id)),
  },
};

/**
 * Returns the changes that make these rows' records, with the groups that they need. @throws Refusal as the form of each table does
 */
function changesFor(replica: OpenReplica, { id, table }: ImportBatch, rows: Numbered<ImportedRow>): Promise<readonly Change[]> {
  // A batch's rows belong to its table: `beginImport` takes no others.
  return (KINDS[table] as Kind<ImportedRow>).changes(replica, id, rows);
}

/**
 * Returns the ids to which something refers: a booking, a merged duplicate, a count.
 * @throws what the storage threw
 */
const inUse = (replica: OpenReplica, table: ImportTable): Promise<ReadonlySet<string>> => KINDS[table].inUse(replica);
