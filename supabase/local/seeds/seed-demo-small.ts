/** The second, smaller salon of the demo and of the tests: English, euro, London, half hours, week view, month first. */
import type { ShiftInterval } from '#schemas/intervals.ts';
import { type CalendarEmployee, fillCalendar } from './seed-demo-calendar.ts';
import { seededRandom } from './seed-random.ts';
import { SalonRows } from './seed-rows.ts';
import { dateAfterDays, instantAt } from './zoned-time.ts';

const ZONE = 'Europe/London';
const SERVICES = [
  ['Cut and finish', 'Подстригване и сешоар', 60, 48],
  ['Blow-dry', 'Сешоар', 30, 26],
  ['Full colour', 'Боядисване', 120, 95],
  ['Beard trim', 'Брада', 30, 18],
] as const;
const EMPLOYEES = [
  ['Emma Clarke', '#7c3aed'],
  ['Oliver Hughes', '#3b82f6'],
  ['Sofia Reed', '#16a34a'],
] as const;
const CLIENTS = [
  ['Grace', 'Turner'],
  ['Jack', 'Evans'],
  ['Isla', 'Cooper'],
  ['Harry', 'Ward'],
  ['Mia', 'Foster'],
  ['Leo', 'Bennett'],
  ['Ava', 'Murray'],
  ['Noah', 'Hayes'],
  ['Ella', 'Webb'],
  ['Oscar', 'Gray'],
  ['Freya', 'Palmer'],
  ['Arthur', 'Stone'],
] as const;

/**
 * Makes the small salon.
 * @param now null: 10:40 of that day
 */
export function smallSalon(id: number, ownerId: string, today: string, now: Date | null): SalonRows {
  const founded = instantAt(dateAfterDays(today, -40), 9 * 60, ZONE);
  const salon = new SalonRows(id, founded);
  const random = seededRandom(77);
  const config = { default_view: 'week', date_format: 'MM/dd/yyyy', currency: 'EUR', timezone: ZONE } as const;
  salon.add('salons', String(id), {
    owner_id: ownerId,
    name_bg: 'Кичур и гребен',
    name_en: 'Curl & Comb',
    language: 'en',
    interval_calendar: 30,
    is_complete: true,
    ...config,
  });
  salon.add('salon_settings', String(id), { calendar_interval: 30, ...config });
  salon.add('service_groups', 'hair', { name: 'Hair' });
  const services = SERVICES.map(([name, name_bg, duration, price], n) => {
    const values = { name, name_bg, name_en: name, duration, price, category: 'Hair' };
    return { id: salon.add('services', `service-${n + 1}`, values), name, duration, price };
  });
  const shift: ShiftInterval[] = [{ start: '09:00', end: '17:30' }];
  const employees = EMPLOYEES.map(([name, color], n): CalendarEmployee => {
    const resource = salon.add('resources', `employee-${n + 1}`, { name, color, position: 'Stylist' });
    const weekly = new Map([1, 2, 3, 4, 5, 6].map((weekday) => [weekday, shift] as const));
    for (const [weekday, set] of weekly) salon.weekly(resource, weekday, set);
    return { id: resource, services, weekly, overrides: new Map(), women: 0.5 };
  });
  const clients = CLIENTS.map(([first_name, last_name], n) => {
    const phone = `+4420794600${String(n).padStart(2, '0')}`;
    const made = salon.add('clients', `client-${n + 1}`, { first_name, last_name, phone });
    return { id: made, female: n % 2 === 0, since: dateAfterDays(today, -40) };
  });
  salon.add('products', 'product-1', {
    name: 'Sea salt spray 200 ml',
    supply_price: 6.5,
    sale_price: 14,
    quantity: 9,
    unit: 'pcs',
  });
  const range = { from: dateAfterDays(today, -30), to: dateAfterDays(today, 14), today };
  const clock = now?.toISOString() ?? instantAt(today, 10 * 60 + 40, 'Europe/Sofia');
  fillCalendar({ salon, random, zone: ZONE, ...range, now: clock, employees, clients });
  return salon;
}
