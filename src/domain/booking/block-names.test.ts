import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastBlockNames } from './block-names.ts';

const block = (id: string, title: string | null, created_at: string | null, type: 'blocking' | 'appointment' = 'blocking') => ({
  ...{ id, title, created_at, type },
});

it('offers what was typed last, each name once, and none that is offered anyway', () => {
  const events = [
    block('a', 'Доставка', '2026-11-02T08:00:00.000Z'),
    block('b', 'доставка', '2026-11-01T08:00:00.000Z'),
    block('c', 'Обяд', '2026-11-05T08:00:00.000Z'),
    block('d', 'ОБЯД', '2026-11-06T08:00:00.000Z'),
    block('e', null, '2026-11-07T08:00:00.000Z'),
    block('f', '  ', '2026-11-07T08:00:00.000Z'),
    block('g', 'Подстригване', '2026-11-08T08:00:00.000Z', 'appointment'),
    block('h', 'Счетоводител', '2026-11-04T08:00:00.000Z'),
    block('i', 'Такси', null),
  ];
  expect(lastBlockNames(events, ['Обяд'], 3)).toEqual(['Такси', 'Счетоводител', 'Доставка']);
  expect(lastBlockNames(events, [], 2)).toEqual(['Такси', 'ОБЯД']);
  expect(lastBlockNames([], [], 3)).toEqual([]);
});

it('says the same of the same rows in any order', () => {
  const row = fc.record({
    id: fc.uuid(),
    title: fc.option(fc.constantFrom('Обяд', 'обяд', 'Доставка', 'Кафе', 'Такси', ' ')),
    created_at: fc.constantFrom('2026-11-01T08:00:00.000Z', '2026-11-02T08:00:00.000Z', null),
    type: fc.constantFrom<'blocking' | 'appointment'>('blocking', 'appointment'),
  });
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id }), fc.nat(4), (rows, most) => {
      const names = lastBlockNames(rows, ['кафе'], most);
      expect(lastBlockNames([...rows].reverse(), ['кафе'], most)).toEqual(names);
      expect(names.length).toBeLessThanOrEqual(most);
      const lower = names.map((name) => name.toLocaleLowerCase());
      expect(new Set(lower).size).toBe(names.length);
      expect(lower).not.toContain('кафе');
      for (const name of names) expect(rows.some(({ type, title }) => type === 'blocking' && title?.trim() === name)).toBe(true);
    }),
  );
});
