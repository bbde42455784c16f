import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import {
  brokenRows,
  encodingOf,
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_TABLE_BYTES,
  MOST_TABLE_ROWS,
  readTable,
  textOfFile,
} from './read-table.ts';

const TEXT = 'Име,Телефон\r\n"Христова, Йоана",0888123456\r\n';
const utf8 = new TextEncoder().encode(TEXT);
const wide = (text: string, big: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !big);
  return bytes;
};
/** Cyrillic letters of Windows-1251; the rest is ASCII. */
const cp1251 = Uint8Array.from([...TEXT], (letter) => {
  const code = letter.charCodeAt(0);
  return code < 128 ? code : code - 0x410 + 0xc0;
});
const TABLE = [
  ['Име', 'Телефон'],
  ['Христова, Йоана', '0888123456'],
];

test.each([
  ['UTF-8', 'utf-8', utf8],
  ['UTF-8 with a mark', 'utf-8', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
  ['UTF-16 with a mark', 'utf-16le', wide(`\ufeff${TEXT}`, false)],
  ['UTF-16 the other way round', 'utf-16be', wide(`\ufeff${TEXT}`, true)],
  ['UTF-16 without a mark', 'utf-16le', wide(TEXT, false)],
  ['UTF-16 the other way round without a mark', 'utf-16be', wide(TEXT, true)],
  ['Windows-1251', 'windows-1251', cp1251],
] as const)('a file in %s is read', (_name, encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding);
  expect(readTable(textOfFile(bytes) ?? '')).toEqual(TABLE);
});

test('what nobody sees is in no cell, head or hint of a table', () => {
  const exported = '\ufeffsep=;\r\nИме\u200b;Телефон\r\nМар\u00adия;"\u202a0888 123 456\u202c"\r\nАна 👩‍🔬;\u200e\r\n';
  expect(readTable(exported)).toEqual([
    ['Име', 'Телефон'],
    ['Мария', '0888 123 456'],
    ['Ана 👩‍🔬', ''],
  ]);
});

test.each([
  ['cut off in the middle of a letter', utf8.subarray(0, new TextEncoder().encode('Име,Телефон\r\n"Христова, Й').length - 1)],
  ['with a letter cut through', utf8.with(new TextEncoder().encode('Име,Телефон\r\n"Х').length - 1, 0x20)],
])('a UTF-8 file %s is not read as Windows-1251, and the row with the broken letter is known', (_name, bytes) => {
  expect(encodingOf(bytes)).toBe('utf-8');
  const rows = readTable(textOfFile(bytes) ?? '');
  expect(rows[0]).toEqual(TABLE[0]);
  expect(brokenRows(rows)).toEqual([2]);
});

test.each([
  ['commas', 'a,b\n"x, y",2\n'],
  ['semicolons', 'a;b\n"x, y";2\n'],
  ['tabs, as a spreadsheet copies', 'a\tb\nx, y\t2\n'],
  ['the separator that Excel names', 'sep=|\na|b\nx, y|2\n'],
])('cells between %s are told apart', (_what, text) => {
  expect(readTable(text)).toEqual([
    ['a', 'b'],
    ['x, y', '2'],
  ]);
});

test('blank rows around the table are left out, within it they keep its numbers; short ones are filled; quotes and lines stay', () => {
  expect(readTable(' ; ;\na;b;c\n\n ;-;\n1;"два ""реда""\nтук"\n;;\n\n')).toEqual([
    ['a', 'b', 'c'],
    ['', '', ''],
    ['', '', ''],
    ['1', 'два "реда"\nтук', ''],
  ]);
});

test.each(['.', ','] as const)('what our own export has defused comes back as it was, with %j before decimals', (decimal) => {
  const rows = [['=1+1', '+359888123456', '-5', 'О’Хара', "'както е", '  =1']];
  const trimmed = rows.map((row) => row.map((cell) => cell.trim()));
  expect(readTable(csvOf([['a', 'b', 'c', 'd', 'e', 'f'], ...rows], decimal)).slice(1)).toEqual(trimmed);
});

test.each([
  ['nothing closes', '"Роза;088\r\nДана;099\r\nЕма;077\r\n', ['Роза', '088']],
  ['a later cell closes', '"Роза;088\r\n"Дана";099\r\nЕма;077\r\n', ['Роза', '088']],
  ['others follow', '"Салон "Роза" София;088\r\n"Дана";099\r\n"Ема";077', ['Салон "Роза" София', '088']],
  ['a doubled one follows', '"Салон "Роза"";088\r\nДана;099\r\nЕма;077', ['Салон "Роза""', '088']],
])('a quote before a name takes no row that follows into its cell, where %s', (_, rows, first) => {
  expect(readTable(`Име;Телефон\r\n${rows}`)).toEqual([['Име', 'Телефон'], first, ['Дана', '099'], ['Ема', '077']]);
});

