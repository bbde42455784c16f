import { describe, expect, it } from 'vitest';
import type { CalendarInput } from '#calendar/reads/booking-view.ts';
import { at, booking, CUT, DAY, IVAYLO, MARIA, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { addDays } from '#domain/time/time.ts';
import { i18n } from '#i18n/i18n.ts';
import { closedDaysText } from '#schemas/salon-days.ts';
import { buildSheet, buildWeekSheet } from './day-sheet-build.ts';

const weekly = new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]);
const input = (events: CalendarInput['events'], more: Partial<CalendarInput> = {}): CalendarInput => ({
  ...{ zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), events },
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

describe('the printed day', () => {
  it('has a section for everybody, hidden or not, with hours and what is booked, phones and notes', () => {
    const events = [booking('b', '12:00', '13:00'), booking('a', '07:00', '08:00', { notes: 'без амоняк' })];
    const [ivaylo, maria] = buildSheet(input(events, { hidden: new Set(['maria']), onShift: true }), DAY);
    expect(ivaylo).toMatchObject({ name: 'Ивайло Ганев', hours: '', rows: [], bookings: 0 });
    expect(maria).toMatchObject({ name: 'Мария Петрова', hours: '9:00–18:00', bookings: 2 });
    expect(maria?.rows[0]).toEqual({
      ...{ id: 'a', range: '7:00–8:00', who: 'Йоана Христова', phone: '0888 123 456', service: 'Подстригване' },
      ...{ notes: 'без амоняк', kind: 'booking' },
    });
  });

  it('says of a request that it is one, and counts it', () => {
    const asked = booking('asked', '10:00', '11:00', { source: 'online', requested_until: at('09:00') });
    const [, maria] = buildSheet(input([asked]), DAY);
    expect(maria).toMatchObject({ bookings: 1, rows: [{ kind: 'booking', who: 'Йоана Христова · Заявка' }] });
  });

  it('marks cancelled appointments and blocked time, and does not count them', () => {
    const events = [
      booking('gone', '10:00', '11:00', { status: 'cancelled' }),
      booking('done', '11:00', '12:00', { status: 'completed' }),
      booking('lunch', '13:00', '14:00', { type: 'blocking', title: 'Почивка', client_id: null, status: null }),
    ];
    const maria = buildSheet(input(events), DAY).find(({ id }) => id === 'maria');
    expect(maria?.rows.map(({ id, kind, who }) => [id, kind, who])).toEqual([
      ['gone', 'cancelled', 'Йоана Христова'],
      ['done', 'booking', 'Йоана Христова'],
      ['lunch', 'blocked', 'Почивка'],
    ]);
    expect(maria?.bookings).toBe(1);
  });

  it('tells time off from a day without a shift, as the calendar does', () => {
    const off = overrideKey('maria', DAY);
    const overrides = new Map([[off, [{ type: 'time_off' as const, start: null, end: null }]]]);
    const [ivaylo, maria] = buildSheet(input([], { overrides, away: new Set([off]) }), DAY);
    expect(ivaylo).toMatchObject({ hours: '', off: 'day_off' });
    expect(maria).toMatchObject({ hours: '', off: 'away' });
  });

  it('says on a closed day that it is closed, and the hours of who works all the same', () => {
    const open = salonDaysOf(null, closedDaysText([{ kind: 'dates', from: DAY, to: DAY, name: 'Ремонт' }]));
    const extra = { type: 'additional_shift' as const, start: '10:00', end: '12:00' };
    const overrides = new Map([[overrideKey('ivaylo', DAY), [extra]]]);
    const [ivaylo, maria] = buildSheet(input([booking('a', '10:00', '11:00')], { open, overrides }), DAY);
    expect(ivaylo).toMatchObject({ hours: '10:00–12:00' });
    expect(maria).toMatchObject({ hours: '', off: 'closed', bookings: 1 });
    const [, week] = buildWeekSheet(input([], { open }), [DAY, addDays(DAY, 7)]);
    expect(week?.days.map(({ hours, off }) => hours || off)).toEqual(['closed', '9:00–18:00']);
  });

  it('names the room of an appointment after its service, where the salon has rooms', () => {
    const rooms = new Map([['cut', { id: 'chair', name: 'Стол 2', count: 1 }]]);
    const serviceOf = (more: Partial<CalendarInput>) =>
      buildSheet(input([booking('a', '10:00', '11:00')], more), DAY)[1]?.rows[0]?.service;
    expect(serviceOf({ rooms })).toBe('Подстригване, Стол 2');
    expect(serviceOf({})).toBe('Подстригване');
  });

  it('says of whoever is inactive or deleted that they are, as the calendar does', () => {
    const employees = [{ ...MARIA, active: false }, IVAYLO];
    const events = [booking('a', '10:00', '11:00'), booking('b', '10:00', '11:00', { resource_id: 'nobody' })];
    const offs = buildSheet(input(events, { employees }), DAY).map(({ off }) => off);
    expect(offs).toEqual(['inactive', 'day_off', 'removed']);
  });
});
