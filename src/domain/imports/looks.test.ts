import { expect, test } from 'vitest';
import { isNothing, isSurelyPhone, lookOf, plainCell } from './looks.ts';

test.each([
  ['email', ['a@example.com', 'mailto:b@example.com']],
  ['email', ['a@example.com', 'няма такъв текст']],
  ['date', ['31.12.1990', '1990-12-31 10:00']],
  ['date', ['19901231', '20001231']],
  ['date', ['31 декември 1990 г.', '31-Dec-90']],
  ['price', ['25,00 лв.', '€1,204.00']],
  ['price', ['25.00', '30.50']],
  ['phone', ['0887101001', '+359 2 980 1002']],
  ['phone', ['887101001', '359887101002']],
  [null, ['9000001', '9000002']],
  [null, ['12', '7']],
  [null, ['00012345', '00012346']],
  [null, ['Мария', '0887101001', 'Вера']],
  [null, []],
])('a column looks like %s: %o', (look, cells) => {
  expect(lookOf(cells)).toBe(look);
});

test.each(['', ' ', '-', '---', '0', '0/0/00', '00.00.0000', 'n/a', 'N/A', 'няма', 'NULL', '#N/A', '?', '…'])(
  '„%s“ says nothing',
  (text) => {
    expect(isNothing(text)).toBe(true);
  },
);

test.each(['Ана', '1', '0887101001', 'няма телефон', 'нова', '10', 'без амоняк'])('„%s“ says something', (text) => {
  expect(isNothing(text)).toBe(false);
});

test.each([
  ['="0887101001"', '0887101001'],
  ["'0887101001", '0887101001'],
  ["'+359887101001", '+359887101001'],
  ['’t Hart', '’t Hart'],
  ["O'Neill", "O'Neill"],
  ['ред едно\r\nред две', 'ред едно\nред две'],
])('%s is meant as %s', (cell, text) => {
  expect(plainCell(cell)).toBe(text);
});

test('the numbers of papers are no phones for sure, though they have as many digits', () => {
  expect(['8001011234', '9000001', '31121990', '1234567890'].filter(isSurelyPhone)).toEqual([]);
});
