import { describe, expect, it } from 'vitest';
import { clockOf, timesOf, withCurrentValue } from '#calendar/reads/booking-time.ts';
import { at, booking, CUT, DAY, row, ZONE } from '#calendar/reads/rows.test-support.ts';
import { draftOf } from './draft.ts';
import {
  DURATIONS,
  eventChangeOf,
  missingOf,
  newReservation,
  rebased,
  recordOf,
  reservationValues,
  withBlock,
  withEmployee,
  withService,
} from './reservation-form.ts';

const fresh = newReservation({}, DAY);

describe('a new reservation', () => {
  it('begins today at nine for an hour', () => {
    expect(fresh).toMatchObject({ date: DAY, hour: 9, minute: 0, duration: 60, block: false });
  });

  it('takes employee and time of the slot that was clicked', () => {
    expect(newReservation({ employee: 'maria', date: '2026-11-20', start: 15 * 60 + 30 }, DAY)).toMatchObject({
      employee: 'maria',
      date: '2026-11-20',
      hour: 15,
      minute: 30,
    });
  });

  it('waits for employee, client and service, in that order', () => {
    expect(missingOf(fresh)).toBe('employee');
    expect(missingOf({ ...fresh, employee: 'maria' })).toBe('client');
    expect(missingOf({ ...fresh, employee: 'maria', client: 'yoana' })).toBe('service');
    expect(missingOf({ ...fresh, employee: 'maria', newClient: { name: ' ', phone: '0888' } })).toBe('client_name');
    expect(missingOf({ ...fresh, employee: 'maria', newClient: { name: 'Нова', phone: '' } })).toBe('service');
    expect(missingOf({ ...fresh, employee: 'maria', client: 'yoana', service: 'cut' })).toBeNull();
  });

  it('needs nothing but an employee to block time', () => {
    expect(missingOf({ ...fresh, block: true })).toBe('employee');
    expect(missingOf({ ...fresh, block: true, employee: 'maria' })).toBeNull();
  });
});

