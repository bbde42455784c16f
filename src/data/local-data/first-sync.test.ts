import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import type { PullAnswer } from '#sync/server/server.ts';
import { firstSyncParts$, type PartOfFirstSync } from './first-sync.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const told = (parts: readonly PartOfFirstSync[]) => parts.map(({ part, state, rows }) => `${part} ${state} ${rows}`);
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function fillSalon() {
  const { server } = device;
  server.put('resources', 'rado', { name: 'Радослав' });
  server.put('services', 'cut', { name: 'Подстригване', duration: 60 });
  server.put('clients', 'ina', { name: 'Ина Фотева' });
  server.put('clients', 'albena', { name: 'Албена Танчева' });
  const booking = { resource_id: 'rado', client_id: 'ina', service_id: 'cut' };
  server.put('events', 'tomorrow', { ...booking, start_time: soon(1), end_time: soon(1.1) });
  server.put('events', 'last-month', { ...booking, client_id: 'albena', start_time: soon(-30), end_time: soon(-29.9) });
  server.online = true;
}

test('a first sync begins with the week, has come to its end with all of it, and counts what is here', async () => {
  const parts = () => seen(firstSyncParts$(device.replica));
  expect(told(await parts())).toEqual([
    'team waiting 0',
    'week coming 0',
    'offer waiting 0',
    'clients waiting 0',
    'rest waiting 0',
  ]);
  fillSalon();
  await device.replica.syncNow();
  expect(told(await parts())).toEqual(['team done 1', 'week done 1', 'offer done 1', 'clients done 2', 'rest done 1']);
});

test('what has come in part is on its way, and follows live', async () => {
  fillSalon();
  const { server, replica } = device;
  const pull = server.pull.bind(server);
  let goOn: () => void = () => undefined;
  let pages = 0;
  server.pull = async (...asked): Promise<PullAnswer> => {
    pages += 1;
    if (pages === 3) await new Promise<void>((resolve) => (goOn = resolve));
    const whole: PullAnswer = await pull(...asked);
    if (pages !== 2) return whole;
    // The first page that is kept: the team whole, of the clients one, nothing further looked at.
    const { resources, clients } = whole.tables;
    const [first] = clients?.rows ?? [];
    if (!resources || !first) throw new Error('the salon is not filled');
    const unread = Object.fromEntries(
      Object.entries(whole.tables).map(([name]) => [name, { rows: [], more: true, cursor: [0, ''] as const }]),
    );
    const empty = { rows: [], more: false, cursor: [whole.head, '~'] as const };
    const team = { employee_groups: empty, employee_weekly_shifts: empty, employee_day_overrides: empty };
    const tables = {
      ...unread,
      ...team,
      resources,
      clients: { rows: [first], more: true, cursor: [first.rev, first.id] as const },
    };
    return { ...whole, tables };
  };
  const heard: string[][] = [];
  const following = firstSyncParts$(replica).subscribe((parts) => heard.push(told(parts)));
  const round = replica.syncNow();
  await seen(firstSyncParts$(replica), ([team]) => team?.state === 'done');
  expect(told(await seen(firstSyncParts$(replica)))).toEqual([
    'team done 1',
    'week done 1',
    'offer coming 1', // the week refers to it
    'clients coming 1',
    'rest coming 0',
  ]);
  goOn();
  await round;
  await seen(firstSyncParts$(replica), (parts) => parts.every(({ state }) => state === 'done'));
  await expect.poll(() => heard.at(-1)).toEqual(['team done 1', 'week done 1', 'offer done 1', 'clients done 2', 'rest done 1']);
  following.unsubscribe();
});
