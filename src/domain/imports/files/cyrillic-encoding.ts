/** Tells the one-byte encodings of Bulgarian texts apart by their letters, because none of them has invalid bytes. */

/** MIK is the Bulgarian encoding of DOS, `ibm866` the Russian one. If two encodings fit equally well, the earlier one counts. */
export const CYRILLIC_ENCODINGS = ['windows-1251', 'mik', 'ibm866', 'x-mac-cyrillic'] as const;
/** A one-byte encoding with Cyrillic letters. */
export type CyrillicEncoding = (typeof CYRILLIC_ENCODINGS)[number];

/** The characters 0xC0 to 0xFF of MIK. The letters from А to я stand before them, from 0x80 on. */
const MIK_SIGNS = '└┴┬├─┼╣║╚╔╩╦╠═╬┐░▒▓│┤№\u00a7╗╝┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const MIK_CODES = Uint16Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return byte;
  return byte < 0xc0 ? 0x410 + byte - 0x80 : MIK_SIGNS.charCodeAt(byte - 0xc0);
});

/** Decodes MIK, which no TextDecoder knows. */
function decodeMik(bytes: Uint8Array): string {
  const wide = new DataView(new ArrayBuffer(bytes.length * 2));
  for (const [at, byte] of bytes.entries()) wide.setUint16(at * 2, MIK_CODES[byte] ?? 0, true);
  return new TextDecoder('utf-16le').decode(wide);
}

/** Returns the text of bytes in an encoding. */
export const decodeCyrillic = (bytes: Uint8Array, encoding: CyrillicEncoding): string =>
  encoding === 'mik' ? decodeMik(bytes) : new TextDecoder(encoding).decode(bytes);

/** The letters of Bulgarian, the most frequent first. */
const FREQUENT = 'аиоетнрсвлкдпмзъягбчужхцйшщюфь';
const SCORES = new Map([...FREQUENT].map((letter, rank) => [letter, 3 - rank / 10]));
/** The signs of Bulgarian texts that an encoding may hold beside the letters. */
const SIGNS = new Set('„“”–—№’‘«»…€\u00a7°\u00a0');
const LETTER = /\p{L}/u;

/** Returns the score of one character between its neighbours: the higher it is, the more the text looks Bulgarian. */
function scoreOf(letter: string, before: string, after: string): number {
  if (SIGNS.has(letter)) return -1;
  if (!LETTER.test(letter)) return -3;
  if (!LETTER.test(before) && !LETTER.test(after)) return -1.5;
  const small = letter.toLowerCase();
  const score = SCORES.get(small) ?? -3;
  if (small === letter) return score;
  // No word has a capital after a small letter: „иВАНОВА“ was read in the wrong encoding.
  return /\p{Ll}/u.test(before) ? -3 : score - 1;
}

/** The score that Windows-1251 has in advance, because it is by far the most usual: a few letters that read well in it decide. */
const USUAL = 2;
/** The number of bytes beyond ASCII that are enough to tell the encoding. */
const SAMPLE = 4000;

/** Returns the bytes beyond ASCII, each with the bytes before and after it. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample: number[] = [];
  for (let at = 0; at < bytes.length && sample.length < SAMPLE * 3; at++)
    if ((bytes[at] ?? 0) >= 0x80) sample.push(bytes[at - 1] ?? 0x20, bytes[at] ?? 0, bytes[at + 1] ?? 0x20);
  return Uint8Array.from(sample);
}

/** Returns the encoding in which the bytes look most like Bulgarian. */
export function likelyEncoding(bytes: Uint8Array): CyrillicEncoding {
  const sample = sampleOf(bytes);
  const scores = CYRILLIC_ENCODINGS.map((encoding) => {
    const text = decodeCyrillic(sample, encoding);
    let score = encoding === 'windows-1251' ? USUAL : 0;
    for (let at = 1; at < text.length; at += 3) score += scoreOf(text.charAt(at), text.charAt(at - 1), text.charAt(at + 1));
    return { encoding, score };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).encoding;
}