describe('what follows from a choice', () => {
  it('takes title and duration from the service, and an hour where it has none', () => {
    expect(withService(fresh, CUT, 'bg')).toMatchObject({ service: 'cut', title: 'Подстригване', duration: 45 });
    expect(withService(fresh, CUT, 'en').title).toBe('Haircut');
    expect(withService(fresh, row('services', { id: 'x', name: 'Х', duration: null }), 'bg').duration).toBe(60);
  });

  it('takes when the client waits from the service, and lets nobody wait where the length has no room for it', () => {
    const times = { processing_after: 30, processing_minutes: 45, buffer_after: 10 };
    const colour = row('services', { id: 'colour', name: 'Боядисване', duration: 105, price: 90, ...times });
    const chosen = withService({ ...fresh, employee: 'maria' }, colour, 'bg');
    expect(chosen).toMatchObject({ duration: 105, ...times });
    expect(recordOf(chosen, ZONE)).toMatchObject(times);
    expect(recordOf({ ...chosen, duration: 60 }, ZONE)).toMatchObject({ processing_minutes: 0, buffer_after: 10 });
    expect(recordOf(withBlock(chosen, true, 'Блокирано време'), ZONE)).not.toHaveProperty('buffer_after');
    expect(recordOf(withService(chosen, CUT, 'bg'), ZONE)).not.toHaveProperty('processing_minutes');
    expect(eventChangeOf(withService(chosen, CUT, 'bg'), chosen, ZONE)).toMatchObject({ processing_minutes: 0, buffer_after: 0 });
    expect(eventChangeOf({ ...chosen, notes: 'Амоняк' }, chosen, ZONE)).toEqual({ notes: 'Амоняк' });
  });

  it('takes the length that the service has with the employee, unless somebody has chosen one', () => {
    const cut = { ...CUT, own_terms: '[["ivaylo",30,null,null]]' };
    const chosen = withService({ ...fresh, employee: 'maria' }, cut, 'bg');
    expect(chosen.duration).toBe(45);
    expect(withEmployee(chosen, 'ivaylo', cut)).toMatchObject({ employee: 'ivaylo', duration: 30 });
    expect(withEmployee({ ...chosen, duration: 60 }, 'ivaylo', cut)).toMatchObject({ employee: 'ivaylo', duration: 60 });
    expect(withService({ ...fresh, employee: 'ivaylo' }, cut, 'bg').duration).toBe(30);
    expect(withEmployee(chosen, 'ivaylo', undefined)).toEqual({ ...chosen, employee: 'ivaylo' });
  });

  it('blocking names itself and lets client and service go', () => {
    const filled = { ...withService(fresh, CUT, 'bg'), client: 'yoana', newClient: { name: 'Нова', phone: '' } };
    const blocked = withBlock(filled, true, 'Блокирано време');
    expect(blocked).toMatchObject({ block: true, title: 'Блокирано време', client: '', newClient: null, service: '' });
    expect(recordOf(blocked, ZONE)).toMatchObject({
      type: 'blocking',
      client_id: null,
      service_id: null,
      title: 'Блокирано време',
    });
  });

  it('recalculates the end from hour, minute and duration', () => {
    expect(timesOf({ ...fresh, hour: 15, minute: 45, duration: 90 }, ZONE)).toEqual({
      start_time: at('15:45'),
      end_time: at('17:15'),
    });
  });

  it('keeps the length on the night of the clock change', () => {
    const night = timesOf({ ...fresh, date: '2026-10-25', hour: 2, minute: 30, duration: 120 }, ZONE);
    expect(Date.parse(night.end_time) - Date.parse(night.start_time)).toBe(120 * 60_000);
  });

  it('knows where it stands on the clock: over midnight, where an hour is skipped, and where one comes twice', () => {
    const clock = (date: string, hour: number, minute: number, duration: number) =>
      clockOf({ ...fresh, date, hour, minute, duration }, ZONE);
    expect(clock(DAY, 23, 30, 50)).toEqual({ from: 1410, to: 1460 });
    expect(clock(DAY, 23, 0, 60)).toEqual({ from: 1380, to: 1440 });
    expect(clock('2027-03-28', 2, 30, 60)).toEqual({ from: 150, to: 270 });
    expect(clock('2027-03-28', 3, 30, 60)).toEqual({ from: 270, to: 330 });
    expect(clock('2026-10-25', 2, 30, 120)).toEqual({ from: 150, to: 210 });
  });

  it('leaves a booking in the second of two equal hours where it is, whatever else is changed', () => {
    const second = booking('a', '09:00', '10:00', {
      start_time: '2026-10-25T01:30:00.000Z',
      end_time: '2026-10-25T02:00:00.000Z',
    });
    const night = reservationValues(second, ZONE);
    expect(night).toMatchObject({ date: '2026-10-25', hour: 3, minute: 30 });
    expect(eventChangeOf(night, night, ZONE)).toEqual({});
    expect(eventChangeOf({ ...night, duration: 60 }, night, ZONE)).toEqual({
      start_time: '2026-10-25T01:30:00.000Z',
      end_time: '2026-10-25T02:30:00.000Z',
    });
    expect(eventChangeOf({ ...night, minute: 15 }, night, ZONE)).toMatchObject({ start_time: '2026-10-25T01:15:00.000Z' });
  });
});

describe('an existing reservation', () => {
  const odd = booking('a', '10:05', '10:55', { notes: 'Къс бретон' });
  const opened = reservationValues(odd, ZONE);

  it('keeps minutes and durations that are in no list', () => {
    expect(opened).toMatchObject({ hour: 10, minute: 5, duration: 50 });
    expect(withCurrentValue([0, 15, 30, 45], 5)).toEqual([0, 5, 15, 30, 45]);
    expect(withCurrentValue(DURATIONS, 50)).toEqual([15, 30, 45, 50, 60, 75, 90, 120]);
    expect(withCurrentValue(DURATIONS, 60, Number.NaN)).toEqual([...DURATIONS]);
    expect(withCurrentValue(DURATIONS, 150, 50, 50)).toEqual([15, 30, 45, 50, 60, 75, 90, 120, 150]);
  });

  it('opened and saved changes nothing', () => {
    expect(eventChangeOf(opened, opened, ZONE)).toEqual({});
  });

  it('hands over only what was changed here', () => {
    expect(eventChangeOf({ ...opened, notes: 'Без бретон' }, opened, ZONE)).toEqual({ notes: 'Без бретон' });
    expect(eventChangeOf({ ...opened, hour: 11 }, opened, ZONE)).toEqual({ start_time: at('11:05'), end_time: at('11:55') });
  });

  it('hands over start and end together', () => {
    expect(eventChangeOf({ ...opened, duration: 75 }, opened, ZONE)).toEqual({ start_time: at('10:05'), end_time: at('11:20') });
  });

  it('keeps the note that stands in the form with another client', () => {
    expect(eventChangeOf({ ...opened, client: 'vera' }, opened, ZONE)).toEqual({ client_id: 'vera', notes: 'Къс бретон' });
  });
});

