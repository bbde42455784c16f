import { describe, expect, it } from 'vitest';
import { canonicalChange, canonicalValue, InvalidValueError } from './canonical.ts';
import { TABLES } from './registry.ts';
import { date, instant, integer, intervals, key, money, oneOf, optional, text, time } from './table.ts';

const of = (column: Parameters<typeof canonicalValue>[0], value: unknown) => canonicalValue(column, value, 'field');
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidValueError) return `${error.field}: ${error.reason}`;
    throw error;
  }
  return 'taken';
};

describe('a value becomes canonical before it is stored', () => {
  it.each([
    [text(), ' Мария\t', 'Мария'],
    [text(), 'а\u0000б', 'аб'],
    [text(), 'а\ud800б', 'а\ufffdб'],
    [text(), '😀', '😀'],
    [text(), '\u202a Мар\u00adия\u202c', 'Мария'],
    [optional(text()), '\u200b \ufeff', null],
    [optional(text()), '  ', null],
    [optional(text()), null, null],
    [money(), 10.005, 10.01],
    [money(), 1.005, 1.01],
    [money(), -0, 0],
    [money(), 25, 25],
    [instant(), '2026-11-18T10:40+02:00', '2026-11-18T08:40:00.000Z'],
    [instant(), '2026-11-18T08:40:00.1239Z', '2026-11-18T08:40:00.123Z'],
    [instant(), '1900-01-01T00:00Z', '1900-01-01T00:00:00.000Z'],
    [instant(), '9999-12-31T00:00Z', '9999-12-31T00:00:00.000Z'],
    [date(), '2028-02-29', '2028-02-29'],
    [date(), '0001-01-01', '0001-01-01'],
    [time(), '23:59', '23:59'],
    [intervals(), '[["14:00","18:00"], ["09:00","13:00"]]', '[["09:00","13:00"],["14:00","18:00"]]'],
    [
      intervals(),
      '[[null,null,"time_off"],["10:00","12:00","additional_shift"]]',
      '[["10:00","12:00","additional_shift"],[null,null,"time_off"]]',
    ],
    [oneOf(['day', 'week'], 'day'), 'week', 'week'],
  ])('%#: %o', (column, value, expected) => {
    expect(of(column, value)).toStrictEqual(expected);
    expect(of(column, expected)).toStrictEqual(expected);
  });
});

describe('what has no canonical form is refused by the name of its field', () => {
  it.each([
    [text(), null, 'required'],
    [text({ maxLength: 3 }), 'абвг', 'too-long'],
    [text(), 7, 'type'],
    [key(), null, 'required'],
    [oneOf(['day', 'week'], 'day'), 'year', 'not-allowed'],
    [integer(), 1.5, 'type'],
    [integer(), 3_000_000_000, 'range'],
    [money(), Number.NaN, 'type'],
    [money(), 1e11, 'range'],
    [date(), '2026-02-30', 'format'],
    [date(), '18.11.2026', 'format'],
    [date(), '0000-12-31', 'format'],
    [time(), '24:00', 'format'],
    [instant(), 'утре', 'format'],
    [instant(), '1899-12-31T23:59:59.999Z', 'format'],
    [instant(), '9999-12-31T00:00:00.001Z', 'format'],
    [intervals(), '[]', 'format'],
    [intervals(), '[["09:00","09:00"]]', 'format'],
    [intervals(), 'не', 'format'],
  ])('%#: %o as %s', (column, value, reason) => {
    expect(refusal(() => of(column, value))).toBe(`field: ${reason}`);
  });
  it('knows the columns of its table, and those that only the server writes', () => {
    expect(refusal(() => canonicalChange(TABLES.salons.columns, { is_complete: true }))).toBe('is_complete: read-only');
    expect(refusal(() => canonicalChange(TABLES.events.columns, { colour: 'x' }))).toBe('colour: unknown-column');
    expect(canonicalChange(TABLES.events.columns, { notes: undefined, deleted: true, title: ' а ' })).toEqual({
      deleted: true,
      title: 'а',
    });
  });
  it('counts characters as the database does: an emoji is one', () => {
    expect(of(text({ maxLength: 2 }), '😀😀')).toBe('😀😀');
  });
});
