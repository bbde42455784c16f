/**
 * Edits of one event and their undo. Somebody else may have changed it since: a field goes back only while it holds our value;
 * fields that are one decision (the place: employee, start, end) go back together or not at all.
 */

import { insideOf } from '#data/inside-replica.ts';
import { rowOf } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow, type UndoOutcome } from '#data/row-writes.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { type LocalRow, TABLES, type Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';

type EventValues = Omit<Values<'events'>, 'deleted'>;
type Field = keyof EventValues;

/** The columns that a device writes; the server alone says where a booking came from. */
export const WRITTEN = Object.entries(TABLES.events.columns).flatMap(([column, { readOnly }]) =>
  readOnly ? [] : [column as Field],
);

/** The values that one action wrote into an event, and those before it. Both name the same fields. */
export interface EventEdit {
  readonly id: string;
  readonly before: Partial<EventValues>;
  readonly wrote: Partial<EventValues>;
}

/** Changes an event that is there. @throws Refusal `invalid_id` */
export async function editEvent(replica: OpenReplica, id: string, wrote: Partial<EventValues>): Promise<EventEdit> {
  const row = await rowNow(replica, 'events', id);
  if (!row) throw new Refusal('invalid_id');
  const before = Object.fromEntries((Object.keys(wrote) as Field[]).map((field) => [field, row[field]]));
  await insideOf(replica).write([changeOf('events', id, wrote)]);
  return { id, before, wrote };
}

/** Returns the fields grouped by decision. */
export function decisionsOf(fields: readonly Field[]): Field[][] {
  const groups: readonly (readonly string[])[] = TABLES.events.groups;
  const left = new Set(fields);
  const decisions: Field[][] = [];
  for (const field of fields) {
    if (!left.has(field)) continue;
    const group = groups.find((columns) => columns.includes(field)) ?? [field];
    const together = fields.filter((other) => group.includes(other));
    for (const one of together) left.delete(one);
    decisions.push(together);
  }
  return decisions;
}

/**
 * Writes what an undo puts back, in one call. Returns true if the answer to a request stays: it has left for the server, and the
 * customer may have read it (`emptiedOnly` of schemas/table.ts).
 */
export async function writeBack(replica: OpenReplica, changes: readonly Change[]): Promise<boolean> {
  if (changes.length > 0) await insideOf(replica).write(changes);
  for (const { table, id, change } of changes) {
    if (table !== 'events' || !(change as Partial<EventValues>).requested_until) continue;
    if ((await rowNow(replica, 'events', id))?.requested_until === null) return true;
  }
  return false;
}

/** Undoes an action, except where somebody has changed the same since. */
export async function undoEdit(replica: OpenReplica, { id, before, wrote }: EventEdit): Promise<UndoOutcome> {
  const row = await rowNow(replica, 'events', id);
  if (!row) return 'gone';
  const changed = decisionsOf(Object.keys(wrote) as Field[]).filter((fields) => fields.some((f) => before[f] !== wrote[f]));
  const ours = changed.filter((fields) => fields.every((field) => row[field] === wrote[field]));
  const back = Object.fromEntries(ours.flat().map((field) => [field, before[field]]));
  const told = await writeBack(replica, ours.length > 0 ? [changeOf('events', id, back)] : []);
  if (ours.length === changed.length) return told ? 'told' : 'undone';
  return ours.length > 0 ? 'partly' : 'changed';
}

/** Returns the change that brings a deleted event back as it was; null for an event that is back already. */
export async function broughtBack(replica: OpenReplica, was: LocalRow<'events'>): Promise<Change | null> {
  const document = await insideOf(replica).rows.events.findOne(was.id).exec();
  const row = document ? rowOf<'events'>(document) : null;
  if (row && !row.deleted) return null;
  const values = Object.fromEntries(WRITTEN.map((field) => [field, was[field]]));
  return changeOf('events', was.id, row ? { deleted: false } : { ...values, deleted: false });
}

/**
 * Brings a deleted event back. While its deletion is unsent, only the deletion is undone. An event that was never sent, or whose
 * deletion the server has, is gone from the device and is written anew as it was. Nothing happens if the event is back already.
 */
export async function undoDelete(replica: OpenReplica, was: LocalRow<'events'>): Promise<UndoOutcome> {
  const change = await broughtBack(replica, was);
  if (change) await insideOf(replica).write([change]);
  return 'undone';
}
