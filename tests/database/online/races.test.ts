/** Many at once: a place is sold once, the desk is never refused, nobody waits for somebody who waits for them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BookAnswer } from '#schemas/online.ts';
import { type Change, Database } from '../support/database.ts';
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

it('reports, pushes and erasures of the same device, bookings, moves, cancellations and what expires take locks in one order', async () => {
  await setPage(salon, { min_notice: 0, cancel_until: 0 });
  await silentSince(salon, salon.device, 10);
  const tokens = await Promise.all(
    [5, 7, 9].map(async (hours) => (await booked(salon, wish(salon, soon(hours)), 'requested')).token ?? ''),
  );
  const later = await Promise.all(
    [8, 10, 12, 14, 16, 18].map(async (hour) => {
      const asked = wish(salon, at(14, hour));
      const { token } = await booked(salon, asked);
      const [client] =
        await db.sql`select id, rev from clients where salon_id = ${salon.salonId} and id = ${`${asked.request}/client`}`;
      return { token: token ?? '', client: client as unknown as { id: string; rev: number } };
    }),
  );
  /** The device that reports pushes something and a booking; @returns the verdicts */
  const pushed = (n: number, ...more: Change[]) =>
    db.as(salon.owner, async (sql) => {
      const doc = { resource_id: 'eva', start_time: at(12, n % 20), end_time: at(12, n % 20, 30), status: 'booked' };
      const changes = [...more, { table: 'events', id: `p${n}`, doc }];
      const [row] =
        await sql`select push_changes(${salon.salonId}, ${sql.json(changes as never)}, null, null, ${salon.device}) -> 'verdicts' as verdicts`;
      return ((row?.verdicts ?? []) as { v: string }[]).map(({ v }) => v);
    });
  const erased = { erased_at: '2026-11-18T08:00:00.000Z', deleted: true };
  const pushes: Promise<string[]>[] = [];
  const push = (...of: Parameters<typeof pushed>) => {
    const verdicts = pushed(...of);
    pushes.push(verdicts);
    return verdicts;
  };
  const works: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 12 }, (_, n) => () => push(n)),
    ...later.map(
      ({ client }, n) =>
        () =>
          push(20 + n, { table: 'clients', id: client.id, base_rev: client.rev, doc: erased }),
    ),
    ...Array.from({ length: 18 }, () => () => report(salon)),
    ...Array.from({ length: 6 }, () => async () => db.sql`select private.let_requests_expire()`),
    ...Array.from({ length: 3 }, () => async () => db.sql`select private.forget_visitors()`),
    ...tokens.map((token) => () => cancelOnline(salon, token)),
    ...later.map(
      ({ token }, n) =>
        () =>
          moveOnline(salon, token, randomUUID(), at(15, 9 + n), 'ana'),
    ),
    ...Array.from({ length: 12 }, (_, n) => () => bookOnline(salon, wish(salon, at(15, 6 + n)))),
    () => setPage(salon, { horizon: 50 }),
    () => db.as(salon.owner, (sql) => sql`select put_device_away(${salon.device})`),
  ];
  // Neighbours are of different kinds: eight of them are on their way at a time.
  const mixed = works.map((work, n) => ({ work, place: (n * 37) % works.length })).sort((a, b) => a.place - b.place);
  const results = await Promise.allSettled(mixed.map(async ({ work }) => work()));
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(new Set((await Promise.all(pushes)).flat())).toEqual(new Set(['applied']));
  expect(pushes).toHaveLength(18);
  const [twice] =
    await db.sql`select count(*)::int as n from events a join events b on b.salon_id = a.salon_id and b.resource_id = a.resource_id
      and b.id > a.id and b.start_time < a.end_time and b.end_time > a.start_time
    where a.salon_id = ${salon.salonId} and a.source = 'online' and b.source = 'online' and a.status = 'booked' and b.status = 'booked'`;
  expect(twice?.n).toBe(0);
});