describe('a reservation that another device changes meanwhile', () => {
  const before = reservationValues(booking('a', '10:00', '11:00', { notes: 'Къс бретон' }), ZONE);
  const theirs = (more: Partial<typeof before>) => ({ ...before, ...more });
  const merged = (mine: Partial<typeof before>, other: Partial<typeof before>) =>
    rebased({ ...before, ...mine }, before, theirs(other));

  it('takes what nobody touched here and keeps what was typed', () => {
    expect(merged({}, { hour: 12, employee: 'ivaylo' })).toEqual(theirs({ hour: 12, employee: 'ivaylo' }));
    expect(merged({ notes: 'Без бретон' }, { hour: 12, service: 'dye', title: 'Боядисване' })).toEqual(
      theirs({ notes: 'Без бретон', hour: 12, service: 'dye', title: 'Боядисване' }),
    );
    expect(merged({ notes: 'Без бретон' }, { notes: 'Дълъг' })).toEqual(theirs({ notes: 'Без бретон' }));
  });

  it('never mixes two places, nor the note of one client with another', () => {
    expect(merged({ hour: 11 }, { date: '2026-11-19', hour: 12, minute: 30, employee: 'ivaylo' })).toEqual(theirs({ hour: 11 }));
    expect(merged({ duration: 90 }, { hour: 9 })).toEqual(theirs({ duration: 90 }));
    expect(merged({ notes: 'Без бретон' }, { client: 'vera', notes: '' })).toEqual(theirs({ notes: 'Без бретон' }));
    expect(merged({ client: 'vera' }, { notes: 'Дълъг' })).toEqual(theirs({ client: 'vera' }));
  });

  it('stays an appointment with what was typed where it became blocked time, and becomes that where nothing was', () => {
    const blocked = { block: true, client: '', service: '', notes: '', title: 'Обяд' };
    expect(merged({ notes: 'Без бретон' }, blocked)).toEqual(theirs({ notes: 'Без бретон' }));
    expect(merged({ hour: 12 }, blocked)).toEqual(theirs({ ...blocked, hour: 12 }));
  });

  it('saves what the form shows then, also where the other moved it meanwhile', () => {
    const now = theirs({ hour: 12, employee: 'ivaylo' });
    const shown = rebased({ ...before, duration: 90 }, before, now);
    expect(eventChangeOf(shown, now, ZONE)).toEqual({ resource_id: 'maria', start_time: at('10:00'), end_time: at('11:30') });
  });
});

describe('the address /calendar/add', () => {
  const draft = (query: string) => draftOf(new URLSearchParams(query), ZONE);

  it('names client, service and employee', () => {
    expect(draft('client=c&service=s&employee=e')).toEqual({ client: 'c', service: 's', employee: 'e' });
  });

  it('understands the salon’s own clock, an instant, and a day alone', () => {
    expect(draft('start=2026-11-20T15:30')).toEqual({ date: '2026-11-20', start: 930 });
    expect(draft('start=2026-11-20T22:30:00.000Z')).toEqual({ date: '2026-11-21', start: 30 });
    expect(draft('start=2026-11-20')).toEqual({ date: '2026-11-20' });
  });

  it('passes over a start that is none', () => {
    expect(draft('start=tomorrow')).toEqual({});
    expect(draft('start=2026-11-20T99:99')).toEqual({ date: '2026-11-20' });
  });
});
