import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { addMinutes, instantOf } from '#domain/time/time.ts';
import { i18n } from '#i18n/i18n.ts';
import { buildDay, type DayInput } from './build-day.ts';

const weekly = new Map([
  [
    weeklyKey('maria', 3),
    [
      { start: '09:00', end: '13:00' },
      { start: '14:00', end: '18:30' },
    ],
  ],
  [weeklyKey('ivaylo', 3), [{ start: '10:00', end: '19:00' }]],
]);

function input(events: DayInput['events'], more: Partial<DayInput> = {}): DayInput {
  return {
    date: DAY,
    zone: ZONE,
    language: 'bg',
    t: i18n.getFixedT(more.language ?? 'bg', 'calendar'),
    events,
    onlyRead: new Set(),
    employees: [IVAYLO, MARIA],
    client: (id) => (id === 'yoana' ? YOANA : undefined),
    service: (id) => (id === 'cut' ? CUT : undefined),
    weekly,
    overrides: new Map(),
    troubles: new Map(),
    openOverlaps: new Set<string>(),
    hidden: new Set(),
    moving: new Map(),
    maxLanes: 2,
    ...more,
  };
}

const column = (view: DayInput, id = 'maria') => buildDay(view).find((c) => c.id === id);
const only = (view: DayInput) => column(view)?.events[0];

describe('the columns of a day', () => {
  it('stand for the employees who are chosen, with first name and hours', () => {
    expect(buildDay(input([])).map(({ id, head, shift }) => [id, head, shift.replaceAll('\u2060', '')])).toEqual([
      ['ivaylo', 'Ивайло', '10–19'],
      ['maria', 'Мария', '9–13, 14–18:30'],
    ]);
    expect(buildDay(input([], { hidden: new Set(['ivaylo']) })).map(({ id }) => id)).toEqual(['maria']);
  });

  it('say that the salon is closed, but for whoever has an additional shift, and are made anew when it closes', () => {
    const closed = salonDaysOf(null, JSON.stringify([['dates', DAY, DAY, 'Ремонт']]));
    const extra = new Map([[overrideKey('maria', DAY), [{ start: '10:00', end: '12:00', type: 'additional_shift' as const }]]]);
    const view = input([], { overrides: extra });
    const after = buildDay({ ...view, open: closed }, buildDay(view));
    expect(after.map(({ shift, mark }) => [shift.replaceAll('\u2060', ''), mark])).toEqual([
      ['Затворено', 'day-off'],
      ['10–12', null],
    ]);
    expect(buildDay({ ...view, open: closed }, after)).toBe(after);
  });

  it('say who took time off, for a whole day and for hours; a shift that is only shorter is none', () => {
    const key = overrideKey('maria', DAY);
    const off = (start: string | null, end: string | null) => ({ start, end, type: 'time_off' as const });
    const hours = new Map([[key, [off('09:00', '11:00')]]]);
    const away = new Set([key]);
    expect(column(input([], { overrides: hours, away }))?.away).toEqual([{ from: 540, to: 660 }]);
    expect(column(input([], { overrides: hours }))?.away).toBeUndefined();
    const whole = column(input([], { overrides: new Map([[key, [off(null, null)]]]), away }));
    expect([whole?.shift, whole?.away]).toEqual(['Отсъства', [{ from: 480, to: 1260 }]]);
    expect(column(input([], { overrides: new Map([[key, [off(null, null)]]]) }))?.shift).toBe('Почива');
  });

  it('hatch what lies outside the shifts, one stretch each', () => {
    expect(column(input([]))?.off).toEqual([
      { from: 480, to: 540 },
      { from: 780, to: 840 },
      { from: 1110, to: 1260 },
    ]);
  });

  it('say so on a day off', () => {
    expect(column(input([], { weekly: new Map() }))).toMatchObject({ mark: 'day-off', shift: 'Почива', stretches: [] });
  });

  it('show an inactive and a deleted employee only on days with their appointments, marked and not bookable', () => {
    const gone = row('resources', { id: 'gone', name: 'Зоя', active: false });
    expect(buildDay(input([], { employees: [MARIA, gone] })).map(({ id }) => id)).toEqual(['maria']);
    const events = [
      booking('a', '10:00', '11:00', { resource_id: 'gone' }),
      booking('b', '10:00', '11:00', { resource_id: 'nobody' }),
    ];
    const [, second, third] = buildDay(input(events, { employees: [MARIA, gone] }));
    expect(second).toMatchObject({ id: 'gone', mark: 'inactive', shift: 'Неактивен', stretches: [] });
    expect(third).toMatchObject({ id: 'nobody', mark: 'removed', name: 'Изтрит служител' });
  });

  it('hide no appointment of somebody who was hidden and has left since: nothing would bring them back', () => {
    const gone = row('resources', { id: 'gone', name: 'Зоя', active: false });
    const day = input([booking('a', '10:00', '11:00', { resource_id: 'gone' })], {
      employees: [MARIA, gone],
      hidden: new Set(['gone']),
    });
    expect(buildDay(day).map(({ id }) => id)).toEqual(['maria', 'gone']);
  });

  it('tell two employees of one first name apart', () => {
    const other = row('resources', { id: 'm2', name: 'Мария Колева' });
    expect(buildDay(input([], { employees: [MARIA, other] })).map(({ head }) => head)).toEqual(['Мария П.', 'Мария К.']);
  });
});

