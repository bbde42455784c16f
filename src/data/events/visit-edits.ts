/**
 * Edits of several bookings by one action and their undo. The legs of a visit are one decision: their values go back on all of them
 * or on none, or the undo of one person would tear the visit of another.
 */
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow, type UndoOutcome } from '#data/row-writes.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { broughtBack, decisionsOf, type EventEdit, writeBack } from './event-edits.ts';

type Event = LocalRow<'events'>;
type EventValues = Omit<Values<'events'>, 'deleted'>;
type Field = keyof EventValues;

/** The values that one action wrote into the legs of a visit. */
export interface VisitEdit {
  readonly edits: readonly EventEdit[];
}

/** A write into a booking. `beside`: values that are written with it and stay when it is undone. */
export interface LegWrite {
  readonly row: Event;
  readonly wrote: Partial<EventValues>;
  readonly beside?: Partial<EventValues>;
}

/**
 * Writes all of them in one call; on disk when it resolves.
 * @throws what `write` throws
 */
export async function writeLegs(replica: OpenReplica, legs: readonly LegWrite[]): Promise<VisitEdit> {
  const changes = legs.map(({ row, wrote, beside }) => changeOf('events', row.id, { ...wrote, ...beside }));
  if (changes.length > 0) await insideOf(replica).write(changes);
  const before = ({ row, wrote }: LegWrite) =>
    Object.fromEntries((Object.keys(wrote) as Field[]).map((field) => [field, row[field]])) as Partial<EventValues>;
  return { edits: legs.map((leg) => ({ id: leg.row.id, before: before(leg), wrote: leg.wrote })) };
}

/**
 * Returns the booking with this id as it is now.
 * @throws Refusal `invalid_id`
 */
export async function legNow(replica: OpenReplica, id: string): Promise<Event> {
  const row = await rowNow(replica, 'events', id);
  if (!row) throw new Refusal('invalid_id');
  return row;
}

interface Standing {
  readonly edit: EventEdit;
  readonly row: Event;
}

/** Returns the fields, by decision, in which an edit changed a leg. */
export const changedDecisions = ({ before, wrote }: EventEdit): Field[][] =>
  decisionsOf(Object.keys(wrote) as Field[]).filter((fields) => fields.some((field) => before[field] !== wrote[field]));

/**
 * Returns the changes that undo edits, except where somebody has changed the same on any leg since; a leg that is gone stays
 * gone.
 * @returns `kept`: the number of decisions that hold a newer change and stay; `standing`: the number of legs that are still there
 */
export async function editsBack(
  replica: OpenReplica,
  edits: readonly EventEdit[],
): Promise<{ readonly changes: readonly Change[]; readonly kept: number; readonly standing: number }> {
  const standing: Standing[] = [];
  for (const edit of edits) {
    const row = await rowNow(replica, 'events', edit.id);
    if (row) standing.push({ edit, row });
  }
  const decided = new Map<string, Standing[]>();
  for (const one of standing)
    for (const fields of changedDecisions(one.edit)) {
      const key = fields[0] ?? '';
      decided.set(key, [...(decided.get(key) ?? []), one]);
    }
  const back = new Map<string, Partial<EventValues>>();
  let kept = 0;
  for (const [key, all] of decided) {
    const own = ({ edit }: Standing) => changedDecisions(edit).find((fields) => fields.includes(key as Field)) ?? [];
    const isOurs = (one: Standing) => own(one).every((field) => one.row[field] === one.edit.wrote[field]);
    if (!all.every(isOurs)) kept++;
    else
      for (const one of all) {
        const values = Object.fromEntries(own(one).map((field) => [field, one.edit.before[field]]));
        back.set(one.row.id, { ...back.get(one.row.id), ...values });
      }
  }
  const changes = [...back].map(([id, values]) => changeOf('events', id, values));
  return { changes, kept, standing: standing.length };
}

/** Undoes an action (`editsBack`). */
export async function undoVisit(replica: OpenReplica, { edits }: VisitEdit): Promise<UndoOutcome> {
  const { changes, kept, standing } = await editsBack(replica, edits);
  if (standing === 0) return 'gone';
  const told = await writeBack(replica, changes);
  if (kept === 0) return told ? 'told' : 'undone';
  return changes.length > 0 ? 'partly' : 'changed';
}

/** Brings deleted legs back, all in one call, as `undoDelete` does with one. */
export async function undoDeleteVisit(replica: OpenReplica, legs: readonly Event[]): Promise<UndoOutcome> {
  const changes = [];
  for (const leg of legs) {
    const change = await broughtBack(replica, leg);
    if (change) changes.push(change);
  }
  if (changes.length > 0) await insideOf(replica).write(changes);
  return 'undone';
}
