/** Rows for tests: the table's initial values with what matters named. */
import { type LocalRow, TABLES, type TableName } from '#schemas/registry.ts';

export function row<N extends TableName>(table: N, values: Partial<LocalRow<N>> & { id: string }): LocalRow<N> {
  const initial = Object.fromEntries(Object.entries(TABLES[table].columns).map(([name, column]) => [name, column.initial]));
  const frame = {
    salon_id: 1,
    rev: 1,
    deleted: false,
    created_at: null,
    updated_at: null,
    pending: 0,
    base: null,
    sent: null,
    edited_at: null,
  };
  return { ...initial, ...frame, ...values } as LocalRow<N>;
}

export const ZONE = 'Europe/Sofia';
/** A Wednesday; winter time, two hours east. */
export const DAY = '2026-11-18';

/** An instant of that day by the salon's clock. */
export function at(clock: string, date = DAY): string {
  return new Date(`${date}T${clock}:00+02:00`).toISOString();
}

export function booking(id: string, from: string, to: string, more: Partial<LocalRow<'events'>> = {}): LocalRow<'events'> {
  return row('events', {
    id,
    resource_id: 'maria',
    client_id: 'yoana',
    service_id: 'cut',
    start_time: at(from),
    end_time: at(to),
    status: 'booked',
    title: 'Подстригване',
    ...more,
  });
}

export const MARIA = row('resources', { id: 'maria', name: 'Мария Петрова', color: '#7c3aed' });
export const IVAYLO = row('resources', { id: 'ivaylo', name: 'Ивайло Ганев', color: '#3b82f6' });
export const YOANA = row('clients', { id: 'yoana', name: 'Йоана Христова', phone: '+359888123456' });
export const CUT = row('services', { id: 'cut', name: 'Подстригване', name_en: 'Haircut', duration: 45, price: 45 });
