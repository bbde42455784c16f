// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guessClientColumns } from '#domain/imports/client-import-columns.ts';
import { guessKind } from '#domain/imports/guess-kind.ts';
import { judgeClients } from '#domain/imports/judged.test-support.ts';
import type { TextEncoding } from '#domain/imports/read-table.ts';
import { readSourceFile } from './read-source-file.ts';

/**
 * Files that are more than a plain table, with invented people. 45 and 46 were made from memory of how Android and Google export contacts;
 * 52 is a workbook that openpyxl wrote, with a chart on a sheet of its own.
 */
const FOLDER = 'tests/import-cases';
const bytesOf = (file: string) => new Uint8Array(readFileSync(path.join(FOLDER, file)));

/** Returns the table of a file of the folder, and the encoding that was found. */
async function readCase(file: string, encoding?: TextEncoding) {
  const read = await readSourceFile(bytesOf(file), file, encoding);
  if (read.kind !== 'tables') throw new Error(`${file} is no table: ${JSON.stringify(read)}`);
  expect(read.sheets).toHaveLength(1);
  return { rows: read.sheets[0]?.rows ?? [], encoding: read.encoding };
}

const HEADS = ['First name', 'Last name', 'Phone', 'E-mail', 'Address', 'City', 'Birth date', 'Notes'];

test('07: a contact of an iPhone is one row, with the day and the month of a birthday whose year Apple left out', async () => {
  expect((await readCase('07-apple.vcf')).rows).toEqual([
    HEADS,
    ['Гергана', 'Манева', '+359 887 100 701', '', '', '', '--05-21', ''],
  ]);
});

test('08: what Excel calls Unicode text is read by its mark, with tabs and doubled quotes', async () => {
  const { rows, encoding } = await readCase('08-excel-unicode-text.txt');
  expect(encoding).toBeNull();
  expect(rows).toEqual([
    ['Име', 'Фамилия', 'Телефон', 'Дата на раждане', 'Бележки'],
    ['Нона', 'Йотова', '0887100801', '31.12.1990 г.', 'ред едно'],
    ['Кая', 'Минева', '887100802', '1.2.85', '"кавички" вътре'],
  ]);
});

test('11: letters that a Mac took apart are whole', async () => {
  const { rows } = await readCase('11-mac-nfd.csv');
  expect(rows.slice(1)).toEqual([
    ['Никола й', 'Йорданов', '0887101101'],
    ['Зюмбюл', 'Райкова', '0887101102'],
  ]);
  expect(rows.flat().every((cell) => cell === cell.normalize('NFC'))).toBe(true);
});

test('23: lines copied from notes are four people', async () => {
  expect((await readCase('23-notes-list.txt')).rows).toEqual([
    ['Name', 'Phone', 'Notes'],
    ['Мария Иванова', '0887102301', ''],
    ['Петя', '0887 102 302', 'маникюр'],
    ['Г-жа Стоянова', '02 980 2303', ''],
    ['Ани', '0887102304', ''],
  ]);
});

test.each([
  ['27-dos-mik.csv', 'mik'],
  ['27b-dos-cp866.csv', 'ibm866'],
] as const)('%s is read, by itself and by choice', async (file, encoding) => {
  const people = [
    ['Име', 'Фамилия', 'Телефон'],
    ['Гергана', 'Илчева', '0887102701'],
    ['Цвятко', 'Юруков', '0887102702'],
  ];
  expect(await readCase(file)).toEqual({ rows: people, encoding });
  expect(await readCase(file, encoding)).toEqual({ rows: people, encoding });
  const wrong = await readCase(file, 'windows-1251');
  expect(wrong.encoding).toBe('windows-1251');
  expect(wrong.rows).not.toEqual(people);
});

test('31: tabs that call themselves .xls are read', async () => {
  expect((await readCase('31-tab-as.xls')).rows).toEqual([
    ['Име', 'Фамилия', 'Телефон'],
    ['Ола', 'Табова', '0887103101'],
  ]);
});

test('32: a workbook without its list of sheets is its first sheet, in which nothing stands', async () => {
  expect(await readSourceFile(bytesOf('32-real.xlsx'), '32-real.xlsx')).toEqual({ kind: 'other', what: 'empty' });
});

test('52: the sheets of a workbook, its first one with a title and a total, without its chart', async () => {
  const read = await readSourceFile(bytesOf('52-workbook.xlsx'), '52-workbook.xlsx');
  expect(read).toEqual({
    kind: 'tables',
    encoding: null,
    sheets: [
      {
        name: 'Клиенти',
        rows: [
          ['Клиенти на салон „Перла“ към 26.11.2026', '', '', '', ''],
          ['', '', '', '', ''],
          ['Име', 'Фамилия', 'Моб. тел.', 'Рожд. дата', 'Бележки'],
          ['Ирма', 'Славова', '887105201', '1988-03-14', 'къна'],
          ['Олга', 'Дечева', '+359 887 105 202', '', ''],
          ['Фани', 'Стайкова', '359887105203', '--05-21', 'ред едно\nред две'],
          ['Общо: 3', '', '', '', ''],
        ],
      },
      {
        name: 'Услуги',
        rows: [
          ['Услуга', 'Времетраене', 'Цена', 'ДДС'],
          ['Подстригване', '00:45', '25', ''],
          ['Боядисване', '01:30', '62.5', ''],
        ],
      },
    ],
  });
});

