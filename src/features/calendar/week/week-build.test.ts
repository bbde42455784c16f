import { describe, expect, it } from 'vitest';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import { buildWeek, findChip, type WeekInput } from './week-build.ts';

const MONDAY = '2026-11-16';
const weekly = new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]);

const input = (events: WeekInput['events'], more: Partial<WeekInput> = {}): WeekInput => ({
  ...{ monday: MONDAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), events },
  ...{
    onlyRead: new Set<string>(),
    employees: [IVAYLO, MARIA],
    weekly,
    overrides: new Map(),
    troubles: new Map(),
    openOverlaps: new Set<string>(),
  },
  client: (id) => (id === 'yoana' ? YOANA : undefined),
  service: (id) => (id === 'cut' ? CUT : undefined),
  ...{ hidden: new Set<string>(), ...more },
});
const wednesday = (week: WeekInput, id = 'maria') => buildWeek(week).find((one) => one.id === id)?.cells[2];

describe('the rows of a week', () => {
  it('are the employees, seven cells each from Monday, hatched where they do not work', () => {
    const [ivaylo, maria] = buildWeek(input([]));
    expect(ivaylo?.cells.map(({ date }) => date)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
    expect(maria?.cells.map(({ off }) => off)).toEqual([true, true, false, true, true, true, true]);
  });

  it('say who took a day off; whoever only has none to work, or works the rest of the day, does not', () => {
    const wholeDay = { start: null, end: null, type: 'time_off' as const };
    const hours = { start: '09:00', end: '11:00', type: 'time_off' as const };
    const key = overrideKey('maria', DAY);
    const away = new Set([key]);
    const of = (set: typeof wholeDay | typeof hours, taken: ReadonlySet<string>) =>
      wednesday(input([], { overrides: new Map([[key, [set]]]), away: taken }));
    expect(of(wholeDay, away)).toMatchObject({ off: true, away: true });
    expect(of(wholeDay, new Set())).toMatchObject({ off: true, away: false });
    expect(of(hours, away)).toMatchObject({ off: false, away: false });
  });

  it('cycle through five colours', () => {
    const team = Array.from({ length: 7 }, (_, i) => row('resources', { id: `e${i}`, name: `Е${i}` }));
    expect(buildWeek(input([], { employees: team })).map(({ tint }) => tint)).toEqual([1, 2, 3, 4, 5, 1, 2]);
  });

  it('mark who is in a room that is short, in whichever row', () => {
    const events = [booking('a', '10:00', '11:00'), booking('b', '10:30', '11:30', { resource_id: 'ivaylo' })];
    const rooms = new Map([['cut', { id: 'laser', name: 'Лазерен кабинет', count: 1 }]]);
    const marks = (week: WeekInput) => ['maria', 'ivaylo'].map((id) => wednesday(week, id)?.chips.map(({ double }) => double));
    expect(marks(input(events, { rooms }))).toEqual([[true], [true]]);
    expect(marks(input(events))).toEqual([[false], [false]]);
  });

  it('show each appointment by start and name, and say everything aloud', () => {
    const [chip] = wednesday(input([booking('a', '10:00', '11:00', { notes: 'къса' })]))?.chips ?? [];
    expect(chip).toMatchObject({ time: '10:00', name: 'Йоана Христова', short: 'Йоана Х.' });
    expect(chip?.chipLabel).toBe('10:00, Йоана Христова, до 11:00, Подстригване, къса, Мария Петрова, записан');
  });

  it('shorten only a person’s name', () => {
    const nameless = { ...YOANA, id: 'nobody', name: null, first_name: null, last_name: null };
    const events = [
      booking('a', '10:00', '11:00', { client_id: null }),
      booking('b', '11:00', '12:00', { client_id: 'nobody' }),
      booking('c', '12:00', '13:00', { client_id: null, type: 'blocking', title: 'Обедна почивка' }),
    ];
    const week = input(events, { client: () => nameless });
    expect(wednesday(week)?.chips.map(({ short }) => short)).toEqual(['Без клиент', 'Client #nobody', 'Обедна почивка']);
  });

  it('take no sign for an initial: a company keeps its name', () => {
    const company = { ...YOANA, name: 'Фирма „Пример“', first_name: null, last_name: null };
    const week = input([booking('a', '10:00', '11:00')], { client: () => company });
    expect(wednesday(week)?.chips[0]?.short).toBe('Фирма „Пример“');
  });

  it('are in the order of the start, with all that there is: the cell shows four and counts the rest', () => {
    const events = ['15', '09', '12', '10', '18'].map((hour) => booking(hour, `${hour}:00`, `${hour}:30`));
    expect(wednesday(input(events))?.chips.map(({ id }) => id)).toEqual(['09', '10', '12', '15', '18']);
  });

  it('have what runs over midnight on both days', () => {
    const night = booking('night', '23:00', '23:30', { end_time: at('01:00', '2026-11-19') });
    const maria = buildWeek(input([night])).find(({ id }) => id === 'maria');
    expect(maria?.cells.map(({ chips }) => chips.map(({ time }) => time))).toEqual([[], [], ['23:00'], ['0:00'], [], [], []]);
    // It is said to its own end, not to midnight.
    expect(maria?.cells[2]?.chips[0]?.chipLabel).toContain('до 1:00');
    expect(maria?.cells[2]?.chips[0]?.label).toContain('23:00–1:00');
    // And shown so where there is room for both, as in the list of a phone.
    expect(maria?.cells[2]?.chips[0]?.range).toBe('23:00–1:00');
    expect(maria?.cells[3]?.chips[0]?.label).toContain('0:00–1:00');
  });

  it('say how long it lasts where the clock of its night says something else', () => {
    const times = { start_time: '2026-10-25T00:30:00.000Z', end_time: '2026-10-25T01:15:00.000Z' };
    const night = booking('night', '03:30', '03:45', times);
    const maria = buildWeek(input([night], { monday: '2026-10-19' })).find(({ id }) => id === 'maria');
    expect(maria?.cells[6]?.chips[0]).toMatchObject({ time: '3:30', range: '3:30–3:15 (45 мин)' });
    expect(maria?.cells[6]?.chips[0]?.label).toContain('3:30–3:15 (45 мин)');
    expect(maria?.cells[6]?.chips[0]?.chipLabel).toContain('до 3:15');
  });

  it('leave out who is hidden or, if asked for, who does not work; never who has appointments and is gone', () => {
    const ids = (week: WeekInput) => buildWeek(week).map(({ id, mark }) => [id, mark]);
    expect(ids(input([], { onShift: true }))).toEqual([['maria', null]]);
    expect(ids(input([], { hidden: new Set(['maria']) }))).toEqual([['ivaylo', null]]);
    const gone = { ...IVAYLO, deleted: true, active: false };
    const events = [booking('a', '10:00', '11:00', { resource_id: 'ivaylo' })];
    const all = new Set(['ivaylo', 'maria']);
    expect(ids(input(events, { employees: [gone, MARIA], hidden: all, onShift: true }))).toEqual([['ivaylo', 'removed']]);
  });

  it('are taken over where nothing changed', () => {
    const events = [booking('a', '10:00', '11:00'), booking('b', '10:00', '11:00', { resource_id: 'ivaylo' })];
    const before = buildWeek(input(events));
    expect(buildWeek(input(events.map((event) => ({ ...event }))), before)).toBe(before);
    const [ivaylo, maria] = buildWeek(input([booking('a', '12:00', '13:00'), events[1] as (typeof events)[1]]), before);
    expect(ivaylo).toBe(before[0]);
    expect(maria).not.toBe(before[1]);
    expect(maria?.cells[1]).toBe(before[1]?.cells[1]);
  });

  it('tell an appointment and whose it is', () => {
    const rows = buildWeek(input([booking('a', '10:00', '11:00')]));
    expect(findChip(rows, 'a', DAY)).toMatchObject({ employee: 'Мария Петрова', event: { id: 'a' } });
    expect(findChip(rows, 'a', MONDAY)).toBe(null);
  });
});
