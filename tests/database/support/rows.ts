/** A row of every replicated table that the database takes, with the rows it refers to. */
import type { TableName } from '#schemas/registry.ts';
import type { Change } from './database.ts';

const at = (hour: number) => `2026-11-18T${String(hour).padStart(2, '0')}:00:00.000Z`;

export const DOCS = {
  employee_groups: { name: 'Стилисти' },
  service_groups: { name: 'Коса' },
  product_groups: { name: 'Бои', parent_id: null },
  resources: { name: 'Ани', group_id: 'employee_groups-1' },
  services: {
    name: 'Подстригване',
    name_bg: 'Подстригване',
    name_en: 'Cut',
    duration: 30,
    price: 25.5,
    buffer_after: 5,
    ...{ resource_ids: '["resources-1"]', own_terms: '[["resources-1",45,30.5,"BGN"]]' },
    room_id: 'laser',
  },
  products: { name: 'Шампоан', group_id: 'product_groups-1', sale_price: 12.5, quantity: 3, unit: 'g' },
  clients: { first_name: 'Мария', last_name: 'Иванова', phone: '+359888123456' },
  employee_weekly_shifts: {
    resource_id: 'resources-1',
    weekday: 3,
    start_time: '09:00',
    end_time: '13:00',
    intervals: '[["09:00","13:00"],["14:00","18:00"]]',
  },
  employee_day_overrides: {
    resource_id: 'resources-1',
    date: '2026-11-18',
    type: 'time_off',
    start_time: '10:00',
    end_time: '12:00',
    intervals: '[["10:00","12:00","time_off"]]',
  },
  events: {
    resource_id: 'resources-1',
    client_id: 'clients-1',
    service_id: 'services-1',
    start_time: at(8),
    end_time: at(9),
    status: 'booked',
    ...{ price: 25.5, currency: 'BGN' },
    ...{ buffer_after: 5, visit_id: 'events-1', visit_pos: 0 },
  },
} as const;

export const IDS: Partial<Record<TableName, string>> = {
  employee_weekly_shifts: 'resources-1/3/0',
  employee_day_overrides: 'resources-1/2026-11-18/0',
};
export const idOf = (table: TableName, salonId: number): string =>
  table === 'salons' || table === 'salon_settings' ? String(salonId) : (IDS[table] ?? `${table}-1`);

/** One row in each of the thirteen tables, in the order of pushing. */
export function oneOfEach(salonId: number, userId: string): Change[] {
  const rows = Object.entries(DOCS).map(([table, doc]) => ({ table, id: idOf(table as TableName, salonId), doc: { ...doc } }));
  const revision = { product_id: 'products-1', old_quantity: 3, new_quantity: 5, difference: 2, user_id: userId };
  return [...rows, { table: 'product_revisions', id: 'product_revisions-1', doc: revision }];
}

/** A booking that refers to the rows of `oneOfEach`. */
export const booking = (id: string, more: Record<string, unknown> = {}): Change => ({
  table: 'events',
  id,
  doc: { resource_id: 'resources-1', start_time: at(8), end_time: at(9), status: 'booked', ...more },
});
