/**
 * A service names its category by the category's name. Whoever renames one moves the services that they hold; another device
 * may have added some meanwhile under the old name. So each device moves its own when a new name reaches it. Promises: what a
 * round brought is noted (once the start is over) before anything is written, and done when that round is over, also after a
 * crash; services are moved only while no category has the old name, and nothing but their category is written.
 */
import { concatMap, filter, map, merge, type Observable, Subject } from 'rxjs';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import type { TableName } from '#schemas/registry.ts';
import type { Replica, Taken, TakenRow } from '#sync/replica.ts';
import { type NotesOf, personNote } from './person-notes.ts';
import { forgetNote, keepNote, readNote } from './small-notes.ts';

const keyOf = (of: NotesOf) => personNote('renamed', of);
/** From the old name to the new one. */
type Renaming = readonly [string, string];

const isRenaming = (value: unknown): value is Renaming =>
  Array.isArray(value) && value.length === 2 && value.every((name) => typeof name === 'string');

function noted(of: NotesOf): readonly Renaming[] {
  try {
    const kept: unknown = JSON.parse(readNote('local', keyOf(of)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRenaming) : [];
  } catch {
    return []; // no note of ours
  }
}

const isGroup = (row: TakenRow<TableName>): row is TakenRow<'service_groups'> => row.table === 'service_groups';

function renamingsIn(rows: readonly TakenRow[]): Renaming[] {
  return rows.filter(isGroup).flatMap(({ before, after }): Renaming[] => {
    if (!before?.name || !after?.name || after.deleted || before.name === after.name) return [];
    return [[before.name, after.name]];
  });
}

async function move(replica: Replica): Promise<void> {
  const renamings = noted(replica);
  for (const [old, name] of renamings) {
    if ((await rowsWhere(replica, 'service_groups', { name: old })).length > 0) continue;
    const services = await rowsWhere(replica, 'services', { category: old });
    if (services.length > 0) await replica.write(services.map(({ id }) => changeOf('services', id, { category: name })));
  }
  // What came meanwhile stays noted.
  const left = noted(replica).slice(renamings.length);
  if (left.length > 0) keepNote('local', keyOf(replica), JSON.stringify(left));
  else forgetNote('local', keyOf(replica));
}

/**
 * Follows from now on, beginning with what an earlier page left undone. Returns what ends it.
 * @param taken$ what rounds bring, from the opening of the replica on
 */
export function followRenamedCategories(replica: Replica, taken$: Observable<Taken> = replica.taken$): () => void {
  const noticed = new Subject<void>();
  const listening = taken$.subscribe(({ rows }) => {
    const renamings = renamingsIn(rows);
    if (renamings.length === 0) return;
    keepNote('local', keyOf(replica), JSON.stringify([...noted(replica), ...renamings]));
    noticed.next();
  });
  // The services that the renaming device has moved itself come in the same round, after their categories.
  const rested = replica.status$.pipe(filter(({ phase }) => phase !== 'syncing' && phase !== 'starting'));
  const working = merge(noticed, rested)
    .pipe(
      map(() => replica.status$.value.phase),
      filter((phase) => phase !== 'syncing' && phase !== 'starting' && noted(replica).length > 0),
      concatMap(() =>
        move(replica).catch((error: unknown) => console.error('Services wait under the old name of their category', error)),
      ),
    )
    .subscribe();
  return () => {
    listening.unsubscribe();
    working.unsubscribe();
  };
}
