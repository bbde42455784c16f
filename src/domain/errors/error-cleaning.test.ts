import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserOf, cleanedMessage, cleanedPage, cleanedStack, kindOf, namedError } from './error-cleaning.ts';
import { ERROR_WORDS } from './error-words.ts';

describe('a message', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'start')", 'Cannot read properties of undefined (reading …)'],
    [
      'Failed to fetch dynamically imported module: https://greben.bg/a.js?token=x',
      'Failed to fetch dynamically imported module: …',
    ],
    ['duplicate key value violates unique constraint "clients_pkey"', 'duplicate key value violates unique constraint …'],
    ['Клиент Мария Иванова +359 888 123 456 не е намерен', '…'],
    ['client Maria Ivanova, 0888 12 34 56, m.ivanova@abv.bg was not found', 'client … was not found'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln expired', 'token … expired'],
    ["the name 'Elena", 'the name …'],
  ])('%j is told as %j', (text, told) => expect(cleanedMessage(text)).toBe(told));

  it('tells no word that messages are not made of, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const words = cleanedMessage(text)
          .toLowerCase()
          .split(/[^\p{L}\p{N}@+_-]+/u);
        return words.every((word) => word === '' || ERROR_WORDS.has(word));
      }),
      { numRuns: 500 },
    );
  });

  it('has no word that is a name too', () => {
    for (const name of [
      'mark',
      'will',
      'may',
      'rose',
      'grant',
      'art',
      'bill',
      'maria',
      'elena',
      'ivan',
      'ana',
      'joy',
      'grace',
      'faith',
      'max',
      'rob',
      'sue',
      'pat',
      'drew',
      'chance',
    ])
      expect(ERROR_WORDS.has(name), name).toBe(false);
  });
});

describe('an address', () => {
  it.each([
    ['/clients/edit/0190aa?name=Maria#x', '/clients/edit/:id'],
    ['https://greben.bg/calendar/add?client=Мария&phone=0888', '/calendar/add'],
    ['/Мария/0888123456', '/:id/:id'],
    ['/', '/'],
  ])('%s is told as %s', (address, told) => expect(cleanedPage(address)).toBe(told));
});

it('a stack keeps the places in our code, and neither the message nor what stands in addresses', () => {
  const stack = `Error: Мария Иванова 0888123456
    at save (https://greben.bg/assets/form-abc.js?token=secret:10:20)
    at async Object.run (https://greben.bg/assets/index.js:1:2)
    at Мария (https://greben.bg/x.js:1:1)
add@https://greben.bg/assets/b.js:3:4`;
  expect(cleanedStack(stack)).toBe(
    'at save (form-abc.js:10:20)\nat Object.run (index.js:1:2)\nat ? (x.js:1:1)\nat add (b.js:3:4)',
  );
  expect(cleanedStack('Error: Мария')).toBeNull();
});

it('a browser is told by its name, its great version and its system', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14; SM-X200 Build/UP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.7339.51 Safari/537.36';
  expect(browserOf(chrome)).toBe('Chrome 140 · Android');
  expect(browserOf('')).toBe('Browser');
});

it('what was thrown has the name of its class only, and words only where it is an error or a text', () => {
  expect(namedError(Object.assign(new Error('x'), { name: 'Мария Error' })).name).toBe('Error');
  expect(namedError({ name: 'TypeError', message: 'Мария' })).toEqual({ name: 'Thrown', message: '', stack: undefined });
  expect(namedError(new TypeError('x')).name).toBe('TypeError');
});

it.each([
  ['QuotaExceededError', '', '/calendar', 'storage'],
  ['TypeError', 'Failed to fetch dynamically imported module: x', '/clients', 'loading'],
  ['TypeError', '', '/login', 'sign_in'],
  ['TypeError', '', '/clients/edit/:id', 'form'],
  ['TypeError', '', '/calendar', 'calendar'],
  ['TypeError', '', '/shifts', 'screen'],
])('%s "%s" on %s is of the kind %s', (name, message, page, kind) => expect(kindOf(name, message, page)).toBe(kind));
