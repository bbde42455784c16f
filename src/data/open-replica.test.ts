import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { forScreens, insideOf } from './inside-replica.ts';
import { INSIDE, type OpenReplica } from './open-replica.ts';
import { type Device, openDevice, seen } from './replica.test-support.ts';
import { addEmployee } from './resources.commands.ts';
import { employees$ } from './resources.queries.ts';

let device: Device;
let screens: OpenReplica;
beforeEach(async () => {
  device = await openDevice();
  screens = forScreens(device.replica);
});
afterEach(() => device.replica.close());

test('a screen has the replica without rows, and without a way to write', () => {
  for (const name of INSIDE) {
    expect(device.replica).toHaveProperty([name]);
    expect(screens).not.toHaveProperty([name]);
  }
  expect(screens.status$).toBe(device.replica.status$);
  expectTypeOf<OpenReplica>().not.toHaveProperty('rows');
  expectTypeOf<OpenReplica>().not.toHaveProperty('write');
});

test('reads and commands find the rows behind it', async () => {
  const id = await addEmployee(screens, { name: 'Мая Петрова', email: 'maya@greben.test' });
  expect(await seen(employees$(screens))).toMatchObject([{ id, name: 'Мая Петрова' }]);
  expect(insideOf(screens)).toBe(device.replica);
});
