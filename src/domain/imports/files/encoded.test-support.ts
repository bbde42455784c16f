import type { TextEncoding } from '#domain/imports/read-table.ts';
import { CYRILLIC_ENCODINGS, type CyrillicEncoding, decodeCyrillic } from './cyrillic-encoding.ts';

const BYTES = new Map<CyrillicEncoding, Map<string, number>>(
  CYRILLIC_ENCODINGS.map((encoding) => [
    encoding,
    new Map(
      [
        ...decodeCyrillic(
          Uint8Array.from({ length: 256 }, (_, i) => i),
          encoding,
        ),
      ].map((letter, byte) => [letter, byte]),
    ),
  ]),
);

/** Returns a text as bytes; a letter that the encoding lacks is a question mark. */
export function encoded(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be')
    return Uint8Array.from([...text], (letter) => BYTES.get(encoding)?.get(letter) ?? 0x3f);
  const wide = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) wide.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return new Uint8Array(wide.buffer);
}
