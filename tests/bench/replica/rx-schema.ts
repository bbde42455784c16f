/** A table for plain RxDB: our columns and the frame, without what our engine keeps beside them. */
import type { RxJsonSchema } from 'rxdb';
import { jsonSchemaOf } from '#schemas/json-schema.ts';
import type { Row, TableName } from '#schemas/registry.ts';

const OF_OUR_ENGINE: ReadonlySet<string> = new Set(['pending', 'base', 'sent', 'edited_at']);

export function rxSchemaOf<N extends TableName>(table: N): RxJsonSchema<Row<N>> {
  const { properties, required, indexes, ...schema } = jsonSchemaOf(table);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([column]) => !OF_OUR_ENGINE.has(column))),
    required: required.filter((column) => !OF_OUR_ENGINE.has(column)),
    indexes: indexes.filter((fields) => ![fields].flat().some((column) => OF_OUR_ENGINE.has(column))),
  } as unknown as RxJsonSchema<Row<N>>;
}
