/**
 * Imports of clients, services, products and appointments on this device, by person and salon (`greben-imports`). Promises: an import that
 * has begun is here, strictly, before any of its rows is written; each part is noted when it is written, and the file's texts of those
 * rows are forgotten with it; what is left tells no text of the file: marks of rows, by which an undo sees whether somebody has touched
 * them, the times, prices and ids that a newer file has replaced, what became of each row, and the base of each appointment, by which a newer file changes only what nobody has changed here.
 */

import { otherWindows } from '#data/browser/other-windows.ts';
import { type SmallDatabase, smallDatabase } from '#data/browser/small-database.ts';
import type { ShiftPlanEdit } from '#data/shifts.commands.ts';
import type {
  AppointmentFate,
  DecisionMarks,
  ImportedBase,
  PlannedAppointment,
} from '#domain/imports/appointments/planned-appointment.ts';
import type { ImportedClient } from '#domain/imports/client-import-rows.ts';
import type { ImportedProduct } from '#domain/imports/product-import.ts';
import type { ImportedService } from '#domain/imports/service-import.ts';
import type { Values } from '#schemas/registry.ts';
import { databaseNames } from '#sync/storage/rxdb/raw-database.ts';

const DATABASE = 'greben-imports';
const BATCHES = 'batches';
const PARTS = 'parts';
const LEFT = 'left';
const BASES = 'bases';
/** Rows of one part: written together. A person would notice: how often the progress moves. */
export const PART_SIZE = 100;
/** The number of days for which an import can be undone, and for which a newer file is compared with the last one. */
const KEPT_DAYS = 60;
/** The number of bases that are read at a time. */
const PAGE = 1000;
/** The key under which the time of the last import of appointments stands; no row has this id. */
const RENEWED = '~renewed';

/** An appointment as it is written: its plan without the parts that only a preview shows. */
export type ImportedAppointment = Pick<PlannedAppointment, 'id' | 'what' | 'fate' | 'write' | 'said'>;

/** A row of a file, understood, by the table that it goes into. */
export interface ImportedRows {
  readonly clients: ImportedClient;
  readonly services: ImportedService;
  readonly products: ImportedProduct;
  readonly events: ImportedAppointment;
}
/** A table that is imported into. */
export type ImportTable = keyof ImportedRows;
/** A table in which each row of a file makes a new record. */
export type RecordTable = Exclude<ImportTable, 'events'>;
/** A row of any such table. */
export type ImportedRow = ImportedRows[ImportTable];

/**
 * The fate of a row of the file. `new`: it became a record. Appointments have the fates of their plan. The others became nothing:
 * a row is known, repeats an earlier one or is wrong; an entry of a calendar has no time, is too long, or lies outside the span
 * that was read.
 */
export type RowFate = AppointmentFate['kind'] | 'known' | 'repeated' | 'wrong' | 'no_time' | 'too_long' | 'beyond';

/** The number of a row of the file, and its fate. */
export interface FateOfRow {
  /** As a person counts: the first row of the file is 1. 0: an appointment that the file no longer has. */
  readonly row: number;
  readonly fate: RowFate;
  /** The name of its file, of an import of several. */
  readonly file?: string;
  /** Its place among the rows of the import, from 0; none of a row that no import takes. */
  readonly at?: number;
}

/** One import. */
export interface ImportBatch<N extends ImportTable = ImportTable> {
  readonly id: string;
  readonly table: N;
  /** Device clock, ISO UTC. */
  readonly at: string;
  /** The file's name; empty for what was pasted. */
  readonly source: string;
  readonly total: number;
  /** The parts that are written, or that are removed again while the import is being undone. */
  readonly done: number;
  readonly state: 'writing' | 'written' | 'undoing';
}

/** The base that an import keeps of an appointment; for whole days off also the change of the shift plan. */
export interface AppointmentBase extends ImportedBase {
  readonly off?: ShiftPlanEdit;
}

/** An appointment that a newer file has changed. */
export interface ChangedAppointment {
  readonly id: string;
  /** How it was before; null where its texts were changed, which are not kept, and for days off: it stays as it is. */
  readonly former: {
    readonly values: Partial<Values<'events'>>;
    readonly base: AppointmentBase;
    /** The marks that the import left, of the decisions that it changed. */
    readonly wrote: Partial<DecisionMarks>;
  } | null;
}

/** The records that a part of appointments has made, changed and taken back. */
export interface PartOfAppointments {
  /** The ids of the appointments, and of the days off, that it made. */
  readonly made: readonly string[];
  readonly changed: readonly ChangedAppointment[];
  /** Ids of those that it deleted, because they were cancelled there. */
  readonly takenBack: readonly string[];
  /** The clients that it made, with the marks of their records. */
  readonly clients: readonly (readonly [id: string, mark: string])[];
}

