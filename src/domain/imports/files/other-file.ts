/** Names a file that holds no table by its first bytes, which every program writes. */
import type { OtherFile } from './source-file.ts';

const beginsWith = (bytes: Uint8Array, mark: string, from = 0): boolean =>
  [...mark].every((letter, at) => bytes[from + at] === letter.charCodeAt(0));

/** The bytes at the start of a file, and the kind of the file. */
const MARKS: readonly (readonly [mark: string, what: OtherFile])[] = [
  ['%PDF', 'pdf'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
  ['II*\0', 'picture'],
  ['\x4d\x4d\0*', 'picture'], // TIFF, as the one before
  ['Rar!', 'zip'],
  ['7z\xbc\xaf', 'zip'],
  ['\x1f\x8b', 'zip'],
  ['SQLite format 3\0', 'database'],
  ['\0\x01\0\0Standard ', 'database'], // Access: “Standard Jet DB”, “Standard ACE DB”
  ['{\\rtf', 'word'],
  ['\t\x08', 'old_excel'], // sheets of Excel 2 to 5 outside of a compound file
  ['\t\x04', 'old_excel'],
  ['\t\x02', 'old_excel'],
];
/** The kinds of pictures in the container that films use as well. iPhones write `heic`. */
const PICTURES = ['heic', 'heix', 'mif1', 'msf1', 'avif'];
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Returns true if these bytes hold a name of a compound file's directory, which is in UTF-16. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const wide = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  const first = wide[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wide.every((byte, i) => bytes[at + i] === byte)) return true;
  return false;
}

/** Names a file in the container that Microsoft's programs used before 2007, and still use for files with a password. */
function compoundKind(bytes: Uint8Array, name: string): OtherFile {
  if (holdsName(bytes, 'EncryptedPackage')) return /\.doc[xm]?$/i.test(name) ? 'word' : 'protected_excel';
  if (holdsName(bytes, 'WordDocument')) return 'word';
  if (holdsName(bytes, 'Workbook') || holdsName(bytes, 'Book')) return 'old_excel';
  return /\.xl\w+$/i.test(name) ? 'old_excel' : 'other';
}

/** Returns true for an archive. A workbook is one, too. */
export const isArchive = (bytes: Uint8Array): boolean => beginsWith(bytes, 'PK\x03\x04') || beginsWith(bytes, 'PK\x05\x06');

/** Names a file by its bytes, and by its name if they leave a doubt. Returns null if it may be a text or an archive. */
export function otherFileOf(bytes: Uint8Array, name: string): OtherFile | null {
  if (bytes.length === 0) return 'empty';
  if (beginsWith(bytes, COMPOUND)) return compoundKind(bytes, name);
  if (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8)) return 'picture';
  if (PICTURES.some((kind) => beginsWith(bytes, `ftyp${kind}`, 4))) return 'picture';
  if (/\.dbf$/i.test(name)) return 'database';
  return MARKS.find(([mark]) => beginsWith(bytes, mark))?.[1] ?? null;
}

const isJson = (text: string): boolean => {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false; // a table may begin with a bracket
  }
};

/** Names a text that is neither a table nor a calendar nor contacts. Returns null if it may be one of them. */
export function otherTextOf(text: string): OtherFile | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  // Excel's tables in XML and pages that were saved whole are both called .xls. Excel reads them and saves them as .xlsx.
  if (/^\s*<\?xml[\s\S]{0,2000}schemas-microsoft-com:office:spreadsheet/.test(text)) return 'old_excel';
  if (/^\s*MIME-Version:[\s\S]{0,2000}multipart\/related/i.test(text)) return 'old_excel';
  return /^\s*<(?:[?!]|html|svg)/i.test(text) || isJson(text) ? 'other' : null;
}
