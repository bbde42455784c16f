/**
 * A service names its category by the category's name. Whoever renames one moves the services that they hold; another device
 * may have added some meanwhile under the old name. So each device moves its own when a new name reaches it. Promises: what a
 * round brought is noted before anything is written, and done when that round is over, also after a
 * crash; services are moved only while no category has the old name, and nothing but their category is written. Where two devices
 * renamed one category differently a person decides once, about the category: its services follow whichever name it gets.
 */
import { concatMap, filter, firstValueFrom, map, merge } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
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

/**
 * The categories' names as they were last seen here, by id: a page that was away for weeks sees what changed. Those that are deleted
 * stay: another device may have renamed one, which is back under that name once somebody decides for it.
 */
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
  const names = { ...before, ...Object.fromEntries(groups.map(({ id, name }) => [id, name])) };
  keepNote('local', `${keyOf(replica)}.names`, JSON.stringify(names));
}

async function moveServices(replica: OpenReplica, renamings: readonly Renaming[]): Promise<void> {
  for (const [old, name] of renamings) {
    if ((await rowsWhere(replica, 'service_groups', { name: old })).length > 0) continue;
    const services = await rowsWhere(replica, 'services', { category: old });
    if (services.length > 0)
      await insideOf(replica).write(services.map(({ id }) => changeOf('services', id, { category: name })));
  }
}

async function move(replica: OpenReplica): Promise<void> {
  const renamings = noted(replica);
  await moveServices(replica, renamings);
  // What came meanwhile stays noted.
  const left = noted(replica).slice(renamings.length);
  if (left.length > 0) keepNote('local', keyOf(replica), JSON.stringify(left));
  else forgetNote('local', keyOf(replica));
}

/** Whether both sides of a conflict differ in that column alone. */
const isAbout = ({ kind, group }: SyncIssue, column: string) => kind === 'field' && group?.join() === column;

/**
 * Takes those conflicts of services off the list that say the same as their category's own: our name for it here, the other
 * device's there. The services stand under the name that the category has, as do those that were added under ours, and follow it
 * where the person decides for ours.
 */
async function settle(replica: OpenReplica, issues: readonly SyncIssue[]): Promise<void> {
  const asked = issues.filter((issue) => issue.table === 'service_groups' && isAbout(issue, 'name'));
  if (asked.length === 0) return;
  const bothNames = (ours: unknown, theirs: unknown) => JSON.stringify([ours, theirs]);
  const names = new Set(asked.map(({ ours, server }) => bothNames(ours?.name, server?.name)));
  const followers = issues.filter(
    (issue) =>
      issue.table === 'services' &&
      isAbout(issue, 'category') &&
      names.has(bothNames(issue.ours?.category, issue.server?.category)),
  );
  if (followers.length > 0) await insideOf(replica).removeIssue(...followers.map(({ id }) => id));
  const groups = new Map((await rowsWhere(replica, 'service_groups', {})).map(({ id, name }) => [id, name]));
  const renamings = asked.flatMap(({ rowId, ours }): Renaming[] => {
    const name = groups.get(rowId);
    return name ? [[String(ours?.name), name]] : [];
  });
  await moveServices(replica, renamings);
}

/** Follows from now on, beginning with what changed since an earlier page. Returns what ends it. */
export function followRenamedCategories(replica: OpenReplica): () => void {
  const noticed = liveRows(replica, 'service_groups').pipe(map((groups) => notice(replica, groups)));
  // The services that the renaming device has moved itself come in the same round, after their categories.
  const rested = replica.status$.pipe(filter(({ phase }) => phase !== 'syncing' && phase !== 'starting'));
  const atRest = () => replica.status$.value.phase !== 'syncing' && replica.status$.value.phase !== 'starting';
  const work = async () => {
    if (atRest() && noted(replica).length > 0) await move(replica);
    if (atRest()) await settle(replica, await firstValueFrom(replica.issues$));
  };
  const working = merge(noticed, rested)
    .pipe(
      filter(atRest),
      concatMap(() =>
        work().catch((error: unknown) => console.error('Services wait under the old name of their category', error)),
      ),
    )
    .subscribe();
  return () => working.unsubscribe();
}
