/** The thirteen collections of a replica (RxDB's open core holds no more). The compiler checks each schema against RxDB's own type. */
import type { RxCollection, RxJsonSchema } from 'rxdb';
import { jsonSchemaOf } from '#schemas/json-schema.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';

/** The open collections of a replica by table. */
export type Collections = { readonly [N in TableName]: RxCollection<LocalRow<N>> };

/** The collections that RxDB opens: each table with its local schema. */
export const COLLECTIONS: { readonly [N in TableName]: { readonly schema: RxJsonSchema<LocalRow<N>> } } = {
  salons: { schema: jsonSchemaOf('salons') },
  salon_settings: { schema: jsonSchemaOf('salon_settings') },
  employee_groups: { schema: jsonSchemaOf('employee_groups') },
  service_groups: { schema: jsonSchemaOf('service_groups') },
  product_groups: { schema: jsonSchemaOf('product_groups') },
  resources: { schema: jsonSchemaOf('resources') },
  services: { schema: jsonSchemaOf('services') },
  products: { schema: jsonSchemaOf('products') },
  clients: { schema: jsonSchemaOf('clients') },
  employee_weekly_shifts: { schema: jsonSchemaOf('employee_weekly_shifts') },
  employee_day_overrides: { schema: jsonSchemaOf('employee_day_overrides') },
  events: { schema: jsonSchemaOf('events') },
  product_revisions: { schema: jsonSchemaOf('product_revisions') },
};
