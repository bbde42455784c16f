// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { MOST_TABLE_ROWS, TableTooLarge, TEXT_ENCODINGS, type TextEncoding } from '#domain/imports/read-table.ts';
import { encoded } from './encoded.test-support.ts';
import { MOST_FILE_BYTES, readSourceFile, readSourceText } from './read-source-file.ts';
import { workbookOf } from './workbook.test-support.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const wide = (text: string) => [...text].map((letter) => `${letter}\0`).join('');

test.each([
  ['a.csv', '', 'empty'],
  ['a.csv', ' \r\n;;\r\n', 'empty'],
  ['a.csv', '\xef\xbb\xbf', 'empty'],
  ['a.vcf', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'empty'],
  ['a.pdf', '%PDF-1.7\n\xe2\xe3', 'pdf'],
  ['a.csv', '%PDF-1.4', 'pdf'],
  ['a.png', '\x89PNG\r\n\x1a\n', 'picture'],
  ['a.jpg', '\xff\xd8\xff\xe0\0\x10JFIF', 'picture'],
  ['a.heic', '\0\0\0\x18ftypheic', 'picture'],
  ['a.webp', 'RIFF\x10\0\0\0WEBPVP8 ', 'picture'],
  ['a.gif', 'GIF89a', 'picture'],
  ['a.xls', `${COMPOUND}\0\0${wide('Root Entry')}\0\0${wide('Workbook')}`, 'old_excel'],
  ['a.xls', `${COMPOUND}\0\0${wide('Book')}`, 'old_excel'],
  ['a.xls', '\t\x08\x10\0\0\x06\x05\0', 'old_excel'],
  ['a.xls', '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">', 'old_excel'],
  ['a.xls', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"', 'old_excel'],
  ['a.xlsx', `${COMPOUND}\0\0${wide('EncryptedPackage')}`, 'protected_excel'],
  ['a.doc', `${COMPOUND}\0\0${wide('WordDocument')}`, 'word'],
  ['a.docx', `${COMPOUND}\0\0${wide('EncryptedPackage')}`, 'word'],
  ['a.doc', '{\\rtf1\\ansi', 'word'],
  ['a.msg', `${COMPOUND}\0\0${wide('__nameid')}`, 'other'],
  ['a.rar', 'Rar!\x1a\x07', 'zip'],
  ['a.7z', '7z\xbc\xaf\x27\x1c', 'zip'],
  ['a.gz', '\x1f\x8b\x08\0', 'zip'],
  ['a.zip', 'PK\x03\x04\x14\0', 'zip'],
  ['a.xlsx', 'PK\x03\x04\x14\0', 'broken_excel'],
  ['contacts.db', 'SQLite format 3\0\x10\0', 'database'],
  ['a.mdb', '\0\x01\0\0Standard Jet DB\0', 'database'],
  ['a.accdb', '\0\x01\0\0Standard ACE DB\0', 'database'],
  ['clients.dbf', '\x03\x7e\x0b\x1a\x10\0\0\0', 'database'],
  ['a.json', '{"clients":[{"name":"Ana"}]}', 'other'],
  ['a.html', '<!DOCTYPE html><p>Ana</p>', 'other'],
  ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><text>Ana</text></svg>', 'other'],
  ['a.exe', 'MZ\x90\0\x03\0\0\0', 'other'],
])('%s of %j is named', async (name, text, what) => {
  expect(await readSourceFile(bytesOf(text), name)).toEqual({ kind: 'other', what });
});

test('a calendar is one, whatever it is called', async () => {
  const text = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
  expect(await readSourceFile(encoded(`\ufeff${text}`, 'utf-8'), 'a.txt')).toEqual({ kind: 'calendar', text });
});

test('contacts and lines have the heads that were asked for', async () => {
  const heads = {
    ...{ name: 'Имена', firstName: 'Име', lastName: 'Фамилия', phone: 'Телефон', email: 'Имейл' },
    ...{ address: 'Адрес', city: 'Град', birthDate: 'Рожден ден', notes: 'Бележки' },
  };
  const contacts = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ана\nTEL:0887102301\nTEL:0887102302\nEND:VCARD';
  expect(await readSourceFile(encoded(contacts, 'utf-8'), 'a.vcf', undefined, heads)).toMatchObject({
    sheets: [{ rows: [['Име', 'Фамилия', 'Телефон', 'Телефон 2', 'Имейл', 'Адрес', 'Град', 'Рожден ден', 'Бележки'], {}] }],
  });
  expect(await readSourceFile(encoded('Ана 0887102301', 'utf-8'), 'a.txt', undefined, heads)).toMatchObject({
    sheets: [{ rows: [['Имена', 'Телефон', 'Бележки'], {}] }],
  });
});

test('a contact with more phones than columns keeps them in its notes', async () => {
  const phones = Array.from({ length: 8 }, (_, i) => `TEL:088710230${i}`);
  const file = await readSourceFile(encoded(['BEGIN:VCARD', 'FN:Ана', ...phones, 'END:VCARD'].join('\n'), 'utf-8'), 'a.vcf');
  if (file.kind !== 'tables') throw new Error(file.kind);
  expect(file.sheets[0]?.rows[1]?.at(-1)).toBe('Phone: 0887102305\nPhone: 0887102306\nPhone: 0887102307');
});

test('a file that is too large is refused before it is read', async () => {
  await expect(readSourceFile(new Uint8Array(MOST_FILE_BYTES + 1), 'a.csv')).rejects.toThrow(TableTooLarge);
});

test.each([
  ['lines', 'Ана 0887102301\n'.repeat(MOST_TABLE_ROWS + 1)],
  ['contacts', 'BEGIN:VCARD\nFN:Ана\nEND:VCARD\n'.repeat(MOST_TABLE_ROWS + 1)],
  ['rows of a web page', `<table>${'<tr><td>Ана'.repeat(MOST_TABLE_ROWS + 1)}</table>`],
])('more %s than a table may have rows are refused', async (_what, text) => {
  await expect(readSourceText(text)).rejects.toMatchObject({ name: 'TableTooLarge', limit: 'rows' });
});

const NAMES = ['Мария', 'Йоана', 'Ели-Мари', 'Цветелина', 'Щилиян', 'Юлия', 'Яна', 'Ънджо'];
const CELLS = [
  '0888 123 456',
  '+359 2 980 11 22',
  'боя 6.0; 20 мин',
  'ред "едно", два',
  'първи ред\nвтори',
  'Варна',
  '',
  '12.05.1990',
  "'кавичка",
  '25,00 лв.',
];
const row = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...CELLS), fc.constantFrom(...CELLS));
const HEAD = ['Име', 'Телефон', 'Бележки'];

