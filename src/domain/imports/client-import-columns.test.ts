import { describe, expect, test } from 'vitest';
import { CLIENT_FIELDS, type ClientField, guessClientColumns } from './client-import-columns.ts';
import { HEADS, OTHER_HEADS } from './client-tables.test-support.ts';
import { untakenColumns } from './table-shape.ts';

const SAMPLES: Readonly<Record<ClientField, readonly [string, string]>> = {
  name: ['Мария Иванова', 'Вера Колева'],
  first_name: ['Мария', 'Вера'],
  last_name: ['Иванова', 'Колева'],
  phone: ['0887101001', '02 980 1002'],
  email: ['m@example.com', 'v@example.com'],
  address: ['ул. Липа 4', 'бул. Мир 1'],
  city: ['Русе', 'Варна'],
  birth_date: ['12.05.1980', '07.06.1991'],
  notes: ['къна', 'кафе'],
};
/** The field of a second column, so that a client has a name. */
const BESIDE: Readonly<Partial<Record<ClientField, ClientField>>> = {
  name: 'phone',
  first_name: 'last_name',
  last_name: 'first_name',
};

const table = (...columns: readonly (readonly string[])[]) =>
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? ''));
const fieldsOf = (...columns: readonly (readonly string[])[]) => guessClientColumns(table(...columns)).fields;

const ofFields = CLIENT_FIELDS.flatMap((field) => HEADS[field].map((head) => [head, field] as const));

describe('heads', () => {
  test.each(ofFields)('„%s“ is the field %s', (head, field) => {
    const beside = BESIDE[field] ?? 'name';
    const other = [HEADS[beside][0] ?? '', ...SAMPLES[beside]];
    expect(fieldsOf(other, [head, ...SAMPLES[field]])).toEqual([beside, field]);
    expect(fieldsOf([head, '', ''], other)).toEqual([field, beside]);
  });

  test.each(OTHER_HEADS)('„%s“ is no field', (head) => {
    expect(fieldsOf(['Клиент', 'Мария Иванова'], [head, 'нещо'])).toEqual(['name', null]);
  });

  test.each([
    ['Име|Телефон', ['name', 'phone']],
    ['Name|Surname|E-mail|City|Notes', ['first_name', 'last_name', 'email', 'city', 'notes']],
    ['№|Name|Phone|Phone|Коментар|Notes', [null, 'name', 'phone', 'phone', 'notes', 'notes']],
    ['Име|Презиме|Фамилия', ['first_name', 'last_name', 'last_name']],
    ['Клиент|Алергии|Blocked|Фирма', ['name', 'notes', 'notes', 'notes']],
    ['Name|Address 1 - Formatted|Address 1 - Street', ['name', null, 'address']],
    ['Name|Address 1 - Formatted', ['name', 'address']],
    ['First Name|Birth Year|Birth Month|Birth Day', ['name', 'birth_date', 'birth_date', 'birth_date']],
    ['Име|Ден|Месец', ['name', 'birth_date', 'birth_date']],
    ['Име|Ден|Телефон', ['name', null, 'phone']],
  ])('the heads %s are understood together', (heads, fields) => {
    expect(guessClientColumns([heads.split('|'), heads.split('|').map(() => '')])).toEqual({ headRow: 0, fields });
  });
});

describe('contents', () => {
  const NAMES = ['Клиент', 'Мария Иванова', 'Вера Колева'];
  test.each([
    ['e-mails under „Телефон“', ['Телефон', 'm@example.com', 'v@example.com'], 'email'],
    ['phones under „Имейл“', ['Имейл', '0887101001', '0887101002'], 'phone'],
    ['phones under „Роден на“', ['Роден на', '0887101001', '0887101002'], 'phone'],
    ['phones under „Град“', ['Град', '0887101001', '0887101002'], 'phone'],
    ['phones under „Контакт“', ['Контакт', '0887101001', '0887101002'], 'phone'],
    ['e-mails under „Адрес“', ['Адрес', 'm@example.com', 'v@example.com'], 'email'],
    ['dates under „Телефон“', ['Телефон', '12.05.1980', '07.06.1991'], null],
    ['amounts under „Телефон“', ['Телефон', '25,00 лв.', '30,00 лв.'], null],
    ['amounts under „Рожден ден“', ['Рожден ден', '25,00 лв.', '30,00 лв.'], null],
    ['dates under „Имейл“', ['Имейл', '12.05.1980', '07.06.1991'], null],
    ['numbers under „Фамилия“', ['Фамилия', '12', '13'], null],
    ['phones under a head that says nothing', ['Handynummer', '0887101001', '0887101002'], 'phone'],
    ['phones under „Номер“', ['Номер', '0887101001', '+359 887 101 002'], 'phone'],
    ['e-mails under a head that says nothing', ['Кореспонденция', 'm@example.com', 'v@example.com'], 'email'],
    ['numbers of clients under „Номер“', ['Номер', '9000001', '9000002'], null],
    ['dates of long ago under „Дата“', ['Дата', '12.05.1980', '7.6.91'], 'birth_date'],
    ['dates of this year under „Дата“', ['Дата', '12.05.2026', '07.06.2026'], null],
    ['numbers of papers', ['ЕГН', '0042011234', '0142011234'], null],
  ])('count beside heads: %s', (_what, column, field) => {
    expect(fieldsOf(NAMES, column)).toEqual(['name', field]);
  });

  test.each([
    ['phone', ['Факс', '02 980 1001', '02 980 1002']],
    ['email', ['E-mail Display Name', 'm@example.com', 'v@example.com']],
    ['date', ['Последно посещение', '12.05.2026', '2026-06-07 10:00']],
    ['date', ['Телефон', '12.05.1980', '07.06.1991']],
    ['price', ['Оборот', '€1,204.00', '25,00 лв.']],
  ])('a column that looks like a %s and is not taken is said: %o', (looks, column) => {
    const rows = table(NAMES, column);
    expect(untakenColumns(rows, guessClientColumns(rows))).toEqual([{ column: 1, looks }]);
  });

  test('nothing is said of columns that are empty, taken, or hold numbers and words', () => {
    const rows = table(NAMES, ['Факс', '', '---'], ['Телефон', '0887101001', ''], ['Посещения', '12', '7'], ['Пол', 'ж', 'ж']);
    expect(untakenColumns(rows, guessClientColumns(rows))).toEqual([]);
  });

  test('a table whose heads name no client takes the first column of names', () => {
    expect(fieldsOf(['Абонат №', '1', '2'], ['Кой', 'Мария Иванова', 'Вера'], ['Тел.', '0887101001', ''])).toEqual([
      ...[null, 'name', 'phone'],
    ]);
  });
});

