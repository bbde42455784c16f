/**
 * Duplicates that people have made one stand as one, on the server and on every device, also where two devices merged them in
 * opposite directions; and no row of an import stands twice. Told from what people wrote and from the rows, not from issues.
 */
import { survivorOf } from '#domain/people/merged-clients.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { WireRow } from '#sync/server/server.ts';
import { importedId } from '../people/people-clients.ts';
import type { DiskContent } from '../protocol.ts';
import type { Written } from './sim-checks.ts';
import type { Logged } from './sim-server.ts';

export interface ClientFile {
  /** The server's clients. */
  readonly rows: readonly WireRow[];
  readonly writes: readonly Written[];
  readonly log: readonly Logged[];
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  /** Clients whose erasure was begun. */
  readonly erasing: ReadonlySet<string>;
  /** Rows (`table/id`) of which an operator made something else. */
  readonly setBack: ReadonlySet<string>;
}

interface Merged {
  readonly id: string;
  readonly merged_into: string | null;
}

const mergedOf = (rows: Iterable<object>): ReadonlyMap<string, Merged> =>
  new Map([...rows].map((row) => [(row as Merged).id, row as Merged]));

/** Who stands for a client, by all rows of one place. */
const standsFor = (rows: ReadonlyMap<string, Merged>, id: string): string => survivorOf(id, (one) => rows.get(one));

export function wrongClients(file: ClientFile): string[] {
  return [...apart(file), ...differing(file), ...doubled(file)];
}

/**
 * Somebody else's last word took a merge back: decided earlier, it reached the server, for the first time, when the merge had been
 * made and stood there. Order comes from the server: of two who merged the same client, one may have thought better of it offline.
 */
function isTakenBack(merge: Written, said: readonly Written[], log: readonly Logged[]): boolean {
  const stood = log.filter(({ table, id }) => table === 'clients' && id === merge.id);
  return said.some((word, n) => {
    if (word.id !== merge.id || word.device === merge.device || word.value === merge.value) return false;
    if (said.slice(n + 1).some(({ id, device }) => id === word.id && device === word.device)) return false;
    const arrived = stood.findIndex(
      ({ who, step, row }) => who === word.device && step >= word.at && row?.merged_into === word.value,
    );
    const [before, after] = [stood[arrived - 1], stood[arrived]];
    return before?.row?.merged_into === merge.value && (after?.step ?? 0) > merge.at;
  });
}

/** Whoever was merged, which nobody took back and about which nobody is asked, is one with the other. */
function apart({ rows, writes, log, devices, decided, erasing, setBack }: ClientFile): string[] {
  const here = mergedOf(rows);
  const issues = [...devices.flatMap(({ content }) => content.issues), ...[...decided.values()].flat()];
  const inQuestion = new Set(issues.flatMap(({ table, rowId }) => (table === 'clients' ? [rowId] : [])));
  const said = writes.filter(({ table, field }) => table === 'clients' && field === 'merged_into');
  const isOpen = (id: string) => !here.has(id) || inQuestion.has(id) || erasing.has(id) || setBack.has(`clients/${id}`);
  return said.flatMap((merge) => {
    const { id, value, trivial, at } = merge;
    const other = String(value);
    const isLast = !said.some((later) => later.id === id && later.at > at && later.value !== value);
    if (value === null || trivial || !isLast || isOpen(id) || isOpen(other)) return [];
    const [one, two] = [standsFor(here, id), standsFor(here, other)];
    return one === two || isTakenBack(merge, said, log)
      ? []
      : [`APART ${id} was merged into ${other}, and ${one} and ${two} stand for them`];
  });
}

/** Every device shows the same one, of each whom the server has: to whoever was purged there nothing refers any more. */
function differing({ rows, devices }: ClientFile): string[] {
  const there = mergedOf(rows);
  return devices.flatMap(({ name, content }) => {
    const own = content.rows.flatMap(({ table, row }) => (table === 'clients' && row.rev > 0 ? [row] : []));
    const here = mergedOf(own);
    return [...here.keys()].flatMap((id) => {
      if (!there.has(id)) return [];
      const [ours, theirs] = [standsFor(here, id), standsFor(there, id)];
      return ours === theirs ? [] : [`APART ${name} shows ${ours} for ${id}, the server has ${theirs}`];
    });
  });
}

/** An import's row is one client, under the id that follows from the import and the row. */
function doubled({ rows }: ClientFile): string[] {
  return rows.flatMap((row) => {
    const [batch = '', place = ''] = String((row as { first_name?: unknown }).first_name ?? '').split(' ');
    if (!batch.startsWith('import-') || row.id === importedId(batch, Number(place))) return [];
    return [`DOUBLED row ${place} of ${batch} stands as ${row.id}`];
  });
}