const quoted = (cell: string, separator: string) =>
  /["\n\r]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;

test('rows that were written with any separator and in any encoding come back as they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom(...TEXT_ENCODINGS),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (people, separator, encoding: TextEncoding, end, isChosen) => {
        const rows = [HEAD, ...people];
        const text = rows.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator)).join(end) + end;
        const file = await readSourceFile(encoded(text, encoding), 'a.csv', isChosen ? encoding : undefined);
        expect(file).toMatchObject({ kind: 'tables', sheets: [{ rows }] });
      },
    ),
    { numRuns: 300 },
  );
});

const PIECES = [
  ...[
    'BEGIN:VCARD\n',
    'END:VCARD\n',
    'N;ENCODING=QUOTED-PRINTABLE:=D0=\n',
    'TEL;TYPE="',
    'BDAY:--',
    'item1.X-ABLabel:',
    'X-CUSTOM(',
    'BEGIN:VCALENDAR\n',
  ],
  ...[
    '<table>',
    '<tr><td colspan=99999>',
    '</td>',
    '<',
    '<?xml ',
    '{',
    '[1]',
    'sep=;\n',
    '"',
    ';',
    ',',
    '\t',
    '\n',
    '\r',
    '=C',
    '\\',
    ':',
  ],
  ...['Ана 0887102301', '0887', '(', 'Име', ' - ', '1.', '\x1a', 'PK\x03\x04', 'PK\x05\x06', COMPOUND, 'EncryptedPackage', '\0'],
];
const NAMED = fc.constantFrom('a.csv', 'a.xls', 'a.xlsx', 'a.vcf', 'a', 'a.dbf', 'a.zip');
const ENCODING = fc.option(fc.constantFrom(...TEXT_ENCODINGS), { nil: undefined });
const WORKBOOK = workbookOf({
  Лист1: [
    ['Име', { number: '1' }],
    ['Ана', { date: 33014 }],
  ],
});

test.each<[string, fc.Arbitrary<Uint8Array>]>([
  ['bytes', fc.uint8Array({ maxLength: 400 })],
  ['pieces of files', fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => bytesOf(pieces.join('')))],
  [
    'a workbook with other bytes in it',
    fc
      .array(fc.tuple(fc.nat({ max: WORKBOOK.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 })
      .map((changes) => {
        const bytes = Uint8Array.from(WORKBOOK);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      }),
  ],
])('whatever %s a file holds, it is read, or named, or too large', async (_what, bytes) => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(bytes, NAMED, ENCODING, async (file, name, encoding) => {
      try {
        const read = await readSourceFile(file, name, encoding);
        const widths =
          read.kind === 'tables' ? read.sheets.map(({ rows }) => new Set(rows.map((cells) => cells.length)).size) : [];
        expect(widths.every((width) => width === 1)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(TableTooLarge);
      }
    }),
    { numRuns: 300 },
  );
  told.mockRestore();
});
