import { afterEach, describe, expect, it } from 'vitest';
import {
  DATE_FORMS,
  formatAdminDate,
  formatAdminDateTime,
  formatDate,
  formatDay,
  formatDayLabel,
  formatDayMonth,
  formatMonth,
  formatShortDate,
  formatWeekday,
  formatWeekLabel,
  setSalonFormats,
} from './formats.ts';

const FIFTH = '2026-11-05';

afterEach(() => setSalonFormats({ dateFormat: null }));

describe('a date in numbers', () => {
  it.each([
    { dateFormat: null, text: 'чт, 05/11/2026' },
    { dateFormat: 'dd/MM/yyyy', text: 'чт, 05/11/2026' },
    { dateFormat: 'MM/dd/yyyy', text: 'чт, 11/05/2026' },
    { dateFormat: 'yyyy-MM-dd', text: 'чт, 2026-11-05' },
  ])('is written as the salon writes dates: $dateFormat', ({ dateFormat, text }) => {
    setSalonFormats({ dateFormat });
    expect(formatDay(FIFTH, 'bg')).toBe(text);
    expect(formatShortDate(FIFTH, 'en')).toBe(text.slice(4));
  });
});

describe('the forms of document 1 §9', () => {
  it('have two digits for the day, in Bulgarian', () => {
    expect(Object.entries(DATE_FORMS).map(([name, form]) => [name, formatDate(FIFTH, form, 'bg')])).toEqual([
      ['short', '05/11/2026'],
      ['medium', '05 ное 2026'],
      ['long', '05 ноември 2026'],
      ['full', 'четвъртък, 05 ноември 2026'],
    ]);
  });

  it('have English names in English', () => {
    expect(formatDate(FIFTH, DATE_FORMS.full, 'en')).toBe('Thursday, 05 November 2026');
    expect(formatDate('2026-09-01', DATE_FORMS.medium, 'en')).toBe('01 Sep 2026');
  });

  it('are those of headings and of what is read out, whatever the salon’s format is', () => {
    setSalonFormats({ dateFormat: 'MM/dd/yyyy' });
    expect(formatDayLabel(FIFTH, 'bg', 'long')).toBe('четвъртък, 05 ноември 2026');
    expect(formatDayLabel(FIFTH, 'bg', 'short')).toBe('чт, 05 ноември 2026');
    expect(formatDayLabel('2026-11-20', 'en', 'short')).toBe('Fri, 20 November 2026');
    expect(formatDayMonth(FIFTH, 'bg')).toBe('05 ноември');
    expect(formatMonth(FIFTH, 'bg')).toBe('ноември 2026');
    expect([formatWeekday('2026-11-22', 'bg', 'short'), formatWeekday('2026-11-22', 'en', 'long')]).toEqual(['нд', 'Sunday']);
  });
});

describe('a week', () => {
  it('says month and year once where they are the same', () => {
    expect(formatWeekLabel('2026-11-16', '2026-11-22', 'bg')).toBe('16–22 ноември 2026');
    expect(formatWeekLabel('2026-11-02', '2026-11-08', 'bg')).toBe('02–08 ноември 2026');
    expect(formatWeekLabel('2026-11-30', '2026-12-06', 'en')).toBe('30 November – 06 December 2026');
    expect(formatWeekLabel('2026-12-28', '2027-01-03', 'bg')).toBe('28 декември 2026 – 03 януари 2027');
  });

  it('has the medium form where there is little room', () => {
    expect(formatWeekLabel('2026-09-28', '2026-10-04', 'bg', 'short')).toBe('28 сеп – 04 окт 2026');
    expect(formatWeekLabel('2026-12-28', '2027-01-03', 'en', 'short')).toBe('28 Dec 2026 – 03 Jan 2027');
  });
});

it('the administrator’s tables have a form of their own', () => {
  expect(formatAdminDateTime({ date: '2026-11-18', minute: 545 })).toBe('18.11.2026 09:05');
  expect(formatAdminDate('2026-11-18')).toBe('18.11.2026');
});

it('the names are those that the browser knows', () => {
  for (let month = 1; month <= 12; month++) {
    const date = `2026-${String(month).padStart(2, '0')}-01`;
    for (const [language, locale] of [['bg', 'bg-BG'] as const, ['en', 'en-GB'] as const]) {
      const intl = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(date));
      expect(formatDate(date, 'MMMM', language)).toBe(intl({ month: 'long' }));
      expect(formatWeekday(date, language, 'long')).toBe(intl({ weekday: 'long' }));
      expect(formatWeekday(date, language, 'short')).toBe(intl({ weekday: 'short' }));
    }
  }
});
