/** The simulation's check that no stock count is lost (sim-counts.ts) sees what it is for, also where no other check does. */
import { expect, it } from 'vitest';
import { type Counting, lostCounts } from './sim-counts.ts';

const frame = { rev: 1, deleted: false, created_at: '2026-11-18T08:00:00.000Z', updated_at: '2026-11-18T08:00:00.000Z' };
const values = (old_quantity: number, new_quantity: number) => ({
  ...{ product_id: 'soap', old_quantity, new_quantity, difference: new_quantity - old_quantity, user_id: 'ana' },
});
/** A count that its device has acknowledged. */
const written = (device: string, id: string, from: number, to: number) =>
  Object.entries(values(from, to)).map(([field, value], at) => ({
    ...{ at, device, table: 'product_revisions' as const, id, field, value, trivial: false },
  }));
const stock = (who: string, quantity: number, step: number) => ({
  ...{ step, who, table: 'products' as const, id: 'soap', rev: step, row: { quantity, deleted: false } },
});
const revision = (id: string, from: number, to: number) => ({ ...frame, id, ...values(from, to) });

const both: Counting = {
  revisions: [revision('counted-d0-1', 40, 37), revision('counted-d1-1', 40, 31)],
  writes: [...written('d0', 'counted-d0-1', 40, 37), ...written('d1', 'counted-d1-1', 40, 31)],
  log: [stock('seed', 40, 1), stock('d1', 31, 2)],
  issues: new Map(),
  decided: new Map(),
  setBack: new Set(),
};
const asked = { rowId: 'soap', ours: { quantity: 37 } };

it('two counts of one product are both there, and the stock is what one of them says', () => {
  expect(lostCounts(both)).toEqual([]);
});

it('one that is missing on the server, or says something else there, is lost', () => {
  expect(lostCounts({ ...both, revisions: both.revisions.slice(1) })).toEqual([
    'COUNT d0 counted counted-d0-1, and the server has not: all of it',
  ]);
  const other = { ...both, revisions: [revision('counted-d0-1', 40, 36), ...both.revisions.slice(1)] };
  expect(lostCounts(other)).toEqual(['COUNT d0 counted counted-d0-1, and the server has not: new_quantity, difference']);
});

it('one that was refused whole waits for its person, or was decided about: it is not lost', () => {
  const missing = { ...both, revisions: both.revisions.slice(1) };
  const issue = (over: object) =>
    new Map([
      ['d0', [{ kind: 'rejected', table: 'product_revisions', rowId: 'counted-d0-1', ours: values(40, 37), ...over } as never]],
    ]);
  expect(lostCounts({ ...missing, issues: issue({}) })).toEqual([]);
  expect(lostCounts({ ...missing, decided: issue({}) })).toEqual([]);
  for (const other of [{ ours: values(40, 36) }, { kind: 'gone' }, { rowId: 'counted-d0-2' }])
    expect(lostCounts({ ...missing, issues: issue(other) })).toHaveLength(1);
  expect(lostCounts({ ...missing, issues: new Map([['d1', issue({}).get('d0') ?? []]]) })).toHaveLength(1);
});

it('one that is written over another, although its device knew of that, was decided by nobody', () => {
  const over = { ...both, log: [...both.log, stock('d0', 37, 3)] };
  expect(lostCounts(over)).toEqual(['COUNT d0 made soap 37 of 31: nobody counted that']);
  expect(lostCounts({ ...over, decided: new Map([['d0', [asked as never]]]) })).toEqual([]);
});

it('counts of one product add up only if somebody counted the sum', () => {
  const sum = { ...both, log: [...both.log, stock('d0', 68, 3)] };
  expect(lostCounts(sum)).toEqual(['COUNT d0 made soap 68 of 31: nobody counted that']);
  const more = { ...sum, revisions: [...sum.revisions, revision('counted-d0-2', 31, 68)] };
  expect(lostCounts({ ...more, writes: [...more.writes, ...written('d0', 'counted-d0-2', 31, 68)] })).toEqual([]);
});

it('a device’s counts upon its own, sent together, are one step on the server', () => {
  const twice: Counting = {
    ...both,
    revisions: [...both.revisions, revision('counted-d1-2', 31, 29)],
    writes: [...both.writes, ...written('d1', 'counted-d1-2', 31, 29)],
    log: [stock('seed', 40, 1), stock('d1', 29, 2)],
  };
  expect(lostCounts(twice)).toEqual([]);
});
