/** Reads the clients of a foreign table and finds those who are known. */
import { isEmail } from '#domain/people/email.ts';
import { fullName, splitName } from '#domain/people/names.ts';
import type { LocalDate } from '#domain/time/time.ts';
import {
  birthPartOf,
  type ClientField,
  isLabelOf,
  isPlainNotes,
  nameAndPhone,
  rankOf,
  saysLastNameFirst,
} from './client-import-columns.ts';
import { clientFinder, type KnownClient } from './client-import-known.ts';
import { type BirthParts, type DateCell, type MonthFirst, monthFirstOf, readBirthDate, readBirthParts } from './date-cells.ts';
import { readYesNo } from './import-cells.ts';
import { type ColumnMapping, type FilledCell, firstRowOf, mostLook } from './import-columns.ts';
import {
  cutTo,
  type JudgedRow,
  judgeEach,
  type LeftOut,
  LONGEST_NOTES,
  type ReadRow,
  type RowHint,
  type WrongReason,
  withLeftOut,
} from './import-rows.ts';
import { isNothing, isSurelyPhone, looksLikeEmail, plainCell } from './looks.ts';
import { readPhoneCell } from './phone-cells.ts';
import type { Steps } from './steps.ts';
import { isNoRecord, saidCells } from './table-shape.ts';

/** A client as in the row; empty cells are null. */
export type ImportedClient = Readonly<Record<Exclude<ClientField, 'name'>, string | null>>;

/** The longest texts of the columns of `clients`. */
const LONGEST = { first_name: 100, last_name: 99, phone: 40, email: 200, address: 500, city: 200 } as const;

/** The columns and the head of a table, prepared once for all its rows. */
interface Reading {
  /** The cells of the head; empty if no row names the columns. */
  readonly heads: readonly string[];
  /** The columns of each field, the preferred one first. */
  readonly columnsOf: (field: ClientField) => readonly number[];
  /** The rank of each column among those of its field; the lowest is preferred. */
  readonly ranks: readonly number[];
  /** True for each column whose head says only that notes stand below. */
  readonly plainNotes: readonly boolean[];
  /** The column that gives the kind of a phone, by the column of the phone. */
  readonly labels: ReadonlyMap<number, number>;
  /** The columns of the parts of a birthday; null if one column holds the whole birthday. */
  readonly birthParts: Readonly<Record<keyof BirthParts, number>> | null;
  readonly monthFirst: MonthFirst;
  readonly today: LocalDate;
}

type Rows = readonly (readonly string[])[];

const isDay = (text: string) => /^\d{1,2}$/.test(text) && Number(text) <= 31;

/**
 * Returns the columns of day, month and year (-1 if there is none) of a birthday in parts; null if a column holds the whole
 * birthday.
 */
function birthPartsOf(rows: Rows, columns: readonly number[], heads: readonly string[], start: number): Reading['birthParts'] {
  const named = columns.map((column) => ({ column, part: birthPartOf(heads[column] ?? '') }));
  const month = named.find(({ part }) => part === 'month');
  const year = named.find(({ part }) => part === 'year');
  const rest = named.filter(({ column }) => column !== month?.column && column !== year?.column);
  const day =
    rest.find(({ part }) => part === 'day') ?? rest.find(({ column }) => mostLook(saidCells(rows, column, start), isDay));
  return month && day ? { day: day.column, month: month.column, year: year?.column ?? -1 } : null;
}

/** Rows whose dates are looked at to tell their order. */
const MOST_DATES = 5000;

function readingOf(rows: Rows, mapping: ColumnMapping<ClientField>, { monthFirst, today }: Usual): Reading {
  const heads = mapping.headRow === null ? [] : (rows[mapping.headRow] ?? []);
  const start = firstRowOf(mapping);
  const headOf = (column: number) => heads[column] ?? '';
  const fields = new Map<ClientField, number[]>();
  for (const [column, field] of mapping.fields.entries()) {
    if (field !== null) fields.set(field, [...(fields.get(field) ?? []), column]);
  }
  const ranks = mapping.fields.map((field, column) => (field === null ? 0 : rankOf(field, headOf(column))));
  for (const columns of fields.values()) columns.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const labels = new Map<number, number>();
  for (const column of mapping.fields.keys()) {
    if (column > 0 && isLabelOf(headOf(column - 1), headOf(column))) labels.set(column, column - 1);
  }
  const births = fields.get('birth_date') ?? [];
  const dates = births.flatMap((column) => rows.slice(start, start + MOST_DATES).map((row) => row[column] ?? ''));
  return {
    heads,
    columnsOf: (field) => fields.get(field) ?? [],
    ranks,
    plainNotes: mapping.fields.map((_, column) => headOf(column) === '' || isPlainNotes(headOf(column))),
    labels,
    birthParts: birthPartsOf(rows, births, heads, start),
    monthFirst: monthFirstOf(
      dates.filter((text) => text !== ''),
      monthFirst,
    ),
    today,
  };
}

