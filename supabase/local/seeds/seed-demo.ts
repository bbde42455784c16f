/**
 * GREBEN_SEED=demo: the demo salon. It always has the same people and products, from 14 months before today to 2 months after, so
 * that the calendar is full whenever it is opened.
 */

import type { SalonRole } from '#schemas/constants.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { type CalendarClient, type CalendarEmployee, type CalendarService, fillCalendar } from './seed-demo-calendar.ts';
import { EMPLOYEE_GROUPS, EMPLOYEES, PRODUCT_GROUPS, SERVICES } from './seed-demo-catalog.ts';
import { smallSalon } from './seed-demo-small.ts';
import { addVisits, type VisitPlan } from './seed-demo-visits.ts';
import { person } from './seed-names.ts';
import { type Random, seededRandom } from './seed-random.ts';
import { SalonRows } from './seed-rows.ts';
import type { Seed } from './seed-write.ts';
import { dateAfterDays, dayOfWeek, instantAt } from './zoned-time.ts';

export const ACCOUNTS = {
  admin: { id: 'ad000000-0000-4000-8000-000000000001', email: 'admin@greben.test' },
  owner: { id: 'ad000000-0000-4000-8000-000000000002', email: 'owner@greben.test' },
  owner2: { id: 'ad000000-0000-4000-8000-000000000003', email: 'owner2@greben.test' },
  manager: { id: 'ad000000-0000-4000-8000-000000000007', email: 'manager@greben.test' },
  reception: { id: 'ad000000-0000-4000-8000-000000000008', email: 'reception@greben.test' },
} as const;

const ZONE = 'Europe/Sofia';
const CLIENTS = 600;
const DAYS_BACK = 425;
const DAYS_AHEAD = 61;
/** The time of day without a real clock (GREBEN_TODAY): 10:40, as on the screenshots. */
const PICTURED_MINUTE = 10 * 60 + 40;

interface Frame {
  salon: SalonRows;
  random: Random;
  today: string;
}

function addServices({ salon, random }: Frame): Map<string, CalendarService[]> {
  const made = new Map<string, CalendarService[]>();
  for (const [key, { name: category, color, rows }] of Object.entries(SERVICES)) {
    salon.add('service_groups', random.id(salon.founded), { name: category });
    const services = rows.map(([name, name_en, duration, price]) => {
      const values = { name, name_bg: name, name_en, duration, price, category, color };
      return { id: salon.add('services', random.id(salon.founded), values), name, duration, price };
    });
    made.set(key, services);
  }
  return made;
}

function addProducts({ salon, random, today }: Frame): void {
  const groups: string[] = [];
  const counts = [180, 90, 14].map((daysAgo) => {
    const at = instantAt(dateAfterDays(today, -daysAgo), 19 * 60 + 30, ZONE);
    return { at, save: random.id(at) };
  });
  for (const { name, color, parent, rows } of PRODUCT_GROUPS) {
    const parent_id = parent === null ? null : (groups[parent] ?? null);
    const group_id = salon.add('product_groups', random.id(salon.founded), { name, color, parent_id });
    groups.push(group_id);
    for (const [product, supply_price, sale_price, quantity, unit, low_stock_at] of rows) {
      const barcode = `380${String(random.whole(0, 9_999_999_999)).padStart(10, '0')}`;
      const prices = { supply_price, sale_price, price: sale_price };
      const values = { name: product, barcode, group_name: name, group_id, ...prices, quantity, unit, low_stock_at };
      const product_id = salon.add('products', random.id(salon.founded), values);
      // As in the app, one save holds all counted products, except those without a difference.
      for (const { at, save } of counts) {
        const difference = random.whole(-4, Math.min(quantity, 3));
        if (difference === 0) continue;
        const counted = { old_quantity: quantity - difference, new_quantity: quantity, difference };
        salon.add('product_revisions', `${save}/${product_id}`, { product_id, ...counted, user_id: ACCOUNTS.owner.id }, at);
      }
    }
  }
}

function addClients({ salon, random, today }: Frame): CalendarClient[] {
  return Array.from({ length: CLIENTS }, (_, n) => {
    const { female, ...values } = person(random, n);
    // Two thirds were clients when the salon began to use Greben; the others came later.
    const since = dateAfterDays(today, -DAYS_BACK + Math.max(0, Math.round(((n - 400) / 200) * (DAYS_BACK - 3))));
    const at = n < 400 ? salon.founded : instantAt(since, 8 * 60, ZONE);
    return { id: salon.add('clients', random.id(at), values, at), female, since };
  });
}

/** Yana is away this week. Everybody takes days off through the year, and some work on a day off. */
function overridesOf({ random, today }: Frame, key: string, weekly: CalendarEmployee['weekly']): Map<string, OverrideInterval[]> {
  const days = new Map<string, OverrideInterval[]>();
  const wholeDay: OverrideInterval = { start: null, end: null, type: 'time_off' };
  if (key === 'yana') for (let day = -1; day <= 3; day++) days.set(dateAfterDays(today, day), [wholeDay]);
  for (let holiday = 0; holiday < 2; holiday++) {
    const from = random.whole(-DAYS_BACK, -20);
    for (let day = from; day < from + 7; day++) days.set(dateAfterDays(today, day), [wholeDay]);
  }
  for (let n = 0; n < 4; n++) {
    const date = dateAfterDays(today, random.whole(2, 50));
    const isOff = !weekly.has(dayOfWeek(date));
    const morning: OverrideInterval = { start: '10:00', end: '12:00', type: 'time_off' };
    if (!days.has(date)) days.set(date, isOff ? [{ start: '10:00', end: '15:00', type: 'additional_shift' }] : [morning]);
  }
  return days;
}

