/** Fills a salon's calendar like a real one: within the shifts, and rarely with two bookings at a time. */
import type { EventStatus } from '#schemas/constants.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import type { Random } from './seed-random.ts';
import type { SalonRows } from './seed-rows.ts';
import { dateAfterDays, dayOfWeek, instantAt, minuteOf } from './zoned-time.ts';

export interface CalendarService {
  id: string;
  name: string;
  duration: number;
  price: number;
}

export interface CalendarEmployee {
  id: string;
  services: readonly CalendarService[];
  /** Shifts by weekday, 0 is Sunday. */
  weekly: ReadonlyMap<number, readonly ShiftInterval[]>;
  /** Overrides by date. */
  overrides: ReadonlyMap<string, readonly OverrideInterval[]>;
  /** Share of women among the clients, 0 to 1. */
  women: number;
}

export interface CalendarClient {
  id: string;
  female: boolean;
  /** The date on which they became a client. */
  since: string;
}

export interface CalendarPlan {
  salon: SalonRows;
  random: Random;
  zone: string;
  from: string;
  to: string;
  today: string;
  /** ISO UTC. An event that ended before this is completed, cancelled or missed. */
  now: string;
  employees: readonly CalendarEmployee[];
  clients: readonly CalendarClient[];
}

type Stretch = readonly [from: number, to: number];

const BLOCKS = ['Обедна почивка', 'Доставка на бои', 'Среща с доставчик', 'Обучение', 'Лекар'];
const NOTES = [
  'Алергия към амоняк',
  'Формула 7.1 + 8.3',
  'Носи снимка',
  'Сватба, двор',
  'Закъснява с 10 минути',
  'Първо посещение',
];

function stretchesOn(employee: CalendarEmployee, date: string): Stretch[] {
  const overrides = employee.overrides.get(date) ?? [];
  if (overrides.some((o) => o.type === 'time_off' && o.start === null)) return [];
  const added = overrides.filter((o) => o.type === 'additional_shift');
  const shifts = [...(employee.weekly.get(dayOfWeek(date)) ?? []), ...added];
  let free: Stretch[] = shifts.map(({ start, end }) => [minuteOf(start ?? '00:00'), minuteOf(end ?? '00:00')] as const);
  for (const off of overrides.filter((o) => o.type === 'time_off')) {
    const [from, to] = [minuteOf(off.start ?? '00:00'), minuteOf(off.end ?? '00:00')];
    const pieces = free.flatMap(([a, b]): Stretch[] => [
      [a, Math.min(b, from)],
      [Math.max(a, to), b],
    ]);
    free = pieces.filter(([a, b]) => b > a);
  }
  return free.sort((a, b) => a[0] - b[0]);
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Returns the share of a day that is booked: high in the past, and lower and lower in the future. */
function fullness(plan: CalendarPlan, date: string): number {
  const ahead = daysBetween(plan.today, date);
  if (ahead <= 0) return ahead === 0 ? 0.85 : 0.72;
  return ahead <= 14 ? 0.72 - ahead * 0.035 : Math.max(0.03, 0.22 - (ahead - 14) * 0.005);
}

function statusOf(random: Random, end: string, now: string): EventStatus {
  const fate = random.next();
  if (end > now) return fate < 0.04 ? 'cancelled' : 'booked';
  if (fate < 0.055) return 'cancelled';
  if (fate < 0.095) return 'no-show';
  return fate < 0.11 ? 'booked' : 'completed';
}

function clientFor(plan: CalendarPlan, employee: CalendarEmployee, date: string): CalendarClient | undefined {
  const { random, clients } = plan;
  const known = clients.filter((client) => client.since <= date).length;
  const wantsFemale = random.chance(employee.women);
  for (let attempt = 0; attempt < 30; attempt++) {
    // The power makes the first clients come most often.
    const client = clients[Math.floor(random.next() ** 1.7 * known)];
    if (client?.female === wantsFemale) return client;
  }
  return clients[0];
}

function book(plan: CalendarPlan, employee: CalendarEmployee, date: string, minute: number, service: CalendarService): void {
  const { salon, random, zone, now } = plan;
  const start = instantAt(date, minute, zone);
  const end = instantAt(date, minute + service.duration, zone);
  const booked = Date.parse(start) - random.whole(2, 15 * 24) * 3_600_000 - random.whole(0, 3_599_999);
  const latest = Date.parse(now) - random.whole(60_000, 20 * 86_400_000);
  const at = new Date(Math.min(Math.max(booked, Date.parse(salon.founded)), latest)).toISOString();
  const status = statusOf(random, end, now);
  salon.add(
    'events',
    random.id(at),
    {
      resource_id: employee.id,
      client_id: clientFor(plan, employee, date)?.id ?? null,
      service_id: service.id,
      title: service.name,
      start_time: start,
      end_time: end,
      notes: random.chance(0.06) ? random.pick(NOTES) : null,
      type: 'appointment',
      status,
      arrived_at: status === 'booked' && start <= now && now < end ? start : null,
      price: service.price,
    },
    at,
  );
}

function block(plan: CalendarPlan, employee: CalendarEmployee, date: string, minute: number, length: number): void {
  const { salon, random, zone, now } = plan;
  const start = instantAt(date, minute, zone);
  const at = new Date(Math.min(Date.parse(start), Date.parse(now)) - random.whole(1, 90) * 3_600_000).toISOString();
  const values = { resource_id: employee.id, title: random.pick(BLOCKS), type: 'blocking' as const };
  salon.add('events', random.id(at), { ...values, start_time: start, end_time: instantAt(date, minute + length, zone) }, at);
}

function fillStretch(plan: CalendarPlan, employee: CalendarEmployee, date: string, [from, to]: Stretch): void {
  const { random } = plan;
  const full = fullness(plan, date);
  let minute = from + random.pick([0, 0, 0, 15, 30]);
  while (minute + 15 <= to) {
    const fitting = employee.services.filter((service) => minute + service.duration <= to);
    if (random.chance(0.025) && minute + 30 <= to) {
      const length = random.pick([30, 30, 60].filter((m) => minute + m <= to));
      block(plan, employee, date, minute, length);
      minute += length;
    } else if (fitting.length > 0 && random.chance(full)) {
      const service = random.pick(fitting);
      book(plan, employee, date, minute, service);
      // Now and then two bookings have the same time, and the calendar must show it.
      if (random.chance(0.012)) book(plan, employee, date, minute + 15, random.pick(fitting));
      minute += service.duration + random.pick([0, 0, 0, 15, 15, 30]);
    } else {
      minute += random.pick([15, 30, 45, 60]);
    }
  }
}

export function fillCalendar(plan: CalendarPlan): void {
  for (let date = plan.from; date <= plan.to; date = dateAfterDays(date, 1)) {
    for (const employee of plan.employees) {
      for (const stretch of stretchesOn(employee, date)) fillStretch(plan, employee, date, stretch);
    }
  }
}
