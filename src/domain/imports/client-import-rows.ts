/** Reads the clients of a foreign table and finds those who are known. */

import { isSameName, phoneKey } from '#domain/people/client-duplicates.ts';
import { isEmail } from '#domain/people/email.ts';
import { splitName } from '#domain/people/names.ts';
import { normalizePhone } from '#domain/people/phones.ts';
import { isLocalDate, type LocalDate } from '#domain/time/time.ts';
import type { Client } from '#schemas/clients.ts';
import type { ClientField } from './client-import-columns.ts';
import { isRounded } from './import-cells.ts';
import { type ColumnMapping, cellOf } from './import-columns.ts';
import { type Finder, type JudgedRow, judgeEach, type WrongReason } from './import-rows.ts';

type Known = Pick<Client, 'id' | 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date'>;

/** A client as in the row; empty cells are null. */
export type ImportedClient = Readonly<Record<Exclude<ClientField, 'name'>, string | null>>;

/** The longest texts of the columns of `clients`. */
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

/** True if the dates of a column begin with the month. A day above 12 decides; without one the usual order does. */
export function beginsWithMonth(dates: readonly string[], usual: boolean): boolean {
  const pairs = dates.map(numbersOf).filter(([first = '']) => first.length <= 2);
  if (pairs.some(([first]) => Number(first) > 12)) return false;
  return pairs.some(([, second]) => Number(second) > 12) || usual;
}

/** Returns yyyy-MM-dd; null for a text that is no date, or for a future date. A year of two digits lies in the last hundred years. */
export function readBirthDate(text: string, monthFirst: boolean, today: LocalDate): LocalDate | null {
  const thisYear = Number(today.slice(0, 4));
  const [a = '', b = '', c = ''] = numbersOf(text);
  const [year, month, day] = a.length === 4 ? [a, b, c] : monthFirst ? [c, a, b] : [c, b, a];
  if (![2, 4].includes(year.length)) return null;
  const century = Math.floor(thisYear / 100) * 100;
  const short = Number(year) + century > thisYear ? Number(year) + century - 100 : Number(year) + century;
  const whole = year.length === 4 ? year : String(short);
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(date) && date <= today ? date : null;
}

interface Reading {
  readonly columns: ColumnMapping<ClientField>;
  readonly monthFirst: boolean;
  readonly today: LocalDate;
}

function readRow(cells: readonly string[], { columns, monthFirst, today }: Reading): [ImportedClient, WrongReason[]] {
  const all = (field: ClientField) => cellOf(cells, columns, field);
  const { first, last } = splitName(all('name'));
  const phone = all('phone');
  const email = all('email');
  const birth = all('birth_date');
  const birth_date = birth === '' ? null : readBirthDate(birth, monthFirst, today);
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
  if (isRounded(phone)) wrong.push('phone_exponent');
  if (Object.entries(LONGEST).some(([field, most]) => (client[field as keyof ImportedClient]?.length ?? 0) > most))
    wrong.push('too_long');
  return [client, wrong];
}

type Person = Omit<Known, 'id' | 'name'> & { readonly name?: string | null };
const asKnown = (person: Person): Known => ({ id: '', ...person, name: person.name ?? null });

function clientFinder<P extends Person>(): Finder<Person, P> {
  const byPhone = new Map<string, P>();
  const byEmail = new Map<string, P>();
  const byBirth = new Map<string, [Known, P][]>();
  return {
    add(person) {
      const phone = phoneKey(person.phone);
      if (phone && !byPhone.has(phone)) byPhone.set(phone, person);
      const email = person.email?.toLowerCase();
      if (email && !byEmail.has(email)) byEmail.set(email, person);
      const { birth_date: birth } = person;
      if (birth) byBirth.set(birth, [...(byBirth.get(birth) ?? []), [asKnown(person), person]]);
    },
    find(person) {
      const phone = byPhone.get(phoneKey(person.phone));
      if (phone) return { row: phone, by: 'phone' };
      const email = byEmail.get(person.email?.toLowerCase() ?? '');
      if (email) return { row: email, by: 'email' };
      const own = asKnown(person);
      const named = byBirth.get(person.birth_date ?? '')?.find(([other]) => isSameName(own, other));
      return named ? { row: named[1], by: 'name_and_birth' } : null;
    },
  };
}

/**
 * Judges all rows but the head.
 * @param known the existing clients
 * @param usual true if dates begin with the month unless something else decides
 */
export function judgeClients<K extends Known>(
  rows: readonly (readonly string[])[],
  columns: ColumnMapping<ClientField>,
  known: readonly K[],
  { monthFirst: usual, today }: { readonly monthFirst: boolean; readonly today: LocalDate },
): JudgedRow<ImportedClient, K>[] {
  const start = columns.hasHead ? 1 : 0;
  const birthColumn = columns.fields.indexOf('birth_date');
  const monthFirst = beginsWithMonth(birthColumn < 0 ? [] : rows.slice(start).map((row) => row[birthColumn] ?? ''), usual);
  const there = clientFinder<K>();
  for (const client of known) there.add(client);
  const before = clientFinder<ImportedClient & { readonly row: number }>();
  return judgeEach<ImportedClient, K>(rows, {
    columns,
    read: (cells) => readRow(cells, { columns, monthFirst, today }),
    there,
    before,
  });
}
