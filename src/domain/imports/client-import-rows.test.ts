import { expect, test } from 'vitest';
import { guessClientColumns } from './client-import-columns.ts';
import { beginsWithMonth, judgeClients, readBirthDate } from './client-import-rows.ts';

const AT = { monthFirst: false, today: '2026-11-18' };
const known = (id: string, more: object) => ({
  ...{ id, name: null, first_name: null, last_name: null, phone: null, email: null, birth_date: null },
  ...more,
});
const judge = (rows: string[][], clients: ReturnType<typeof known>[] = []) =>
  judgeClients(rows, guessClientColumns(rows), clients, AT);

test.each([
  ['Име|Фамилия|Телефон|Имейл', ['first_name', 'last_name', 'phone', 'email']],
  ['Име и фамилия|GSM|Рожден ден|Бележки', ['name', 'phone', 'birth_date', 'notes']],
  ['Име|тел.|e-mail', ['name', 'phone', 'email']],
  ['Клиент|Моб. телефон|Град|Адрес', ['name', null, 'city', 'address']],
  ['First Name|Surname|Mobile phone|Date of birth|Address', ['first_name', 'last_name', 'phone', 'birth_date', 'address']],
  ['Name|Surname|E-mail|City|Notes', ['first_name', 'last_name', 'email', 'city', 'notes']],
  ['№|Name|Phone|Phone|Коментар|Notes', [null, 'name', 'phone', null, 'notes', 'notes']],
])('the heads %s are understood', (heads, fields) => {
  const columns = guessClientColumns([heads.split('|'), heads.split('|').map(() => '')]);
  expect(columns).toEqual({ hasHead: true, fields });
});

test('columns without heads are known by what stands in them', () => {
  const rows = [
    ['Йоана', 'Христова', '0888 123 456', 'y@example.com', '14.06.1991', '7'],
    ['Кирил', 'Занев', '', '', '1.2.1980', '8'],
  ];
  expect(guessClientColumns(rows)).toEqual({
    hasHead: false,
    fields: ['first_name', 'last_name', 'phone', 'email', 'birth_date', null],
  });
  expect(guessClientColumns([['Йоана Христова', '0888123456']]).fields).toEqual(['name', 'phone']);
});

test.each([
  ['14.06.1991', false, '1991-06-14'],
  ['14.06.1991 г.', false, '1991-06-14'],
  ['1991-06-14', true, '1991-06-14'],
  ['06/14/1991', true, '1991-06-14'],
  ['1/2/80', false, '1980-02-01'],
  ['1/2/25', false, '2025-02-01'],
  ['31.02.1991', false, null],
  ['14.06', false, null],
  ['14.06.2091', false, null],
  ['24.12.2026', false, null],
  ['18.11.2026', false, '2026-11-18'],
])('the birth date %s (month first: %s) is %s', (text, monthFirst, date) => {
  expect(readBirthDate(text, monthFirst, '2026-11-18')).toBe(date);
});

test('the days of a whole column say whether its dates begin with the month', () => {
  expect(beginsWithMonth(['01/02/1990', '12/25/1990'], false)).toBe(true);
  expect(beginsWithMonth(['01/02/1990', '25/12/1990'], true)).toBe(false);
  expect([beginsWithMonth(['01/02/1990'], true), beginsWithMonth(['01/02/1990'], false)]).toEqual([true, false]);
});

test('a row is a new client, with the phone as it is dialled in Bulgaria and both names', () => {
  const [row] = judge([
    ['Име и фамилия', 'Телефон', 'Имейл', 'Роден на', 'Град', 'Бележки'],
    ['Йоана Мария Христова', '888 123 456', 'y@example.com', '14.06.1991', 'Перник', 'Кафе'],
  ]);
  expect(row).toMatchObject({
    row: 2,
    verdict: { kind: 'new' },
    value: {
      ...{ first_name: 'Йоана', last_name: 'Мария Христова', phone: '+359888123456', email: 'y@example.com' },
      ...{ birth_date: '1991-06-14', city: 'Перник', notes: 'Кафе', address: null },
    },
  });
});

