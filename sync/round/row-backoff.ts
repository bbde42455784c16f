/**
 * Rows that hold up: while others arrive, the call with this row alone ends again and again in something that passes by itself
 * (a lock, a time-out). Promises: nobody is asked to decide about it; it waits longer each time, and holds up no other row;
 * an edit of it is sent at once; every tab knows of it, also after a reload.
 */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { Clock } from '#sync/machine/clock.ts';
import type { DocStore } from '#sync/storage/stores.ts';

/** A row whose call fails whenever it is in it: it is not sent for a while, and then alone. */
export interface BackedOffRow {
  readonly table: TableName;
  readonly id: string;
  /** Device clock, epoch milliseconds: since when, and until when it is not sent. */
  readonly since: number;
  readonly until: number;
  readonly tries: number;
  /** The SQLSTATE of the last try. */
  readonly code: string;
}

interface Mark extends BackedOffRow {
  /** `edited_at` of the version that was sent. */
  readonly editedAt: string | null;
}
type Marks = Readonly<Record<string, Mark>>;

/** An unsent row and its table. */
export interface UnsentStateRow {
  readonly table: TableName;
  readonly row: StateRow;
}

const HELD_UP_DOCUMENT = 'held-up';
const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;

const keyOf = ({ table, row }: UnsentStateRow): string => `${table}/${row.id}`;

/** Returns for how many milliseconds a row is held up after that many failed tries (1 or more). */
export const rowBackoffMs = (tries: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1));

/** The rows that are held up, as one round knows them. */
export interface RowBackoff {
  /** Says if the row has failed alone before: it is sent alone, after the others. */
  isMarked(row: UnsentStateRow): boolean;
  /** Milliseconds until this row is sent again; 0: now. A clock that was set back makes nothing wait for longer. */
  waits(row: UnsentStateRow): number;
  /** Its call failed alone. `others`: while others passed, so that it waits longer than the last time. */
  hold(row: UnsentStateRow, code: string, others: boolean): Promise<void>;
  /** It was judged. */
  release(rows: readonly { readonly table: TableName; readonly id: string }[]): Promise<void>;
  /** Milliseconds until one of them is to be tried again; null: there is none. */
  soonest(): number | null;
}

/** As it stands now; marks of rows that are not unsent any more go. */
export async function rowBackoff(
  docs: DocStore,
  clock: Clock,
  unsent: () => Promise<readonly UnsentStateRow[]>,
): Promise<RowBackoff> {
  let marks: Marks = (await docs.read<Marks>(HELD_UP_DOCUMENT)) ?? {};
  const change = async (edit: (stored: Marks) => Marks) => {
    marks = (await docs.update<Marks>(HELD_UP_DOCUMENT, (stored) => edit(stored ?? {}))) ?? marks;
  };
  const dropMarks = async (isStale: (key: string) => boolean) => {
    if (Object.keys(marks).some(isStale))
      await change((stored) => Object.fromEntries(Object.entries(stored).filter(([key]) => !isStale(key))));
  };
  const remainingMs = ({ until, tries }: Mark): number => {
    const ms = until - clock.now();
    return ms > 0 && ms <= rowBackoffMs(tries) ? ms : 0;
  };
  if (Object.keys(marks).length > 0) {
    const keys = new Set((await unsent()).map(keyOf));
    await dropMarks((key) => !keys.has(key));
  }
  const markOf = (entry: UnsentStateRow): Mark | undefined => {
    const mark = marks[keyOf(entry)];
    return mark?.editedAt === entry.row.edited_at ? mark : undefined;
  };
  return {
    isMarked: (entry) => markOf(entry) !== undefined,
    waits(entry) {
      const mark = markOf(entry);
      return mark ? remainingMs(mark) : 0;
    },
    async hold(entry, code, others) {
      const { table, row } = entry;
      const now = clock.now();
      await change((stored) => {
        const previous = stored[keyOf(entry)];
        const tries = Math.max(1, (previous?.tries ?? 0) + (others ? 1 : 0));
        const since = previous?.since ?? now;
        const mark = { table, id: row.id, since, until: now + rowBackoffMs(tries), tries, code, editedAt: row.edited_at };
        return { ...stored, [keyOf(entry)]: mark };
      });
    },
    release: (rows) => {
      const judged = new Set(rows.map(({ table, id }) => `${table}/${id}`));
      return dropMarks((key) => judged.has(key));
    },
    soonest() {
      const all = Object.values(marks).map(remainingMs);
      return all.length === 0 ? null : Math.min(...all);
    },
  };
}

/** For the sync center: oldest first. */
export const backedOffRows$ = (docs: DocStore): Observable<readonly BackedOffRow[]> =>
  docs.watch<Marks>(HELD_UP_DOCUMENT).pipe(
    map((marks) => Object.values(marks ?? {}).sort((a, b) => a.since - b.since)),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
  );
