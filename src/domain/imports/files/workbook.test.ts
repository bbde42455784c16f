import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { MOST_COLUMNS } from '#domain/imports/read-table.ts';
import { readSourceFile } from './read-source-file.ts';
import { workbookOf } from './workbook.test-support.ts';

const read = (bytes: Uint8Array, name = 'клиенти.xlsx') => readSourceFile(bytes, name);
const without = (bytes: Uint8Array, path: string) => {
  const files = unzipSync(bytes);
  delete files[path];
  return zipSync(files);
};

test('each sheet of a workbook that holds something is a table, by its name', async () => {
  const bytes = workbookOf({
    'Клиенти & други': [['Име', 'Телефон'], ['Ана', { number: '359888123456' }], [], ['Ива', null]],
    Празен: [],
    Услуги: [
      ['Услуга', 'Цена'],
      ['Боя', { number: '60' }],
    ],
  });
  expect(await read(bytes)).toEqual({
    kind: 'tables',
    encoding: null,
    sheets: [
      {
        name: 'Клиенти & други',
        rows: [
          ['Име', 'Телефон'],
          ['Ана', '359888123456'],
          ['', ''],
          ['Ива', ''],
        ],
      },
      {
        name: 'Услуги',
        rows: [
          ['Услуга', 'Цена'],
          ['Боя', '60'],
        ],
      },
    ],
  });
});

test.each([
  ['a phone keeps its digits', { number: '359888123456' }, '359888123456'],
  ['a bar code keeps its digits', { number: '12345678901234567' }, '12345678901234567'],
  ['a phone in powers of ten is written out', { number: '3.5988812345600001E+11' }, '359888123456'],
  ['a price has no more digits than a person sees', { number: '12.780000000000001' }, '12.78'],
  ['a small number is written out', { number: '1.0000000000000001E-7' }, '0.0000001'],
  ['a negative number keeps its sign', { number: '-4' }, '-4'],
  ['a date is one', { date: 33014 }, '1990-05-21'],
  ['a date with a time keeps it', { dateTime: 46357.4375 }, '2026-12-01 10:30'],
  ['a time is no date', { time: 0.0625 }, '01:30'],
  ['a time that was rounded is the one that a person sees', { time: 0.34722222222 }, '08:20'],
  ['a number that is no date is so shown', { date: 887_102_301 }, '########'],
  ['a formula is its result', { formula: 'A1&" "&B1', result: 'Ана "Роза" <b>' }, 'Ана "Роза" <b>'],
  ['a flag is a word', { flag: true }, 'TRUE'],
  ['a text keeps its lines', 'ред едно\nред две', 'ред едно\nред две'],
  ['a phone with an apostrophe for its sign has none', "'+359888123456", '+359888123456'],
] as const)('of a cell %s', async (_what, cell, text) => {
  const file = await read(workbookOf({ Лист1: [['Име', cell]] }));
  expect(file).toMatchObject({ kind: 'tables', sheets: [{ rows: [['Име', text]] }] });
});

test('a workbook of 8,000 rows is read', async () => {
  const rows = Array.from(
    { length: 8000 },
    (_, i) => [`Име ${i * 7919} Фамилия`, { number: String(359_880_000_000 + i) }] as const,
  );
  const file = await read(workbookOf({ Лист1: rows }));
  if (file.kind !== 'tables') throw new Error(file.kind);
  expect(file.sheets[0]?.rows).toHaveLength(8000);
  expect(file.sheets[0]?.rows[7999]).toEqual(['Име 63344081 Фамилия', '359880007999']);
});

const WORKBOOK = workbookOf({ Лист1: [['Име'], ['Ана']] });

