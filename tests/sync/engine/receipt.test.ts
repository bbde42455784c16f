import { filter, firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type Receipt, receiptsOf } from '#sync/round/receipt.ts';
import { ServerError } from '#sync/server/server.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import { issueBook } from '#sync/writes/issue-book.ts';
import { Database } from '../../database/support/database.ts';
import { booking, type Device, steadyClock, Tab } from '../devices.ts';
import { Disk, Gate, memoryDocStore } from '../memory-stores.ts';
import { Salon } from '../sql-world.ts';

/** The receipt after an outage, and since when the device has been cut off. */
let database: Database;
let salon: Salon;
let tablet: Device;
let desk: Device;
beforeAll(async () => {
  database = await Database.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  salon = await Salon.open(database);
  tablet = await salon.device('tablet');
  desk = await salon.device('desk');
  for (const id of ['c1', 'c2', 'c3']) await desk.write('clients', id, { first_name: id });
  await salon.settled();
});

const MINUTE = 60_000;
const later = (device: Device, minutes: number) => device.clock.set(device.clock.now() + minutes * MINUTE);
/** The newest receipt that a tab shows. */
function receiptIn(tab: Tab): { readonly value: Receipt | null; readonly all: (Receipt | null)[] } {
  const all: (Receipt | null)[] = [];
  tab.replication.receipt$.subscribe((receipt) => all.push(receipt));
  return {
    all,
    get value() {
      return all.at(-1) ?? null;
    },
  };
}
/** What is watched arrives a few microtasks after the disk. */
const told = () => new Promise((resolve) => setImmediate(resolve));

async function outage(minutes: number): Promise<void> {
  tablet.offline();
  await tablet.sync();
  later(tablet, minutes);
}

const OVERLAP: SyncIssue = {
  id: 'overlap/e1/e2',
  kind: 'overlap',
  table: 'events',
  rowId: 'e1',
  otherId: 'e2',
  group: null,
  ours: null,
  server: null,
  at: '2026-11-18T09:10:01.000Z',
};

