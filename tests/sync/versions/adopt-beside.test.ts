import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { versionsBeside } from '#sync/versions/other-versions.ts';
import { booking, World } from '../devices.ts';
import {
  close,
  editFormer,
  eventsOf,
  FORMER,
  formerVersions,
  formerWork,
  formsLeft,
  nextSalon,
  salonId,
  start,
} from './former-version.ts';
import { USER, Windows } from './other-version.ts';

formerVersions();

describe('while a window of the former version is open', () => {
  async function bothOpen(world: World) {
    await formerWork(world);
    const windows = new Windows();
    const [form] = await versionsBeside(USER, salonId);
    const leave = await windows.hold(form?.name ?? '');
    const now = await start('', world, windows);
    return { now, leave };
  }

  it('works beside it, counts what is unsent there, and deletes nothing under it', async () => {
    const world = new World();
    const { now } = await bothOpen(world);
    expect(now.status$.value).toMatchObject({ pending: 3, calendarReady: true });
    expect(await eventsOf(now)).toMatchObject({ settled: { pending: 0 }, edited: { pending: 0, notes: 'преди' } });
    await now.write([{ table: 'events', id: 'here', change: booking() }]);
    expect(now.status$.value.pending).toBe(4);
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'syncing', pending: 3 });
    expect(await now.pendingCount()).toBe(3);
    expect(await formsLeft()).toBe(1);
    expect(world.server.row('events', 'new')).toBeUndefined();
  });

  it('takes over what that window still wrote, once it has gone', async () => {
    const world = new World();
    const { now, leave } = await bothOpen(world);
    await now.syncNow();
    await editFormer('new', { notes: 'в последния момент' });
    leave();
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 1 });
    expect(world.server.row('events', 'new')).toMatchObject({ title: 'Боядисване', notes: 'в последния момент' });
    expect(await formsLeft()).toBe(0);
  });

  it('merges a booking that was edited in both, and asks where both changed the same', async () => {
    const world = new World();
    const { now, leave } = await bothOpen(world);
    await now.write([{ table: 'events', id: 'edited', change: { title: 'Кичури', notes: 'тук' } }]);
    leave();
    await now.syncNow();
    await now.syncNow();
    expect(world.server.row('events', 'edited')).toMatchObject({ title: 'Кичури', notes: 'тук' });
    const issues = (await firstValueFrom(now.issues$)).filter(({ kind }) => kind === 'field');
    expect(issues).toMatchObject([{ rowId: 'edited', ours: { notes: 'след' }, server: { notes: 'тук' } }]);
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0 });
  });

  it('does not quarrel with a booking that the former window has sent itself', async () => {
    const world = new World();
    const { now, leave } = await bothOpen(world);
    world.server.put('events', {
      ...world.server.row('events', 'edited'),
      id: 'edited',
      deleted: false,
      rev: ++world.server.head,
      notes: 'след',
    });
    await now.syncNow();
    leave();
    await now.syncNow();
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 1 });
    expect(world.server.row('events', 'edited')?.notes).toBe('след');
  });

  it('brings nothing back of a client who has been erased meanwhile', async () => {
    const world = new World();
    nextSalon();
    const former = await start(FORMER, world);
    await former.write([
      { table: 'clients', id: 'c1', change: { first_name: 'Елена' } },
      { table: 'events', id: 'e1', change: booking({ client_id: 'c1' }) },
    ]);
    await former.syncNow();
    await former.write([
      { table: 'clients', id: 'c1', change: { notes: 'Елена: астма' } },
      { table: 'events', id: 'e1', change: { notes: 'Елена: алергия' } },
    ]);
    await close(former);
    const windows = new Windows();
    const [form] = await versionsBeside(USER, salonId);
    const leave = await windows.hold(form?.name ?? '');
    const now = await start('', world, windows);
    await now.write([{ table: 'clients', id: 'c1', change: { erased_at: '2026-11-18T08:40:00.000Z' } }]);
    await now.syncNow();
    leave();
    await now.syncNow();
    const stored = await Promise.all(
      (['clients', 'events'] as const).map((table) => now.rows[table].storageInstance.findDocumentsById(['c1', 'e1'], true)),
    );
    expect(JSON.stringify([stored, await firstValueFrom(now.issues$)])).not.toContain('Елена');
    expect(JSON.stringify([...world.server.rows.values()])).not.toContain('Елена: ');
  });
});
