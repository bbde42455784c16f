import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { availableSpans } from '#domain/shifts/availability.ts';
import { failureOf } from './failures.ts';
import { newId } from './new-id.ts';
import { type Device, follow, openDevice, SALON_ID, seen, stored } from './replica.test-support.ts';
import { changeOf } from './row-writes.ts';
import { changeClosedDays, type SalonForm, undoSalonTexts, updateSalon, updateSalonTexts } from './salon.commands.ts';
import { salon$ } from './salon.queries.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from './shifts.commands.ts';
import { overrideSets$, weeklySets$ } from './shifts.queries.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const refusal = (key: string, field?: string) => expect.objectContaining({ name: 'Refusal', key, ...(field ? { field } : {}) });
const SALON = String(SALON_ID);

const form: SalonForm = {
  name_bg: ' Къдрица ',
  name_en: 'Curl',
  comment: '',
  language: 'en',
  interval_calendar: '20',
  default_view: 'week',
  date_format: 'yyyy-MM-dd',
  currency: 'EUR',
  no_show_policy: ' капаро ',
  split_payment: true,
  any_barber: true,
  waiting_list: false,
  timezone: 'Europe/London',
};

describe('the salon', () => {
  const pulled = async (withSettings: boolean) => {
    device.server.put('salons', SALON, { name_bg: 'А', name_en: 'A', interval_calendar: 10 });
    if (withSettings) device.server.put('salon_settings', SALON, { calendar_interval: 5 });
    device.server.online = true;
    await device.replica.syncNow();
  };

  test('its settings come first, then its own columns, then the defaults', async () => {
    expect((await seen(salon$(device.replica))).effective).toMatchObject({
      interval: 15,
      dateFormat: 'dd/MM/yyyy',
      currency: 'BGN',
    });
    await pulled(false);
    expect((await seen(salon$(device.replica), ({ salon }) => salon !== null)).effective.interval).toBe(10);
    device.server.put('salon_settings', SALON, { calendar_interval: 5 });
    await device.replica.syncNow();
    expect((await seen(salon$(device.replica), ({ settings }) => settings !== null)).effective.interval).toBe(5);
  });

  test.each([true, false])(
    'a save writes both rows in one call, whether settings are there (%s) or not',
    async (withSettings) => {
      await pulled(withSettings);
      await updateSalon(device.replica, form);
      expect(device.writes.map((call) => call.map((change) => [change.table, change.id]))).toEqual([
        [
          ['salons', SALON],
          ['salon_settings', SALON],
        ],
      ]);
      const shared = {
        timezone: 'Europe/London',
        default_view: 'week',
        date_format: 'yyyy-MM-dd',
        currency: 'EUR',
        no_show_policy: 'капаро',
        split_payment: true,
      };
      expect(await stored(device.replica, 'salons', SALON)).toMatchObject({
        ...shared,
        name_bg: 'Къдрица',
        comment: null,
        language: 'en',
        interval_calendar: 20,
        any_barber: true,
      });
      expect(await stored(device.replica, 'salon_settings', SALON)).toMatchObject({ ...shared, calendar_interval: 20 });
      expect((await seen(salon$(device.replica), ({ effective }) => effective.interval === 20)).effective.language).toBe('en');
    },
  );

  test('a save leaves what another device changed while the form was open', async () => {
    await pulled(true);
    const opened = { ...form, name_bg: 'А', currency: 'BGN', timezone: 'Europe/Sofia' } as const;
    device.server.put('salons', SALON, { name_bg: 'А', timezone: 'Asia/Tokyo' });
    device.server.put('salon_settings', SALON, { timezone: 'Asia/Tokyo' });
    await device.replica.syncNow();
    await updateSalon(device.replica, { ...opened, currency: 'EUR' }, opened);
    expect(await stored(device.replica, 'salons', SALON)).toMatchObject({
      name_bg: 'А',
      timezone: 'Asia/Tokyo',
      currency: 'EUR',
    });
    expect(await stored(device.replica, 'salon_settings', SALON)).toMatchObject({ timezone: 'Asia/Tokyo', currency: 'EUR' });
    await updateSalon(device.replica, opened, opened);
    expect(device.writes.at(-1)).toEqual([]);
  });

  test('settings that are not there are made whole, whatever changed', async () => {
    await pulled(false);
    await updateSalon(device.replica, { ...form, currency: 'USD' }, form);
    expect(await stored(device.replica, 'salon_settings', SALON)).toMatchObject({ currency: 'USD', calendar_interval: 20 });
  });

  test('a save needs both names, an interval of the list, and the salon’s row', async () => {
    await expect(updateSalon(device.replica, form)).rejects.toEqual(refusal('salon_required'));
    await pulled(true);
    await expect(updateSalon(device.replica, { ...form, name_bg: ' ' })).rejects.toEqual(refusal('name_bg_required'));
    await expect(updateSalon(device.replica, { ...form, name_en: '' })).rejects.toEqual(refusal('name_en_required'));
    await expect(updateSalon(device.replica, { ...form, interval_calendar: '7' })).rejects.toEqual(
      refusal('time_invalid', 'interval_calendar'),
    );
    expect(device.writes).toEqual([]);
  });
});

