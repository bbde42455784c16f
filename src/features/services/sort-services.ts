import { serviceName } from '#domain/booking/service-duration.ts';
import { inCurrency } from '#domain/money/fixed-rate.ts';
import { sortRows } from '#domain/records/sort-rows.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SortOrder } from '#ui/table/sort-head.tsx';

type Service = LocalRow<'services'>;

/** The table's columns; the first one is the order without a choice. */
export const SERVICE_SORTS = ['name', 'category', 'duration', 'price', 'online'] as const;
export type ServiceSortKey = (typeof SERVICE_SORTS)[number];
export type ServiceSort = SortOrder<ServiceSortKey>;

/** A price by what it comes to in the salon's currency; what does not come to anything there stands last. */
function priceIn({ price, currency }: Service, salon: Currency | null): number | null {
  const there = inCurrency({ amount: price, currency }, salon ?? currency);
  return salon === null || there.currency === salon ? there.amount : null;
}

/** Visible ones stand before the others. */
function valueIn(row: Service, by: ServiceSortKey, language: Language, salon: Currency | null) {
  if (by === 'name') return serviceName(row, language);
  if (by === 'price') return priceIn(row, salon);
  return by === 'online' ? Number(!row.show_online) : row[by];
}

/** Equal ones stand by the name that the language shows. */
export function sortedServices(
  rows: readonly Service[],
  { by, descending }: ServiceSort,
  language: Language,
  salon: Currency | null,
) {
  const byName = sortRows(rows, by === 'name' && descending, (row) => serviceName(row, language));
  return by === 'name' ? byName : sortRows(byName, descending, (row) => valueIn(row, by, language, salon));
}
