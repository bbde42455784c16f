/** Marks of records: short texts that show whether a record has changed, and reveal nothing of it. */

import { inEuro } from '#data/in-euro.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { RecordTable } from './import-batches.ts';

/** The columns that a person writes, by table. */
const MARKED: { readonly [N in RecordTable]: readonly (keyof LocalRow<N>)[] } = {
  clients: ['first_name', 'last_name', 'phone', 'email', 'address', 'city', 'birth_date', 'notes', 'merged_into', 'name'],
  services: ['name', 'name_bg', 'name_en', 'duration', 'price', 'category', 'color', 'show_online', 'currency'],
  products: [
    'name',
    'barcode',
    'group_id',
    'supply_price',
    'sale_price',
    'price',
    'quantity',
    'unit',
    'low_stock_at',
    'currency',
  ],
};

/**
 * The columns that came later than the others. Each counts once it holds a value, so that marks from before the column existed
 * stay valid.
 */
const SET_LATER: { readonly [N in RecordTable]?: readonly (keyof LocalRow<N>)[] } = {
  services: ['processing_after', 'processing_minutes', 'buffer_after', 'resource_ids', 'own_terms', 'notes', 'room_id'],
  products: ['notes'],
};

/** Returns a short text that changes with the given one. */
export function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x1505];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high, 33) ^ code;
  }
  return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
}

/** Returns the mark of a record: a text that changes with its written columns, and not with a change of the salon's currency. */
export function recordMark(table: RecordTable, row: LocalRow<RecordTable>): string {
  const values = inEuro(table, row);
  const written = MARKED[table].map((column) => values[column]);
  const set = (SET_LATER[table] ?? []).map((column) => values[column] || null);
  return hashOf(JSON.stringify(set.some((value) => value !== null) ? [...written, ...set] : written));
}
