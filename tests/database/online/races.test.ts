/** Many at once: a place is sold once, the desk is never refused, nobody waits for somebody who waits for them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BookAnswer } from '#schemas/online.ts';
import { Database } from '../support/database.ts';
import {
  at,
  booked,
  bookOnline,
  cancelOnline,
  deskBooks,
  moveOnline,
  type OnlineSalon,
  onlineSalon,
  report,
  setPage,
  silentSince,
  soon,
  spareProofs,
  wish,
} from '../support/online-salon.ts';

let db: Database;
let salon: OnlineSalon;
beforeAll(async () => {
  db = await Database.open();
  await spareProofs(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  salon = await onlineSalon(db);
});

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
const tally = (answers: readonly (BookAnswer | null)[]) => {
  const found: Record<string, number> = {};
  for (const answer of answers) found[answer?.state ?? 'none'] = (found[answer?.state ?? 'none'] ?? 0) + 1;
  return found;
};
const onlineAt = async (start: string) =>
  (
    await db.sql`select resource_id from events where salon_id = ${salon.salonId} and source = 'online' and start_time = ${start}
      and status = 'booked' order by 1`
  ).map((row) => row.resource_id as string);

it('forty strangers and ten pushes after one place: one online booking at most, and every push kept', async () => {
  const [strangers, pushes] = await Promise.all([
    times(40, () => bookOnline(salon, wish(salon, at(3)))),
    times(10, (n) => deskBooks(salon, `desk-${n}`, 'ana', n % 2 ? at(3) : at(20), 60)),
  ]);
  expect(pushes.map(({ v }) => v)).toEqual(Array.from({ length: 10 }, () => 'applied'));
  const found = tally(strangers);
  expect((found.booked ?? 0) + (found.taken ?? 0)).toBe(40);
  expect(found.booked ?? 0).toBeLessThanOrEqual(1);
  expect((await onlineAt(at(3))).length).toBe(found.booked ?? 0);
});

it('twenty strangers after whoever is free, of whom two are: two bookings, one each', async () => {
  const found = tally(await times(20, () => bookOnline(salon, wish(salon, at(4), { resource: null }))));
  expect(found).toEqual({ booked: 2, taken: 18 });
  expect(await onlineAt(at(4))).toEqual(['ana', 'eva']);
});

it('one request fifty times: one booking, one token', async () => {
  const asked = wish(salon, at(5));
  const answers = await times(50, () => bookOnline(salon, asked));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.state).toBe('booked');
  expect(await onlineAt(at(5))).toEqual(['ana']);
});

it('ten at once with one phone have three bookings', async () => {
  const { phone } = wish(salon, null);
  const found = tally(await times(10, (n) => bookOnline(salon, wish(salon, at(6 + n), { phone }))));
  expect(found).toEqual({ booked: 3, too_many: 7 });
});

it('two move to one place: one gets it, the other stays where it was', async () => {
  const tokens = await Promise.all([at(7), at(8)].map(async (start) => (await booked(salon, wish(salon, start))).token ?? ''));
  const answers = await Promise.all(tokens.map((token) => moveOnline(salon, token, randomUUID(), at(9), 'ana')));
  expect(tally(answers)).toEqual({ booked: 1, taken: 1 });
  expect((await onlineAt(at(9))).length).toBe(1);
  expect((await onlineAt(at(7))).length + (await onlineAt(at(8))).length).toBe(1);
});

it('a report that marks a booking as seen waits for the salon’s head before it holds anything that a push could wait for', async () => {
  await booked(salon, wish(salon, at(10)));
  let reported: Promise<number> | undefined;
  await db.sql.begin(async (desk) => {
    await desk`select from sync_heads where salon_id = ${salon.salonId} for update`;
    reported = report(salon);
    await expect
      .poll(async () => (await db.sql`select from pg_locks where not granted`).length, { timeout: 10_000 })
      .toBeGreaterThan(0);
    await desk`select from private.devices where id = ${salon.device} for update nowait`;
    await desk`select from private.online_bookings where salon_id = ${salon.salonId} for update nowait`;
  });
  await reported;
  const [row] = await db.sql`select seen_at from private.online_bookings where salon_id = ${salon.salonId}`;
  expect(row?.seen_at).not.toBeNull();
});

it('reports, pushes of the same device, bookings, cancellations and what expires wait for each other in one order', async () => {
  await setPage(salon, { min_notice: 0, cancel_until: 0 });
  await silentSince(salon, salon.device, 10);
  const tokens = await Promise.all(
    [5, 7, 9].map(async (hours) => (await booked(salon, wish(salon, soon(hours)), 'requested')).token ?? ''),
  );
  const pushed = (n: number) =>
    db.as(salon.owner, async (sql) => {
      const doc = { resource_id: 'eva', start_time: at(12, n % 20), end_time: at(12, n % 20, 30), status: 'booked' };
      await sql`select push_changes(${salon.salonId}, ${sql.json([{ table: 'events', id: `p${n}`, doc }])}, null, null, ${salon.device})`;
    });
  const works = [
    ...Array.from({ length: 12 }, (_, n) => () => pushed(n)),
    ...Array.from({ length: 12 }, () => () => report(salon)),
    ...Array.from({ length: 6 }, () => () => db.sql`select private.let_requests_expire()`),
    ...tokens.map((token) => () => cancelOnline(salon, token)),
    ...Array.from({ length: 6 }, (_, n) => () => bookOnline(salon, wish(salon, at(13, n + 6)))),
    () => db.as(salon.owner, (sql) => sql`select put_device_away(${salon.device})`),
  ];
  const results = await Promise.allSettled(works.map(async (work) => work()));
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
});
