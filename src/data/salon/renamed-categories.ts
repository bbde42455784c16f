/**
 * Services follow renamed categories. A service names its category by the category's name, and the device that renames one moves
 * its services; another device may have added some meanwhile under the old name. So each device moves its own when a new name
 * reaches it. Promises: a round's new names are noted before anything is written, and followed when that round is over, also
 * after a crash; nothing of a service but its category is written. If another category has the old name by now (two have swapped
 * theirs), only services that the server did not bring with the new names are moved, and none if that is unknown. If two devices
 * renamed one category differently, a person decides once, about the category: its services follow the name that it gets. The device
 * of somebody who may not change services moves none; what it had moved when their role was still another one is no question to them.
 */
import { concatMap, filter, firstValueFrom, map, merge } from 'rxjs';
import { forgetNote, keepNote, type NotesOf, personNote, readNote } from '#data/browser/small-notes.ts';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { rightsOf } from '#data/person-rights.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { SHAPES, sameIn } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { isOfRole } from '#sync/core/role-gate.ts';
import type { AppliedRows } from '#sync/writes/apply-remote.ts';

const keyOf = (of: NotesOf) => personNote('renamed', of);
/** A category that has another name than before. */
interface Renaming {
  readonly id: string;
  readonly was: string;
  readonly name: string;
  /** The services that the server has brought with the new name or since; null if no page here has seen it come. */
  readonly brought: readonly string[] | null;
}

const isRenaming = (value: unknown): value is Renaming => typeof value === 'object' && value !== null && 'brought' in value;
const isSame = (a: Renaming) => (b: Renaming) => a.id === b.id && a.was === b.was && a.name === b.name;

function noted(of: NotesOf): readonly Renaming[] {
  try {
    const kept: unknown = JSON.parse(readNote('local', keyOf(of)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRenaming) : [];
  } catch {
    return []; // the note is unusable
  }
}

/**
 * Returns the categories' names as they were last seen here, by id, so that a page that was away for weeks notices changes.
 * Deleted categories stay: another device may have renamed one, which comes back under that name once somebody decides for it.
 */
function namesSeen(of: NotesOf): Readonly<Record<string, string>> {
  try {
    return (JSON.parse(readNote('local', `${keyOf(of)}.names`) ?? '{}') ?? {}) as Record<string, string>;
  } catch {
    return {}; // the note is unusable
  }
}

function note(of: NotesOf, renamings: readonly Renaming[]): void {
  if (renamings.length > 0) keepNote('local', keyOf(of), JSON.stringify(renamings));
  else forgetNote('local', keyOf(of));
}

/** Notes a round's new names, and the services that come with them. */
function noticeTaken(replica: OpenReplica, { rows }: AppliedRows): void {
  const renamings = rows.flatMap(({ table, id, before, after }): Renaming[] => {
    if (table !== 'service_groups' || !before || !after || after.deleted) return [];
    const [was, name] = [String(before.name), String(after.name)];
    return was === name ? [] : [{ id, was, name, brought: [] }];
  });
  // A row of ours comes back from the server as it was sent: nobody else has changed its category.
  const categoryOf = (row: object | null) => (row as LocalRow<'services'> | null)?.category;
  const services = rows.flatMap(({ table, id, before, after }) =>
    table === 'services' && categoryOf(before) !== categoryOf(after) ? [id] : [],
  );
  const known = noted(replica).filter((one) => !renamings.some(isSame(one)));
  if (renamings.length === 0 && (services.length === 0 || known.length === 0)) return;
  const grown = known.map((one) => (one.brought ? { ...one, brought: [...new Set([...one.brought, ...services])] } : one));
  note(replica, [...grown, ...renamings.map((one) => ({ ...one, brought: services }))]);
}

/** Notes the categories that have another name than before. */
function notice(replica: OpenReplica, groups: readonly { readonly id: string; readonly name: string }[]): void {
  const before = namesSeen(replica);
  const renamings = groups.flatMap(({ id, name }): Renaming[] => {
    const was = before[id];
    return was && was !== name ? [{ id, was, name, brought: null }] : [];
  });
  const known = noted(replica);
  const news = renamings.filter((one) => !known.some(isSame(one)));
  if (news.length > 0) note(replica, [...known, ...news]);
  const names = { ...before, ...Object.fromEntries(groups.map(({ id, name }) => [id, name])) };
  keepNote('local', `${keyOf(replica)}.names`, JSON.stringify(names));
}

/** Moves services from the former names, all at once: two categories may have swapped theirs. */
async function moveServices(replica: OpenReplica, renamings: readonly Renaming[]): Promise<void> {
  if (renamings.length === 0) return;
  const groups = await rowsWhere(replica, 'service_groups', {});
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const standing = new Set(names.values());
  const moved = new Map<string, string>();
  for (const { id, was, name, brought } of renamings) {
    const to = names.get(id) ?? name;
    const stay = standing.has(was) ? brought : [];
    if (to === was || stay === null) continue;
    for (const service of await rowsWhere(replica, 'services', { category: was }))
      if (!stay.includes(service.id)) moved.set(service.id, to);
  }
  const changes = [...moved].map(([id, category]) => changeOf('services', id, { category }));
  if (changes.length === 0) return;
  const kept = [...new Set([...movedHere(replica), ...[...moved].map(moveText)])].slice(-MOST_MOVED);
  keepNote('local', `${keyOf(replica)}.moved`, JSON.stringify(kept)); // before the write, which a page may not outlive
  await insideOf(replica).write(changes);
}

/** The latest moves that are remembered. */
const MOST_MOVED = 500;

/** A service's id and the category that it was moved to. */
const moveText = ([id, category]: readonly [string, unknown]): string => JSON.stringify([id, category]);

/** Returns the latest moves that this device has made by itself. */
function movedHere(of: NotesOf): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(readNote('local', `${keyOf(of)}.moved`) ?? '[]') as string[]);
  } catch {
    return new Set(); // the note is unusable
  }
}

