import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { initialValues } from '#sync/core/columns.ts';
import { DEXIE_PREFIX, replicaName } from '#sync/storage/replica-name.ts';
import { answerOf, databaseNames } from '#sync/storage/rxdb/raw-database.ts';
import { localDocuments, versionsBeside } from '#sync/versions/other-versions.ts';
import { unsyncedWorkIn } from '#sync/versions/stored-replicas.ts';
import { countUnsent } from '#sync/versions/unsent.ts';
import { STRANGE_ISSUES_DOCUMENT } from '#sync/writes/issue-book.ts';
import { booking, World } from '../devices.ts';
import {
  close,
  editFormer,
  eventsOf,
  FORMER,
  faults,
  formerVersions,
  formerWork,
  formsLeft,
  inFormer,
  nextSalon,
  salonId,
  start,
  startAtOnce,
} from './former-version.ts';
import { USER, Windows } from './other-version.ts';

formerVersions();

describe('a new version with another local schema version', () => {
  it('opens offline with everything of the former one, unsent and settled, and deletes it', async () => {
    const world = new World();
    await formerWork(world);
    expect(await countUnsent(USER, salonId)).toBe(3);
    const now = await start('', world, new Windows(), true);
    expect(now.status$.value).toMatchObject({ pending: 3, issues: 1, calendarReady: true });
    expect(now.status$.value.phase).not.toBe('synced');
    expect(await eventsOf(now)).toMatchObject({
      settled: { pending: 0, title: 'Подстригване' },
      edited: { pending: 1, notes: 'след', base: { notes: 'преди' } },
      new: { pending: 1, base: null, rev: 0 },
    });
    expect((await now.rows.clients.findOne('refused').exec())?.toJSON()).toMatchObject({ first_name: 'bad', rev: 0, pending: 0 });
    expect((await firstValueFrom(now.issues$)).map(({ kind, rowId }) => [kind, rowId])).toEqual([['rejected', 'refused']]);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
    expect(await countUnsent(USER, salonId)).toBe(3);
  });

  it('shows what is unsent at once, then the calendar, and how far the rest has come', async () => {
    const world = new World();
    await formerWork(world);
    const now = await startAtOnce('', world, new Windows(), true);
    expect(now.status$.value).toMatchObject({ phase: 'first-sync', pending: 3, issues: 1, calendarReady: false });
    expect(now.status$.value.progress?.total).toBeGreaterThan(0);
    expect(await eventsOf(now)).toMatchObject({ edited: { notes: 'след' }, new: { title: 'Боядисване' } });
    const told: string[] = [];
    const watching = now.status$.subscribe(({ phase, calendarReady, progress }) => {
      told.push(`${phase} ${calendarReady} ${(progress?.received ?? 0) > 0}`);
    });
    await vi.waitFor(() => expect(now.status$.value.phase).not.toBe('first-sync'));
    watching.unsubscribe();
    expect(told).toContain('first-sync true true');
    expect(
      told.slice(told.findIndex((said) => said.startsWith('first-sync true'))).filter((said) => / false /.test(said)),
    ).toEqual([]);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
  });

  it('sends while the copy is not over, and pulls only when all is copied: when there is room again', async () => {
    const world = new World();
    await formerWork(world);
    await inFormer('products', (store) =>
      store.put({ id: 'p1', _deleted: '0', _rev: '1-a', rev: 1, pending: 0, name: 'Шампоан' }),
    );
    Object.assign(faults, { kind: 'full', database: `${replicaName(USER, salonId)}--0--products` });
    const pull = vi.spyOn(world.server, 'pull');
    const now = await startAtOnce('', world);
    await now.write([{ table: 'events', id: 'meanwhile', change: booking({ title: 'Кичури' }) }]);
    await now.syncNow();
    expect(faults.hits).toBeGreaterThan(0);
    expect(world.server.row('events', 'new')?.title).toBe('Боядисване');
    expect(world.server.row('events', 'meanwhile')?.title).toBe('Кичури');
    expect(pull).not.toHaveBeenCalled();
    expect(now.status$.value).toMatchObject({ phase: 'blocked', reason: 'storage-full', pending: 0, calendarReady: true });
    expect(await formsLeft()).toBe(1);
    faults.kind = null;
    await now.syncNow();
    expect(pull).toHaveBeenCalled();
    expect(Object.keys(await eventsOf(now)).sort()).toEqual(['edited', 'meanwhile', 'new', 'settled']);
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0 });
    await now.syncNow();
    expect(await formsLeft()).toBe(0);
  });

  it('goes on after it was closed in the middle of copying, offline too', async () => {
    const world = new World();
    await formerWork(world);
    const first = await startAtOnce('', world, new Windows(), true);
    void first.syncNow();
    await close(first);
    expect(await formsLeft()).toBe(1);
    const again = await start('', world, new Windows(), true);
    expect(again.status$.value).toMatchObject({ pending: 3, issues: 1, calendarReady: true });
    expect(Object.keys(await eventsOf(again)).sort()).toEqual(['edited', 'new', 'settled']);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
  });

  it('sends what was unsent once, and is synced after the pull has verified the rest', async () => {
    const world = new World();
    await formerWork(world);
    world.server.put('events', { ...booking(), id: 'meanwhile', rev: ++world.server.head, deleted: false, created_at: 'x' });
    const now = await start('', world);
    const seen: string[] = [];
    now.status$.subscribe(({ phase, calendarReady }) => seen.push(`${phase} ${calendarReady}`));
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 1, rev: world.server.head });
    expect(seen.every((told) => told.endsWith('true'))).toBe(true);
    expect(seen.filter((told) => told.startsWith('first-sync'))).toEqual([]);
    expect(world.server.row('events', 'edited')?.notes).toBe('след');
    expect(world.server.row('events', 'new')?.title).toBe('Боядисване');
    expect(world.server.row('events', 'removed')?.deleted).toBe(true);
    expect(Object.keys(await eventsOf(now)).sort()).toEqual(['edited', 'meanwhile', 'new', 'settled']);
  });

  it('does not bring back what was purged on the server while the app was closed', async () => {
    const world = new World();
    await formerWork(world);
    world.server.put('events', {
      ...world.server.row('events', 'settled'),
      id: 'settled',
      rev: ++world.server.head,
      deleted: true,
    });
    world.server.purge();
    const now = await start('', world);
    expect(Object.keys(await eventsOf(now))).toContain('settled');
    await now.syncNow();
    await now.syncNow();
    expect(Object.keys(await eventsOf(now))).not.toContain('settled');
    expect(now.status$.value.phase).toBe('synced');
  });

  it('lists what was sent in a first sync that never ended, and what a backup restored since has not', async () => {
    nextSalon();
    const world = new World();
    const restore = world.server.backup();
    const former = await start(FORMER, world);
    const week = vi.spyOn(world.server, 'readEvents').mockImplementation(() => {
      throw Object.assign(new Error('fetch failed'), { name: 'TypeError' });
    });
    await former.write([{ table: 'events', id: 'sent', change: booking({ notes: 'след' }) }]);
    await former.syncNow();
    expect(former.status$.value).toMatchObject({ pending: 0, calendarReady: false });
    expect(world.server.row('events', 'sent')?.notes).toBe('след');
    await close(former);
    week.mockRestore();
    restore();
    const now = await start('', world);
    expect(now.status$.value.calendarReady).toBe(false);
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, calendarReady: true });
    expect(await firstValueFrom(now.issues$)).toMatchObject([{ kind: 'restored', rowId: 'sent', ours: { notes: 'след' } }]);
    expect(await eventsOf(now)).toEqual({});
    await now.syncNow();
    expect(await formsLeft()).toBe(0);
  });

  it('drops columns that it does not know where nothing unsent stands in them, and fills those that the former form did not have', async () => {
    const world = new World();
    await formerWork(world);
    await inFormer('events', (store) => {
      const found = store.get('new');
      found.onsuccess = () => {
        const { type: _missing, ...rest } = found.result;
        store.put({ ...rest, nickname: null, vip: '0' });
      };
    });
    const base = { ...initialValues('events'), ...booking({ notes: 'преди' }), deleted: false, nickname: 'Мими' };
    await editFormer('edited', { base, nickname: 'Мими' });
    const now = await start('', world);
    const row = (await eventsOf(now)).new;
    expect(row).toMatchObject({ type: 'appointment', title: 'Боядисване', pending: 1 });
    expect(row).not.toHaveProperty('nickname');
    expect(now.status$.value.issues).toBe(1);
    await now.syncNow();
    expect(world.server.row('events', 'new')).toMatchObject({ type: 'appointment', title: 'Боядисване' });
  });

  it('keeps what is unsent in a column that it does not know as an issue, and sends the rest', async () => {
    const world = new World();
    await formerWork(world);
    await editFormer('new', { nickname: 'Мими' });
    const base = { ...initialValues('events'), ...booking({ notes: 'преди' }), deleted: false, nickname: 'Ема' };
    await editFormer('edited', { base, nickname: 'Емилия' });
    const now = await start('', world);
    const unknown = async () => (await firstValueFrom(now.issues$)).filter(({ code }) => code === 'form');
    expect((await unknown()).map(({ rowId, ours }) => [rowId, ours?.nickname]).sort()).toEqual([
      ['edited', 'Емилия'],
      ['new', 'Мими'],
    ]);
    await now.syncNow();
    expect(world.server.row('events', 'new')).toMatchObject({ title: 'Боядисване' });
    expect(world.server.row('events', 'edited')).toMatchObject({ notes: 'след' });
    expect(await unknown()).toHaveLength(2);
  });

  it('shows no issue of a table that it does not know, and a version that knows it has it again', async () => {
    const world = new World();
    await formerWork(world);
    const strange = {
      id: 'invoices/i1@3/gone',
      kind: 'gone',
      table: 'invoices',
      rowId: 'i1',
      group: null,
      ours: {},
      server: null,
    };
    await inFormer('plugin-local-documents-', (store) => {
      const found = store.get('sync-issues');
      found.onsuccess = () => {
        const { data, ...rest } = found.result;
        const issues = { ...data.value.issues, [strange.id]: { ...strange, at: '2026-11-18T08:40:00.000Z' } };
        store.put({ ...rest, data: { ...data, value: { issues } } });
      };
    });
    const now = await start('', world);
    expect((await firstValueFrom(now.issues$)).map(({ table }) => table)).toEqual(['clients']);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
    await close(now);
    expect(await unsyncedWorkIn(USER, salonId)).toMatchObject({ issues: 2 });
    const kept = (await localDocuments(replicaName(USER, salonId))).find(({ id }) => id === STRANGE_ISSUES_DOCUMENT);
    expect(kept?.value).toMatchObject({ issues: { [strange.id]: { rowId: 'i1' } } });
  });

  it('keeps a row that it cannot hold as an issue with its content, and takes the server’s', async () => {
    const world = new World();
    await formerWork(world);
    await editFormer('edited', { type: 'party', base: { ...booking({ notes: 'преди' }), type: 'appointment', deleted: false } });
    await editFormer('new', { start_time: 'утре' });
    const now = await start('', world);
    const issues = await firstValueFrom(now.issues$);
    expect(issues.filter(({ code }) => code === 'form').map(({ rowId, ours }) => [rowId, ours?.notes ?? ours?.title])).toEqual(
      expect.arrayContaining([
        ['edited', 'след'],
        ['new', 'Боядисване'],
      ]),
    );
    expect(await eventsOf(now)).toMatchObject({ edited: { notes: 'преди', pending: 0 } });
    expect(await eventsOf(now)).not.toHaveProperty('new');
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
  });

  it('has among its issues what another version kept aside, not knowing their table', async () => {
    const world = new World();
    await formerWork(world);
    const aside = { id: 'events/e9@3/gone', kind: 'gone', table: 'events', rowId: 'e9', group: null, ours: {}, server: null };
    await inFormer('plugin-local-documents-', (store) => {
      const found = store.get('sync-issues');
      found.onsuccess = () => {
        const issues = { [aside.id]: { ...aside, at: '2026-11-18T08:40:00.000Z' } };
        store.put({ ...found.result, id: STRANGE_ISSUES_DOCUMENT, data: { ...found.result.data, value: { issues } } });
      };
    });
    const now = await start('', world);
    expect((await firstValueFrom(now.issues$)).map(({ rowId }) => rowId).sort()).toEqual(['e9', 'refused']);
  });

  it('goes back to the former version the same way', async () => {
    const world = new World();
    await formerWork(world);
    const now = await start('', world, new Windows(), true);
    await now.write([{ table: 'events', id: 'newer', change: booking() }]);
    await close(now);
    const back = await start(FORMER, world);
    expect(back.status$.value.pending).toBe(4);
    await back.syncNow();
    expect(world.server.row('events', 'newer')).toBeDefined();
    expect(await formsLeft()).toBe(1);
  });

  it('on the way back keeps what is unsent in a table that only the newer version has', async () => {
    const world = new World();
    await formerWork(world);
    const [form] = await versionsBeside(USER, salonId);
    const name = `${DEXIE_PREFIX}${form?.name}--0--invoices`;
    const made = indexedDB.open(name, 1);
    made.onupgradeneeded = () => {
      const invoices = made.result.createObjectStore('docs', { keyPath: 'id' });
      invoices.createIndex('[_deleted+pending+id]', ['_deleted', 'pending', 'id']);
      invoices.put({ id: 'i1', _deleted: '0', _rev: '1-a', rev: 0, pending: 1, edited_at: '2026-11-21T08:00:00.000Z' });
    };
    (await answerOf(made)).close();
    const now = await start('', world);
    await now.syncNow();
    expect(world.server.row('events', 'new')).toBeDefined();
    expect(now.status$.value).toMatchObject({ phase: 'syncing', pending: 1 });
    expect(await databaseNames()).toContain(name);
    expect(await countUnsent(USER, salonId)).toBe(1);
  });

  it('counts as unsent what it has no room to take over, and takes it once there is', async () => {
    const world = new World();
    await formerWork(world);
    Object.assign(faults, { kind: 'full', database: `${replicaName(USER, salonId)}--0--events` });
    const now = await startAtOnce('', world);
    expect(faults.hits).toBeGreaterThan(0);
    expect(now.status$.value.pending).toBe(3);
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ pending: 3 });
    faults.kind = null;
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0 });
    expect(world.server.row('events', 'new')).toMatchObject({ title: 'Боядисване' });
  });
});