/** A whole day off is a holiday; hours off have another reason. */
function reasonOf(set: readonly OverrideInterval[]): TimeOffReason | null {
  const [off] = set.filter(({ type }) => type === 'time_off');
  return off ? (off.start === null ? 'holiday' : 'other') : null;
}

function addEmployees(frame: Frame, services: Map<string, CalendarService[]>): CalendarEmployee[] {
  const { salon, random, today } = frame;
  const groups = Object.entries(EMPLOYEE_GROUPS).map(
    ([key, values]) => [key, salon.add('employee_groups', random.id(salon.founded), values)] as const,
  );
  const groupIds = new Map<string, string>(groups);
  return EMPLOYEES.map(({ key, name, position, color, phone, group, does, shift, off, women }) => {
    const start_date = dateAfterDays(today, -random.whole(500, 2500));
    const email = `${key}@kadritsa.example`;
    const values = { name, position, color, phone, email, username: key, start_date, group_id: groupIds.get(group) ?? null };
    const id = salon.add('resources', random.id(salon.founded), values);
    const weekly = new Map<number, readonly ShiftInterval[]>();
    for (let day = 0; day < 7; day++) if (!off.includes(day)) weekly.set((dayOfWeek(today) + day) % 7, shift);
    for (const [weekday, set] of weekly) salon.weekly(id, weekday, set);
    const overrides = overridesOf(frame, key, weekly);
    for (const [date, set] of overrides) salon.override(id, date, set, reasonOf(set));
    return { id, services: does.flatMap((category) => services.get(category) ?? []), weekly, overrides, women };
  });
}

/** The address of the page on which its customers book. */
const PAGE_SLUG = 'kadritsa';

/**
 * Makes the demo.
 * @param now null: the time of the screenshots on that day
 */
export function demoSeed(today: string, now: Date | null): Seed {
  const founded = instantAt(dateAfterDays(today, -DAYS_BACK - 1), 9 * 60, ZONE);
  const salon = new SalonRows(1, founded);
  const frame: Frame = { salon, random: seededRandom(20_26), today };
  const config = { default_view: 'day', date_format: 'dd/MM/yyyy', currency: 'BGN', timezone: ZONE } as const;
  salon.add('salons', '1', {
    owner_id: ACCOUNTS.owner.id,
    name_bg: 'Студио Къдрица',
    name_en: 'Kadritsa Studio',
    comment: 'София, ул. „Шишман“ 14',
    language: 'bg',
    interval_calendar: 15,
    any_barber: true,
    is_complete: true,
    ...config,
  });
  salon.add('salon_settings', '1', { calendar_interval: 15, ...config });
  const services = addServices(frame);
  const employees = addEmployees(frame, services);
  addProducts(frame);
  const clients = addClients(frame);
  fillCalendar({
    salon,
    random: frame.random,
    zone: ZONE,
    from: dateAfterDays(today, -DAYS_BACK),
    to: dateAfterDays(today, DAYS_AHEAD),
    today,
    now: now?.toISOString() ?? instantAt(today, PICTURED_MINUTE, ZONE),
    employees,
    clients,
  });
  const byKey = Object.fromEntries(EMPLOYEES.map(({ key }, n) => [key, employees[n]])) as VisitPlan['employees'];
  addVisits({ salon, zone: ZONE, today, employees: byKey, clients });
  const small = smallSalon(2, ACCOUNTS.owner2.id, today, now);
  // The owner works as Мария; the manager as Ивайло; the reception's tablet has an account of its own.
  const member = (role: SalonRole, name: string, key?: string) => ({
    membership: {
      salonId: 1,
      role,
      name,
      resourceId: employees[EMPLOYEES.findIndex((one) => one.key === key)]?.id,
      joinedAt: founded,
    },
  });
  return {
    accounts: [
      { ...ACCOUNTS.admin, membership: null },
      { ...ACCOUNTS.owner, ...member('owner', 'Мария Петрова', 'maria') },
      { ...ACCOUNTS.owner2, membership: { salonId: 2, role: 'owner', name: 'Emma Clarke', joinedAt: small.founded } },
      { ...ACCOUNTS.manager, ...member('manager', 'Ивайло Георгиев', 'ivaylo') },
      { ...ACCOUNTS.reception, ...member('staff', 'Рецепция') },
    ],
    salons: [salon, small],
    administration: {
      salon_approvals: [
        {
          salon_id: 1,
          status: 'approved',
          submission_date: founded,
          approval_date: instantAt(dateAfterDays(today, -DAYS_BACK), 600, ZONE),
        },
        { salon_id: 2, status: 'pending', submission_date: small.founded },
      ],
      salon_notes: [
        { salon_id: 1, author_id: ACCOUNTS.admin.id, note: 'Първият салон. Питат за второ устройство на рецепцията.' },
      ],
    },
    pages: [
      {
        ...{ salon_id: 1, slug: PAGE_SLUG, enabled: true, phone: '02 981 2345', address: 'София, ул. „Шишман“ 14' },
        about_bg: 'Коса, нокти и лице в центъра на София. Елате пет минути по-рано, за да не бързаме.',
        about_en: 'Hair, nails and face in the centre of Sofia. Come five minutes early, so that nobody has to hurry.',
      },
    ],
  };
}