test.each([
  ['its relations', without(WORKBOOK, 'xl/_rels/workbook.xml.rels'), 'broken_excel'],
  ['a sheet', without(WORKBOOK, 'xl/worksheets/sheet1.xml'), 'broken_excel'],
  ['its end', WORKBOOK.subarray(0, WORKBOOK.length - 40), 'broken_excel'],
  ['its rows', workbookOf({ Лист1: [] }), 'empty'],
] as const)('a workbook without %s is named', async (_what, bytes, what) => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await read(bytes)).toEqual({ kind: 'other', what });
  told.mockRestore();
});

test('a workbook that has lost the list of its sheets is read all the same', async () => {
  const sheets = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`Лист${i + 1}`, [['Име'], [`Ана ${i + 1}`]]]));
  const file = await read(without(workbookOf(sheets), 'xl/workbook.xml'));
  if (file.kind !== 'tables') throw new Error(file.kind);
  expect(file.sheets.map(({ name, rows }) => [name, rows[1]?.[0]])).toEqual(
    Array.from({ length: 11 }, (_, i) => [`sheet${i + 1}`, `Ана ${i + 1}`]),
  );
});

test('a chart that has a sheet of its own is none', async () => {
  const files = unzipSync(workbookOf({ Графика: [], Клиенти: [['Име'], ['Ана']] }));
  const text = (path: string) => new TextDecoder().decode(files[path]);
  const relations = text('xl/_rels/workbook.xml.rels').replace(
    '/worksheet" Target="worksheets',
    '/chartsheet" Target="chartsheets',
  );
  const chart = { 'xl/_rels/workbook.xml.rels': strToU8(relations), 'xl/chartsheets/sheet1.xml': strToU8('<chartsheet/>') };
  const file = await read(zipSync({ ...files, ...chart }));
  expect(file).toMatchObject({ kind: 'tables', sheets: [{ name: 'Клиенти', rows: [['Име'], ['Ана']] }] });
});

test.each([
  ['отчет.docx', ['word/document.xml'], 'word'],
  ['клиенти.numbers', ['Index/Document.iwa', 'Metadata/Properties.plist'], 'numbers'],
  ['клиенти.numbers', ['Index.zip'], 'numbers'],
  ['клиенти.ods', ['mimetype', 'content.xml'], 'open_document'],
  ['отчет.odt', ['mimetype', 'content.xml'], 'word'],
  ['клиенти.xlsb', ['xl/workbook.bin'], 'old_excel'],
  ['takeout.zip', ['Takeout/Contacts/All.vcf'], 'zip'],
  ['клиенти.xlsx', ['something.xml'], 'broken_excel'],
] as const)('of %s, which is an archive, its files tell what it is', async (name, files, what) => {
  const bytes = zipSync(Object.fromEntries(files.map((file) => [file, strToU8('x')])));
  expect(await read(bytes, name)).toEqual({ kind: 'other', what });
});

test('a workbook that would fill the memory is refused before it is unpacked', async () => {
  const bomb = Uint8Array.from(WORKBOOK);
  const text = new TextDecoder('latin1').decode(bomb);
  // The archive's own list says how large a file becomes.
  const entry = text.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
  expect(text.slice(entry, entry + 4)).toBe('PK\x01\x02');
  new DataView(bomb.buffer).setUint32(entry + 24, 101 * 1024 * 1024, true);
  await expect(read(bomb)).rejects.toMatchObject({ name: 'TableTooLarge', limit: 'bytes' });
});

/** Returns the name of a column: „A“ to „ZZ“. */
const nameOf = (column: number) =>
  `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${String.fromCharCode(65 + (column % 26))}`;

test('a sheet with too many columns is refused', async () => {
  const files = unzipSync(WORKBOOK);
  const cells = Array.from({ length: MOST_COLUMNS + 1 }, (_, i) => `<c r="${nameOf(i)}1"><v>1</v></c>`).join('');
  files['xl/worksheets/sheet1.xml'] = strToU8(`<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`);
  await expect(read(zipSync(files))).rejects.toMatchObject({ name: 'TableTooLarge', limit: 'columns' });
});
