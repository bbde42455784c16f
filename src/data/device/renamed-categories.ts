/**
 * A service names its category by the category's name. Whoever renames one moves the services that they hold; another device
 * may have added some meanwhile under the old name. So each device moves its own when a new name reaches it. Promises: what a
 * round brought is noted before anything is written, and done when that round is over, also after a
 * crash; services are moved only while no category has the old name, and nothing but their category is written.
 */
import { concatMap, filter, map, merge } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
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

/** The categories' names as they were last seen here, by id: a page that was away for weeks sees what changed. */
function namesSeen(of: NotesOf): Readonly<Record<string, string>> {
  try {
    return (JSON.parse(readNote('local', `${keyOf(of)}.names`) ?? '{}') ?? {}) as Record<string, string>;
  } catch {
    return {}; // no note of ours
  }
}

/** Notes what has another name than before. */
function notice(replica: OpenReplica, groups: readonly { readonly id: string; readonly name: string }[]): void {
  const before = namesSeen(replica);
  const renamings = groups.flatMap(({ id, name }): Renaming[] => {
    const was = before[id];
    return was && was !== name ? [[was, name]] : [];
  });
  if (renamings.length > 0) keepNote('local', keyOf(replica), JSON.stringify([...noted(replica), ...renamings]));
  keepNote('local', `${keyOf(replica)}.names`, JSON.stringify(Object.fromEntries(groups.map(({ id, name }) => [id, name]))));
}

async function move(replica: OpenReplica): Promise<void> {
  const renamings = noted(replica);
  for (const [old, name] of renamings) {
    if ((await rowsWhere(replica, 'service_groups', { name: old })).length > 0) continue;
    const services = await rowsWhere(replica, 'services', { category: old });
    if (services.length > 0)
      await insideOf(replica).write(services.map(({ id }) => changeOf('services', id, { category: name })));
  }
  // What came meanwhile stays noted.
  const left = noted(replica).slice(renamings.length);
  if (left.length > 0) keepNote('local', keyOf(replica), JSON.stringify(left));
  else forgetNote('local', keyOf(replica));
}

/** Follows from now on, beginning with what changed since an earlier page. Returns what ends it. */
export function followRenamedCategories(replica: OpenReplica): () => void {
  const noticed = liveRows(replica, 'service_groups').pipe(map((groups) => notice(replica, groups)));
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
  return () => working.unsubscribe();
}
