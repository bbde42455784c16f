import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { durationOf, serviceName } from '#domain/booking/service-duration.ts';
import { effectiveConfig, SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { totalHours } from '#domain/shifts/shift-hours.ts';
import { formatMoney, fromMinor, parseMoney, sumsOf, toMinor } from './money.ts';
import { shownMoney, shownSums } from './shown-money.ts';

const shown = (text: string) => text.replace(/\u00a0/g, ' ').replace(/\u202f/g, '_');

describe('money', () => {
  test('amounts become minor units and come back unchanged', () => {
    expect([toMinor(0.29), toMinor(1.005), toMinor(-0.1), toMinor(12345678.9)]).toEqual([29, 101, -10, 1234567890]);
    fc.assert(fc.property(fc.integer({ min: -1e11, max: 1e11 }), (minor) => toMinor(fromMinor(minor)) === minor));
  });

  test('the symbol follows the salon’s currency', () => {
    expect(shown(formatMoney(45, 'BGN', 'bg'))).toBe('45,00 лв');
    expect(shown(formatMoney(1234.5, 'EUR', 'bg'))).toBe('1_234,50 €');
    expect(shown(formatMoney(45, 'BGN', 'en'))).toBe('45.00 лв');
    expect(shown(formatMoney(1234.5, 'EUR', 'en'))).toBe('€1,234.50');
    expect(shown(formatMoney(-2, 'USD', 'en'))).toBe('−$2.00');
  });

  test('an amount stands in its own currency, with the salon’s beside it where the law has a rate', () => {
    const paid = { amount: 120, currency: 'BGN' } as const;
    expect(shown(shownMoney(paid, 'BGN', 'bg'))).toBe('120,00 лв');
    expect(shown(shownMoney(paid, 'EUR', 'bg'))).toBe('120,00 лв · 61,36 €');
    expect(shown(shownMoney({ amount: 61.36, currency: 'EUR' }, 'BGN', 'en'))).toBe('€61.36 · 120.01 лв');
    expect(shown(shownMoney(paid, 'USD', 'bg'))).toBe('120,00 лв');
    expect(shown(shownMoney(paid, null, 'bg'))).toBe('120,00 лв');
  });

  test('no two currencies are ever added', () => {
    const sums = sumsOf([
      { amount: 0.1, currency: 'BGN' },
      { amount: 30, currency: 'EUR' },
      { amount: 0.2, currency: 'BGN' },
    ]);
    expect(sums).toEqual([
      { amount: 0.3, currency: 'BGN' },
      { amount: 30, currency: 'EUR' },
    ]);
    expect(shown(shownSums(sums, 'EUR', 'bg'))).toBe('0,30 лв + 30,00 €');
    expect(shown(shownSums(sums.slice(0, 1), 'EUR', 'bg'))).toBe('0,30 лв · 0,15 €');
    expect(shown(shownSums([], 'EUR', 'bg'))).toBe('0,00 €');
  });

  test('without a salon’s currency it follows the language, as the spec has it', () => {
    expect(shown(formatMoney(1, null, 'bg'))).toBe('1,00 лв');
    expect(shown(formatMoney(1, null, 'en'))).toBe('£1.00');
  });

  test('an amount is read with comma or point, and nonsense is none', () => {
    expect(['45', '45,5', '1 200.55', '.5', '45.'].map(parseMoney)).toEqual([45, 45.5, 1200.55, 0.5, 45]);
    expect(['', 'x', '1,2,3', '1e3', '1,23.4', '1.234,5,6'].map(parseMoney)).toEqual(Array(6).fill(null));
  });

  test('an amount is read as it is shown in either language, thousands parted by point or comma', () => {
    expect(['1.234,50', '1,234.5', '12.345.678,9', '-1,234.50'].map(parseMoney)).toEqual([1234.5, 1234.5, 12345678.9, -1234.5]);
    const digits = (text: string) => text.replace(/[€$лв\u00a0]/gu, '').replace('−', '-');
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), fc.constantFrom('bg', 'en'), (minor, language) => {
        expect(parseMoney(digits(formatMoney(fromMinor(minor), 'EUR', language)))).toBe(fromMinor(minor) + 0);
      }),
    );
  });
});

describe('small rules', () => {
  test('a status other than the four counts as empty', () => {
    expect(['booked', 'completed', 'cancelled', 'no-show', 'unknown', '', null].map(eventStatusOf)).toEqual([
      'booked',
      'completed',
      'cancelled',
      'no-show',
      null,
      null,
      null,
    ]);
  });

  test('a service without a duration takes 60 minutes', () => {
    expect([durationOf({ duration: 50 }), durationOf({ duration: null }), durationOf(undefined)]).toEqual([50, 60, 60]);
  });

  test('a service is named in the interface’s language where it has such a name', () => {
    const service = { name: 'Подстригване', name_bg: 'Подстригване', name_en: 'Haircut' };
    expect([serviceName(service, 'bg'), serviceName(service, 'en')]).toEqual(['Подстригване', 'Haircut']);
    expect(serviceName({ name: 'Haircut', name_bg: null, name_en: null }, 'bg')).toBe('Haircut');
  });

  test('a total of hours is rounded down, and an end before the start runs past midnight', () => {
    expect(totalHours([{ start: '09:00', end: '17:00' }])).toBe(8);
    expect(
      totalHours([
        { start: '09:00', end: '10:45' },
        { start: '22:00', end: '02:10' },
      ]),
    ).toBe(5);
    expect(
      totalHours([
        { start: '09:00', end: '09:00' },
        { start: '', end: '10:00' },
      ]),
    ).toBe(0);
  });

  test('a salon’s settings come first, then the salon’s own columns, then the browser’s zone, then the defaults', () => {
    const frame = { id: '7', salon_id: 7, rev: 1, deleted: false, created_at: null, updated_at: null };
    const salon = {
      ...frame,
      owner_id: null,
      name_bg: 'А',
      name_en: 'A',
      comment: null,
      language: 'en',
      interval_calendar: 20,
      default_view: 'week',
      date_format: 'MM/dd/yyyy',
      currency: 'EUR',
      no_show_policy: null,
      split_payment: false,
      any_barber: false,
      waiting_list: false,
      timezone: 'Europe/London',
      is_complete: true,
    } as const;
    const settings = {
      ...frame,
      timezone: 'Asia/Tokyo',
      calendar_interval: 30,
      default_view: 'day',
      date_format: 'yyyy-MM-dd',
      currency: 'USD',
      no_show_policy: null,
      split_payment: false,
      opening_hours: null,
      closed_days: null,
      rooms: '[["laser","Лазерен кабинет",1]]',
    } as const;
    expect(effectiveConfig(salon, settings)).toEqual({
      timezone: 'Asia/Tokyo',
      interval: 30,
      defaultView: 'day',
      dateFormat: 'yyyy-MM-dd',
      currency: 'USD',
      language: 'en',
      open: null,
      rooms: [{ id: 'laser', name: 'Лазерен кабинет', count: 1 }],
    });
    expect(effectiveConfig(salon, null)).toMatchObject({ timezone: 'Europe/London', interval: 20, currency: 'EUR' });
    expect(
      effectiveConfig({ ...salon, timezone: '' }, { ...settings, timezone: 'Nowhere', calendar_interval: 7 }, 'Asia/Dubai'),
    ).toMatchObject({ timezone: 'Asia/Dubai', interval: 20 });
    expect(effectiveConfig(null, null)).toEqual(SALON_DEFAULTS);
  });
});
