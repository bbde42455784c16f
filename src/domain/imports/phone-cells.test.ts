import { expect, test } from 'vitest';
import { PHONES } from './client-tables.test-support.ts';
import { readPhoneCell } from './phone-cells.ts';

test.each(PHONES)('the phone of „$cell“ is $value, and beside it $noted', ({ cell, value, noted }) => {
  const read = readPhoneCell(cell);
  expect([read.phone, read.leftOut?.text ?? null, read.odd]).toEqual([value, noted, 0]);
});

test.each([
  ['088710100', '+35988710100', -1],
  ['0888 12 34 5', '+35988812345', -1],
  ['980 16 05', '+3599801605', -2],
  ['08871010021', '08871010021', 1],
  ['+359887101002 1', '+359887101002 1', 1],
  ['088710100212', '088710100212', 2],
  ['8501011234', '8501011234', 1],
])('%s is kept as %s, and its %i digits are said', (cell, phone, odd) => {
  expect(readPhoneCell(cell)).toEqual({ phone, leftOut: null, odd });
});

test('a whole number counts before one that is too short', () => {
  expect(readPhoneCell('088710100, 0887101002')).toEqual({
    phone: '+359887101002',
    leftOut: { text: '088710100', why: 'another' },
    odd: 0,
  });
});

test('a story with a number in it stays a story', () => {
  const story = `${'дълга история '.repeat(30)}0887101002`;
  expect(readPhoneCell(story)).toEqual({ phone: null, leftOut: { text: story, why: 'unread' }, odd: 0 });
});

test.each([
  ['3,59888E+11', 'rounded'],
  ['+359 88 7 1O1 010', 'unread'],
  ['0887101002 (майка)', 'part'],
  ['0887101002, 0897101006', 'another'],
])('the reason why not all of „%s“ is the phone: %s', (cell, why) => {
  expect(readPhoneCell(cell).leftOut?.why).toBe(why);
});
