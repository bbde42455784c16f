import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CYRILLIC_ENCODINGS, type CyrillicEncoding, decodeCyrillic, likelyEncoding } from './cyrillic-encoding.ts';
import { encoded } from './encoded.test-support.ts';

const ALL = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюя';

test.each(CYRILLIC_ENCODINGS)('each letter of Bulgarian is read in %s', (encoding) => {
  const bytes = encoded(ALL, encoding);
  expect(bytes).toHaveLength(ALL.length);
  expect(decodeCyrillic(bytes, encoding)).toBe(ALL);
});

test.each<[string, number]>([
  ['А', 0x80],
  ['я', 0xbf],
  ['№', 0xd5],
  ['\u00a7', 0xd6],
  ['└', 0xc0],
  ['ß', 0xe1],
  ['\u00a0', 0xff],
])('MIK has %j at %i', (letter, byte) => expect(decodeCyrillic(Uint8Array.of(byte), 'mik')).toBe(letter));

const FIRST = ['Мария', 'Йоана', 'Ели', 'Георги', 'Цветелина', 'Щилиян', 'Юлия', 'Яна', 'Фани', 'Ъвон', 'Живко', 'Хриси'];
const LAST = ['Иванова', 'Петров', 'Шишкова', 'Чернева', 'Стоянов', 'Ьонкова', 'Гьорева', 'Джамбазка', 'ТОДОРОВА', 'желева'];
const NOTES = ['боя № 6, без амоняк', '„любима“ – сутрин', 'алергия към ацетон', '25 лв.', ''];
const row = fc
  .tuple(fc.constantFrom(...FIRST), fc.constantFrom(...LAST), fc.constantFrom(...NOTES))
  .map((cells) => cells.join(';'));

test('of names and notes the encoding is found out of their letters, or they read the same in it', () => {
  const rows = fc.array(row, { minLength: 1, maxLength: 6 }).map((all) => `Име;Фамилия;Бележки\r\n${all.join('\r\n')}`);
  fc.assert(
    fc.property(rows, fc.constantFrom(...CYRILLIC_ENCODINGS), (text, encoding: CyrillicEncoding) => {
      const bytes = encoded(text, encoding);
      expect(decodeCyrillic(bytes, likelyEncoding(bytes))).toBe(decodeCyrillic(bytes, encoding));
    }),
    { numRuns: 400 },
  );
});

test.each(['Anna – colour', 'Café “Rosa”', 'boia № 5', 'Ели', 'Яна', 'Ами'])(
  'without much to go by, %j is read as Windows writes it',
  (text) => {
    expect(likelyEncoding(encoded(text, 'windows-1251'))).toBe('windows-1251');
  },
);