/** A field of a row as it was read, and the texts of its cells that are not in it. */
interface ReadField {
  readonly value: string | null;
  readonly leftOut: readonly LeftOut[];
}

const isSameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const wordsOf = (name: string) => name.split(/\s+/u).filter((word) => word !== '');

/** Returns the words of a name that are not among others. */
const wordsBeside = (name: string, others: string): string =>
  wordsOf(name)
    .filter((word) => !wordsOf(others).some((other) => isSameText(word, other)))
    .join(' ');

/** Splits a cell that holds first and last name. „Иванова, Мария“ begins with the last one. */
function splitWhole(text: string, isLastFirst: boolean): { first: string; last: string } {
  const [, lastAhead, behind] = /^([^,]+),\s*([^,]+)$/.exec(text) ?? [];
  if (lastAhead !== undefined && behind !== undefined) return { first: behind.trim(), last: lastAhead.trim() };
  const { first, last } = splitName(text);
  return isLastFirst && last !== '' ? { first: last, last: first } : { first, last };
}

/** Returns true for a text that names nobody. A longer word („Неизвестна“) with a phone is somebody. */
const isNameless = (text: string) => isNothing(text) && !/\p{L}{5}/u.test(text);

function readNames(cellsOf: CellsOf, heads: readonly string[]): { first: string; last: string; leftOut: LeftOut[] } {
  const named = (field: ClientField) =>
    cellsOf(field)
      .filter(({ text }) => !isNameless(text))
      .map(({ column, text }) => ({ column, text: nameAndPhone(text)?.name ?? text }));
  const [whole, ...wholes] = named('name');
  const [firstName, ...firstNames] = named('first_name');
  const last = named('last_name')
    .map(({ text }) => text)
    .join(' ');
  const first = firstName?.text ?? '';
  const split = whole ? splitWhole(whole.text, saysLastNameFirst(heads[whole.column] ?? '')) : { first: '', last: '' };
  const own = {
    first: first || (last && whole ? wordsBeside(whole.text.replace(',', ' '), last) : split.first),
    last: last || (first && whole ? wordsBeside(whole.text.replace(',', ' '), first) : split.last),
  };
  const both = `${own.first} ${own.last}`;
  const others = [...(whole ? [whole] : []), ...wholes, ...firstNames];
  const leftOut = others
    .filter(({ text }) => wordsBeside(text.replace(',', ' '), both) !== '')
    .map(({ column, text }): LeftOut => ({ column, text, why: 'another' }));
  return { ...own, leftOut };
}

function readPhone(cells: readonly FilledCell[]): ReadField & { readonly odd: number } {
  let [phone, odd] = [null as string | null, 0];
  const leftOut: LeftOut[] = [];
  for (const { column, text } of cells) {
    const read = readPhoneCell(text);
    if (phone !== null && read.phone !== null) {
      // The same number in another cell says nothing new.
      if (read.phone !== phone || read.leftOut) leftOut.push({ column, text, why: 'another' });
      continue;
    }
    if (read.leftOut) leftOut.push({ column, ...read.leftOut });
    if (read.phone !== null) [phone, odd] = [read.phone, read.odd];
  }
  return { value: phone, leftOut, odd };
}

/** Reads the addresses in a cell, even as contacts apps write them: "Ана <ana@example.com>". */
function readEmailCell(text: string): { email: string | null; others: string[] } {
  const pieces = text
    .replace(/mailto:/gi, '')
    .split(/[\s;,<>()]+|:::/u)
    .filter((piece) => piece !== '');
  const email = pieces.find(isEmail) ?? null;
  return { email, others: pieces.filter((piece) => piece !== email && (isEmail(piece) || piece.includes('@'))) };
}

function readEmail(cells: readonly FilledCell[]): ReadField {
  let email: string | null = null;
  const leftOut: LeftOut[] = [];
  for (const { column, text } of cells) {
    const read = readEmailCell(text);
    if (read.email === null || read.email.length > LONGEST.email) leftOut.push({ column, text, why: 'unread' });
    else if (email === null) {
      email = read.email;
      if (read.others.length > 0) leftOut.push({ column, text: read.others.join(', '), why: 'another' });
    } else if (!isSameText(read.email, email) || read.others.length > 0) leftOut.push({ column, text, why: 'another' });
  }
  return { value: email, leftOut };
}

/**
 * Reads phone and e-mail. A phone may stand among the e-mails, an e-mail among the phones („Контакт“), and a phone beside a name.
 */