test('whoever is there already is known by phone, e-mail, or name in either script with the birth date', () => {
  const there = [
    known('a', { phone: '+359888123456' }),
    known('b', { email: 'B@example.com' }),
    known('c', { name: 'Желязка Вълчева', birth_date: '1980-02-01' }),
  ];
  const rows = judge(
    [
      ['Name', 'Phone', 'Email', 'Birthday'],
      ['X Y', '0888 123 456', '', ''],
      ['X Z', '', 'b@EXAMPLE.com', ''],
      ['Jeliazka Valcheva', '', '', '01.02.1980'],
      ['Jeliazka Valcheva', '', '', '01.02.1981'],
    ],
    there,
  );
  expect(rows.map(({ verdict }) => (verdict.kind === 'known' ? [verdict.row.id, verdict.by] : verdict.kind))).toEqual([
    ['a', 'phone'],
    ['b', 'email'],
    ['c', 'name_and_birth'],
    'new',
  ]);
});

test('a person who stands twice in the file becomes one client', () => {
  const rows = judge([
    ['Name', 'Phone'],
    ['Ана Б', '0888123456'],
    ['Вера Г', '0877000000'],
    ['Ани', '+359 888 123 456'],
  ]);
  expect(rows[2]?.verdict).toEqual({ kind: 'repeated', row: 2 });
});

test.each([
  ['no name', ['', '0888123456', '', ''], ['no_name']],
  ['no e-mail address', ['Ана', '', 'ана@', ''], ['email']],
  ['no date', ['Ана', '', '', '31.02.1990'], ['birth_date']],
  ['a phone that a spreadsheet has rounded away', ['Ана', '3,59888E+11', '', ''], ['phone_exponent']],
  ['more than a field holds', ['А'.repeat(300), '', '', ''], ['too_long']],
  ['several things', ['', '', 'x@', '99.99.1990'], ['no_name', 'email', 'birth_date']],
])('a row with %s is wrong and says why', (_what, cells, reasons) => {
  const rows = judge([['Име', 'Телефон', 'Имейл', 'Дата на раждане'], cells]);
  expect(rows[0]?.verdict).toEqual({ kind: 'wrong', reasons });
});

test('rows have the numbers that the spreadsheet gives them: a blank one counts and is not judged', () => {
  const judged = judge([
    ['Име и фамилия', 'Телефон'],
    ['Анна Петрова', '0888123456'],
    ['', ''],
    ['Ивана Колева', '0899000111'],
  ]);
  expect(judged.map(({ row, value }) => [row, value.first_name])).toEqual([
    [2, 'Анна'],
    [4, 'Ивана'],
  ]);
});

test('the birth dates of a file are read by all of them, in whichever column they stand', () => {
  const births = (rows: string[][], monthFirst: boolean) =>
    judgeClients(rows, guessClientColumns(rows), [], { ...AT, monthFirst }).map(({ value }) => value.birth_date);
  const ofMonths = [
    ['Birthday', 'Name'],
    ['01/02/1990', 'Ана'],
    ['12/25/1990', 'Вера'],
  ];
  expect(births(ofMonths, false)).toEqual(['1990-01-02', '1990-12-25']);
  const ofDays = [
    ['Name', 'Birthday'],
    ['Ана', '01/02/1990'],
    ['Вера', '25/12/1990'],
  ];
  expect(births(ofDays, true)).toEqual(['1990-02-01', '1990-12-25']);
});

test('neither the twelfth nor a date that begins with its year says how dates begin', () => {
  expect(beginsWithMonth(['01/12/1990'], false)).toBe(false);
  expect(beginsWithMonth(['1990-05-25'], true)).toBe(true);
});

test('the two digits of this year are of this year, and nobody was born before 1900', () => {
  const births = ['1/2/26', '1.1.1900', '31.12.1899'].map((text) => readBirthDate(text, false, '2026-11-18'));
  expect(births).toEqual(['2026-02-01', '1900-01-01', null]);
});

test('an e-mail that two clients have is the first one’s', () => {
  const rows = judge(
    [
      ['Name', 'Email'],
      ['X', 'a@example.com'],
    ],
    [known('a', { email: 'a@example.com' }), known('b', { email: 'a@example.com' })],
  );
  expect(rows[0]?.verdict).toMatchObject({ kind: 'known', row: { id: 'a' }, by: 'email' });
});