/** A part: it has `rows` until they are written, and their outcome from then on. */
export interface ImportPart {
  readonly rows: readonly ImportedRow[];
  /** The numbers of the rows in the file. */
  readonly numbers: readonly number[];
  /** The names of their files, of an import of several; empty for what no file has. */
  readonly files?: readonly string[];
  /** By row; none for appointments. */
  readonly marks: readonly string[];
  /** By row; empty until they are written. */
  readonly fates: readonly RowFate[];
  readonly appointments?: PartOfAppointments;
}

/** The outcome of a part. It stays when the rows are forgotten. */
export interface WrittenPart extends Pick<ImportPart, 'marks' | 'fates' | 'appointments'> {
  /** The bases of its appointments, by their ids. */
  readonly bases?: ReadonlyMap<string, AppointmentBase>;
}

/** The rows of a file with their numbers in it, and the fates of the rows that the import does not take. */
export interface RowsOfFile {
  /** By row of the import. Without them, the first row is number 1. */
  readonly numbers?: readonly number[];
  /** The names of several files, by row of the import. */
  readonly files?: readonly string[];
  readonly left?: readonly FateOfRow[];
}

const EMPTY: ImportPart = { rows: [], numbers: [], marks: [], fates: [] };

interface ImportsOf {
  readonly userId: string;
  readonly salonId: number;
}

/** Returns the number of parts. */
export const partCount = ({ total }: Pick<ImportBatch, 'total'>): number => Math.ceil(total / PART_SIZE);

const database = smallDatabase(DATABASE, [BATCHES, PARTS, LEFT, BASES], 2);

/**
 * Tells whether the database is there. A device without imports gets none, although each start asks for an import that broke off.
 */
const isThere = async (): Promise<boolean> => (await databaseNames()).includes(DATABASE);

