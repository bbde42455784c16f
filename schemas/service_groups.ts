import { type RowOf, table, text } from './table.ts';

/** Categories of services (document 2 §3). */
export const service_groups = table('service_groups', { name: text() });
export type ServiceGroup = RowOf<typeof service_groups>;
