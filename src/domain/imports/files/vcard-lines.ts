/**
 * Rewrites the lines of a vCard file so that a reader of vCard 3.0 and 4.0 understands them. Folded lines become whole, forms of
 * version 2.1 (quoted-printable, character sets, types without their name) are replaced, and pictures are left out.
 */
import { encodingOf, textOfFile } from '#domain/imports/read-table.ts';

/** Matches pictures, sounds and keys. They are most of a file's bytes, and no table could hold them. */
const LEFT_OUT = /^(?:[\w-]+\.)?(?:photo|logo|sound|key|agent)[;:]/i;
const QUOTED_PRINTABLE = /;(?:encoding=)?quoted-printable(?=[;:])/i;
/** Matches the name of a property, its parameters, and its value. A colon within quotes ends no parameter. */
const PROPERTY = /^((?:[\w-]+\.)?[\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):([\s\S]*)$/;

/** Returns the properties of a text, each in one line, without those that are left out. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let isLeftOut = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = lines.length - 1;
    const before = lines[last] ?? '';
    if (/^[ \t]/.test(line)) {
      if (!isLeftOut && last >= 0) lines[last] = before + line.slice(1);
    } else if (!isLeftOut && before.endsWith('=') && QUOTED_PRINTABLE.test(before)) {
      lines[last] = before.slice(0, -1) + line;
    } else {
      isLeftOut = LEFT_OUT.test(line);
      if (!isLeftOut) lines.push(line);
    }
  }
  return lines;
}

/**
 * Decodes a quoted-printable text.
 * @param charset the character set that the file names; if it is empty or unknown, the bytes decide
 */
function fromQuotedPrintable(text: string, charset: string): string {
  const bytes = new TextEncoder().encode(text);
  const decoded: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const [, code = ''] = /^=([\da-f]{2})/i.exec(String.fromCharCode(...bytes.subarray(at, at + 3))) ?? [];
    decoded.push(code ? Number.parseInt(code, 16) : (bytes[at] ?? 0));
    if (code) at += 2;
  }
  const all = Uint8Array.from(decoded);
  try {
    return new TextDecoder(charset).decode(all);
  } catch {
    return textOfFile(all, encodingOf(all)) ?? ''; // the character set is unknown
  }
}

/** Matches a label that Android writes for a type of one's own: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=D0=9C)`. */
const OWN_LABEL = /^x-custom\((?:.*,)?([^,]*)\)$/i;
/** Matches values that version 2.1 writes without the name of their parameter, and that are no types. */
const NO_TYPES = /^(?:quoted-printable|base64|[78]bit|b|inline|url|content-id)$/i;

interface Parameters {
  readonly types: readonly string[];
  readonly charset: string;
  /** The other parameters, as written. */
  readonly kept: readonly string[];
}

function parametersOf(text: string): Parameters {
  const types: string[] = [];
  const kept: string[] = [];
  let charset = '';
  for (const parameter of text.match(/(?:[^;"]|"[^"]*")+/g) ?? []) {
    const [, name = '', value = parameter] = /^([\w-]+)=([\s\S]*)$/.exec(parameter) ?? [];
    const [, label] = OWN_LABEL.exec(value) ?? [];
    if (label !== undefined) kept.push(`X-LABEL="${fromQuotedPrintable(label, 'utf-8').replaceAll('"', '')}"`);
    else if (/^charset$/i.test(name)) charset = value.replaceAll('"', '');
    else if (/^type$/i.test(name)) types.push(...value.replaceAll('"', '').split(','));
    else if (name === '' && !NO_TYPES.test(value)) types.push(value);
    else if (/^(?:pref|x-apple-omit-year)$/i.test(name)) kept.push(parameter);
  }
  return { types: types.filter((type) => /^[\w-]+$/.test(type)), charset, kept };
}

/** Returns the line of one property as version 3.0 writes it; null if the line is no property. */
function newerLine(line: string): string | null {
  const [, name, parameters = '', written = ''] = PROPERTY.exec(line) ?? [];
  if (!name) return null;
  const { types, charset, kept } = parametersOf(parameters);
  const value = QUOTED_PRINTABLE.test(`${parameters}:`)
    ? fromQuotedPrintable(written, charset).replace(/\r\n|\n|\r/g, String.raw`\n`)
    : written;
  const all = [...(types.length > 0 ? [`TYPE=${types.join(',')}`] : []), ...kept];
  return `${[name, ...all].join(';')}:${value}`;
}

/** Returns the cards of a text, each as the lines of its properties. A card that is not closed ends where the next one begins. */
export function cardsOf(text: string): string[][] {
  const cards: string[][] = [];
  let isOpen = false;
  for (const line of unfolded(text)) {
    if (/^begin:vcard\s*$/i.test(line)) {
      isOpen = true;
      cards.push([]);
    } else if (/^end:vcard\s*$/i.test(line)) {
      isOpen = false;
    } else if (isOpen) {
      const newer = newerLine(line);
      if (newer !== null) cards.at(-1)?.push(newer);
    }
  }
  return cards;
}
