/** What becomes of each row of a foreign table of clients: a new client, one who is known, or nothing that could be kept. */
import type { Client } from '#schemas/clients.ts';
import { isSameName, phoneKey } from './client-duplicates.ts';
import { isEmail } from './email.ts';
import type { Columns, ImportField } from './import-columns.ts';
import { splitName } from './names.ts';
import { normalizePhone } from './phones.ts';
import { isLocalDate } from './time.ts';

type Known = Pick<Client, 'id' | 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date'>;

/** A client as the row says; empty cells are null. */
export type ImportedClient = Readonly<Record<Exclude<ImportField, 'name'>, string | null>>;

export type WrongReason = 'no_name' | 'email' | 'birth_date' | 'phone_exponent' | 'too_long';

export type RowVerdict<K extends Known = Known> =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly client: K; readonly by: 'phone' | 'email' | 'name' }
  /** The same person stands in an earlier row. */
  | { readonly kind: 'repeated'; readonly row: number }
  | { readonly kind: 'wrong'; readonly reasons: readonly WrongReason[] };

export interface JudgedRow<K extends Known = Known> {
  /** As a spreadsheet numbers it: the first row of the file is 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly client: ImportedClient;
  readonly verdict: RowVerdict<K>;
}

/** As many characters as the columns of `clients` take. */
const LONGEST: Readonly<Record<keyof ImportedClient, number>> = {
  first_name: 100,
  last_name: 99,
  phone: 40,
  email: 200,
  address: 500,
  city: 200,
  birth_date: 10,
  notes: 5000,
};

const numbersOf = (text: string) => text.match(/\d+/g) ?? [];

/** Whether dates of a column begin with the month: some day above 12 says so; where none does, what is usual here. */
export function beginsWithMonth(dates: readonly string[], usual: boolean): boolean {
  const pairs = dates.map(numbersOf).filter(([first = '']) => first.length <= 2);
  if (pairs.some(([first]) => Number(first) > 12)) return false;
  return pairs.some(([, second]) => Number(second) > 12) || usual;
}

/** yyyy-MM-dd; null where it is no date. Two digits of a year are of the last hundred years. @param thisYear four digits */
export function readBirthDate(text: string, monthFirst: boolean, thisYear: number): string | null {
  const [a = '', b = '', c = ''] = numbersOf(text);
  const [year, month, day] = a.length === 4 ? [a, b, c] : monthFirst ? [c, a, b] : [c, b, a];
  if (![2, 4].includes(year.length)) return null;
  const century = Math.floor(thisYear / 100) * 100;
  const short = Number(year) + century > thisYear ? Number(year) + century - 100 : Number(year) + century;
  const whole = year.length === 4 ? year : String(short);
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(date) && Number(whole) > 1880 && Number(whole) <= thisYear ? date : null;
}

interface Reading {
  readonly columns: Columns;
  readonly monthFirst: boolean;
  readonly thisYear: number;
}

function readRow(cells: readonly string[], { columns, monthFirst, thisYear }: Reading): [ImportedClient, WrongReason[]] {
  const all = (field: ImportField) =>
    columns.fields.flatMap((own, i) => (own === field && cells[i] ? [cells[i]] : [])).join('\n');
  const { first, last } = splitName(all('name'));
  const phone = all('phone');
  const email = all('email');
  const birth = all('birth_date');
  const birth_date = birth === '' ? null : readBirthDate(birth, monthFirst, thisYear);
  const client: ImportedClient = {
    first_name: all('first_name') || first || null,
    last_name: all('last_name') || last || null,
    phone: phone ? normalizePhone(phone) : null,
    email: email || null,
    address: all('address') || null,
    city: all('city') || null,
    birth_date,
    notes: all('notes') || null,
  };
  const wrong: WrongReason[] = [];
  if (!client.first_name && !client.last_name) wrong.push('no_name');
  if (email && !isEmail(email)) wrong.push('email');
  if (birth && birth_date === null) wrong.push('birth_date');
  // A spreadsheet has rounded it away: the number is lost.
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(phone)) wrong.push('phone_exponent');
  if (Object.entries(LONGEST).some(([field, most]) => (client[field as keyof ImportedClient]?.length ?? 0) > most))
    wrong.push('too_long');
  return [client, wrong];
}

/** Finds who a row is among the clients that are there, and among the rows before it. */
function finder<P extends Known>() {
  const byPhone = new Map<string, P>();
  const byEmail = new Map<string, P>();
  const byBirth = new Map<string, P[]>();
  return {
    add(person: P) {
      const phone = phoneKey(person.phone);
      if (phone && !byPhone.has(phone)) byPhone.set(phone, person);
      const email = person.email?.toLowerCase();
      if (email && !byEmail.has(email)) byEmail.set(email, person);
      if (person.birth_date) byBirth.set(person.birth_date, [...(byBirth.get(person.birth_date) ?? []), person]);
    },
    find(person: Known): { person: P; by: 'phone' | 'email' | 'name' } | null {
      const phone = byPhone.get(phoneKey(person.phone));
      if (phone) return { person: phone, by: 'phone' };
      const email = byEmail.get(person.email?.toLowerCase() ?? '');
      if (email) return { person: email, by: 'email' };
      const named = byBirth.get(person.birth_date ?? '')?.find((other) => isSameName(person, other));
      return named ? { person: named, by: 'name' } : null;
    },
  };
}

/**
 * Judges all rows but the head.
 * @param known the clients that are there. @param usual whether dates begin with the month where nothing says otherwise
 */
export function judgeRows<K extends Known>(
  rows: readonly (readonly string[])[],
  columns: Columns,
  known: readonly K[],
  { monthFirst: usual, thisYear }: { readonly monthFirst: boolean; readonly thisYear: number },
): JudgedRow<K>[] {
  const start = columns.hasHead ? 1 : 0;
  const birthColumn = columns.fields.indexOf('birth_date');
  const monthFirst = beginsWithMonth(birthColumn < 0 ? [] : rows.slice(start).map((row) => row[birthColumn] ?? ''), usual);
  const there = finder<K>();
  for (const client of known) there.add(client);
  const before = finder<Known & { row: number }>();
  return rows.slice(start).map((cells, i) => {
    const row = start + i + 1;
    const [client, wrong] = readRow(cells, { columns, monthFirst, thisYear });
    const person = { ...client, id: '', name: null, row };
    const verdict = ((): RowVerdict<K> => {
      if (wrong.length > 0) return { kind: 'wrong', reasons: wrong };
      const found = there.find(person);
      if (found) return { kind: 'known', client: found.person, by: found.by };
      const earlier = before.find(person);
      return earlier ? { kind: 'repeated', row: earlier.person.row } : { kind: 'new' };
    })();
    if (verdict.kind === 'new') before.add(person);
    return { row, cells, client, verdict };
  });
}
