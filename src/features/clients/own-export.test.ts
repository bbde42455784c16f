import { expect, test } from 'vitest';
import { guessClientColumns } from '#domain/imports/client-import-columns.ts';
import { csvOf } from '#domain/imports/csv.ts';
import { judgeClients } from '#domain/imports/judged.test-support.ts';
import { readTable } from '#domain/imports/read-table.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { clientTable } from './export-clients.ts';

type Client = LocalRow<'clients'>;
type Facts = Partial<
  Pick<Client, 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'address' | 'city' | 'birth_date' | 'notes'>
>;

const FACTS: readonly Facts[] = [
  { first_name: 'Ана', last_name: 'Банова', phone: '+359888123456', email: 'ana@example.com', birth_date: '1990-12-31' },
  { first_name: 'Яни', last_name: 'Банов', phone: '+359888123456' },
  { first_name: 'Мама', last_name: 'Банова', email: 'ana@example.com', notes: 'вж. дъщерята;\nсамо „събота“' },
  { first_name: 'Ана', last_name: 'Банова' },
  { first_name: 'Ана', last_name: 'Банова', city: 'Русе' },
  { first_name: 'Мими' },
  { last_name: 'Колева', phone: '+40721234567' },
  { name: 'Grace Hopper', phone: '08871010021' },
  { first_name: 'Вера', phone: '+359 88 7 1O1 010' },
  { first_name: 'Деси', phone: 'пита се', email: 'няма' },
  { first_name: 'Ели', phone: '0887101005 / 0897101006', address: 'ул. „Липа“ 4; вх. Б' },
  { first_name: 'Жана', phone: '3,59888E+11', birth_date: '1992-02-29' },
  { first_name: 'Зоя', birth_date: '2030-01-01', notes: '=1+1' },
  { first_name: 'Ина', birth_date: '1899-05-05', notes: '---' },
  { first_name: 'Общо', last_name: 'Добри', phone: '+35929801001' },
  { first_name: '=HYPERLINK("x")', email: 'x@example.com' },
  { first_name: 'Катя', phone: '+359888111222', notes: 'Телефон: 02 980 1001\nРожден ден: --05-21' },
];
const CLIENTS = FACTS.map((facts, at): Client => {
  const none = { name: null, first_name: null, last_name: null, phone: null, email: null, address: null, city: null };
  return { ...none, birth_date: null, notes: null, ...facts, id: `c${at}` } as Client;
});

test.each([
  ['bg', ','],
  ['bg', '.'],
  ['en', ','],
  ['en', '.'],
] as const)('the own export (%s, decimal %s) read back changes nothing and doubles nobody', (language, decimal) => {
  const rows = readTable(csvOf(clientTable(CLIENTS, i18n.getFixedT(language, 'clients')), decimal));
  const columns = guessClientColumns(rows);
  expect(columns.fields).toEqual(['first_name', 'last_name', 'phone', 'email', 'address', 'city', 'birth_date', 'notes']);
  const judged = judgeClients(rows, columns, CLIENTS, { monthFirst: false, today: '2026-11-27' });
  expect(judged.map(({ verdict }) => verdict.kind === 'known' && verdict.row.id)).toEqual(CLIENTS.map(({ id }) => id));
});

test('the own export in an empty salon brings everybody back as they were', () => {
  const clients = CLIENTS.slice(3, 7);
  const rows = readTable(csvOf(clientTable(clients, i18n.getFixedT('bg', 'clients')), ','));
  const judged = judgeClients(rows, guessClientColumns(rows), [], { monthFirst: false, today: '2026-11-27' });
  expect(judged.map(({ verdict }) => verdict.kind)).toEqual(['new', 'new', 'new', 'new']);
  for (const [at, { value }] of judged.entries()) expect(clients[at]).toMatchObject(value);
});
