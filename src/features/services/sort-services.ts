import { serviceName } from '#domain/service-duration.ts';
import { sortRows } from '#domain/sort-rows.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SortOrder } from '#ui/sort-head.tsx';

type Service = LocalRow<'services'>;

/** The table's columns; the first one is the order without a choice. */
export const SERVICE_SORTS = ['name', 'category', 'duration', 'price', 'online'] as const;
export type ServiceSortKey = (typeof SERVICE_SORTS)[number];
export type ServiceSort = SortOrder<ServiceSortKey>;

/** Visible ones stand before the others. */
function valueIn(row: Service, by: ServiceSortKey, language: Language) {
  if (by === 'name') return serviceName(row, language);
  return by === 'online' ? Number(!row.show_online) : row[by];
}

/** Equal ones stand by the name that the language shows. */
export function sortedServices(rows: readonly Service[], { by, descending }: ServiceSort, language: Language) {
  const byName = sortRows(rows, by === 'name' && descending, (row) => serviceName(row, language));
  return by === 'name' ? byName : sortRows(byName, descending, (row) => valueIn(row, by, language));
}