describe('the head', () => {
  const NAMES = ['Мария Иванова', '0887101001'];
  test.each([
    ['below a title', [['Клиентска база', ''], ['Име', 'Телефон'], NAMES], 1],
    ['below a title and empty rows', [['Клиенти към 26.11.2026', ''], ['', ''], ['', ''], ['Име', 'Телефон'], NAMES], 3],
    ['below groups of heads', [['Лични данни', 'Контакти'], ['Име и фамилия', 'Телефон'], NAMES], 1],
    ['in the tenth row', [...Array.from({ length: 9 }, () => ['', '']), ['Име', 'Телефон'], NAMES], 9],
    ['in the first row, though it says nothing', [['Wer', 'Handynummer'], NAMES, ['Вера', '0887101002']], 0],
    [
      'below a letterhead with a phone',
      [
        ['Салон Проба', '0888 100 100', ''],
        ['Име', 'Телефон', 'Имейл'],
        [...NAMES, ''],
      ],
      1,
    ],
  ])('is found %s', (_where, rows, headRow) => {
    const columns = guessClientColumns(rows);
    expect([columns.headRow, columns.fields.slice(0, 2)]).toEqual([headRow, ['name', 'phone']]);
  });

  test.each([
    ['with a phone', ['Родена', '0888 123 456']],
    ['with an e-mail', ['Родена', 'rodena@example.com']],
  ])('is no row %s, also where one of its words could be a head', (_with, first) => {
    expect(guessClientColumns([first, ['Мария', '0888 123 457']]).headRow).toBeNull();
  });

  test('is no word in a row below people', () => {
    expect(guessClientColumns([NAMES, ['Клиентка от село', ''], ['Вера', '0887101002']]).headRow).toBeNull();
  });
});

describe('tables without a head', () => {
  test('are known by what stands in their columns', () => {
    expect(
      guessClientColumns([
        ['Йоана', 'Христова', '0888 123 456', 'y@example.com', '14.06.1991', '7'],
        ['Кирил', 'Занев', '', '', '1.2.1980', '8'],
      ]),
    ).toEqual({ headRow: null, fields: ['first_name', 'last_name', 'phone', 'email', 'birth_date', null] });
    expect(guessClientColumns([['Йоана Христова', '0888123456']]).fields).toEqual(['name', 'phone']);
  });

  test('have the whole name in their only column of words; of several the first two are names', () => {
    const of = (...rows: string[][]) => guessClientColumns(rows).fields;
    expect(of(['Мария', '0888 123 456'], ['Вера', '0888 123 457'])).toEqual(['name', 'phone']);
    expect(of(['Мария', 'Иванова', 'София'], ['Вера', 'Колева', 'Пловдив'])).toEqual(['first_name', 'last_name', null]);
  });

  test('have birthdays of long ago; other dates are said', () => {
    const visits = [
      ['Мария Иванова', '0887101001', '12.10.2025'],
      ['Вера', '0887101002', '11.11.2025'],
    ];
    const columns = guessClientColumns(visits);
    expect([columns.fields, untakenColumns(visits, columns)]).toEqual([['name', 'phone', null], [{ column: 2, looks: 'date' }]]);
  });

  test('have no columns without rows', () => {
    expect(guessClientColumns([])).toEqual({ headRow: null, fields: [] });
  });
});