test('a cell of several lines stays one, with doubled quotes and separators within', () => {
  const rows = '"ред ""едно""\r\nред две; край";088\r\n"Роза\nДана";099';
  expect(readTable(`Бележки;Телефон\r\n${rows}`).slice(1)).toEqual([
    ['ред "едно"\r\nред две; край', '088'],
    ['Роза\nДана', '099'],
  ]);
});

test.each([
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]],
  ['a spreadsheet program’s own file', [0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21, 0]],
  ['a PDF', [...new TextEncoder().encode('%PDF-1.7\n'), 0xe2, 0xe3, 0xcf, 0xd3, 10, 0x78, 0x9c, 0x01, 0x02]],
])('%s is no text', (_what, bytes) => expect(textOfFile(Uint8Array.from(bytes))).toBeNull());

test('of two columns, of which some rows have only the first, the first row tells what stands between them', () => {
  const table = [
    ['Име', 'Телефон'],
    ['Ана', '0888123456'],
    ['Ева, от Варна', ''],
  ];
  expect(readTable('Име;Телефон\nАна;0888123456\nЕва, от Варна\n')).toEqual(table);
  expect(readTable('Име\tТелефон\nАна\t0888123456\nЕва, от Варна\n')).toEqual(table);
  expect(readTable('"Име; фамилия",Телефон\nАна,0888123456\nЕва\n')[0]).toEqual(['Име; фамилия', 'Телефон']);
  expect(readTable('Клиенти\nИме,Телефон\nАна,0888123456\n')[1]).toEqual(['Име', 'Телефон']);
});

/** A head in as many columns, and short rows below it, which would each be filled up. */
const tableOf = (columns: number, rows: number) =>
  `${Array.from({ length: columns }, (_, i) => `К${i}`).join(';')}\n${'а\n'.repeat(rows - 1)}`;

test.each([
  ['bytes', 'а'.repeat(MOST_TABLE_BYTES)],
  ['rows', tableOf(2, MOST_TABLE_ROWS)],
  ['columns', tableOf(MOST_COLUMNS, 3)],
  ['cells', tableOf(100, MOST_CELLS / 100)],
])('a table is read up to the most %s, and refused with one more', (limit, text) => {
  expect(readTable(text).length).toBeGreaterThan(0);
  const more = limit === 'columns' ? tableOf(MOST_COLUMNS + 1, 3) : `${text}а`;
  expect(() => readTable(more)).toThrow(expect.objectContaining({ name: 'TableTooLarge', limit }));
});

test('a few rows that go on beyond the head give the rest to its last column, as it stood', () => {
  const rows = Array.from({ length: 20 }, (_, i) => `Ана ${i};088${i};боя`);
  const text = ['Клиенти', 'Име;Телефон;Бележки', ...rows, 'Ели;099;боя 6.0; 20 мин;; чай;', 'Ива;077;чай; кафе'].join('\n');
  expect(readTable(text).slice(-2)).toEqual([
    ['Ели', '099', 'боя 6.0; 20 мин;; чай'],
    ['Ива', '077', 'чай; кафе'],
  ]);
});

test.each([
  ['many rows go on: there is a column without a head', 'Име;Телефон\nАна;088;Варна\nЕли;099;Русе\nИва;077'],
  ['no row names the columns', 'Ана;088\nЕли;099;Русе\nИва;077'],
  ['one of the heads is missing', 'Име;\nЕли;099;Русе\nИва;077'],
])('cells stay apart where %s', (_what, text) => expect(readTable(text).every((row) => row.length === 3)).toBe(true));

test('columns in which no row says anything, as behind a table of a spreadsheet program, are left out and count for nothing', () => {
  const empty = ';'.repeat(MOST_COLUMNS * 2);
  expect(readTable(`Име;;Телефон${empty}\nАна;;${empty}\n;;0888${empty} \n`)).toEqual([
    ['Име', '', 'Телефон'],
    ['Ана', '', ''],
    ['', '', '0888'],
  ]);
});

test('of any text each row has as many cells as the first, and no row is made up', () => {
  const piece = fc.constantFrom(...['"', ';', ',', '\t', '\n', '\r\n', ' ', 'а', 'Роза', '088', '""', '";"', "'="]);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const text = pieces.join('');
      const rows = readTable(text);
      expect(new Set(rows.map((row) => row.length)).size).toBeLessThanOrEqual(1);
      expect(rows.length).toBeLessThanOrEqual(text.split(/\r|\n/).length);
      for (const cell of rows.flat()) expect(text.replaceAll('"', '')).toContain(cell.replaceAll('"', ''));
    }),
  );
});

test('of quotes that nothing closes each takes only itself out of the table, however many rows lie between', () => {
  const name = fc.constantFrom('Роза', 'Ана-Мария', 'Салон София');
  const row = fc.tuple(name, fc.boolean());
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 45 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const text = rows.map(([who, isStray], i) => `${isStray ? '"' : ''}${who};${i}`).join(end);
      expect(readTable(`Име;Телефон${end}${text}`).slice(1)).toEqual(rows.map(([who], i) => [who, String(i)]));
    }),
  );
});
