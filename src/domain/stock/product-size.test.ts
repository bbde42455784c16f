import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withSize } from './product-size.ts';

describe('the size of a product', () => {
  it.each([
    ['Балсам без отмиване 200 мл', ' 200 мл'],
    ['Ампули срещу косопад 10 × 6 мл', ' 10 × 6 мл'],
    ['Ампули 10х6 мл', ' 10х6 мл'],
    ['Shampoo 1,5 L', ' 1,5 L'],
    ['Shampoo 250ml', ' 250ml'],
    ['Вакса за коса 100 гр.', ' 100 гр.'],
    ['Ръкавици 100 бр.', ' 100 бр.'],
    ['Оксидант 6 % 1000 мл', ' 1000 мл'],
  ])('of %s is what its name ends with', (name, size) => {
    expect(withSize(name)).toEqual([name.slice(0, -size.length), size]);
  });

  it.each([
    'Боя 7.1',
    'Пяна за къдрици',
    '200 мл',
    ' 200 мл',
    '',
    'Оксидант 6 %',
    'Маска 200 мл за суха коса',
    'Крем Nº5',
    'Лак 5 магии',
  ])('is not seen in “%s”', (name) => {
    expect(withSize(name)).toEqual([name, '']);
  });

  it('and what stands before it are together the name', () => {
    const parts = fc.array(fc.oneof(fc.string(), fc.constantFrom('200', ' ', 'мл', 'x', '6 ml', 'Шампоан')));
    fc.assert(
      fc.property(parts, (texts) => {
        const name = texts.join('');
        expect(withSize(name).join('')).toBe(name);
      }),
    );
  });

  it('is looked for in no time in a long name of spaces and numbers', () => {
    expect(withSize(`${'1 × '.repeat(20_000)}5`)[1]).toBe('');
    expect(withSize(`х${' '.repeat(50_000)}х`)[1]).toBe('');
  });
});
