/**
 * The local schema version of each table, as JSON schema for the replica's storage: the row's columns, the frame, and what the
 * engine keeps beside them. Indexed fields are required and bounded (the storage refuses others); the version stays 0,
 * because a changed form is answered by a rebuild, not by a migration (22 ms a row).
 */
import type { LocalRow, TableName } from './registry.ts';
import { TABLES } from './registry.ts';
import type { Column, ColumnKind, Columns, Table } from './table.ts';

declare global {
  /** Set in builds that a test of the update asks for (vite.config.ts); empty in the product. */
  var GREBEN_VERSION: string | undefined;
}

/**
 * The local schema version of such a build: `deleted` is indexed as well, so that its databases are others, and the storage keeps
 * that column as text.
 */
const MORE_INDEXES = globalThis.GREBEN_VERSION ? [['deleted']] : [];

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'null';
interface PropertySchema {
  readonly type: JsonType | JsonType[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly additionalProperties?: boolean;
}

export interface TableJsonSchema<R> {
  readonly title: string;
  readonly version: 0;
  readonly primaryKey: 'id';
  readonly type: 'object';
  readonly properties: { [K in keyof R & string]: PropertySchema };
  readonly required: (keyof R & string)[];
  readonly indexes: ((keyof R & string) | (keyof R & string)[])[];
}

const JSON_TYPE: Record<ColumnKind, JsonType> = {
  text: 'string',
  key: 'string',
  integer: 'integer',
  money: 'number',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
  instant: 'string',
  intervals: 'string',
  agreements: 'string',
  offerers: 'string',
  'own-terms': 'string',
  'opening-hours': 'string',
  'closed-days': 'string',
  rooms: 'string',
};

function propertyOf(column: Column<unknown>): PropertySchema {
  const type = JSON_TYPE[column.kind];
  return {
    type: column.nullable ? [type, 'null'] : type,
    ...(column.maxLength === undefined ? {} : { maxLength: column.maxLength }),
  };
}

const text = (maxLength: number): PropertySchema => ({ type: ['string', 'null'], maxLength });
/** UUIDv7 (36) or a derived id: an id, a date and a number with slashes. */
const ID_LENGTH = 120;
const INSTANT_LENGTH = 24;

export function jsonSchemaOf<N extends TableName>(name: N): TableJsonSchema<LocalRow<N>> {
  const table: Table<string, Columns> = TABLES[name];
  const columns: Record<string, PropertySchema> = {};
  for (const [field, column] of Object.entries(table.columns)) columns[field] = propertyOf(column);
  const properties: Record<string, PropertySchema> = {
    id: { type: 'string', maxLength: ID_LENGTH },
    salon_id: { type: 'integer' },
    ...columns,
    rev: { type: 'integer' },
    deleted: { type: 'boolean' },
    created_at: text(INSTANT_LENGTH),
    updated_at: text(INSTANT_LENGTH),
    edited_at: text(INSTANT_LENGTH),
    pending: { type: 'integer', minimum: 0, maximum: 1, multipleOf: 1 },
    base: { type: ['object', 'null'], additionalProperties: true },
    sent: { type: ['object', 'null'], additionalProperties: true },
  };
  const indexed = table.indexes.flat();
  return {
    title: name,
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties,
    required: [...new Set(['id', 'salon_id', 'rev', 'deleted', 'pending', ...indexed])],
    indexes: [['pending'], ...MORE_INDEXES, ...table.indexes.map((fields) => [...fields])],
  } as TableJsonSchema<LocalRow<N>>;
}