function readContacts(said: CellsOf): [ReturnType<typeof readPhone>, ReadField] {
  const isEmailCell = ({ text }: FilledCell) => readEmailCell(text).email !== null && looksLikeEmail(text);
  const isPhoneCell = ({ text }: FilledCell) => !text.includes('@') && isSurelyPhone(text);
  const [phones, emails] = [said('phone'), said('email')];
  const besideNames = [...said('name'), ...said('first_name'), ...said('last_name')].flatMap(({ column, text }) => {
    const both = nameAndPhone(text);
    return both ? [{ column, text: both.phone }] : [];
  });
  return [
    readPhone([...phones.filter((cell) => !isEmailCell(cell)), ...emails.filter(isPhoneCell), ...besideNames]),
    readEmail([...emails.filter((cell) => !isPhoneCell(cell)), ...phones.filter(isEmailCell)]),
  ];
}

/** Joins the parts of the preferred address into one text. Another address is left out. */
function readAddress(cells: readonly FilledCell[], ranks: readonly number[]): ReadField & { readonly rank: number | null } {
  const [first] = cells;
  if (!first) return { value: null, leftOut: [], rank: null };
  const rank = ranks[first.column] ?? 0;
  const isOfIt = ({ column }: FilledCell) => ranks[column] === rank;
  const own: string[] = [];
  for (const { text } of cells.filter(isOfIt)) {
    const lines = text.split('\n').map((part) => part.trim());
    const line = lines.filter((part) => part !== '').join(', ');
    if (!own.some((other) => other.toLowerCase().includes(line.toLowerCase()))) own.push(line);
  }
  const leftOut = cells.filter((cell) => !isOfIt(cell)).map(({ column, text }): LeftOut => ({ column, text, why: 'another' }));
  return { value: own.join(', '), leftOut, rank };
}

function readCity(cells: readonly FilledCell[], ranks: readonly number[], rank: number | null): ReadField {
  const own = cells.find(({ column }) => ranks[column] === rank) ?? cells[0];
  const others = cells.filter((cell) => own && cell !== own && !isSameText(cell.text, own.text));
  return { value: own?.text ?? null, leftOut: others.map(({ column, text }) => ({ column, text, why: 'another' })) };
}

function readBirth(cells: readonly string[], filled: readonly FilledCell[], reading: Reading): ReadField {
  const { birthParts, monthFirst, today } = reading;
  let birth: LocalDate | null = null;
  const leftOut: LeftOut[] = [];
  const take = (column: number, text: string, read: DateCell) => {
    if (read.kind === 'day_and_month' || read.kind === 'unread') leftOut.push({ column, text, why: read.kind });
    else if (read.kind === 'date' && birth === null) {
      birth = read.date;
      if (read.isPart) leftOut.push({ column, text, why: 'part' });
    } else if (read.kind === 'date' && birth !== read.date) leftOut.push({ column, text, why: 'another' });
  };
  const ofParts = Object.values(birthParts ?? {});
  for (const { column, text } of filled)
    if (!ofParts.includes(column)) take(column, text, readBirthDate(text, monthFirst, today));
  if (birthParts) {
    const partOf = (column: number) => plainCell(cells[column] ?? '');
    const [day, month, year] = [partOf(birthParts.day), partOf(birthParts.month), partOf(birthParts.year)];
    const said = [day, month, year].filter((part) => !isNothing(part));
    take(birthParts.day, said.join('.'), readBirthParts({ day, month, year }, today));
  }
  return { value: birth, leftOut };
}

/** Returns the notes of a row. The head of a column is kept with its notes („Алергии“); „Не“ says nothing there. */
function notesOf(cells: readonly FilledCell[], { heads, plainNotes }: Reading): string {
  return cells
    .flatMap(({ column, text }) => {
      if (plainNotes[column]) return [text];
      return readYesNo(text) === false ? [] : [`${heads[column]}: ${text}`];
    })
    .join('\n');
}

type CellsOf = (field: ClientField) => readonly FilledCell[];

/** Returns the filled cells of a row by field, the preferred one first. */
function cellsByField(cells: readonly string[], { columnsOf, labels, heads }: Reading): CellsOf {
  const filled = (field: ClientField) =>
    columnsOf(field).flatMap((column) => {
      const text = plainCell(cells[column] ?? '');
      return text === '' ? [] : [{ column, text }];
    });
  const rankIn = (field: ClientField, column: number) =>
    rankOf(field, heads[column] ?? '', labels.has(column) ? (cells[labels.get(column) ?? -1] ?? '') : '');
  return (field) => {
    const found = filled(field);
    if (found.length < 2 || (field !== 'phone' && field !== 'email')) return found;
    const isLabelled = found.some(({ column }) => labels.has(column));
    return isLabelled ? found.toSorted((a, b) => rankIn(field, a.column) - rankIn(field, b.column)) : found;
  };
}

