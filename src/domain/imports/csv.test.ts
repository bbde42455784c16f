import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.ts';

/** Reads a file back as a spreadsheet does. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  const text = csv.replace(/^\ufeff/, '');
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a list as CSV', () => {
  test('has commas, CRLF and the mark of UTF-8; numbers are bare and nothing is an empty cell', () => {
    expect(
      csvOf(
        [
          ['Име', 'Брой'],
          ['Боя, "7.1"', -3],
          [null, 1.5],
        ],
        '.',
      ),
    ).toBe('\ufeffИме,Брой\r\n"Боя, ""7.1""",-3\r\n,1.5\r\n');
  });

  test('has semicolons where a comma stands before decimals, so that a Bulgarian Excel finds columns and amounts', () => {
    expect(
      csvOf(
        [
          ['Име', 'Цена'],
          ['Боя; къна', 110.5],
          ['Гел, "7"', -8.5],
        ],
        ',',
      ),
    ).toBe('\ufeffИме;Цена\r\n"Боя; къна";110,5\r\n"Гел, ""7""";-8,5\r\n');
  });

  test('keeps the spaces around a text by quotes', () => {
    expect(csvOf([[' Ана', 'Вера ', 'Ана Б']], '.')).toBe('\ufeff" Ана","Вера ",Ана Б\r\n');
  });

  test.each(['=1+1', '+359', '-2+3', '@SUM(A1)', '  =1', '\t=1', '\r=1', '\n=1', '＝1', '|cmd', '%0'])('defuses %j', (text) => {
    const [[cell]] = cellsOf(csvOf([[text]], '.')) as [[string]];
    expect(cell).toBe(`'${text}`);
  });

  test('whatever the texts, no cell begins as a formula and every text is read back', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\r', '\n', '\t', ' ', 'я') }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const read = cellsOf(csvOf(rows, '.'));
        for (const cell of read.flat()) expect(/^\s*[=+\-@]/.test(cell)).toBe(false);
        const defused = rows.map((row, at) => row.map((cell, no) => (read[at]?.[no] === cell ? cell : `'${cell}`)));
        expect(read).toEqual(defused);
      }),
    );
  });
});
