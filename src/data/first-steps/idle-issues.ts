/**
 * Idle issues: they need no decision and close by themselves. Nobody typed the content of the sample salon: if two devices loaded
 * it in two languages, the server's version stands; if it was removed, records that nobody has built on go with it. A person who
 * deleted a record that somebody else changed, and that is deleted by now after all, has what they wanted. Promise: no content
 * that a person typed leaves the list.
 */
import { auditTime, combineLatest, concatMap, distinctUntilChanged, map } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { recordStatesOf } from '#data/issues/issue-writes.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { canonicalChange } from '#schemas/canonical.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type Fields, initialValues, SHAPES, sameIn } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { loadedHere } from './sample-data.ts';
import { isBuiltOn } from './sample-plan.ts';
import { isAsLoaded, isSampleId, type SampleCatalog } from './sample-rows.ts';

/** An outage leaves many issues at once: they are looked at together after this, ms. */
const SOON_MS = 100;

/** Kinds of issues about changes of both sides; the others have a reason of their own. */
const OF_TWO: readonly SyncIssue['kind'][] = ['field', 'set', 'deleted-there', 'gone'];

const CATALOG = [
  'resources',
  'services',
  'service_groups',
  'clients',
  'products',
  'product_groups',
] as const satisfies readonly (keyof SampleCatalog)[];
const isOfCatalog = (table: string): table is keyof SampleCatalog => CATALOG.some((known) => known === table);

/** Tells whether our side is the content that loading the sample wrote, in the columns that are asked about. */
function isOfLoading({ table, rowId, group, ours }: SyncIssue, loaded: ReadonlyMap<string, Fields>): boolean {
  const values = loaded.get(`${table}/${rowId}`);
  if (values === undefined || ours === null) return false;
  const { writable, table: shape } = SHAPES[table];
  return sameIn(ours, values, group ?? (shape.shape === 'set' ? (shape.groups[0] ?? []) : writable));
}

/** Tells whether our side holds nothing that a removal of the sample would keep. */
function isOfPlay({ table, rowId, ours }: SyncIssue): boolean {
  if (ours === null) return true;
  if (table === 'events') return !isBuiltOn({ ...(ours as unknown as LocalRow<'events'>), id: rowId });
  return isOfCatalog(table) ? isAsLoaded(table, { ...ours, id: rowId }) : false;
}

function loadedRows(replica: OpenReplica): ReadonlyMap<string, Fields> {
  const whole = loadedHere(replica).map(({ table, id, change }): [string, Fields] => [
    `${table}/${id}`,
    { ...initialValues(table), ...canonicalChange(SHAPES[table].table.columns, change), deleted: false },
  ]);
  return new Map(whole);
}

/**
 * Returns the issues that need no decision.
 * @throws what the storage threw
 */
async function idleAmong(replica: OpenReplica, issues: readonly SyncIssue[]): Promise<readonly SyncIssue[]> {
  const asked = issues.filter(({ kind, rowId }) => kind === 'edited-there' || (OF_TWO.includes(kind) && isSampleId(rowId)));
  if (asked.length === 0) return [];
  const standing = await recordStatesOf(replica, asked);
  const loaded = loadedRows(replica);
  return asked.filter((issue) => {
    const { state } = standing(issue);
    if (issue.kind === 'edited-there') return state === 'deleted';
    return isOfLoading(issue, loaded) || (state !== 'there' && isOfPlay(issue));
  });
}

/** Closes idle issues from now on, and those that are there already. Returns a function that ends it. */
export function closeIdleIssues(replica: OpenReplica): () => void {
  // A row may go without a change of its issue. The round that removes it ends with another revision.
  const moved$ = replica.status$.pipe(
    map(({ phase, rev }) => `${phase} ${rev}`),
    distinctUntilChanged(),
  );
  const close = async (issues: readonly SyncIssue[]) => {
    const idle = await idleAmong(replica, issues);
    if (idle.length > 0) await insideOf(replica).removeIssue(...idle.map(({ id }) => id));
  };
  const working = combineLatest([replica.issues$, moved$])
    .pipe(
      auditTime(SOON_MS),
      concatMap(([issues]) =>
        close(issues).catch((error: unknown) => console.error('Issues that ask for nothing stay for now', error)),
      ),
    )
    .subscribe();
  return () => working.unsubscribe();
}
