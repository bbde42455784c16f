import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StateRow } from '#sync/core/columns.ts';
import { booking, type Device, World } from '../devices.ts';

/** The rebuild in place, on small pages so that it has a middle. */
let world: World;
let tablet: Device;
let desk: Device;

beforeEach(async () => {
  world = new World();
  tablet = await world.device('tablet');
  desk = await world.device('desk');
  for (let n = 1; n <= 9; n++) await tablet.write('events', `e${n}`, booking({ notes: `бележка ${n}` }));
  await world.settled();
  world.server.page = 3;
});

const ids = (device: Device) =>
  device
    .rows('events')
    .map(({ id }) => id)
    .sort();
const nine = Array.from({ length: 9 }, (_, n) => `e${n + 1}`);

/** The tombstone of e1 is purged before the tablet has heard of it. */
async function purgedUnheard(): Promise<void> {
  await desk.write('events', 'e1', { deleted: true });
  await desk.sync();
  world.server.purge();
}

/** A backup of now; what it returns restores it: another history begins. */
const backup = (): (() => void) => world.server.backup();

/** What stood on the tablet at each of the next pulls. */
function watchPulls(count: number): string[][] {
  const seen: string[][] = [];
  for (let n = 0; n < count; n++)
    tablet.tab.before('pull', async () => {
      seen.push(ids(tablet));
    });
  return seen;
}

describe('a rebuild in place', () => {
  it('keeps the rows on the screens until its end, and says all the while that it syncs', async () => {
    await purgedUnheard();
    const told: string[] = [];
    const seen = watchPulls(6);
    const stop = tablet.tab.replication.status$.subscribe(({ phase, calendarReady }) => told.push(`${phase} ${calendarReady}`));
    await tablet.sync();
    stop.unsubscribe();
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.every((rows) => rows.length === 9)).toBe(true);
    expect(ids(tablet)).toEqual(nine.slice(1));
    expect([...new Set(told.slice(1, -1))]).toEqual(['syncing true']);
    expect(told.at(-1)).toBe('synced true');
  });

  it('claims no revision as complete before its end', async () => {
    await purgedUnheard();
    const told: { readonly rev: number; readonly rows: number }[] = [];
    const stop = tablet.tab.replication.status$.subscribe(({ rev }) => told.push({ rev, rows: ids(tablet).length }));
    await tablet.sync();
    stop.unsubscribe();
    const begun = told.findIndex(({ rev }) => rev === 0);
    expect(begun).toBeGreaterThan(0);
    expect(new Set(told.slice(begun).map(({ rev, rows }) => `${rev > 0} ${rows}`))).toEqual(new Set(['false 9', 'true 8']));
  });

  it('takes what a person writes in the middle of it, and sends it', async () => {
    await purgedUnheard();
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => tablet.write('events', 'e5', { notes: 'по средата' }));
    tablet.tab.before('pull', async () => tablet.write('events', 'нов', booking()));
    await tablet.sync();
    expect(tablet.row('events', 'e5')).toMatchObject({ notes: 'по средата', pending: 1 });
    await world.settled();
    expect(world.server.row('events', 'e5')?.notes).toBe('по средата');
    expect(ids(tablet)).toEqual([...nine.slice(1), 'нов']);
    expect(tablet.issues).toEqual([]);
  });

  it('starts again after a tab was killed in the middle, and keeps the rows all the while', async () => {
    await purgedUnheard();
    let pulls = 0;
    for (let n = 0; n < 5; n++)
      tablet.tab.before('pull', async () => {
        if (++pulls === 4) tablet.tab.kill();
      });
    await Promise.race([tablet.sync(), new Promise((resolve) => setTimeout(resolve, 20))]);
    expect(tablet.tab.gate.killed).toBe(true);
    await tablet.killAndReopen();
    expect(tablet.status).toMatchObject({ phase: 'syncing', calendarReady: true });
    expect(ids(tablet)).toEqual(nine);
    await tablet.sync();
    expect(ids(tablet)).toEqual(nine.slice(1));
    expect(tablet.status.phase).toBe('synced');
  });

  it('is finished by another tab when the first one has lost its line', async () => {
    const second = await tablet.openTab();
    await second.sync();
    expect(second.replication.status$.value.phase).toBe('synced');
    await purgedUnheard();
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => tablet.tab.fail('pull', { kind: 'request-lost' }));
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'offline', calendarReady: true });
    expect(second.replication.status$.value.phase).toBe('syncing');
    await second.sync();
    expect(ids(tablet)).toEqual(nine.slice(1));
    await tablet.sync();
    expect(ids(tablet)).toEqual(nine.slice(1));
    expect(tablet.status.phase).toBe('synced');
  });

  it('is left to the other tab by one that was overtaken, for as long as that one gets on', async () => {
    const second = await tablet.openTab();
    await second.sync();
    await purgedUnheard();
    const asked = vi.spyOn(world.server, 'pull');
    const both = Promise.all([tablet.sync(), second.sync()]);
    await expect.poll(() => tablet.rows('events').length < 9 || asked.mock.calls.length > 100).toBe(true);
    await both;
    // Alone it takes seven.
    expect(asked.mock.calls.length).toBeLessThan(25);
    expect(ids(tablet)).toEqual(nine.slice(1));
    for (const tab of [tablet.tab, second]) {
      await tab.sync();
      expect(tab.replication.status$.value.phase).toBe('synced');
    }
  });

  it('is taken over from a tab that took it over and then stood still', async () => {
    const second = await tablet.openTab();
    await second.sync();
    await purgedUnheard();
    for (const _ of ['finds', 'notes']) tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => {
      for (const _ of ['a page']) second.before('pull', async () => undefined);
      second.before('pull', async () => second.kill());
      void second.sync();
      await expect.poll(() => second.gate.killed).toBe(true);
    });
    await tablet.sync();
    expect(tablet.status.phase).toBe('syncing');
    await tablet.sync();
    expect(ids(tablet)).toEqual(nine.slice(1));
    expect(tablet.status.phase).toBe('synced');
  });

  it('sweeps no row that another tab has brought while this one stood still before its write', async () => {
    await purgedUnheard();
    const gone = tablet.disk.tables.events.get('e1');
    let broughtBack = false;
    tablet.tab.gate.killAt((step) => {
      if (broughtBack || step.kind !== 'rows' || step.table !== 'events' || !step.ids.includes('e1')) return false;
      broughtBack = true;
      const row = { ...(gone?.row as StateRow), notes: 'отново', rev: world.server.head + 1 };
      tablet.disk.tables.events.set('e1', { row, hidden: false, version: ++tablet.disk.version });
      return false;
    });
    await tablet.sync();
    expect(broughtBack).toBe(true);
    expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'отново', pending: 0 });
  });

  it('goes on where it was after a failed request, in the same tab', async () => {
    await purgedUnheard();
    let pulls = 0;
    for (let n = 0; n < 30; n++)
      tablet.tab.before('pull', async () => {
        if (++pulls === 4) tablet.tab.fail('pull', { kind: 'answer-lost' });
      });
    await tablet.sync();
    expect(pulls).toBe(4);
    await tablet.sync();
    // Ten rows in pages of three, the question that found the purge, the head, and the page that was lost.
    expect(pulls).toBeLessThanOrEqual(8);
    expect(ids(tablet)).toEqual(nine.slice(1));
  });
});

