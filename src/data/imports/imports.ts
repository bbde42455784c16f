/**
 * Imports of clients, services, products and appointments: written part by part, going on wherever they broke off, and taken back.
 * Promises: a row of a file becomes one record however often its part is written; an undo takes back what nobody has touched
 * since; imports of one person and salon run one after the other, in the order of asking.
 */
import { BehaviorSubject, concatMap, ignoreElements, merge, type Observable } from 'rxjs';
import { inOneWindow } from '#data/browser/other-windows.ts';
import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { rightsOf } from '#data/person-rights.ts';
import type { PlannedAppointment } from '#domain/imports/appointments/planned-appointment.ts';
import {
  type FateOfRow,
  type ImportBatch,
  type ImportedRow,
  type ImportedRows,
  type ImportTable,
  importStore,
  partCount,
  type RecordTable,
  type RowsOfFile,
} from './import-batches.ts';
import type { ImportWork, UndoneImport } from './import-work.ts';
import { mayImport } from './may-import.ts';
import { recordImports } from './record-imports.ts';

const RECORDS: { readonly [N in RecordTable]: ImportWork<ImportedRows[N]> } = {
  clients: recordImports('clients'),
  services: recordImports('services'),
  products: recordImports('products'),
};

/**
 * Returns the work for the table of a batch, whose rows are all of that table. The code for appointments is loaded only for them.
 */
const kindOf = async ({ table }: ImportBatch) =>
  (table === 'events'
    ? (await import('./appointment-imports.ts')).appointmentImports
    : RECORDS[table]) as ImportWork<ImportedRow>;

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
  // Only one window works at a time. Otherwise a slow one would note a part again whose rows another one has forgotten, and would
  // lose its marks. An import also has to find what an earlier one made, such as the clients of appointments.
  const begun = inOneWindow(replica, 'import', work).finally(() => own.delete(id));
  own.set(id, begun);
  return begun;
}

/** Lets the page draw and react to its person between two parts. */
const breath = () => new Promise<void>((done) => setTimeout(done));

/**
 * Begins an import of these rows. From here on it is on the device, so the next start goes on with it however the page ends.
 * @param source the file's name, or empty
 * @param file the numbers of the rows in the file, and the fates of its other rows, for the report
 * @returns the import's id
 * @throws what the storage threw; then nothing has begun
 */
export async function beginImport<N extends ImportTable>(
  replica: OpenReplica,
  table: N,
  rows: readonly ImportedRows[N][],
  source: string,
  file: RowsOfFile = {},
): Promise<string> {
  const id = newId();
  const at = new Date().toISOString();
  const batch: ImportBatch = {
    id,
    table,
    at,
    source,
    total: rows.length,
    done: 0,
    state: rows.length > 0 ? 'writing' : 'written',
  };
  await importStore(replica).begin(batch, rows, file);
  show(replica, batch);
  return id;
}

/**
 * Begins an import of planned appointments, as `beginImport` does. It takes the whole plan, even entries that write nothing,
 * because a newer file is compared with them.
 * @param left the fates of the file's rows that are not in the plan
 */
export const beginAppointments = (
  replica: OpenReplica,
  planned: readonly PlannedAppointment[],
  source: string,
  left: readonly FateOfRow[] = [],
): Promise<string> =>
  beginImport(
    replica,
    'events',
    planned.map(({ id, what, fate, write, said }) => ({ id, what, fate, write, said })),
    source,
    {
      numbers: planned.map(({ entry }) => entry?.row ?? 0),
      ...(planned.some(({ entry }) => entry?.file) ? { files: planned.map(({ entry }) => entry?.file ?? '') } : {}),
      left,
    },
  );

/** Writes the rest of an import. It does nothing if there is none. @throws what the storage threw */
export function goOn(replica: OpenReplica, id: string): Promise<void> {
  return once(replica, id, async () => {
    const store = importStore(replica);
    let batch = await store.find(id);
    if (batch?.state !== 'writing') return readImports(replica); // another window was first
    const write = (await kindOf(batch)).writer(replica, batch);
    while (batch.state === 'writing' && batch.done < partCount(batch)) {
      const part: number = batch.done;
      const { rows } = await store.part(id, part);
      batch = await store.written(batch, part, await write(part, rows));
      show(replica, batch);
      await breath();
    }
  });
}

/**
 * Removes the records of an import that nobody has changed since, and the groups and clients that it made for them if nothing
 * refers to them. It goes on where it broke off.
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
    const undoing = await (await kindOf(batch)).undoing(replica, batch);
    let [removed, kept, back] = [0, 0, 0];
    for (; batch.done < partCount(batch); batch = { ...batch, done: batch.done + 1 }) {
      show(replica, batch);
      const undone = await undoing.part(batch.done, await store.part(id, batch.done));
      removed += undone.removed;
      kept += undone.kept;
      back += undone.back ?? 0;
      await store.keep({ ...batch, done: batch.done + 1 });
      await breath();
    }
    await undoing.end();
    await store.remove(id);
    progress(replica).next(progress(replica).value.filter((other) => other.id !== id));
    return { removed, kept, ...(back > 0 ? { back } : {}) };
  });
}

/** Reads what became of each row of an import's files, in their order; a person may download it. @throws what the storage threw */
export const importReport = (replica: OpenReplica, id: string): Promise<readonly FateOfRow[]> => importStore(replica).report(id);

/**
 * Goes on with imports that broke off, in the order in which they began; called at each start. A failure of one does not stop the
 * others. Those of a person who may not import any more wait until they may.
 * @throws the first failure of the storage
 */
export async function resumeImports(replica: OpenReplica): Promise<void> {
  await readImports(replica);
  if (!mayImport(rightsOf(replica))) return;
  const failures: unknown[] = [];
  for (const { id, state } of progress(replica).value.toReversed()) {
    try {
      if (state === 'writing') await goOn(replica, id);
      if (state === 'undoing') await undoImport(replica, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
