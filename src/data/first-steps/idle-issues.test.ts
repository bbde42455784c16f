import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateClient } from '#data/clients.commands.ts';
import { moveEvent } from '#data/events/events.commands.ts';
import { type Meeting, openMeeting } from '#data/issues/issues.test-support.ts';
import { openDevice, seen, stored } from '#data/replica.test-support.ts';
import type { TableName } from '#schemas/registry.ts';
import { closeIdleIssues } from './idle-issues.ts';
import { loadSample, removeSample } from './sample-data.ts';

const OF = { zone: 'Europe/Sofia', currency: 'BGN', now: '2026-11-18T09:42:00.000Z' } as const;

/** A salon with nothing of its own. Another device loads the sample in Bulgarian, this one in English, neither with a line. */
let m: Meeting;
let end: () => void = () => undefined;
let theirs: readonly { readonly table: TableName; readonly id: string; readonly change: object }[] = [];
beforeEach(async () => {
  // A page holds one open replica: the other device comes first.
  const other = await openDevice();
  other.server.online = true;
  await other.replica.syncNow();
  other.server.online = false;
  await loadSample(other.replica, { ...OF, language: 'bg' });
  theirs = other.writes.flat();
  await other.replica.close();
  m = await openMeeting(() => undefined);
  m.offline();
  expect(await loadSample(m.replica, { ...OF, language: 'en' })).toBe(true);
});
afterEach(async () => {
  end();
  await m.close();
});

/** Waits for the issues of a double load: one for each text that differs in the two languages. */
const many = () => seen(m.replica.issues$, (all) => all.length > 100);
const arrives = () => {
  for (const { table, id, change } of theirs) m.server.put(table, id, change);
};
const isTakenOutThere = () => {
  for (const { table, id } of theirs) m.server.put(table, id, { deleted: true });
};
const name = async (id: string) => (await stored(m.replica, 'clients', id))?.name;
const event = 'sample-a50';
const elsewhere = (hour: number) => ({
  ...{ resource_id: 'sample-e1', start_time: `2026-11-21T${hour}:00:00.000Z`, end_time: `2026-11-21T${hour + 1}:00:00.000Z` },
});

describe('a record that was deleted here and changed there', () => {
  it('asks nothing more once it is deleted all the same', async () => {
    await m.sync();
    m.offline();
    await m.replica.write([{ table: 'events', id: event, change: { deleted: true } }]);
    m.server.put('events', event, { title: 'Боядисване' });
    await m.sync();
    end = closeIdleIssues(m.replica);
    expect(await m.issue('edited-there')).toMatchObject({ rowId: event });
    m.server.put('events', event, { deleted: true });
    await m.sync();
    await m.issues(0);
  });
});

describe('two sample salons in two languages', () => {
  it('leave more than a hundred conflicts to a device that closes none, and none to one that does', async () => {
    arrives();
    await m.sync();
    const issues = await many();
    expect(new Set(issues.map(({ kind }) => kind))).toEqual(new Set(['field']));
    end = closeIdleIssues(m.replica);
    await m.issues(0);
    expect(await name('sample-c1')).toBe('Йоана Христова');
  });

  it('that were taken out again leave nothing, on the device that played with one of them', async () => {
    end = closeIdleIssues(m.replica);
    await moveEvent(m.replica, event, elsewhere(10));
    arrives();
    m.server.put('events', event, elsewhere(14));
    await m.sync();
    // A conflict of two people's moves stays open as long as the appointment exists.
    const [asked] = await m.issues(1);
    expect(asked).toMatchObject({ kind: 'field', rowId: event, ours: elsewhere(10), server: elsewhere(14) });
    isTakenOutThere();
    await m.sync();
    await m.issues(0);
  });

  it('are taken out here with their conflicts', async () => {
    arrives();
    await m.sync();
    await many();
    await removeSample(m.replica);
    await m.sync();
    end = closeIdleIssues(m.replica);
    await m.issues(0);
  });

  it('keep what somebody wrote into one of them, also when that is gone', async () => {
    end = closeIdleIssues(m.replica);
    await updateClient(m.replica, 'sample-c2', { phone: '0888123456' });
    arrives();
    isTakenOutThere();
    await m.sync();
    const [asked] = await m.issues(1);
    expect(asked).toMatchObject({ kind: 'deleted-there', rowId: 'sample-c2', ours: { phone: '+359888123456' } });
  });
});
