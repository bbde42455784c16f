/** Guesses the kind of the records in a foreign table, before a person has said it. */
import { mostLook } from './import-columns.ts';
import { looksLikeDate, looksLikeEmail, looksLikePhone, looksLikePrice } from './looks.ts';
import { findHeadRow, saidCells } from './table-shape.ts';

/** The kinds of records that can be imported. */
export type ImportKind = 'clients' | 'services' | 'products' | 'appointments';

/** Matches the words of heads, with the kind for which each speaks and how surely. */
const WORDS: readonly (readonly [RegExp, ImportKind, number])[] = [
  [/^(start|начало|от час|начален час|start ?(time|date)?|appointment ?(date|time|id|start)?|scheduled.*|booking ?(date|time|id|ref.*)?)$/, 'appointments', 3],
  [/^(end|край|до час|end ?(time|date)|час|начален час|час на записване|резервация|дата и час|date ?(and|&)? ?time|all day event|subject|calendar|календар)$/, 'appointments', 3],
  [/^(служител|специалист|изпълнител|майстор|фризьор|козметик|staff|team member|employee|provider|service provider|with)$/, 'appointments', 2],
  [/^(дата|date|status|статус|ref #|ref)$/, 'appointments', 1],
  [/(баркод|щрихкод|barcode|upc|gtin|^ean|^sku|наличност|количество|к-во|^stock|on hand|in stock|quantity|^qty|мярка|мерна единица|unit of measure|доставна|покупна|supply price|supplier|доставчик|cost price|brand|марка|артикул|продукт|product|variation name|low stock|inventory|reorder)/, 'products', 3],
  [/(времетраене|продължителност|^мин(ути)?\.?$|^duration|услуг|процедур|service|treatment|online booking|онлайн|pricing type)/, 'services', 3],
  [/(цена|price|^сума$|стойност|категория|category|^лв\.?$|^eur$|^евро$)/, 'services', 1],
  [/(цена|price|категория|category|група|group|item)/, 'products', 1],
  [/(тел|phone|mobile|моб|gsm|гсм|cell)/, 'clients', 2],
  [/(e-?mail|имейл|и-мейл|мейл|поща)/, 'clients', 2],
  [/(рожд|роден|раждане|birth|^dob$|^born$)/, 'clients', 3],
  [/(фамилия|презиме|first name|last name|surname|given name|family name|full name|име и фамилия)/, 'clients', 2],
  [/(^клиент|^client|^customer|^град$|^city$|адрес|address)/, 'clients', 1],
]; // biome-ignore format: a table reads better in rows

const plain = (head: string) => head.toLowerCase().replace(/\s+/gu, ' ').trim();
const wordsOf = (head: string) => WORDS.filter(([words]) => words.test(plain(head)));

/** Guesses the kind by the contents of the columns, for a table in which no row names them. */
function guessByContents(rows: readonly (readonly string[])[]): ImportKind {
  const columns = (rows[0] ?? []).map((_, column) => saidCells(rows, column, 0));
  const has = (look: (text: string) => boolean) => columns.some((cells) => mostLook(cells, look));
  const hasClock =
    has((text) => /\d:\d{2}/.test(text) && looksLikeDate(text)) ||
    (has(looksLikeDate) && has((text) => /^\d{1,2}[:.]\d{2}(\s*[ap]m)?$/i.test(text)));
  if (hasClock) return 'appointments';
  if (has((text) => /^\d{12,14}$/.test(text))) return 'products';
  if (has(looksLikeEmail) || has(looksLikePhone)) return 'clients';
  const isAmount = (text: string) => looksLikePrice(text) || /^\d+([.,]\d+)?$/.test(text);
  return has(isAmount) ? 'services' : 'clients';
}

/** Guesses the kind of a table by its heads, else by its contents. A person sees the guess and may change it. */
export function guessKind(rows: readonly (readonly string[])[]): ImportKind {
  const isValue = (cell: string) => looksLikePhone(cell) || looksLikeEmail(cell) || looksLikePrice(cell);
  const head = findHeadRow(rows, { isHead: (cell) => wordsOf(cell).length > 0, isValue });
  if (head === null) return guessByContents(rows);
  const points: Record<ImportKind, number> = { appointments: 0, products: 0, services: 0, clients: 0 };
  for (const cell of rows[head] ?? []) for (const [, kind, weight] of wordsOf(cell)) points[kind] += weight;
  // A table of clients with times is a table of appointments, so the heads of clients count for it, too.
  if (points.appointments >= 5) points.appointments += points.clients;
  const kinds = Object.keys(points) as ImportKind[];
  return kinds.reduce((best, kind) => (points[kind] > points[best] ? kind : best));
}
