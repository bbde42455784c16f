/**
 * Reads the tables of a web page, because many programs export one as an Excel file. The browser's own parser reads it; nothing
 * in it runs.
 */
import { MOST_TABLE_ROWS, TableTooLarge, tableOf } from '#domain/imports/read-table.ts';
import type { Sheet } from './source-file.ts';

/** The most columns or rows that one cell may take up. A page may claim any number. */
const MOST_SPAN = 200;

const spanOf = (cell: Element, name: string): number =>
  Math.min(MOST_SPAN, Math.max(1, Math.trunc(Number(cell.getAttribute(name))) || 1));

/** Returns the text of a cell with its line ends. The page's own white space becomes one space. */
function textOf(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/[^\S\u00a0]+/g, ' ');
  const name = node.nodeName.toLowerCase();
  if (name === 'br') return '\n';
  if (name === 'script' || name === 'style') return '';
  const inner = Array.from(node.childNodes, textOf).join('');
  return name === 'p' || name === 'div' ? `${inner}\n` : inner;
}

function rowsOf(table: Element): string[][] {
  const rows: string[][] = [];
  for (const [at, line] of [...table.querySelectorAll('tr')].entries()) {
    rows[at] ??= [];
    let column = 0;
    for (const cell of [...line.children].filter(({ nodeName }) => /^t[dh]$/i.test(nodeName))) {
      const row = rows[at] ?? [];
      while (row[column] !== undefined) column++; // taken up by a cell from above
      const wide = spanOf(cell, 'colspan');
      const high = spanOf(cell, 'rowspan');
      for (let below = 0; below < high; below++)
        for (let beside = 0; beside < wide; beside++) {
          rows[at + below] ??= [];
          const place = rows[at + below];
          if (place) place[column + beside] = below === 0 && beside === 0 ? textOf(cell) : '';
        }
      column += wide;
    }
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? ''));
}

/**
 * Returns the tables of a page that hold something, the one with the most rows first. Tables that only lay out others are left
 * out.
 * @throws TableTooLarge
 */
export function readWebTables(text: string): Sheet[] {
  if ((text.match(/<tr[\s>]/gi)?.length ?? 0) > MOST_TABLE_ROWS) throw new TableTooLarge('rows');
  const page = new DOMParser().parseFromString(text, 'text/html');
  return [...page.querySelectorAll('table')]
    .filter((table) => !table.querySelector('table'))
    .map((table) => ({ name: (table.querySelector('caption')?.textContent ?? '').trim(), rows: tableOf(rowsOf(table)) }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => b.rows.length - a.rows.length);
}