describe('a room that is short', () => {
  const rooms = new Map([['cut', { id: 'laser', name: 'Лазерен кабинет', count: 1 }]]);
  const a = booking('a', '10:00', '11:00');
  const b = booking('b', '10:30', '11:30', { resource_id: 'ivaylo' });
  const c = booking('c', '12:00', '13:00', { resource_id: 'ivaylo' });

  it('marks the bookings in it in whichever columns they stand, and names the room', () => {
    const columns = buildDay(input([a, b, c], { rooms }));
    const marked = columns.flatMap(({ events }) => events.map(({ id, double }) => [id, double]));
    expect(Object.fromEntries(marked)).toEqual({ a: true, b: true, c: false });
    expect(column(input([a, b, c], { rooms }))?.events[0]?.label).toBe(
      '10:00–11:00, Йоана Христова, Подстригване, Мария Петрова, Лазерен кабинет, записан, застъпва се',
    );
    expect(only(input([a, b, c]))?.double).toBe(false);
  });

  it('draws only the columns anew of which it concerns a booking', () => {
    const same = input([], { rooms });
    const of = (...events: DayInput['events']) => ({ ...same, events });
    const before = buildDay(of(a, c));
    for (const one of before) expect(one.events).toHaveLength(1);
    const next = buildDay(of(a, b, c), before);
    expect(next.map((one) => before.includes(one))).toEqual([false, false]);
    const later = booking('d', '16:00', '17:00', { resource_id: 'ivaylo' });
    const after = buildDay(of(a, b, c, later), next);
    expect(after.map((one) => next.includes(one))).toEqual([false, true]);
    const freed = buildDay(of(a, c, later), after);
    expect(freed.map((one) => after.includes(one))).toEqual([false, false]);
    expect(freed.flatMap(({ events }) => events.map(({ double }) => double))).toEqual([false, false, false]);
  });
});

describe('the name of an appointment', () => {
  it('is time, client, service, employee and status', () => {
    expect(only(input([booking('a', '10:00', '11:00')]))?.label).toBe(
      '10:00–11:00, Йоана Христова, Подстригване, Мария Петрова, записан',
    );
  });

  it('adds that it was not sent yet, and that it overlaps', () => {
    const events = [booking('a', '10:00', '11:00', { pending: 1 }), booking('b', '10:30', '11:30')];
    expect(only(input(events))?.label).toBe(
      '10:00–11:00, Йоана Христова, Подстригване, Мария Петрова, записан, чака изпращане, застъпва се',
    );
  });

  it('says of an overlap that nobody has agreed to that it waits for a decision', () => {
    const events = [booking('a', '10:00', '11:00'), booking('b', '10:30', '11:30')];
    const open = only(input(events, { openOverlaps: new Set(['a', 'b']) }));
    expect([open?.double, open?.open]).toEqual([true, true]);
    expect(open?.label).toMatch(/записан, застъпва се, чака решение$/);
    expect(only(input(events))?.open).toBe(false);
    expect(only(input(events, { openOverlaps: new Set(['a']), language: 'en' }))?.label).toMatch(
      /booked, overlaps, waits for a decision$/,
    );
  });

  it('is English in English', () => {
    expect(only(input([booking('a', '10:00', '11:00', { status: 'no-show' })], { language: 'en' }))?.label).toBe(
      '10:00–11:00, Йоана Христова, Haircut, Мария Петрова, no-show',
    );
  });

  it('tells a refused one, one that wants a decision, and blocked time', () => {
    const events = [booking('a', '10:00', '11:00')];
    expect(only(input(events, { troubles: new Map([['a', 'rejected']]) }))?.label).toContain('не беше приета');
    expect(only(input(events, { troubles: new Map([['a', 'conflict']]) }))?.label).toContain('иска решение');
    const lunch = booking('l', '12:00', '12:30', {
      type: 'blocking',
      client_id: null,
      service_id: null,
      title: 'Обедна почивка',
      status: null,
    });
    expect(only(input([lunch]))?.label).toBe('12:00–12:30, Обедна почивка, Мария Петрова, блокирано');
  });

  it('stays readable when the client is gone, and an unknown status counts as booked', () => {
    expect(only(input([booking('a', '10:00', '11:00', { client_id: 'erased', status: 'unknown' })]))).toMatchObject({
      name: 'Изтрит клиент',
      fill: 'booked',
    });
  });
});

