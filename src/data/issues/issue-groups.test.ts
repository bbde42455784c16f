import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeOf } from '#data/row-writes.ts';
import { groupDecision } from './issue-decisions.ts';
import type { SyncIssue } from './issues.queries.ts';
import { at, type Meeting, openMeeting } from './issues.test-support.ts';
import { recordStateOf } from './stored-rows.ts';

let m: Meeting;
beforeEach(async () => {
  m = await openMeeting();
});
afterEach(() => m.close());

/** Both sides give this many clients another city; the server's version stands. */
async function conflicts(count: number): Promise<readonly SyncIssue[]> {
  const ids = Array.from({ length: count }, (_, no) => `c${no}`);
  for (const id of ids) m.server.put('clients', id, { name: id, city: 'Русе' });
  await m.sync();
  const issues = ids.map(
    (id, no): SyncIssue => ({
      ...{ id: `i${id}`, kind: 'field', table: 'clients', rowId: id, group: ['city'], at: at(9, no % 60) },
      ours: { name: id, city: 'Варна' },
      server: { name: id, city: 'Русе' },
    }),
  );
  await m.replica.putIssue(...issues);
  await m.issues(count);
  m.writes.length = 0;
  return issues;
}
const cityOf = async (id: string) => (await recordStateOf(m.replica, 'clients', id)).row?.city;

test('hundreds are decided in few writes, say how far it is, and are taken back whole', async () => {
  const issues = await conflicts(250);
  const told: number[] = [];
  const { done, left, undo } = await groupDecision(m.replica, issues, 'mine', (count) => told.push(count))();
  expect({ done, left, told }).toEqual({ done: 250, left: 0, told: [100, 200, 250] });
  expect(m.writes).toHaveLength(3);
  expect(await m.issues(0)).toEqual([]);
  expect(await cityOf('c249')).toBe('Варна');
  await undo?.();
  expect((await m.issues(250)).map(({ id }) => id).sort()).toEqual(issues.map(({ id }) => id).sort());
  expect(await cityOf('c249')).toBe('Русе');
  expect(await m.replica.pendingCount()).toBe(0);
});

test('one that stops goes on where it stopped', async () => {
  const issues = await conflicts(150);
  const { write } = m.replica;
  let room = 1;
  m.replica.write = async (changes) => {
    if (room-- <= 0) throw new Error('no room');
    await write(changes);
  };
  const decide = groupDecision(m.replica, issues, 'mine', () => undefined);
  await expect(decide()).rejects.toThrow('no room');
  expect(await m.issues(50)).toHaveLength(50);
  room = 9;
  expect(await decide()).toMatchObject({ done: 150, left: 0 });
  expect(await m.issues(0)).toEqual([]);
});

test('two windows decide each issue once', async () => {
  const issues = await conflicts(6);
  const results = await Promise.all(
    ['mine', 'theirs'].map((decision) => groupDecision(m.replica, issues, decision as 'mine', () => undefined)()),
  );
  expect(results.map(({ done }) => done).sort()).toEqual([0, 6]);
  await m.replica.write([changeOf('clients', 'c0', { notes: 'после' })]);
  expect(await m.issues(0)).toEqual([]);
});