/** Opens the imports of one person in one salon. All its functions throw what the browser's storage throws. */
export function importStore({ userId, salonId }: ImportsOf) {
  const own = [userId, salonId];
  const all = () => IDBKeyRange.bound(own, [...own, []]); // an array sorts after every text
  const ofBatch = (id: string) => IDBKeyRange.bound([...own, id], [...own, id, []]);

  async function putBases(
    store: { put(value: AppointmentBase, key: IDBValidKey): Promise<unknown> },
    bases: ReadonlyMap<string, AppointmentBase>,
  ): Promise<void> {
    await Promise.all([...bases].map(([id, base]) => store.put(base, [...own, id])));
  }

  const windows = otherWindows(DATABASE, { userId, salonId });
  const change = async (...work: Parameters<SmallDatabase['write']>) => {
    await database.write(...work);
    windows.tell();
  };

  async function remove(id: string): Promise<void> {
    await change(async (transaction) => {
      await transaction.objectStore(BATCHES).delete([...own, id]);
      await transaction.objectStore(PARTS).delete(ofBatch(id));
      await transaction.objectStore(LEFT).delete([...own, id]);
    });
  }

  /** Forgets all bases if the last import of appointments is older than this (ISO UTC). */
  async function forgetBases(oldest: string): Promise<void> {
    const renewed = await database.read((transaction) => transaction.objectStore(BASES).get([...own, RENEWED]));
    if (renewed !== undefined && (renewed as string) < oldest)
      await database.write((transaction) => transaction.objectStore(BASES).delete(all()));
  }

  return {
    /** Returns the imports, newest first, and forgets those that are too old for an undo. */
    async list(now: string): Promise<readonly ImportBatch[]> {
      if (!(await isThere())) return [];
      const found = (await database.read((transaction) => transaction.objectStore(BATCHES).getAll(all()))) as ImportBatch[];
      const oldest = new Date(Date.parse(now) - KEPT_DAYS * 86_400_000).toISOString();
      const old = found.filter(({ at, state }) => state === 'written' && at < oldest);
      for (const { id } of old) await remove(id);
      await forgetBases(oldest);
      return found.filter((batch) => !old.includes(batch)).sort((a, b) => (a.at < b.at ? 1 : -1));
    },
    async find(id: string): Promise<ImportBatch | null> {
      if (!(await isThere())) return null;
      const found = await database.read((transaction) => transaction.objectStore(BATCHES).get([...own, id]));
      return (found as ImportBatch | undefined) ?? null;
    },
    /** On disk when it resolves, also where the power fails. */
    async begin(batch: ImportBatch, rows: readonly ImportedRow[], { numbers, files, left = [] }: RowsOfFile = {}): Promise<void> {
      const numberOf = (at: number) => numbers?.[at] ?? at + 1;
      await change(async (transaction) => {
        for (let part = 0; part < partCount(batch); part++) {
          const first = part * PART_SIZE;
          const last = first + PART_SIZE;
          const inPart = rows.slice(first, last);
          const content: ImportPart = {
            ...{ ...EMPTY, rows: inPart, numbers: inPart.map((_, i) => numberOf(first + i)) },
            ...(files ? { files: files.slice(first, last) } : {}),
          };
          await transaction.objectStore(PARTS).put(content, [...own, batch.id, part]);
        }
        if (left.length > 0) await transaction.objectStore(LEFT).put(left, [...own, batch.id]);
        await transaction.objectStore(BATCHES).put(batch, [...own, batch.id]);
      }, 'strict');
    },
    async part(id: string, part: number): Promise<ImportPart> {
      const found = await database.read((transaction) => transaction.objectStore(PARTS).get([...own, id, part]));
      return { ...EMPTY, ...(found as Partial<ImportPart> | undefined) };
    },
    /** Returns the fate of each row, as far as it is written: file by file, in the order of their numbers. */
    async report(id: string): Promise<readonly FateOfRow[]> {
      if (!(await isThere())) return [];
      const [left, parts] = await database.read((transaction) =>
        Promise.all([
          transaction.objectStore(LEFT).get([...own, id]) as Promise<readonly FateOfRow[] | undefined>,
          transaction.objectStore(PARTS).getAll(ofBatch(id)) as Promise<readonly Partial<ImportPart>[]>,
        ]),
      );
      const written = parts.flatMap(({ numbers = [], files = [], fates = [] }, part) =>
        fates.map((fate, i): FateOfRow => {
          const file = files[i] ? { file: files[i] } : {};
          return { row: numbers[i] ?? 0, fate, at: part * PART_SIZE + i, ...file };
        }),
      );
      const fileOf = ({ file = '' }: FateOfRow) => file;
      return [...(left ?? []), ...written].sort((a, b) => fileOf(a).localeCompare(fileOf(b)) || a.row - b.row);
    },
    /**
     * Notes that a part is written, forgets the file's texts in it, and keeps its bases and the progress, all in one transaction.
     */
    async written(batch: ImportBatch, part: number, { bases = new Map(), ...outcome }: WrittenPart): Promise<ImportBatch> {
      const next: ImportBatch = { ...batch, done: part + 1, state: part + 1 === partCount(batch) ? 'written' : 'writing' };
      await change(async (transaction) => {
        const parts = transaction.objectStore(PARTS);
        const { numbers = [], files } = ((await parts.get([...own, batch.id, part])) ?? {}) as Partial<ImportPart>;
        const content: ImportPart = { ...EMPTY, numbers, ...(files ? { files } : {}), ...outcome };
        await parts.put(content, [...own, batch.id, part]);
        await putBases(transaction.objectStore(BASES), bases);
        if (batch.table === 'events') await transaction.objectStore(BASES).put(batch.at, [...own, RENEWED]);
        await transaction.objectStore(BATCHES).put(next, [...own, batch.id]);
      }, 'strict');
      return next;
    },
    /** Returns the bases of these appointments, by their ids. */
    async bases(ids: readonly string[]): Promise<ReadonlyMap<string, AppointmentBase>> {
      if (!(await isThere())) return new Map();
      const found = await database.read((transaction) => {
        const store = transaction.objectStore(BASES);
        return Promise.all(ids.map(async (id) => [id, (await store.get([...own, id])) as AppointmentBase | undefined] as const));
      });
      return new Map(found.flatMap(([id, base]) => (base ? [[id, base] as const] : [])));
    },
    /**
     * Returns all bases, by the ids of their appointments. It reads them in pages, so that no single task of the page takes long.
     */
    async allBases(): Promise<ReadonlyMap<string, AppointmentBase>> {
      const known = new Map<string, AppointmentBase>();
      if (!(await isThere())) return known;
      await database.read(async (transaction) => {
        const store = transaction.objectStore(BASES);
        for (let after: readonly (string | number)[] = own; ; ) {
          const rest = IDBKeyRange.bound(after, [...own, []], true);
          const [keys, values] = await Promise.all([store.getAllKeys(rest, PAGE), store.getAll(rest, PAGE)]);
          for (const [i, key] of (keys as string[][]).entries()) {
            const [id = ''] = key.slice(own.length);
            if (id !== RENEWED) known.set(id, values[i] as AppointmentBase);
          }
          const last = keys.at(-1);
          if (keys.length < PAGE || last === undefined) return;
          after = last as string[];
        }
      });
      return known;
    },
    async keepBases(bases: ReadonlyMap<string, AppointmentBase>): Promise<void> {
      if (bases.size > 0) await database.write((transaction) => putBases(transaction.objectStore(BASES), bases));
    },
    async keep(batch: ImportBatch): Promise<void> {
      await change((transaction) => transaction.objectStore(BATCHES).put(batch, [...own, batch.id]));
    },
    remove,
    /** Forgets all imports, with their reports and bases. */
    async removeAll(): Promise<void> {
      if (!(await isThere())) return;
      await change(async (transaction) => {
        for (const store of [BATCHES, PARTS, LEFT, BASES]) await transaction.objectStore(store).delete(all());
      });
    },
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
    await importStore(of).removeAll();
  } catch (error) {
    console.warn('Imports stay on this device', error);
  }
}
