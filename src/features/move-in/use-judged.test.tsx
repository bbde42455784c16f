// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { guessClientColumns } from '#domain/imports/client-import-columns.ts';
import { atOnce } from '#domain/imports/steps.test-support.ts';
import { judgeParts } from './judged-parts.ts';
import { isRowPart, type TablePart } from './parts.ts';
import type { SalonSnapshot } from './row-kinds.ts';
import { useJudged } from './use-judged.ts';

const SALON: SalonSnapshot = {
  ...{ clients: [], services: [], products: [], currency: 'BGN', language: 'bg', monthFirst: false },
  ...{ today: '2026-11-27', zone: 'Europe/Sofia' },
};

function partOf(count: number): TablePart {
  const people = Array.from({ length: count }, (_, i) => [`Ана ${i}`, `0887${100_000 + (i % 1500)}`]);
  const rows = [['Име', 'Телефон'], ...people];
  const columns = guessClientColumns(rows);
  return {
    ...{ form: 'table', id: `p${count}`, source: 'a.csv', bytes: null, encoding: null, sheets: [{ name: '', rows }], sheet: 0 },
    ...{ kind: 'clients', columns, guessed: columns, withoutPriceIsZero: false },
  };
}
const judgedAtOnce = (parts: readonly TablePart[]) => atOnce(judgeParts(parts.filter(isRowPart), SALON, []));
const render = (parts: readonly TablePart[]) =>
  renderHook((given: readonly TablePart[]) => useJudged(given, SALON), { initialProps: parts });

test('a small table is judged before the page is drawn', () => {
  const parts = [partOf(50)];
  expect(render(parts).result.current).toEqual({ judged: judgedAtOnce(parts), isJudging: false });
});

test('a large table is judged in parts, with the same outcome', async () => {
  const parts = [partOf(2000), partOf(3000)];
  const { result } = render(parts);
  expect(result.current).toEqual({ judged: [], isJudging: true });
  await waitFor(() => expect(result.current.isJudging).toBe(false), { timeout: 20_000 });
  expect(result.current.judged).toEqual(judgedAtOnce(parts));
});

test('what was judged last stays until the table is judged as it is read now, and what was begun before is dropped', async () => {
  const part = partOf(2000);
  const withoutPhones = { ...part, columns: { headRow: 0, fields: ['name', null] } };
  const { result, rerender } = render([part]);
  await waitFor(() => expect(result.current.isJudging).toBe(false), { timeout: 20_000 });
  const before = result.current.judged;
  rerender([withoutPhones]);
  expect(result.current).toEqual({ judged: before, isJudging: true });
  const again = [{ ...withoutPhones, source: 'b.csv' }];
  rerender(again);
  await waitFor(() => expect(result.current.isJudging).toBe(false), { timeout: 20_000 });
  expect(result.current.judged).toEqual(judgedAtOnce(again));
});
