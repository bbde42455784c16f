/**
 * The canonical form of every value, before it is stored. The database checks the same and never rewrites: a value that
 * it changed on its way would come back as somebody else's edit (775 false conflicts in 1,000 simulated histories).
 */
import { agreementsText, MOST_AGREEMENTS, readAgreements } from './agreements.ts';
import { cleanText } from './clean-text.ts';
import { OVERRIDE_TYPES, type OverrideType, overrideIntervalsText, shiftIntervalsText } from './intervals.ts';
import { offerersText, ownTermsText, readOfferers, readOwnTerms } from './own-terms.ts';
import { readRooms, roomsText } from './rooms.ts';
import { closedDaysText, openingHoursText, readClosedDays, readOpeningHours } from './salon-days.ts';
import type { Column, Columns } from './table.ts';

export type InvalidReason =
  | 'type'
  | 'required'
  | 'too-long'
  | 'not-allowed'
  | 'format'
  | 'range'
  | 'read-only'
  | 'unknown-column';

/** A value that no canonical form exists for. `field` is the column. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  constructor(
    readonly field: string,
    readonly reason: InvalidReason,
  ) {
    super(`${field}: ${reason}`);
  }
}

/** Well-formed Unicode without NUL: PostgreSQL's JSON takes neither a lone surrogate nor U+0000. */
const wellFormed = (text: string): string => text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
const codePoints = (text: string): number => [...text].length;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INT_MAX = 2_147_483_647;
const MONEY_MAX = 9_999_999_999.99;
const SET_MAX = 20;

/** The earliest and latest instant that the database takes; a date may lie in any year from 1 on. */
const EARLIEST = '1900-01-01T00:00:00.000Z';
const LATEST = '9999-12-31T00:00:00.000Z';

function isDate(text: string): boolean {
  if (!DATE.test(text) || text.startsWith('0000')) return false;
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function instantOf(text: string): string | null {
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) return null;
  const iso = new Date(time).toISOString();
  return iso.length === 24 && iso >= EARLIEST && iso <= LATEST ? iso : null;
}

function intervalsOf(text: string): string | null {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!Array.isArray(set) || set.length === 0 || set.length > SET_MAX) return null;
  const entries = set as unknown[];
  const isTime = (x: unknown): x is string => typeof x === 'string' && TIME.test(x);
  if (entries.every((e): e is [string, string] => Array.isArray(e) && e.length === 2 && e.every(isTime) && e[0] !== e[1]))
    return shiftIntervalsText(entries.map(([start, end]) => ({ start, end })));
  const isOverride = (e: unknown): e is [string | null, string | null, OverrideType] =>
    Array.isArray(e) &&
    e.length === 3 &&
    (OVERRIDE_TYPES as readonly unknown[]).includes(e[2]) &&
    ((e[0] === null && e[1] === null) || (isTime(e[0]) && isTime(e[1]) && e[0] !== e[1]));
  if (entries.every(isOverride)) return overrideIntervalsText(entries.map(([start, end, type]) => ({ start, end, type })));
  return null;
}

/** @throws InvalidValueError */
export function canonicalValue(column: Column<unknown>, value: unknown, field: string): unknown {
  const fail = (reason: InvalidReason): never => {
    throw new InvalidValueError(field, reason);
  };
  const text = (): string => (typeof value === 'string' ? wellFormed(value) : fail('type'));
  const bounded = (t: string): string => (codePoints(t) > (column.maxLength ?? Number.POSITIVE_INFINITY) ? fail('too-long') : t);
  if (value === null || value === undefined) return column.nullable ? null : fail('required');
  if (column.nullable && typeof value === 'string' && cleanText(value).trim() === '') return null;
  switch (column.kind) {
    case 'text':
      return bounded(cleanText(text()).trim());
    case 'key': {
      const t = bounded(text());
      return column.values && !column.values.includes(t) ? fail('not-allowed') : t;
    }
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return fail('type');
      if (column.most !== undefined && (value < 0 || value > column.most)) return fail('range');
      return Math.abs(value) > INT_MAX ? fail('range') : value + 0;
    case 'money': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return fail('type');
      const cents = Math.round(Number((Math.abs(value) * 100).toPrecision(15))) / 100;
      return cents > MONEY_MAX ? fail('range') : value < 0 && cents > 0 ? -cents : cents;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : fail('type');
    case 'date':
      return isDate(text()) ? text() : fail('format');
    case 'time':
      return TIME.test(text()) ? text() : fail('format');
    case 'instant':
      return instantOf(text()) ?? fail('format');
    case 'intervals':
      return bounded(intervalsOf(text()) ?? fail('format'));
    case 'agreements': {
      const agreements = readAgreements(bounded(text())) ?? fail('format');
      return new Set(agreements.map((one) => JSON.stringify(one))).size > MOST_AGREEMENTS
        ? fail('too-long')
        : agreementsText(agreements);
    }
    case 'offerers':
      return offerersText(readOfferers(bounded(text())) ?? fail('format'));
    case 'own-terms':
      return ownTermsText(readOwnTerms(bounded(text())) ?? fail('format'));
    case 'opening-hours':
      return openingHoursText(readOpeningHours(bounded(text())) ?? fail('format'));
    case 'closed-days':
      return closedDaysText(readClosedDays(bounded(text())) ?? fail('format'));
    case 'rooms':
      return roomsText(readRooms(bounded(text())) ?? fail('format'));
  }
}

/**
 * Returns a person's change to a row in canonical form. `deleted` is an ordinary column.
 * @throws InvalidValueError when a value has none, or the column is unknown or the server's alone.
 */
export function canonicalChange(columns: Columns, change: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (field === 'deleted') {
      if (typeof value !== 'boolean') throw new InvalidValueError(field, 'type');
      result[field] = value;
      continue;
    }
    const column = columns[field];
    if (!column) throw new InvalidValueError(field, 'unknown-column');
    if (column.readOnly) throw new InvalidValueError(field, 'read-only');
    result[field] = canonicalValue(column, value, field);
  }
  return result;
}