describe('a receipt', () => {
  it('says how much was sent, how much arrived and what needs a person', async () => {
    await outage(43);
    for (const n of [1, 2, 3]) await tablet.write('events', `e${n}`, booking());
    await tablet.write('clients', 'c1', { phone: '+359888000001' });
    await desk.write('clients', 'c1', { phone: '+359888000002' });
    await desk.write('clients', 'c2', { city: 'Русе' });
    await desk.write('clients', 'c4', { first_name: 'Нова' });
    await desk.sync();
    const shown = receiptIn(tablet.tab);
    tablet.online();
    await tablet.sync();
    await told();
    expect(shown.value).toEqual({
      id: expect.any(String),
      at: '2026-11-18T09:23:00.000Z',
      offlineSince: '2026-11-18T08:40:00.000Z',
      sent: 3,
      received: 3,
      needsYou: 1,
    });
    expect(tablet.status).toMatchObject({
      since: '2026-11-18T09:23:00.000Z',
      offlineBefore: { from: '2026-11-18T08:40:00.000Z', to: '2026-11-18T09:23:00.000Z' },
    });
  });

  it('is not made after a short outage in which nobody wrote, nor when there is nothing to tell', async () => {
    const shown = receiptIn(tablet.tab);
    await desk.write('clients', 'c1', { city: 'Русе' });
    await desk.sync();
    await outage(2);
    tablet.online();
    await tablet.sync();
    await outage(60);
    tablet.online();
    await tablet.sync();
    await told();
    expect(shown.all).toEqual([null]);
  });

  it('is made after a short outage in which somebody wrote, and after a long one in which others did', async () => {
    const shown = receiptIn(tablet.tab);
    await outage(1);
    await tablet.write('clients', 'c2', { city: 'Русе' });
    tablet.online();
    await tablet.sync();
    await told();
    expect(shown.value).toMatchObject({ sent: 1, received: 0, needsYou: 0 });
    const first = shown.value?.id;
    await desk.write('clients', 'c3', { city: 'Варна' });
    await desk.sync();
    await outage(3);
    tablet.online();
    await tablet.sync();
    await told();
    expect(shown.value).toMatchObject({ sent: 0, received: 1, needsYou: 0 });
    expect(shown.value?.id).not.toBe(first);
  });

  it('counts each row once, although the catching up took several rounds, lost answers and a killed tab', async () => {
    await outage(30);
    for (const n of [1, 2, 3]) await tablet.write('events', `e${n}`, booking());
    await desk.write('clients', 'c2', { city: 'Русе' });
    await desk.sync();
    tablet.online();
    tablet.tab.fail('push', { kind: 'answer-lost' });
    await tablet.sync();
    tablet.tab.fail('pull', { kind: 'request-lost' });
    await tablet.sync();
    await tablet.write('events', 'e4', booking());
    await tablet.killAndReopen();
    const shown = receiptIn(tablet.tab);
    await tablet.sync();
    await told();
    expect(shown.value).toMatchObject({ offlineSince: '2026-11-18T08:40:00.000Z', sent: 4, received: 1 });
  });

  it('is one for all tabs, survives a reload and goes when it is dismissed', async () => {
    const other = await tablet.openTab();
    await outage(30);
    await other.sync();
    await other.write('events', 'e1', booking());
    tablet.online();
    const [here, there] = [receiptIn(tablet.tab), receiptIn(other)];
    await Promise.all([tablet.sync(), other.sync()]);
    await told();
    expect(here.value).toMatchObject({ sent: 1 });
    expect(there.value).toEqual(here.value);
    await tablet.killAndReopen();
    const again = receiptIn(tablet.tab);
    await told();
    expect(again.value).toEqual(here.value);
    await other.replication.dismissReceipt();
    await told();
    expect([again.value, there.value]).toEqual([null, null]);
  });

  it('of one tab tells the others that the line is back, which need not wait for their own next try', async () => {
    tablet.offline();
    const other = await new Tab(tablet, tablet.tab.server).open(true);
    const phase = (wanted: string) => firstValueFrom(other.replication.status$.pipe(filter((status) => status.phase === wanted)));
    await phase('offline');
    tablet.online();
    await tablet.sync();
    await phase('synced');
    expect(other.replication.status$.value).toMatchObject({ offlineBefore: { from: '2026-11-18T08:40:00.000Z' } });
    await other.replication.close();
  });

  it('counts what is raised while it is being written', async () => {
    const docs = memoryDocStore(new Disk(), new Gate());
    const issues = issueBook(docs);
    const clock = steadyClock();
    let meanwhile = () => Promise.resolve();
    const update: DocStore['update'] = async (id, change) => {
      await meanwhile();
      return docs.update(id, change);
    };
    const receipts = await receiptsOf({ ...docs, update }, issues, clock);
    await receipts.lost();
    await receipts.wrote();
    await receipts.sent([{ table: 'events', id: 'e1' }]);
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await issues.change([OVERLAP], []);
      await receipts.issuesRaised([OVERLAP]);
    };
    await receipts.caughtUp();
    expect(await firstValueFrom(receipts.receipt$)).toMatchObject({ sent: 1, needsYou: 1 });
    receipts.close();
  });

  it('counts what needs a person as long as it does, an overlap found right afterwards among them', async () => {
    await outage(30);
    await tablet.write('clients', 'c1', { phone: '+359888000001' });
    await desk.write('clients', 'c1', { phone: '+359888000002' });
    await desk.sync();
    tablet.online();
    await tablet.sync();
    const shown = receiptIn(tablet.tab);
    await tablet.tab.replication.putIssue(OVERLAP);
    await told();
    expect(shown.value).toMatchObject({ sent: 0, needsYou: 2 });
    await tablet.tab.replication.removeIssue(OVERLAP.id);
    await told();
    expect(shown.value).toMatchObject({ needsYou: 1 });
    // The decision is taken back: the same one again, not one more.
    await tablet.tab.replication.putIssue(OVERLAP);
    await told();
    expect(shown.value).toMatchObject({ needsYou: 2 });
    await tablet.tab.replication.removeIssue(OVERLAP.id);
    await told();
    later(tablet, 5);
    await tablet.tab.replication.putIssue({ ...OVERLAP, id: 'much later' });
    await told();
    expect(shown.value).toMatchObject({ needsYou: 1 });
  });
});

describe('since when', () => {
  it('a device is cut off is remembered over a reload, and a server that fails counts as cut off', async () => {
    await outage(10);
    expect(tablet.status).toMatchObject({
      phase: 'offline',
      reason: 'line',
      since: '2026-11-18T08:40:00.000Z',
      offlineBefore: null,
    });
    await tablet.killAndReopen();
    tablet.online();
    tablet.tab.fail('pull', { kind: 'error', error: new ServerError(503, null, null, 'no') });
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'offline', reason: 'server', since: '2026-11-18T08:40:00.000Z' });
  });

  it('is known of a blocked device, and of a first sync that has no line', async () => {
    tablet.tab.fail('pull', { kind: 'error', error: new ServerError(404, 'PGRST202', null, 'no such function') });
    later(tablet, 5);
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'blocked', reason: 'app-too-old', since: '2026-11-18T08:45:00.000Z' });
    const fresh = await salon.device('fresh');
    expect(fresh.status).toMatchObject({ phase: 'first-sync', since: null });
    fresh.offline();
    await fresh.sync();
    expect(fresh.status).toMatchObject({ phase: 'first-sync', reason: 'line', since: '2026-11-18T08:40:00.000Z' });
    fresh.online();
    await fresh.sync();
    const shown = receiptIn(fresh.tab);
    await told();
    expect(fresh.status).toMatchObject({ phase: 'synced' });
    expect(fresh.status.reason).toBeUndefined();
    expect(shown.value).toBeNull(); // a first sync’s rows are no news
  });
});
