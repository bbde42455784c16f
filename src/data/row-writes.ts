/** The common parts of commands: a new row, a change to a row that is there, a removal. Each is one call of `write`. */
import type { MangoQuerySelector } from 'rxdb';
import { Refusal } from '#domain/records/refusal.ts';
import type { LocalRow, TableName, Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import { rowOf } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** Makes the change of one row, held to its table's columns. */
export function changeOf<N extends TableName>(table: N, id: string, change: Partial<Values<N>>): Change {
  return { table, id, change } as Change;
}

/**
 * Checks that an amount comes with its currency, and a currency with its amount; otherwise the amount of one device could get the
 * currency of another.
 * @throws TypeError
 */
export function pricedWhole(price: number | null | undefined, currency: string | null | undefined): void {
  if ((price === undefined) !== (currency === undefined) || (price === null) !== (currency === null))
    throw new TypeError('An amount is written with its currency');
}

/** Reads the row as it is now; null if it is not there or is deleted. */
export async function rowNow<N extends TableName>(replica: OpenReplica, table: N, id: string): Promise<LocalRow<N> | null> {
  const document = await insideOf(replica).rows[table].findOne(id).exec();
  if (!document) return null;
  const row = rowOf<N>(document);
  return row.deleted ? null : row;
}

/**
 * Reads the rows whose column has that value. Without an index on the column it reads the whole table, so use it for small
 * tables.
 */
export async function rowsWhere<N extends TableName>(
  replica: OpenReplica,
  table: N,
  where: Partial<Values<N>>,
): Promise<LocalRow<N>[]> {
  const selector = { ...where, deleted: false } as MangoQuerySelector<LocalRow<N>>;
  const documents = await insideOf(replica).rows[table].find({ selector }).exec();
  return documents.map((document) => rowOf<N>(document));
}

/**
 * Changes an existing row.
 * @throws Refusal `invalid_id` if there is none, so that nothing is made by mistake
 */
export async function changeRow<N extends TableName>(
  replica: OpenReplica,
  table: N,
  id: string,
  change: Partial<Values<N>>,
): Promise<void> {
  if (!(await rowNow(replica, table, id))) throw new Refusal('invalid_id');
  await insideOf(replica).write([changeOf(table, id, change)]);
}

/** Marks a row deleted; nothing happens if it is not there. */
export async function deleteRow(replica: OpenReplica, table: TableName, id: string): Promise<void> {
  if (!(await rowNow(replica, table, id))) return;
  await insideOf(replica).write([changeOf(table, id, { deleted: true })]);
}

/**
 * The outcome of an undo. `undone`: everything is as it was. `partly`: some fields hold a newer change of somebody else and stay.
 * `changed`: all fields do. `gone`: the event is gone. `told`: the answer to a request stays, as its customer may have read it; all else
 * is as it was.
 */
export type UndoOutcome = 'undone' | 'partly' | 'changed' | 'gone' | 'told';