describe('after a restored backup', () => {
  it('takes rows whose revision is lower than ours, and drops what the backup does not know', async () => {
    const restore = backup();
    await desk.write('events', 'e2', { notes: 'след копието' });
    await desk.write('events', 'e10', booking());
    await world.settled();
    expect(ids(tablet)).toContain('e10');
    restore();
    const seen = watchPulls(6);
    await tablet.sync();
    await tablet.sync();
    expect(seen.every((rows) => rows.length >= 9)).toBe(true);
    expect(ids(tablet)).toEqual(nine);
    expect(tablet.row('events', 'e2')?.notes).toBe('бележка 2');
    expect(tablet.status.phase).toBe('synced');
  });

  it('keeps an edit made in the middle of it, of a row of either history', async () => {
    const restore = backup();
    await desk.write('events', 'e9', { notes: 'след копието' });
    await desk.write('events', 'e10', booking());
    await world.settled();
    restore();
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => {
      await tablet.write('events', 'e9', { title: 'Боядисване' });
      await tablet.write('events', 'e10', { notes: 'пак' });
    });
    tablet.tab.before('pull', async () => tablet.tab.fail('pull', { kind: 'request-lost' }));
    await tablet.sync();
    await world.settled();
    expect(tablet.pending).toEqual([]);
    expect(world.server.row('events', 'e9')?.title).toBe('Боядисване');
    expect(world.server.row('events', 'e10')).toMatchObject({ notes: 'пак', title: 'Подстригване' });
    for (const device of [tablet, desk]) expect(ids(device)).toEqual(['e1', 'e10', ...nine.slice(1)]);
  });

  it('forgets nothing of that when rows are purged while it rebuilds', async () => {
    const restore = backup();
    await desk.write('events', 'e8', { notes: 'след копието' });
    await world.settled();
    restore();
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', async () => {
      await desk.sync();
      await purgedUnheard();
    });
    await tablet.sync();
    await world.settled();
    expect(tablet.row('events', 'e8')?.notes).toBe('бележка 8');
    expect(ids(tablet)).toEqual(nine.slice(1));
  });

  it('erases again whom the backup brought back, by any device that knows of it', async () => {
    await tablet.write('clients', 'c1', { first_name: 'Елена', phone: '+359888123456' });
    await tablet.write('events', 'e1', { client_id: 'c1', notes: 'Елена: алергия' });
    await world.settled();
    const restore = backup();
    await desk.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z' });
    await world.settled();
    await world.settled();
    expect(world.server.row('clients', 'c1')?.first_name).toBeNull();
    restore();
    expect(world.server.row('clients', 'c1')?.first_name).toBe('Елена');
    await tablet.sync();
    await world.settled();
    await world.settled();
    expect(world.server.row('clients', 'c1')).toMatchObject({ deleted: true, first_name: null, phone: null });
    expect(JSON.stringify([...world.server.rows.values()])).not.toContain('Елена');
    for (const device of [tablet, desk]) {
      expect(device.pending).toEqual([]);
      expect(device.issues).toEqual([]);
      expect(JSON.stringify([...device.disk.tables.clients.values(), ...device.disk.tables.events.values()])).not.toContain(
        'Елена',
      );
    }
  });
});
