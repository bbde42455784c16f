/** Finds the sections of a price list: rows with only a name, which is the category of the rows below. */
import { type ColumnMapping, firstRowOf } from './import-columns.ts';
import type { Steps } from './steps.ts';
import { isNoRecord } from './table-shape.ts';

/** The sections of a table, by the place of a row from 0. */
export interface Sections {
  /** Returns true for a row that names a section, or several of them. */
  readonly isSection: (at: number) => boolean;
  /** Returns the name of the section of a row; null if it is in none. */
  readonly sectionOf: (at: number) => string | null;
}

interface SectionSigns {
  /** The columns in which the name of a section may stand. */
  readonly named: ReadonlySet<number>;
  /**
   * The columns of numbers, such as the price. A record has at least one of them beside its name; a table without any has no
   * sections.
   */
  readonly others: ReadonlySet<number>;
  /** Returns true for a cell that names a column, because sections may repeat the head. */
  readonly isHead: (cell: string) => boolean;
}

/** Matches names that are certainly those of sections. */
const HEADING =
  /^(?:[IVX]+|\d+)[.)]\s|:$|(?:^|[^\p{L}])(?:услуги|процедури|services|treatments|продукти|products)(?:[^\p{L}]|$)/iu;
const isHeading = (text: string) => HEADING.test(text) || (/\p{L}{3}/u.test(text) && text === text.toUpperCase());

const hasText = (cell: string) => /[\p{L}\p{N}]/u.test(cell);

/** Returns the name in a row that says nothing else; null for any other row. */
function loneName(cells: readonly string[], { named, others, isHead }: SectionSigns): string | null {
  const said = cells.flatMap((cell, column) => (hasText(cell) ? [column] : []));
  const [column, ...rest] = said;
  if (column === undefined || !named.has(column) || !/\p{L}/u.test(cells[column] ?? '')) return null;
  // A head holds no number, but „30 мин“ does.
  const isHeadOf = (other: number) => others.has(other) && isHead(cells[other] ?? '') && !/\d/.test(cells[other] ?? '');
  const isRepeated = rest.length > 0 && rest.every(isHeadOf);
  return rest.length === 0 || isRepeated ? (cells[column] ?? '').replace(/\s*:$/, '').trim() : null;
}

/**
 * Finds the sections of a list in steps. A name that stands alone is a section if records follow it and if one of these is true:
 * it looks like a heading, an empty row is above it, or the list begins with such a name. Any other name is a record without a price.
 */
export function* readSections(
  rows: readonly (readonly string[])[],
  columns: ColumnMapping,
  signs: SectionSigns,
): Steps<Sections> {
  const sections = new Map<number, string | null>();
  if (signs.others.size === 0) return { isSection: () => false, sectionOf: () => null };
  const start = firstRowOf(columns);
  const head = columns.headRow === null ? [] : (rows[columns.headRow] ?? []);
  const isBlank = (at: number) => !(rows[at] ?? []).some(hasText);
  const isNone = (at: number) => isNoRecord(rows[at] ?? [], head);
  const nameAt = new Map<number, string | null>();
  for (let at = start; at < rows.length; at++) {
    yield;
    const name = loneName(rows[at] ?? [], signs);
    // Most rows are records. Only a row with a single name may be a title or a total.
    if (!isBlank(at) && (name === null || !isNone(at))) nameAt.set(at, name);
  }
  const places = [...nameAt.keys()];
  const beginsWithOne = places.length > 0 && nameAt.get(places[0] ?? -1) !== null;
  for (const [i, at] of places.entries()) {
    const name = nameAt.get(at);
    if (name == null) continue;
    const next = places[i + 1];
    const looksLikeOne = isHeading(rows[at]?.find(hasText) ?? '') || beginsWithOne || (at > start && isBlank(at - 1));
    if (next === undefined || !looksLikeOne || isNone(next)) continue;
    // Of several names one below the other, the last is the section; a heading above it holds several sections.
    if (nameAt.get(next) == null) sections.set(at, name);
    else if (isHeading(rows[at]?.find(hasText) ?? '')) sections.set(at, null);
  }
  const own: (string | null)[] = [];
  let current: string | null = null;
  for (const at of rows.keys()) {
    current = sections.get(at) ?? current;
    own.push(current);
  }
  return { isSection: (at) => sections.has(at), sectionOf: (at) => own[at] ?? null };
}