/** Shortens a text to what its column can hold. The whole text is added to `leftOut`. */
function fitted(
  field: 'first_name' | 'last_name' | 'address' | 'city',
  column: number,
  text: string,
  leftOut: LeftOut[],
): string | null {
  if (text.length > LONGEST[field]) leftOut.push({ column, text, why: 'cut' });
  return cutTo(text, LONGEST[field]) || null;
}

function readRow<K>(cells: readonly string[], reading: Reading): ReadRow<ImportedClient, K> | null {
  const { heads, columnsOf, ranks } = reading;
  if (isNoRecord(cells, heads)) return null;
  const cellsOf = cellsByField(cells, reading);
  const said = (field: ClientField) => cellsOf(field).filter(({ text }) => !isNothing(text));
  const names = readNames(cellsOf, heads);
  const [phone, email] = readContacts(said);
  const address = readAddress(said('address'), ranks);
  const city = readCity(said('city'), ranks, address.rank);
  const birth = readBirth(cells, said('birth_date'), reading);
  const read = [names, phone, email, address, city, birth];
  const leftOut = read.flatMap((field) => field.leftOut);
  const columnOf = (field: ClientField) => columnsOf(field)[0] ?? columnsOf('name')[0] ?? 0;
  const shortened = (field: 'first_name' | 'last_name' | 'address' | 'city', text: string | null) =>
    text === null ? null : fitted(field, columnOf(field), text, leftOut);
  const value = {
    first_name: shortened('first_name', names.first),
    last_name: shortened('last_name', names.last),
    phone: phone.value,
    email: email.value,
    address: shortened('address', address.value),
    city: shortened('city', city.value),
    birth_date: birth.value,
  };
  const notes = notesOf(said('notes'), reading);
  const whole = withLeftOut(notes, leftOut, heads);
  if (notes.length > LONGEST_NOTES) leftOut.push({ column: columnOf('notes'), text: notes.slice(LONGEST_NOTES), why: 'cut' });
  const wrong: WrongReason[] = value.first_name || value.last_name ? [] : ['no_name'];
  const hints: RowHint<K>[] =
    phone.odd === 0 ? [] : [{ kind: phone.odd > 0 ? 'phone_long' : 'phone_short', by: Math.abs(phone.odd) }];
  return { value: { ...value, notes: whole }, wrong, leftOut, hints };
}

/** Returns a function that gives the texts of a row in the order of our export. By them a row that was exported here is known. */
function textsOf(reading: Reading): (cells: readonly string[]) => readonly string[] {
  const { columnsOf, monthFirst, today } = reading;
  return (cells) => {
    const textOf = (field: ClientField) =>
      columnsOf(field)
        .map((column) => cells[column] ?? '')
        .join(' ')
        .trim();
    const birth = readBirthDate(textOf('birth_date'), monthFirst, today);
    const name = textOf('name') || fullName(textOf('first_name'), textOf('last_name'));
    const date = birth.kind === 'date' ? birth.date : textOf('birth_date');
    return [name, textOf('phone'), textOf('email'), textOf('address'), textOf('city'), date, textOf('notes')];
  };
}

/** The usual order of dates, if nothing in the file decides it, and today. */
interface Usual {
  /** True if dates begin with the month. */
  readonly monthFirst: boolean;
  /** yyyy-MM-dd; nobody is born later. */
  readonly today: LocalDate;
}

/**
 * Judges all rows below the head in steps. A row is known by its phone, by its e-mail, or by its name with the birth date. That
 * changes no client, and a person may import the row anyway.
 * @param known the existing clients
 */
export function judgingClients<K extends KnownClient>(
  rows: Rows,
  columns: ColumnMapping<ClientField>,
  known: readonly K[],
  usual: Usual,
): Steps<JudgedRow<ImportedClient, K>[]> {
  const reading = readingOf(rows, columns, usual);
  const there = clientFinder<K>(textsOf(reading));
  const before = clientFinder<ImportedClient & { readonly row: number }>(null);
  const hintsOf = (client: ImportedClient): RowHint<K>[] => {
    const stored = there.namesakeOf(client);
    if (stored) return [{ kind: 'same_name', row: stored }];
    const above = before.namesakeOf(client);
    return above ? [{ kind: 'same_name_above', row: above.row }] : [];
  };
  const read = (cells: readonly string[]) => readRow<K>(cells, reading);
  return judgeEach<ImportedClient, K>(rows, { columns, read, known, there, before, hintsOf });
}
