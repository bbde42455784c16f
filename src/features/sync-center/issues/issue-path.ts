import { type LocalDate, zonedParts } from '#domain/time.ts';
import type { TableName } from '#schemas/registry.ts';

const PLACES: Readonly<Record<TableName, string>> = {
  salons: '/salon',
  salon_settings: '/salon',
  resources: '/employees/edit/',
  employee_groups: '/employees',
  services: '/services/edit/',
  service_groups: '/services/categories',
  products: '/products/edit/',
  product_groups: '/products/groups',
  clients: '/clients/',
  employee_weekly_shifts: '/shifts',
  employee_day_overrides: '/shifts',
  events: '/calendar',
  product_revisions: '/products/revision',
};

/** Where a record is seen: a booking on its day, a client on their card, another in its form. */
export function recordPath(table: TableName, id: string, content: Readonly<Record<string, unknown>>, zone: string): string {
  const place = PLACES[table];
  if (table !== 'events') return place.endsWith('/') ? place + encodeURIComponent(id) : place;
  const start = content.start_time;
  const day: LocalDate | null = typeof start === 'string' ? zonedParts(start, zone).date : null;
  return `${place}?${new URLSearchParams({ ...(day ? { day } : {}), event: id })}`;
}

/** Where it is put right, after a refusal: a client has a form of their own beside the card. */
export function correctionPath(...record: Parameters<typeof recordPath>): string {
  const [table, id] = record;
  return table === 'clients' ? `/clients/edit/${encodeURIComponent(id)}` : recordPath(...record);
}
