/** When the simulation takes a device to be at rest after healing (sim-slow.ts): whatever it has not heard must be told before. */
import { expect, it } from 'vitest';
import type { SimDevice } from './sim-device.ts';
import { hasArrived, SLOW_LINES, type SlowLine } from './sim-slow.ts';

const device = (pending: number, phase: string, rev: number, slow: SlowLine | null = null) =>
  ({ pending, slow, idle: { status: { a: { phase, rev } } } }) as unknown as SimDevice;
const [slow] = SLOW_LINES as [SlowLine];

it.each([
  ['everything is sent and here', device(0, 'synced', 8), true],
  ['its next round has begun on a slow line', device(0, 'syncing', 8, slow), true],
  ['its next round has begun on any other line', device(0, 'syncing', 8), false],
  ['something is unsent', device(1, 'synced', 8), false],
  ['something newer is not here', device(0, 'synced', 7), false],
  ['a backup was restored and it stands beyond it', device(0, 'synced', 22), false],
])('where %s', (_, one, arrived) => {
  expect(hasArrived(one, 8)).toBe(arrived);
});
