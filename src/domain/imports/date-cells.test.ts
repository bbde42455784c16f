import { expect, test } from 'vitest';
import { BIRTHS } from './client-tables.test-support.ts';
import { monthFirstOf, readBirthDate, readBirthParts } from './date-cells.ts';

const TODAY = '2026-11-27';
const DAY_FIRST = { dots: false, others: false };
const dateOf = (text: string, monthFirst = DAY_FIRST, today = TODAY) => {
  const read = readBirthDate(text, monthFirst, today);
  return read.kind === 'date' ? read.date : read.kind;
};

test.each(BIRTHS)('the birth date of „$cell“ is $value', ({ cell, value, noted }) => {
  const read = readBirthDate(cell, DAY_FIRST, TODAY);
  if (value !== null) expect(read).toEqual({ kind: 'date', date: value, ...(noted === null ? {} : { isPart: true }) });
  else expect(['day_and_month', 'unread'].includes(read.kind)).toBe(noted !== null);
});

test.each(['--05-21', '--0521', '05-21', '21.05', '31.12.', '21 май', 'May 21', '1604-05-21'])(
  '%s is a day and a month',
  (text) => {
    expect(dateOf(text)).toBe('day_and_month');
  },
);

test('a date of which both orders are one is read in the order of its column', () => {
  expect(dateOf('1/2/85', { dots: false, others: true })).toBe('1985-01-02');
  expect(dateOf('1/2/85', { dots: true, others: false })).toBe('1985-02-01');
  expect(dateOf('1.2.85', { dots: false, others: true })).toBe('1985-02-01');
});

test.each([
  ['a day above 12 behind', ['01/02/1990', '12/25/1990'], false, true],
  ['a day above 12 ahead', ['01/02/1990', '25/12/1990'], true, false],
  ['nothing but the usual order', ['01/02/1990'], true, true],
  ['nothing but the other usual order', ['01/02/1990'], false, false],
  ['the twelfth, which may be a month', ['01/12/1990'], false, false],
  ['a year ahead, which says nothing', ['1990-05-25'], true, true],
  ['times behind the days', ['12/31/1990 12:00:00 AM', '1/2/85'], false, true],
])('the order of a column is told by %s', (_what, dates, usual, monthFirst) => {
  expect(monthFirstOf(dates, usual).others).toBe(monthFirst);
});

test('dates with dots begin with the day wherever they are written, unless they show otherwise', () => {
  expect(monthFirstOf(['01.02.1990', '12/25/1990'], true)).toEqual({ dots: false, others: true });
  expect(monthFirstOf(['01.02.1990', '12.25.1990'], false)).toEqual({ dots: true, others: false });
});

test('the two digits of this year are of this year, and nobody was born tomorrow or before 1900', () => {
  expect(['1/2/26', '1/2/27', '1.1.1900', '31.12.1899', '27.11.2026', '28.11.2026'].map((text) => dateOf(text))).toEqual([
    ...['2026-02-01', '1927-02-01', '1900-01-01', 'unread', '2026-11-27', 'unread'],
  ]);
});

test.each([
  [{ day: '5', month: '9', year: '1984' }, '1984-09-05'],
  [{ day: '5', month: 'септември', year: '84' }, '1984-09-05'],
  [{ day: '21', month: 'May', year: '' }, 'day_and_month'],
  [{ day: '', month: '', year: '' }, 'nothing'],
  [{ day: '', month: '', year: '1984' }, 'unread'],
  [{ day: '31', month: '2', year: '1984' }, 'unread'],
])('a birthday in columns of its own: %o is %s', (parts, expected) => {
  const read = readBirthParts(parts, TODAY);
  expect(read.kind === 'date' ? read.date : read.kind).toBe(expected);
});
