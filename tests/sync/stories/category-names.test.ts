/**
 * Two devices of one salon give the same category another name, or remove it, while both are offline: as the app does it, against
 * the real SQL.
 */
import { expect, it } from 'vitest';
import { keepMine } from '#data/issues/issues.commands.ts';
import { seen } from '#data/replica.test-support.ts';
import { followRenamedCategories } from '#data/salon/renamed-categories.ts';
import { addService, deleteServiceGroup, renameServiceGroup } from '#data/services.commands.ts';
import { services$ } from '#data/services.queries.ts';
import type { Replica } from '#sync/replica.ts';
import { type DeviceName, on as onDevice } from './app-devices.ts';
import { salon, sqlStories } from './sql-stories.ts';

sqlStories();

const on = (name: DeviceName, line: 'online' | 'offline', work: (replica: Replica) => Promise<void>) =>
  onDevice(name, line, work, followRenamedCategories);
const sync = (name: DeviceName) => on(name, 'online', (replica) => replica.syncNow());

async function bothHaveHair(): Promise<void> {
  await salon.database.push(salon.owner, salon.id, [
    { table: 'service_groups', id: 'hair', doc: { name: 'Коса' } },
    ...['short', 'colour', 'curls'].map((id) => ({ table: 'services', id, doc: { name: id, category: 'Коса' } }) as const),
  ]);
  await sync('tablet');
  await sync('phone');
}

/** The salon comes with a service that stands in no category. */
const inCategory = (rows: readonly { readonly id: string; readonly category?: unknown }[]) =>
  new Set(rows.flatMap(({ id, category }) => (id === 'cut' ? [] : [category])));

/** Every service stands in that category, at the salon and on both devices. */
async function allStandUnder(name: string): Promise<void> {
  for (const device of ['tablet', 'phone', 'tablet'] as const)
    await on(device, 'online', async (replica) => {
      await expect
        .poll(async () => {
          await replica.syncNow();
          return inCategory(await seen(services$(replica)));
        })
        .toEqual(new Set([name]));
      await replica.syncNow(); // what has just been moved is sent
    });
  expect(inCategory((await salon.rows('services')) as never)).toEqual(new Set([name]));
}

it('two new names are one decision of one person, and every service follows it, on both devices and at the salon', async () => {
  await bothHaveHair();
  for (const [device, name] of [
    ['tablet', 'Фризьорски'],
    ['phone', 'Коса и стил'],
  ] as const)
    await on(device, 'offline', async (replica) => {
      await renameServiceGroup(replica, 'hair', name);
      await addService(replica, { name_bg: `Нова: ${device}`, category: name });
    });
  await sync('phone');
  await allStandUnder('Коса и стил');
  await on('phone', 'online', async (replica) => expect(await seen(replica.issues$)).toEqual([]));
  await on('tablet', 'online', async (replica) => {
    const issues = await seen(replica.issues$);
    expect(issues).toMatchObject([{ table: 'service_groups', ours: { name: 'Фризьорски' }, server: { name: 'Коса и стил' } }]);
    if (issues[0]) await keepMine(replica, issues[0]);
  });
  await allStandUnder('Фризьорски');
  await on('tablet', 'online', async (replica) => expect(await seen(replica.issues$)).toEqual([]));
});

it.each([
  ['the new name', 'tablet'],
  ['the deletion', 'phone'],
] as const)('a new name here and a deletion there leave no service without a name, where %s comes first', async (_, first) => {
  await bothHaveHair();
  await on('tablet', 'offline', async (replica) => {
    await renameServiceGroup(replica, 'hair', 'Коса и стил');
    await addService(replica, { name_bg: 'Кок', category: 'Коса и стил' });
  });
  await on('phone', 'offline', (replica) => deleteServiceGroup(replica, 'hair'));
  await sync(first);
  await allStandUnder('Коса и стил');
});

it('two categories that swap names on one device take along what another adds to them meanwhile, whoever is first', async () => {
  await bothHaveHair();
  await salon.database.push(salon.owner, salon.id, [
    { table: 'service_groups', id: 'nails', doc: { name: 'Нокти' } },
    { table: 'services', id: 'polish', doc: { name: 'polish', category: 'Нокти' } },
  ]);
  await sync('phone');
  await on('tablet', 'online', async (replica) => {
    await renameServiceGroup(replica, 'hair', 'за малко');
    await renameServiceGroup(replica, 'nails', 'Коса');
    await renameServiceGroup(replica, 'hair', 'Нокти');
    await replica.syncNow();
  });
  await on('phone', 'offline', async (replica) => {
    await addService(replica, { name_bg: 'Букли', category: 'Коса' });
    await addService(replica, { name_bg: 'Педикюр', category: 'Нокти' });
  });
  const wanted = { short: 'Нокти', colour: 'Нокти', curls: 'Нокти', Букли: 'Нокти', polish: 'Коса', Педикюр: 'Коса' };
  const categories = (rows: readonly { readonly name?: unknown; readonly category?: unknown }[]) =>
    Object.fromEntries(rows.flatMap(({ name, category }) => (String(name) in wanted ? [[String(name), category]] : [])));
  for (const device of ['phone', 'tablet', 'phone'] as const)
    await on(device, 'online', async (replica) => {
      await expect
        .poll(async () => {
          await replica.syncNow();
          return categories(await seen(services$(replica)));
        })
        .toEqual(wanted);
      await replica.syncNow(); // what has just been moved is sent
    });
  expect(categories((await salon.rows('services')) as never)).toEqual(wanted);
});