test('33: Excel’s hint of the separator is no row', async () => {
  expect((await readCase('33-sep-line-and-quotes.csv')).rows).toEqual([
    ['Име', 'Фамилия', 'Телефон', 'Бележки'],
    ['Ния', 'Сепарова', '0887103301', 'казва: "утре"; после\r\nнов ред'],
  ]);
});

test('35: where one row goes on beyond the head, the rest belongs to its last column', async () => {
  expect((await readCase('35-semicolon-in-notes-no-quotes.csv')).rows).toEqual([
    ['Име', 'Телефон', 'Бележки'],
    ['Ели Нотева', '0887103501', 'боя 6.0; 20 мин; чай'],
    ['Ани Нотева', '0887103502', ''],
  ]);
});

test('45: contacts of an Android phone, in the old form with quoted-printable lines', async () => {
  expect((await readCase('45-android.vcf')).rows).toEqual([
    [
      'First name',
      'Last name',
      'Phone',
      'Phone 2',
      'Phone 3',
      'Phone 4',
      'E-mail',
      'E-mail 2',
      'Address',
      'City',
      'Birth date',
      'Notes',
    ],
    [
      ...['Десислава', 'Ангелова-Христодорова', '+359887104501', '0887-104-502', '02 980 45 01', '0887104503 (на майка й)'],
      ...['desi@example.test', 'desi.work@example.test', 'ул. Шипка 12, вх. Б', 'София', '--05-21'],
      'алергична към амоняк\nпредпочита събота\nДеси',
    ],
    ['Пламена', '', '0887104504', '', '', '', '', '', '', '', '1988-11-03', ''],
    ['Фризьорски доставки ЕООД', '', '02 980 45 05', '02 980 45 06', '', '', '', '', '', '', '', ''],
  ]);
});

test('46: contacts of Google', async () => {
  expect((await readCase('46-google-contacts.vcf')).rows).toEqual([
    [
      ...['First name', 'Last name', 'Phone', 'Phone 2', 'Phone 3', 'E-mail', 'E-mail 2'],
      ...['Address', 'City', 'Birth date', 'Notes'],
    ],
    [
      ...['Ралица', 'Миткова Тодорова', '+359 88 710 4601', '+359 2 980 46 01', '0887 104 602 (мъжът ѝ)'],
      ...['ralica@example.test', 'r.todorova@example.test', 'ул. Роза 5, вх. А, ап. 4', 'Пловдив'],
      ...[
        '1990-05-21',
        'Идва с дъщеря си; боя 6.0\nпие кафе, без захар и много държи на часа\nРали\nСалон приятели\nAddress: бул. Мария Луиза 7, Варна',
      ],
    ],
    ['Венета', '', '+359 88 710 4603', '', '', '', '', '', '', '--02-29', ''],
    ['', '', '', '', '', 'nobody@example.test', '', '', '', '', ''],
  ]);
});

test.each([
  ['07-apple.vcf', [['Гергана', 'Манева', '+359887100701', 'Birth date: --05-21']]],
  [
    '23-notes-list.txt',
    [
      ['Мария', 'Иванова', '+359887102301', null],
      ['Петя', null, '+359887102302', 'маникюр'],
      ['Г-жа', 'Стоянова', '+35929802303', null],
      ['Ани', null, '+359887102304', null],
    ],
  ],
  [
    '27-dos-mik.csv',
    [
      ['Гергана', 'Илчева', '+359887102701', null],
      ['Цвятко', 'Юруков', '+359887102702', null],
    ],
  ],
  ['31-tab-as.xls', [['Ола', 'Табова', '+359887103101', null]]],
  [
    '35-semicolon-in-notes-no-quotes.csv',
    [
      ['Ели', 'Нотева', '+359887103501', 'боя 6.0; 20 мин; чай'],
      ['Ани', 'Нотева', '+359887103502', null],
    ],
  ],
  [
    '52-workbook.xlsx',
    [
      ['Ирма', 'Славова', '+359887105201', 'къна'],
      ['Олга', 'Дечева', '+359887105202', null],
      ['Фани', 'Стайкова', '+359887105203', 'ред едно\nред две\nРожд. дата: --05-21'],
    ],
  ],
])('%s holds these clients', async (file, clients) => {
  const read = await readSourceFile(bytesOf(file), file);
  const rows = read.kind === 'tables' ? (read.sheets[0]?.rows ?? []) : [];
  expect(guessKind(rows)).toBe('clients');
  const judged = judgeClients(rows, guessClientColumns(rows), [], { monthFirst: false, today: '2026-11-27' });
  expect(judged.map(({ verdict }) => verdict.kind)).toEqual(judged.map(() => 'new'));
  expect(judged.map(({ value }) => [value.first_name, value.last_name, value.phone, value.notes])).toEqual(clients);
});