describe('the place of an appointment', () => {
  it('is in minutes of the salon’s day, whatever the interval', () => {
    expect(only(input([booking('a', '10:05', '10:55')]))).toMatchObject({ from: 605, to: 655, lane: 0, lanes: 1 });
  });

  it('shares the width where two overlap and shows only the start there', () => {
    const [a, b] = column(input([booking('a', '10:00', '11:00'), booking('b', '10:30', '11:30')]))?.events ?? [];
    expect([a?.lane, b?.lane, a?.lanes, a?.time, a?.double]).toEqual([0, 1, 2, '10:00', true]);
  });

  it('goes into +N when the column holds no more lanes', () => {
    const three = ['a', 'b', 'c'].map((id) => booking(id, '10:00', '11:00'));
    const view = column(input(three));
    expect(view?.events.map(({ rail }) => rail)).toEqual(['more', 'more']);
    expect(view?.overflow).toMatchObject([{ count: 1, top: 600, bottom: 660 }]);
    expect(view?.overflow[0]?.events).toHaveLength(3);
  });

  it('lets a cancelled one stand aside, its slot being free', () => {
    const [kept, off] =
      column(input([booking('a', '10:00', '11:00'), booking('b', '10:00', '11:00', { status: 'cancelled' })]))?.events ?? [];
    expect([kept?.rail, kept?.double, off?.aside, off?.double]).toEqual(['aside', false, true, false]);
  });

  it('is a chip outside the grid’s hours, never hidden', () => {
    const view = column(input([booking('a', '07:00', '07:45'), booking('b', '21:30', '22:00'), booking('c', '07:30', '08:30')]));
    expect(view?.before.map(({ id }) => id)).toEqual(['a']);
    expect(view?.after.map(({ id }) => id)).toEqual(['b']);
    expect(view?.events).toMatchObject([{ id: 'c', from: 450, top: 480, bottom: 510 }]);
  });

  it('is the dropped one while a move is being saved', () => {
    const moving = new Map([['a', { start_time: at('15:00'), end_time: at('16:00'), resource_id: 'ivaylo' }]]);
    const days = buildDay(input([booking('a', '10:00', '11:00')], { moving }));
    expect(days.find(({ id }) => id === 'maria')?.events).toEqual([]);
    expect(days.find(({ id }) => id === 'ivaylo')?.events).toMatchObject([{ id: 'a', from: 900, updating: true }]);
  });
});

it('a column tells without placing anything whether something lies before or after the hours', () => {
  const quarter = fc.integer({ min: -8 * 4, max: 32 * 4 }).map((n) => n * 15);
  fc.assert(
    fc.property(
      fc.constantFrom('2026-11-18', '2026-03-29', '2026-10-25'),
      quarter,
      fc.integer({ min: 1, max: 40 }),
      (date, from, quarters) => {
        const start_time = instantOf(date, from, ZONE);
        const event = booking('a', '10:00', '11:00', { start_time, end_time: addMinutes(start_time, quarters * 15) });
        const view = column(input([event], { date }));
        expect([view?.early, view?.late]).toEqual([view?.before.length === 1, view?.after.length === 1]);
      },
    ),
  );
});

describe('drawing again', () => {
  it('happens only to the column whose appointments changed', () => {
    const a = booking('a', '10:00', '11:00');
    const b = booking('b', '10:00', '11:00', { resource_id: 'ivaylo' });
    const first = buildDay(input([a, b]));
    expect(first.map(({ events }) => events.length)).toEqual([1, 1]); // as the grid does
    const second = buildDay(input([{ ...a }, { ...b, status: 'completed' }]), first);
    expect(second.find(({ id }) => id === 'maria')).toBe(first.find(({ id }) => id === 'maria'));
    expect(second.find(({ id }) => id === 'ivaylo')).not.toBe(first.find(({ id }) => id === 'ivaylo'));
    expect(buildDay(input([a, { ...b, status: 'completed' }]), second)).toBe(second);
  });
});
