/** Reads lines as people keep them in notes and chats, one person on each: „Мария Иванова - 0887 102 301“. */
import { MOST_TABLE_ROWS, TableTooLarge, tableOf } from '#domain/imports/read-table.ts';
import type { ContactHeads } from './contact-table.ts';

/** Matches a number that could be called, with the signs that people write between its digits. */
const PHONE = /(?<![\p{L}\d])(?:\+|00)?\(?\d[\d\s()/.-]{4,}\d(?![\p{L}\d])/gu;
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2})(?![^\s,;])/;
/** The number of digits of the shortest and of the longest phone. */
const DIGITS = { least: 6, most: 15 };

interface Found {
  readonly text: string;
  readonly at: number;
}

/** Returns a run of digits without those of another number after it: „0887102301 60 лв“ holds a phone and a price. */
function withoutNext(run: string): string {
  const whole = run.replace(/\D/g, '').length;
  const most = run.startsWith('0') && !run.startsWith('00') ? 10 : DIGITS.most;
  if (whole <= most) return run;
  const [, first] = /^(.*\d)\s+[\d\s()/.-]*$/u.exec(run) ?? [];
  return first === undefined ? run : withoutNext(first);
}

/** Returns the first phone of a line; null if there is none. */
function phoneIn(line: string): Found | null {
  const phone = new RegExp(PHONE);
  for (let found = phone.exec(line); found; found = phone.exec(line)) {
    const [date] = DATE.exec(found[0]) ?? [];
    const text = date ?? withoutNext(found[0]);
    const digits = text.replace(/\D/g, '').length;
    if (!date && digits >= DIGITS.least && digits <= DIGITS.most) return { text, at: found.index };
    phone.lastIndex = found.index + text.length;
  }
  return null;
}

const BULLET = /^\s*(?:[-–—•*▪·✓]+|\d{1,3}[.)])\s+/u;
const EDGES = /^[\s\-–—:;,|/=]+|[\s\-–—:;,|/=]+$/gu;
const trimmed = (text: string): string => text.replace(EDGES, '');
/** Matches a last name before a first one: „Иванова, Мария“ is one name. */
const TURNED = /^\p{Lu}[\p{L}-]+,\s*\p{Lu}[\p{L}-]+$/u;

/** Returns the name at the beginning of a text, and the rest. */
function nameIn(text: string): { readonly name: string; readonly rest: string } {
  const plain = trimmed(text);
  if (TURNED.test(plain)) return { name: plain, rest: '' };
  const [, name = plain, rest = ''] = /^([^(;,|\n]*?[^\s(;,|])\s*(?:\s[-–—]\s|[(;,|:])([\s\S]*)$/u.exec(plain) ?? [];
  const isWhole = /^[^()]*\)$/.test(rest);
  return { name: trimmed(name), rest: trimmed(isWhole ? rest.replace(/\)$/, '') : rest) };
}

/** Returns the name, the phone and the notes of a line. */
function cellsOf(line: string): [name: string, phone: string, notes: string] {
  const plain = line.replace(BULLET, '');
  const phone = phoneIn(plain);
  if (!phone) {
    const { name, rest } = nameIn(plain);
    return [name, '', rest];
  }
  const before = plain.slice(0, phone.at);
  const after = plain.slice(phone.at + phone.text.length);
  const isNameFirst = /\p{L}/u.test(before);
  const { name, rest } = nameIn(isNameFirst ? before : after);
  const notes = isNameFirst ? [rest, trimmed(after)] : [rest, trimmed(before)];
  return [name, phone.text.trim(), notes.filter(Boolean).join('; ')];
}

/** The first lines, by which a list is told from a table. */
const LOOKED_AT = 1000;
/** How many of them have to hold a phone, and how many may hold separators as in a table, in hundredths. */
const SHARE = { phones: 50, separators: 50 };

/** Returns the lines of a text that say something. */
const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/).filter((line) => /[\p{L}\p{N}]/u.test(line));

/** Returns true if most of the first lines have a name beside a phone, and few have separators as in a table. */
export function isLineList(text: string): boolean {
  if (text.includes('\t')) return false;
  const lines = linesOf(text).slice(0, LOOKED_AT);
  const count = (holds: (line: string) => boolean) => lines.filter(holds).length * 100;
  const named = lines.filter((line) => phoneIn(line) && /\p{L}{2}/u.test(line));
  return (
    named.length > 0 &&
    count((line) => phoneIn(line) !== null) >= lines.length * SHARE.phones &&
    count((line) => /[;,|]/.test(line)) <= lines.length * SHARE.separators
  );
}

/**
 * Returns the table of a list of lines. If only the first line has no phone, it is the title of the list.
 * @throws TableTooLarge
 */
export function lineTable(text: string, heads: ContactHeads): string[][] {
  const [first = '', ...others] = linesOf(text);
  if (others.length >= MOST_TABLE_ROWS) throw new TableTooLarge('rows');
  const head = [heads.name, heads.phone, heads.notes];
  const isTitle = others.length > 0 && phoneIn(first) === null && (/:\s*$/.test(first) || others.every((line) => phoneIn(line)));
  return tableOf([...(isTitle ? [[first]] : []), head, ...(isTitle ? others : [first, ...others]).map(cellsOf)]);
}