describe('shifts', () => {
  const WEDNESDAY = '2026-11-18';

  test('replacing a weekday’s shifts writes row 0 alone, with the whole set in order', async () => {
    await replaceWeeklyShifts(device.replica, 'r', 3, [
      { start: '14:00', end: '18:00' },
      { start: '09:00', end: '13:00' },
      { start: '09:00', end: '13:00' },
    ]);
    expect(device.writes).toEqual([
      [
        {
          table: 'employee_weekly_shifts',
          id: 'r/3/0',
          change: {
            resource_id: 'r',
            weekday: 3,
            start_time: '09:00',
            end_time: '13:00',
            intervals: '[["09:00","13:00"],["14:00","18:00"]]',
            deleted: false,
          },
        },
      ],
    ]);
    expect(await seen(weeklySets$(device.replica), (sets) => sets.size === 1)).toEqual(
      new Map([
        [
          'r/3',
          [
            { start: '09:00', end: '13:00' },
            { start: '14:00', end: '18:00' },
          ],
        ],
      ]),
    );
  });

  test('an emptied weekday is row 0 marked deleted, and can be filled again', async () => {
    device.server.put('employee_weekly_shifts', 'r/3/0', {
      resource_id: 'r',
      weekday: 3,
      start_time: '09:00',
      end_time: '17:00',
      intervals: '[["09:00","17:00"]]',
    });
    device.server.online = true;
    await device.replica.syncNow();
    await replaceWeeklyShifts(device.replica, 'r', 3, []);
    expect(await stored(device.replica, 'employee_weekly_shifts', 'r/3/0')).toMatchObject({ deleted: true, pending: 1 });
    expect(await seen(weeklySets$(device.replica), (sets) => sets.size === 0)).toEqual(new Map());
    await replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '10:00', end: '12:00' }]);
    expect((await seen(weeklySets$(device.replica), (sets) => sets.size === 1)).get('r/3')).toEqual([
      { start: '10:00', end: '12:00' },
    ]);
  });

  test('a set is read from its row 0 alone, not from the rows that the server derives', async () => {
    const row = { resource_id: 'r', weekday: 3 };
    device.server.put('employee_weekly_shifts', 'r/3/0', {
      ...row,
      start_time: '09:00',
      end_time: '12:00',
      intervals: '[["09:00","12:00"]]',
    });
    device.server.put('employee_weekly_shifts', 'r/3/1', { ...row, start_time: '13:00', end_time: '18:00', intervals: null });
    device.server.online = true;
    await device.replica.syncNow();
    expect([...(await seen(weeklySets$(device.replica), (sets) => sets.size > 0)).values()]).toEqual([
      [{ start: '09:00', end: '12:00' }],
    ]);
  });

  test('shifts need an employee, times, and an end other than the start', async () => {
    await expect(replaceWeeklyShifts(device.replica, '', 3, [])).rejects.toEqual(refusal('all_fields_required'));
    await expect(replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '09:00', end: '' }])).rejects.toEqual(
      refusal('all_fields_required'),
    );
    await expect(replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '09:00', end: '09:00' }])).rejects.toEqual(
      refusal('shift_times_equal'),
    );
    await expect(replaceDayOverrides(device.replica, 'r', '', [])).rejects.toEqual(refusal('all_fields_required', 'date'));
    await expect(
      replaceDayOverrides(device.replica, 'r', WEDNESDAY, [{ start: null, end: null, type: 'additional_shift' }]),
    ).rejects.toEqual(refusal('all_fields_required'));
    expect(device.writes).toEqual([]);
  });

  test('a date’s time off and additional shifts are one set, and availability follows them', async () => {
    await replaceWeeklyShifts(device.replica, 'r', 3, [{ start: '09:00', end: '17:00' }]);
    await replaceDayOverrides(device.replica, 'r', WEDNESDAY, [
      { start: '18:00', end: '20:00', type: 'additional_shift' },
      { start: '12:00', end: '13:00', type: 'time_off' },
    ]);
    const weekly = await seen(weeklySets$(device.replica), (sets) => sets.size === 1);
    const overrides = await seen(overrideSets$(device.replica, WEDNESDAY, WEDNESDAY), (sets) => sets.size === 1);
    expect(await stored(device.replica, 'employee_day_overrides', `r/${WEDNESDAY}/0`)).toMatchObject({
      type: 'time_off',
      start_time: '12:00',
      end_time: '13:00',
    });
    expect(availableSpans(WEDNESDAY, weekly, overrides, 'r').map(({ from, to }) => [from / 60, to / 60])).toEqual([
      [9, 12],
      [13, 17],
      [18, 20],
    ]);
  });

  test('a whole day off holds no times', async () => {
    await replaceDayOverrides(device.replica, 'r', WEDNESDAY, [{ start: null, end: null, type: 'time_off' }]);
    expect(await stored(device.replica, 'employee_day_overrides', `r/${WEDNESDAY}/0`)).toMatchObject({
      type: 'time_off',
      start_time: null,
      end_time: null,
      intervals: '[[null,null,"time_off"]]',
    });
  });

  test('overrides are read for the dates asked and the day before, and other dates emit nothing', async () => {
    const sets = follow(overrideSets$(device.replica, WEDNESDAY, WEDNESDAY));
    await seen(overrideSets$(device.replica, WEDNESDAY, WEDNESDAY));
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-19'])
      await replaceDayOverrides(device.replica, 'r', date, [{ start: '22:00', end: '02:00', type: 'additional_shift' }]);
    await seen(overrideSets$(device.replica, WEDNESDAY, WEDNESDAY), (now) => now.size > 0);
    expect(sets.values.map((now) => [...now.keys()])).toEqual([[], ['r/2026-11-17']]);
    sets.stop();
  });
});

