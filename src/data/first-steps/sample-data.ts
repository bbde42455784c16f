/**
 * The sample salon: it is loaded into an empty salon, and removed again. Promises: it is loaded only if the salon has nothing of
 * its own; its removal leaves the records that somebody has built on and lists them, and can be done on any device of the salon,
 * even after a load that broke off.
 */
import { combineLatest, distinctUntilChanged, firstValueFrom, map, type Observable } from 'rxjs';
import { keepNote, personNote, readNote } from '#data/browser/small-notes.ts';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isDefaultAsMade } from '#data/resources.commands.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { planChanges } from '#data/shifts.commands.ts';
import type { TableName, Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { type RowsNow, removalPlan, type SamplePlan } from './sample-plan.ts';
import { isSampleId, type RowsOf, SAMPLE_WEEK, type SampleOf, sampleCatalog, sampleEvents } from './sample-rows.ts';

async function rowsNow(replica: OpenReplica): Promise<RowsNow> {
  const all = <N extends TableName>(table: N) => rowsWhere(replica, table, {});
  const [resources, services, service_groups, clients] = await Promise.all([
    all('resources'),
    all('services'),
    all('service_groups'),
    all('clients'),
  ]);
  const [products, product_groups, events, product_revisions] = await Promise.all([
    all('products'),
    all('product_groups'),
    all('events'),
    all('product_revisions'),
  ]);
  return { resources, services, service_groups, clients, products, product_groups, events, product_revisions };
}

/**
 * Tells whether the salon has nothing of its own yet, except perhaps the unchanged default employee. Only a device that has
 * everything knows this.
 */
const isEmpty = (rows: RowsNow): boolean =>
  Object.entries(rows).every(
    ([table, list]) => list.length === 0 || (table === 'resources' && rows.resources.every(isDefaultAsMade)),
  );

const changesOf = <N extends TableName>(table: N, rows: RowsOf<N>): Change[] =>
  [...rows].map(([id, values]) => changeOf(table, id, values as Partial<Values<N>>));

/**
 * Loads the sample. @param of the language, zone and currency of the salon, and the device's clock
 * @returns false if the salon is not empty; then nothing was written. @throws what `write` throws
 */
export async function loadSample(replica: OpenReplica, of: SampleOf): Promise<boolean> {
  const pulled = await firstValueFrom(replica.pulledOnce$);
  if (!pulled || !isEmpty(await rowsNow(replica))) return false;
  keepNote('local', personNote('sample', replica), JSON.stringify(of));
  await insideOf(replica).write([...sampleChanges(of)]);
  return true;
}

/** Returns the changes that load the sample. */
function sampleChanges(of: SampleOf): readonly Change[] {
  const catalog = sampleCatalog(of.language, of.currency);
  const people = [...catalog.resources.keys()];
  const shifts = people.flatMap((resourceId) => SAMPLE_WEEK.map((rows, weekday) => ({ resourceId, weekday, rows })));
  return [
    ...changesOf('resources', catalog.resources),
    ...planChanges(shifts),
    ...changesOf('service_groups', catalog.service_groups),
    ...changesOf('services', catalog.services),
    ...changesOf('clients', catalog.clients),
    ...changesOf('product_groups', catalog.product_groups),
    ...changesOf('products', catalog.products),
    ...changesOf('events', sampleEvents(of)),
  ];
}

/** Returns the changes with which this device last loaded the sample; none if it loaded none. */
export function loadedHere(replica: OpenReplica): readonly Change[] {
  try {
    const of = JSON.parse(readNote('local', personNote('sample', replica)) ?? 'null') as SampleOf | null;
    return of === null ? [] : sampleChanges(of);
  } catch {
    return []; // the note is unusable
  }
}

const ofSample = (rows: readonly { readonly id: string }[]): boolean => rows.some(({ id }) => isSampleId(id));

/** Follows whether anything of the sample is in the salon, changed records too. */
export function hasSample$(replica: OpenReplica): Observable<boolean> {
  return combineLatest([liveRows(replica, 'resources'), liveRows(replica, 'services'), liveRows(replica, 'clients')]).pipe(
    map((tables) => tables.some(ofSample)),
    distinctUntilChanged(),
  );
}

/**
 * Follows whether the sample may be offered: everything has arrived, and the salon has no employee, service, client or product of
 * its own.
 */
export function isEmptySalon$(replica: OpenReplica): Observable<boolean> {
  const read = [replica.pulledOnce$, liveRows(replica, 'resources'), liveRows(replica, 'services')] as const;
  return combineLatest([...read, liveRows(replica, 'clients'), liveRows(replica, 'products')]).pipe(
    map(([pulled, people, ...tables]) => pulled && people.every(isDefaultAsMade) && tables.every((rows) => rows.length === 0)),
    distinctUntilChanged(),
  );
}

/** Plans the removal of the sample as it would be now. Reads the whole salon. */
export async function planRemoval(replica: OpenReplica): Promise<SamplePlan> {
  return removalPlan(await rowsNow(replica));
}

/**
 * Removes the sample, except records that somebody has built on by now.
 * @returns the plan that was carried out. @throws what `write` throws
 */
export async function removeSample(replica: OpenReplica): Promise<SamplePlan> {
  const plan = await planRemoval(replica);
  const { going } = plan;
  const gone = new Set(going.resources);
  const [weekly, dated] = await Promise.all([
    rowsWhere(replica, 'employee_weekly_shifts', {}),
    rowsWhere(replica, 'employee_day_overrides', {}),
  ]);
  const removed = (table: TableName, ids: readonly string[]) => ids.map((id) => changeOf(table, id, { deleted: true }));
  const ofGone = (rows: readonly { readonly id: string; readonly resource_id: string }[]) =>
    // The server removes the rows above row 0.
    rows.filter(({ id, resource_id }) => gone.has(resource_id) && id.endsWith('/0')).map(({ id }) => id);
  const changes = [
    ...removed('events', going.events),
    ...removed('employee_weekly_shifts', ofGone(weekly)),
    ...removed('employee_day_overrides', ofGone(dated)),
    ...removed('products', going.products),
    ...removed('product_groups', going.product_groups),
    ...removed('services', going.services),
    ...removed('service_groups', going.service_groups),
    ...removed('clients', going.clients),
    ...removed('resources', going.resources),
  ];
  if (changes.length > 0) await insideOf(replica).write(changes);
  return plan;
}
