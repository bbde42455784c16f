import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PushChange } from '#sync/server/server.ts';
import { bundleDevice, type DeviceBundle, workerHost } from './device/worker-host.ts';
import { optionsOf } from './mutants/mutant-list.ts';
import { PROFILES } from './people/profiles.ts';
import { runHistory } from './simulation.ts';
import { emptyTally, lacking } from './tally.ts';
import { SimServer } from './world/sim-server.ts';

const SHORT = { operations: 60, faults: 20, devices: 2 };
let bundle: DeviceBundle;
let server: SimServer;
const hosts: ReturnType<typeof workerHost>[] = [];

beforeAll(async () => {
  bundle = await bundleDevice();
  server = await SimServer.open();
  hosts.push(workerHost(bundle), workerHost(bundle));
});
afterAll(async () => {
  for (const host of hosts) await host.end();
  await server.close();
  bundle.remove();
});

it('the same seed gives the same history, step by step', async () => {
  const first = await runHistory(7, hosts, server, SHORT);
  const again = await runHistory(7, hosts, server, SHORT);
  expect(again.digest).toBe(first.digest);
  expect((await runHistory(8, hosts, server, SHORT)).digest).not.toBe(first.digest);
});

it('and on a slow line, whatever number its salon has', async () => {
  const slow = PROFILES['slow line'];
  const first = await runHistory(7, hosts, server, slow);
  await server.sql`alter table public.salons alter column id restart with 123456`;
  expect((await runHistory(7, hosts, server, slow)).digest).toBe(first.digest);
});

it('and where customers book, whose requests are drawn and whose times lie ahead of the clock', async () => {
  const requests = optionsOf(null, 'requests');
  const first = await runHistory(7, hosts, server, requests);
  expect(first.violations).toEqual([]);
  expect(first.tally.faults['customer asked']).toBeGreaterThan(0);
  await server.sql`alter table public.salons alter column id restart with 234567`;
  expect((await runHistory(7, hosts, server, requests)).digest).toBe(first.digest);
});

it('a history on a server that forgets what it was given is found wrong', async () => {
  const forgetful = await runHistory(7, hosts, server, {
    ...SHORT,
    spoil: (honest) => async (call, args) => {
      if (call !== 'push') return honest(call, args);
      const { head } = (await honest('pull', [args[0], {}, 1, null])) as { head: number };
      const verdicts = (args[1] as readonly PushChange[]).map(({ table, id }) => ({ table, id, v: 'applied', rev: head }));
      return { salon_id: args[0], request: args[3], verdicts };
    },
  });
  expect(forgetful.violations).not.toEqual([]);
});

it('a run in which a fault never occurred is told', () => {
  expect(lacking(emptyTally())).toContain('fault “backup restored” never occurred');
});
