import { expect, test } from 'vitest';
import { dialled } from './dialled.ts';

test.each([
  ['+359888123456', '+359888123456'],
  ['0888 123 456, 0899 123 456', '0888123456'],
  ['02/987 65 43', '029876543'],
  ['0888123456/0899123456', '0888123456'],
  ['тел. 0888-123-456 (Ива)', '0888123456'],
  ['няма', ''],
])('of %j a telephone dials %j', (phone, number) => {
  expect(dialled(phone)).toBe(number);
});
