/**
 * A table's checksum, the same number as `replica_checksums` gives. Promise: one row's number is the first 8 hex digits of
 * the md5 of its columns as PostgreSQL writes a JSON array (`[1, "a"]`); a table is the count and the sum of them.
 * md5 because the database has it built in; nothing here guards a secret.
 */
import { md5 } from '@noble/hashes/legacy.js';
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, SHAPES } from '#sync/core/columns.ts';

/** Count and sum. The sum of 20,000 rows is far below 2^53. */
export type Checksum = readonly [count: number, sum: number];

/** Returns the columns that are compared of a table's rows, in the order in which both sides hash them. */
export const checkedColumns = (table: TableName): readonly string[] => [
  'id',
  'rev',
  ...SHAPES[table].all.filter((column) => column !== 'deleted'),
];

/** Returns the values as PostgreSQL writes a JSON array (`json_build_array`), to the character: both sides hash this text. */
export const jsonArrayText = (values: readonly unknown[]): string => `[${values.map((v) => JSON.stringify(v)).join(', ')}]`;

const encoder = new TextEncoder();

/** `fields` as the server holds them, with `id` and `rev`. */
export function rowNumber(table: TableName, fields: Fields): number {
  const digest = md5(encoder.encode(jsonArrayText(checkedColumns(table).map((column) => fieldOf(fields, column)))));
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0);
}