/** Closes the refusals of moves that the role did not allow when they arrived: nobody has made them here, and others make them as well. */
async function letGo(replica: OpenReplica, issues: readonly SyncIssue[]): Promise<void> {
  const moved = movedHere(replica);
  const others = SHAPES.services.writable.filter((column) => column !== 'category');
  const refused = issues.filter(
    (issue) =>
      issue.table === 'services' &&
      isOfRole(issue) &&
      issue.server !== null &&
      moved.has(moveText([issue.rowId, issue.ours?.category])) &&
      sameIn({ ...issue.ours }, issue.server, others),
  );
  if (refused.length > 0) await insideOf(replica).removeIssue(...refused.map(({ id }) => id));
}

async function move(replica: OpenReplica): Promise<void> {
  const renamings = noted(replica);
  await moveServices(replica, renamings);
  // Names that came meanwhile stay noted.
  note(
    replica,
    noted(replica).filter((one) => !renamings.some(isSame(one))),
  );
}

/** Tells whether both sides of a conflict differ only in that column. */
const isAbout = ({ kind, group }: SyncIssue, column: string) => kind === 'field' && group?.join() === column;

/**
 * Closes the conflicts of services that repeat their category's own conflict: our name for it here, the other device's there. The
 * services keep the name that the category has, as do those that were added under our name. They follow the category if the
 * person decides for our name.
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
    return name ? [{ id: rowId, was: String(ours?.name), name, brought: null }] : [];
  });
  await moveServices(replica, renamings);
}

/** Follows renames from now on, beginning with those since an earlier page. Returns a function that ends it. */
export function followRenamedCategories(replica: OpenReplica): () => void {
  const noticed = merge(
    replica.taken$.pipe(map((taken) => noticeTaken(replica, taken))),
    liveRows(replica, 'service_groups').pipe(map((groups) => notice(replica, groups))),
  );
  // The services that the renaming device has moved itself come in the same round, after their categories.
  const rested = replica.status$.pipe(filter(({ phase }) => phase !== 'syncing' && phase !== 'starting'));
  const atRest = () => replica.status$.value.phase !== 'syncing' && replica.status$.value.phase !== 'starting';
  const work = async () => {
    if (atRest()) await letGo(replica, await firstValueFrom(replica.issues$));
    // A person who may not change services has added none under a former name; those of others are not theirs to move.
    if (!rightsOf(replica).may('services', 'category')) return note(replica, []);
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