describe('ids and failures', () => {
  test('new ids are UUIDv7 and sort by the time they were made, also when the clock goes back', () => {
    const ids = [newId(1_000), newId(1_000), newId(5_000), newId(2_000), newId(6_000)];
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
    const many = Array.from({ length: 10_000 }, () => newId(7_000));
    expect(new Set(many).size).toBe(10_000);
    expect([...many].sort()).toEqual(many);
  });

  test('a refused value is named by its key and its field', async () => {
    const thrown: unknown = await updateSalon(device.replica, form).catch((error: unknown) => error);
    expect(failureOf(thrown)).toMatchObject({ key: 'salon_required', field: null });
    const invalid: unknown = await device.replica
      .write([changeOf('services', 's', { price: Number.NaN })])
      .catch((error: unknown) => error);
    expect(failureOf(invalid)).toMatchObject({ key: 'value_invalid', field: 'price' });
    expect(failureOf(new Error('odd'))).toEqual({ key: 'unknown', field: null, detail: 'odd' });
  });
});

describe('the salon’s own days', () => {
  const HOURS = '[[1,"09:00","19:00"]]';
  const EASTER = { kind: 'holiday', holiday: 'easter' } as const;
  const EVE = { kind: 'yearly', day: '12-31', name: 'Последен ден' } as const;
  const pulled = async (settings?: object) => {
    device.server.put('salons', SALON, { name_bg: 'А', name_en: 'A', currency: 'EUR', interval_calendar: 10 });
    if (settings) device.server.put('salon_settings', SALON, { calendar_interval: 5, ...settings });
    device.server.online = true;
    await device.replica.syncNow();
  };
  const settingsNow = () => stored(device.replica, 'salon_settings', SALON);

  test('are written alone where there are settings, and read with the values in force', async () => {
    await pulled({});
    await updateSalonTexts(device.replica, { opening_hours: HOURS });
    expect(await settingsNow()).toMatchObject({ opening_hours: HOURS, closed_days: null, calendar_interval: 5 });
    await changeClosedDays(device.replica, (days) => [...days, EASTER]);
    expect((await seen(salon$(device.replica), ({ settings }) => settings?.closed_days != null)).effective).toMatchObject({
      interval: 5,
      open: { hours: [{ weekday: 1, start: '09:00', end: '19:00' }], closed: [EASTER] },
    });
  });

  test('make the settings of a salon that has none, as its own row has them', async () => {
    await pulled();
    await updateSalonTexts(device.replica, { opening_hours: HOURS });
    const { effective } = await seen(salon$(device.replica), ({ settings }) => settings !== null);
    expect(effective).toMatchObject({ interval: 10, currency: 'EUR', open: { closed: [] } });
  });

  test('wait for the salon’s own row', async () => {
    await expect(updateSalonTexts(device.replica, { opening_hours: HOURS })).rejects.toEqual(refusal('salon_required'));
  });

  test('keep what another device has added meanwhile', async () => {
    await pulled({ closed_days: '[["holiday","easter"]]' });
    await changeClosedDays(device.replica, (days) => [...days, EVE]);
    expect(await settingsNow()).toMatchObject({ closed_days: '[["holiday","easter"],["yearly","12-31","Последен ден"]]' });
  });

  test('are taken back, unless somebody has set others since', async () => {
    await pulled({ opening_hours: HOURS });
    const edit = await updateSalonTexts(device.replica, { opening_hours: null });
    expect(await undoSalonTexts(device.replica, edit)).toBe('undone');
    expect(await settingsNow()).toMatchObject({ opening_hours: HOURS });
    const later = await changeClosedDays(device.replica, () => [EASTER]);
    await changeClosedDays(device.replica, () => [EVE]);
    expect(await undoSalonTexts(device.replica, later)).toBe('changed');
    expect(await settingsNow()).toMatchObject({ opening_hours: HOURS, closed_days: '[["yearly","12-31","Последен ден"]]' });
  });

  test('that are none are refused before they are stored', async () => {
    await pulled({});
    await expect(updateSalonTexts(device.replica, { opening_hours: '[[1,"09:00"]]' })).rejects.toThrow('opening_hours: format');
    expect(await settingsNow()).toMatchObject({ opening_hours: null });
  });
});
