/** The team and the calendar of the first salon of the test seed. Every name tells what is special about its row. */
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import type { SalonRows } from './seed-rows.ts';
import { dateAfterDays, dayOfWeek, instantAt, minuteOf } from './zoned-time.ts';

const ZONE = 'Europe/Sofia';
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const DAY: ShiftInterval = { start: '09:00', end: '18:00' };
const WHOLE_DAY: OverrideInterval = { start: null, end: null, type: 'time_off' };

interface Employee {
  id: string;
  name: string;
  color: string;
  shift?: readonly ShiftInterval[];
  days?: readonly number[];
  active?: boolean;
}

const lastSunday = (year: number, month: number) => {
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return dateAfterDays(last, -dayOfWeek(last));
};

function addTeam(salon: SalonRows, today: string): void {
  const weekday = dayOfWeek(today);
  const team: readonly Employee[] = [
    { id: 'maria', name: 'Мария Петрова', color: '#7c3aed', shift: [DAY] },
    { id: 'ivaylo', name: 'Ивайло Георгиев', color: '#3b82f6', shift: [{ start: '10:00', end: '19:00' }] },
    {
      id: 'desislava',
      name: 'Десислава Тодорова',
      color: '#3498db',
      shift: [
        { start: '09:00', end: '13:00' },
        { start: '14:00', end: '19:00' },
      ],
    },
    { id: 'nikolay', name: 'Николай Стоев', color: '#16a34a', shift: [{ start: '18:00', end: '02:00' }] },
    { id: 'gabriela', name: 'Габриела Илиева', color: '#ec4899', shift: [{ start: '09:30', end: '17:30' }] },
    { id: 'tsvetelina', name: 'Цветелина без смени', color: '#f59e0b' },
    { id: 'radoslav', name: 'Радослав в отпуск', color: '#64748b', shift: [DAY] },
    { id: 'yana', name: 'Яна Щерева', color: '#dc2626', shift: [DAY] },
    { id: 'boris', name: 'Борис с почивен ден', color: '#0891b2', shift: [DAY], days: EVERY_DAY.filter((d) => d !== weekday) },
    { id: 'kalina', name: 'Калина неактивна', color: '#a16207', shift: [DAY], active: false },
  ];
  for (const { id, name, color, shift = [], days = EVERY_DAY, active = true } of team) {
    const group_id = id === 'maria' || id === 'desislava' ? 'team-hair' : null;
    salon.add('resources', id, { name, color, active, group_id, position: 'Стилист' });
    for (const day of days) salon.weekly(id, day, shift);
  }
  salon.override('radoslav', today, [WHOLE_DAY]);
  salon.override('yana', today, [{ start: '12:00', end: '14:00', type: 'time_off' }]);
  salon.override('boris', today, [{ start: '10:00', end: '16:00', type: 'additional_shift' }]);
}

export function addTestCalendar(salon: SalonRows, today: string): void {
  addTeam(salon, today);
  const made = instantAt(dateAfterDays(today, -3), 12 * 60, ZONE);

  const event = (
    id: string,
    resource: string,
    start: string,
    minutes: number,
    more: Record<string, unknown> = {},
    date = today,
  ) => {
    const from = minuteOf(start);
    const times = { start_time: instantAt(date, from, ZONE), end_time: instantAt(date, from + minutes, ZONE) };
    const usual = { client_id: 'client-anna', service_id: 'service-cut', title: 'Подстригване', status: 'booked', price: 45 };
    const at = date < dateAfterDays(today, -3) ? instantAt(date, -24 * 60, ZONE) : made;
    salon.add('events', id, { resource_id: resource, ...times, ...usual, ...more }, at);
  };
  const by = (client_id: string) => ({ client_id });

  event('event-done', 'maria', '09:00', 60, { status: 'completed' });
  event('event-pair-1', 'maria', '11:00', 60, by('client-silvia'));
  event('event-pair-2', 'maria', '11:30', 60, by('client-galya'));
  event('event-movable', 'maria', '15:00', 60, by('client-emil'));
  event('event-early', 'maria', '07:30', 25, by('client-boris'));
  event('event-no-show', 'ivaylo', '10:00', 45, { ...by('client-boris'), status: 'no-show' });
  event('event-cancelled', 'ivaylo', '11:00', 60, { ...by('client-galya'), status: 'cancelled' });
  event('event-trio-1', 'ivaylo', '14:00', 60, by('client-emil'));
  event('event-trio-2', 'ivaylo', '14:15', 60, by('client-boris'));
  event('event-trio-3', 'ivaylo', '14:30', 60, by('client-silvia'));
  const blocking = { type: 'blocking', client_id: null, service_id: null, status: null, price: null };
  event('event-blocked', 'desislava', '15:00', 60, { ...blocking, title: 'Доставка на бои' });
  event('event-running', 'desislava', '10:15', 60, { ...by('client-galya'), arrived_at: instantAt(today, 615, ZONE) });
  event('event-late', 'nikolay', '21:30', 45, by('client-boris'));
  event('event-five-past', 'gabriela', '10:05', 45, by('client-silvia'));
  event('event-50', 'gabriela', '11:00', 50, { service_id: 'service-50', title: 'Услуга 50 минути', price: 40 });
  event('event-no-duration', 'gabriela', '13:00', 60, {
    service_id: 'service-no-duration',
    title: 'Услуга без времетраене',
    price: 25,
  });
  event('event-unknown-status', 'gabriela', '15:00', 60, { ...by('client-emil'), status: 'unknown' });
  event('event-first-name-only', 'yana', '09:00', 60, by('client-first-name-only'));
  event('event-nameless', 'yana', '10:15', 60, by('client-nameless'));
  event('event-of-company', 'yana', '14:30', 60, by('client-named'));
  // It is in the past: a future one would be an issue on each device.
  event('event-deleted-client', 'yana', '08:00', 60, { ...by('client-deleted'), status: 'completed' });
  event('event-on-extra-shift', 'boris', '12:00', 30, { service_id: 'service-beard', title: 'Брада', price: 18 });
  event('event-of-inactive', 'kalina', '12:00', 60, by('client-anna'));

  const tomorrow = dateAfterDays(today, 1);
  for (let n = 0; n < 6; n++)
    event(`event-six-${n + 1}`, 'maria', `${String(9 + n).padStart(2, '0')}:00`, 45, by('client-anna'), tomorrow);
  event('event-yesterday', 'maria', '10:00', 60, { ...by('client-emil'), status: 'completed' }, dateAfterDays(today, -1));

  const year = Number(today.slice(0, 4));
  for (const [season, date] of [
    ['spring', lastSunday(year, 3)],
    ['autumn', lastSunday(year, 10)],
  ] as const) {
    // The event lasts from 2:30 to 4:30 by the clock: one hour in spring, three in autumn. Another one at noon must be shown at
    // noon.
    event(`event-dst-night-${season}`, 'nikolay', '02:30', 120, { status: 'completed' }, date);
    event(`event-dst-noon-${season}`, 'maria', '12:00', 60, { status: 'completed' }, date);
  }
  const longAgo = new Date(Date.parse(`${today}T00:00:00Z`));
  longAgo.setUTCMonth(longAgo.getUTCMonth() - 14);
  event('event-14-months-ago', 'maria', '12:00', 60, { status: 'completed' }, longAgo.toISOString().slice(0, 10));
}
