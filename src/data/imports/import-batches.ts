/**
 * Imports of clients, services and products on this device, by person and salon (`greben-imports`). Promises: an import that has
 * begun is here, strictly, before any of its rows is written; each part is noted when it is written, and the file's texts of those
 * rows are forgotten with it; only a mark of each row is left, by which an undo sees whether somebody has touched it.
 */

import { otherWindows } from '#data/browser/other-windows.ts';
import { type SmallDatabase, smallDatabase } from '#data/browser/small-database.ts';
import type { ImportedClient } from '#domain/imports/client-import-rows.ts';
import type { ImportedProduct } from '#domain/imports/product-import.ts';
import type { ImportedService } from '#domain/imports/service-import.ts';
import { databaseNames } from '#sync/storage/rxdb/raw-database.ts';

const DATABASE = 'greben-imports';
const BATCHES = 'batches';
const PARTS = 'parts';
/** Rows of one part: written together. A person would notice: how often the progress moves. */
export const PART_SIZE = 100;
/** The number of days for which an import can be undone. */
const KEPT_DAYS = 60;

/** A row of a file, understood, by the table that it goes into. */
export interface ImportedRows {
  readonly clients: ImportedClient;
  readonly services: ImportedService;
  readonly products: ImportedProduct;
}
/** A table that is imported into. */
export type ImportTable = keyof ImportedRows;
/** A row of any such table. */
export type ImportedRow = ImportedRows[ImportTable];

/** One import. */
export interface ImportBatch {
  readonly id: string;
  readonly table: ImportTable;
  /** Device clock, ISO UTC. */
  readonly at: string;
  /** The file's name; empty for what was pasted. */
  readonly source: string;
  readonly total: number;
  /** The parts that are written, or that are removed again while the import is being undone. */
  readonly done: number;
  readonly state: 'writing' | 'written' | 'undoing';
}

/** A part: it has `rows` until they are written, and `marks` from then on. */
export interface ImportPart {
  readonly rows: readonly ImportedRow[];
  readonly marks: readonly string[];
}

interface ImportsOf {
  readonly userId: string;
  readonly salonId: number;
}

/** Returns the number of parts. */
export const partCount = ({ total }: Pick<ImportBatch, 'total'>): number => Math.ceil(total / PART_SIZE);

const database = smallDatabase(DATABASE, [BATCHES, PARTS]);

/**
 * Tells whether the database is there. A device without imports gets none, although each start asks for an import that broke off.
 */
const isThere = async (): Promise<boolean> => (await databaseNames()).includes(DATABASE);

/** Opens the imports of one person in one salon. All its functions throw what the browser's storage throws. */
export function importStore({ userId, salonId }: ImportsOf) {
  const own = [userId, salonId];
  const all = () => IDBKeyRange.bound(own, [...own, []]); // an array sorts after every text
  const ofBatch = (id: string) => IDBKeyRange.bound([...own, id], [...own, id, []]);

  const windows = otherWindows(DATABASE, { userId, salonId });
  const change = async (...work: Parameters<SmallDatabase['write']>) => {
    await database.write(...work);
    windows.tell();
  };

  async function remove(id: string): Promise<void> {
    await change(async (transaction) => {
      await transaction.objectStore(BATCHES).delete([...own, id]);
      await transaction.objectStore(PARTS).delete(ofBatch(id));
    });
  }

  return {
    /** Returns the imports, newest first, and forgets those that are too old for an undo. */
    async list(now: string): Promise<readonly ImportBatch[]> {
      if (!(await isThere())) return [];
      const found = (await database.read((transaction) => transaction.objectStore(BATCHES).getAll(all()))) as ImportBatch[];
      const oldest = new Date(Date.parse(now) - KEPT_DAYS * 86_400_000).toISOString();
      const old = found.filter(({ at, state }) => state === 'written' && at < oldest);
      for (const { id } of old) await remove(id);
      return found.filter((batch) => !old.includes(batch)).sort((a, b) => (a.at < b.at ? 1 : -1));
    },
    async find(id: string): Promise<ImportBatch | null> {
      if (!(await isThere())) return null;
      const found = await database.read((transaction) => transaction.objectStore(BATCHES).get([...own, id]));
      return (found as ImportBatch | undefined) ?? null;
    },
    /** Stores an import that begins. It is on disk when it resolves, even if the power fails. */
    async begin(batch: ImportBatch, rows: readonly ImportedRow[]): Promise<void> {
      await change(async (transaction) => {
        for (let part = 0; part < partCount(batch); part++) {
          const inPart = rows.slice(part * PART_SIZE, (part + 1) * PART_SIZE);
          await transaction.objectStore(PARTS).put({ rows: inPart, marks: [] } satisfies ImportPart, [...own, batch.id, part]);
        }
        await transaction.objectStore(BATCHES).put(batch, [...own, batch.id]);
      }, 'strict');
    },
    async part(id: string, part: number): Promise<ImportPart> {
      const found = await database.read((transaction) => transaction.objectStore(PARTS).get([...own, id, part]));
      return (found as ImportPart | undefined) ?? { rows: [], marks: [] };
    },
    /** Notes that a part is written, forgets the file's texts in it, and keeps the progress, all in one transaction. */
    async written(batch: ImportBatch, part: number, marks: readonly string[]): Promise<ImportBatch> {
      const next: ImportBatch = { ...batch, done: part + 1, state: part + 1 === partCount(batch) ? 'written' : 'writing' };
      await change(async (transaction) => {
        await transaction.objectStore(PARTS).put({ rows: [], marks } satisfies ImportPart, [...own, batch.id, part]);
        await transaction.objectStore(BATCHES).put(next, [...own, batch.id]);
      }, 'strict');
      return next;
    },
    async keep(batch: ImportBatch): Promise<void> {
      await change((transaction) => transaction.objectStore(BATCHES).put(batch, [...own, batch.id]));
    },
    remove,
    /** Emits when another window of this browser has gone on with an import. */
    elsewhere$: windows.elsewhere$,
  };
}
/** The imports of one person in one salon. */
export type ImportStore = ReturnType<typeof importStore>;

/** Counts the rows of a person's imports that are not written: they broke off. @throws what the browser's storage throws */
export async function unwrittenRowsOf(of: ImportsOf): Promise<number> {
  const open = (await importStore(of).list(new Date().toISOString())).filter(({ state }) => state === 'writing');
  return open.reduce((sum, { total, done }) => sum + Math.max(0, total - done * PART_SIZE), 0);
}

/**
 * Removes a person's imports from this device, even one that broke off, with that person's data. It never rejects: a refusal of
 * the browser's storage goes to the console.
 */
export async function removeImports(of: ImportsOf): Promise<void> {
  try {
    const store = importStore(of);
    for (const { id } of await store.list(new Date().toISOString())) await store.remove(id);
  } catch (error) {
    console.warn('Imports stay on this device', error);
  }
}
