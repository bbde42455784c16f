import { expect, it } from 'vitest';
import { type Healed, violationsOf } from './sim-checks.ts';
import type { Logged } from './sim-server.ts';

/** When the simulation calls a write lost: a booking's title, which two devices wrote. */
const stood = (step: number, who: string, rev: number, title: string): Logged => ({
  ...{ step, who, table: 'events', id: 'e1', rev },
  row: { id: 'e1', title, deleted: false },
});
const verdict = (at: number, title: string, device = 'd0') =>
  ({ device, table: 'events', id: 'e1', at, row: { id: 'e1', title, deleted: false } }) as const;

/** The desk wrote `v1`, another device `v2` after it; then d0's person writes `v1`. */
const lostWith = (more: Partial<Healed>): string[] =>
  violationsOf({
    devices: [],
    rows: { events: [] } as never,
    log: [stood(1, 'd1', 2, 'v1'), stood(3, 'd2', 3, 'v2')],
    writes: [{ at: 5, device: 'd0', table: 'events', id: 'e1', field: 'title', value: 'v1', trivial: false }],
    decided: new Map(),
    verdictRows: [],
    ...{ erased: new Set(), erasing: new Set(), vanished: new Set(), horizon: '2025-01-01T00:00:00.000Z' },
    ...more,
  }).filter((violation) => violation.startsWith('LOST'));

it('a write that reached nobody and is in no issue is lost', () => {
  expect(lostWith({})).toHaveLength(1);
});

it('a write of what the server’s row had in a verdict that came after it is not: nothing was left to send', () => {
  expect(lostWith({ verdictRows: [verdict(6, 'v1')] })).toEqual([]);
});

it('but for a verdict that was heard before it, one with another value, and one of another device', () => {
  expect(lostWith({ verdictRows: [verdict(4, 'v1'), verdict(6, 'v2'), verdict(6, 'v1', 'd1')] })).toHaveLength(1);
});
