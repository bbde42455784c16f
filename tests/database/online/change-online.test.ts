/** The link of a booking: what it says, what it changes and what it does not; and what is forgotten. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../support/database.ts';
import {
  at,
  booked,
  cancelOnline,
  deskBooks,
  eventsOf,
  moveOnline,
  type OnlineSalon,
  onlineSalon,
  publicBooking,
  publicSlots,
  setPage,
  silentSince,
  soon,
  spareProofs,
  type Wish,
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

async function made(more: Partial<Wish> = {}, start = at(5)) {
  const asked = wish(salon, start, more);
  const { token } = await booked(salon, asked);
  return { asked, request: asked.request, token: token ?? '' };
}
const move = (token: string, start: string, resource: string | null = 'ana', request = randomUUID()) =>
  moveOnline(salon, token, request, start, resource);
const revision = async () => (await db.sql`select rev from sync_heads where salon_id = ${salon.salonId}`)[0]?.rev as number;
const change = async (id: string, set: Record<string, unknown>) =>
  db.sql`update events set ${db.sql(set as Record<string, string>)} where salon_id = ${salon.salonId} and id = ${id}`;

describe('the page of a booking', () => {
  it('says all that the customer needs, and nothing that only the salon knows', async () => {
    const { token } = await made({ services: ['colour', 'cut'] });
    const page = await publicBooking(salon, token);
    expect(page).toMatchObject({
      ...{
        slug: salon.slug,
        name_bg: 'Салон',
        zone: 'Europe/Sofia',
        phone: '02 123 4567',
        live: true,
        state: 'booked',
        by: null,
      },
      ...{ until: null, waits_for: null, seen_at: null, services: ['colour', 'cut'], resource: 'ana', language: 'bg' },
      change_until: at(4),
    });
    expect(page?.legs.map(({ title, start, end, price, currency }) => [title, start, end, price, currency])).toEqual([
      ['Боя', at(5), at(5, 14), 80, 'BGN'],
      ['Подстригване', at(5, 14), at(5, 15), 30, 'EUR'],
    ]);
    expect(JSON.stringify(page)).not.toMatch(/client|notes|359/);
  });

  it('is changed by nobody who reads it: fifty times, no row is another one', async () => {
    const { token } = await made();
    const rows = async () =>
      JSON.stringify(
        await db.sql`select (select jsonb_agg(to_jsonb(e)) from events e where e.salon_id = ${salon.salonId}) as events,
        (select jsonb_agg(to_jsonb(b)) from private.online_bookings b where b.salon_id = ${salon.salonId}) as online,
        (select xmin::text from private.online_bookings b where b.salon_id = ${salon.salonId}) as version`,
      );
    const before = [await rows(), await revision()];
    for (let n = 0; n < 50; n++) await publicBooking(salon, token);
    expect([await rows(), await revision()]).toEqual(before);
  });

  it('is of nobody without the token', async () => {
    const { token, request } = await made();
    for (const wrong of [request, token.slice(1), `${token}0`, token.toUpperCase(), '', 'x'.repeat(10_000)]) {
      expect(await publicBooking(salon, wrong)).toBeNull();
      expect(await cancelOnline(salon, wrong)).toBeNull();
      expect(await move(wrong, at(6))).toBeNull();
    }
    expect((await publicBooking(salon, token))?.state).toBe('booked');
  });

  it('follows what the salon does', async () => {
    const { token, request } = await made();
    const said = async () => {
      const page = await publicBooking(salon, token);
      return [page?.state, page?.by, page?.legs[0]?.start, page?.change_until];
    };
    await change(request, { start_time: at(7), end_time: at(7, 13) });
    expect(await said()).toEqual(['booked', null, at(7), at(6)]);
    await change(request, { status: 'cancelled' });
    expect(await said()).toEqual(['cancelled', 'salon', at(7), null]);
    await change(request, { status: 'booked' });
    expect(await said()).toEqual(['booked', null, at(7), at(6)]);
    await change(request, { status: 'completed' });
    expect((await said())[0]).toBe('past');
    await change(request, { deleted: true as never });
    expect((await said()).slice(0, 2)).toEqual(['cancelled', 'salon']);
  });

  it('says by whom it was ended last, also where the salon had brought it back', async () => {
    const { token, request } = await made();
    const ended = async () => {
      const page = await publicBooking(salon, token);
      return [page?.state, page?.by];
    };
    await cancelOnline(salon, token);
    expect(await ended()).toEqual(['cancelled', 'customer']);
    await change(request, { status: 'booked' });
    await change(request, { status: 'cancelled' });
    expect(await ended()).toEqual(['cancelled', 'salon']);
    await change(request, { status: 'booked', requested_until: at(-1) });
    await db.sql`select private.let_requests_expire()`;
    expect(await ended()).toEqual(['expired', null]);
    await change(request, { status: 'booked', requested_until: null as never });
    expect(await ended()).toEqual(['booked', null]);
    await change(request, { deleted: true as never });
    expect(await ended()).toEqual(['cancelled', 'salon']);
  });

  it('is of nobody where the salon is gone', async () => {
    const { token, request } = await made();
    await db.sql`update salons set deleted = true where id = ${salon.salonId}`;
    expect([await publicBooking(salon, token), await cancelOnline(salon, token), await move(token, at(6))]).toEqual([
      null,
      null,
      null,
    ]);
    expect((await eventsOf(salon, request))[0]?.status).toBe('booked');
  });

  it('and a cancellation stay while the salon has switched its page off; a move does not', async () => {
    const { token } = await made();
    await setPage(salon, { enabled: false });
    expect(await publicBooking(salon, token)).toMatchObject({ live: false, state: 'booked' });
    expect(await move(token, at(6))).toBeNull();
    expect(await cancelOnline(salon, token)).toEqual({ state: 'cancelled', phone: '02 123 4567' });
  });
});

describe('a customer cancels', () => {
  it('all parts of the visit, once, and the time is free again', async () => {
    const { token, request } = await made({ services: ['cut', 'colour'] });
    expect(await cancelOnline(salon, token)).toEqual({ state: 'cancelled', phone: '02 123 4567' });
    expect((await eventsOf(salon, request)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(await publicBooking(salon, token)).toMatchObject({ state: 'cancelled', by: 'customer' });
    const before = await revision();
    expect((await cancelOnline(salon, token))?.state).toBe('cancelled');
    expect(await revision()).toBe(before);
    await booked(salon, wish(salon, at(5)));
  });

  it('until a day before; later the page says whom to call', async () => {
    const { token } = await made({}, soon(20));
    expect(await cancelOnline(salon, token)).toEqual({ state: 'too_late', phone: '02 123 4567' });
    await setPage(salon, { cancel_until: 60 });
    expect((await cancelOnline(salon, token))?.state).toBe('cancelled');
  });
});

describe('a customer moves', () => {
  it('the same rows to another time and employee, with the terms of that one', async () => {
    const { token, request } = await made({ services: ['colour'], resource: 'ana' });
    const [was] = await eventsOf(salon, request);
    const answer = await move(token, at(6), 'eva');
    expect(answer).toMatchObject({ state: 'booked', token });
    const [is] = await eventsOf(salon, request);
    expect(is).toMatchObject({
      id: was?.id,
      client_id: was?.client_id,
      resource_id: 'eva',
      start_time: at(6),
      end_time: at(6, 13, 30),
    });
    expect([was?.price, was?.currency, is?.price, is?.currency]).toEqual([80, 'BGN', 75.5, 'EUR']);
    expect((await db.sql`select count(*)::int as n from events where salon_id = ${salon.salonId}`)[0]?.n).toBe(1);
  });

  it('within its own time, which does not count, but over nobody else’s', async () => {
    const { token } = await made();
    expect((await move(token, at(5, 12, 30)))?.state).toBe('booked');
    await deskBooks(salon, 'desk', 'ana', at(6));
    const answer = await move(token, at(6, 12, 30));
    expect([answer?.state, answer?.near.length]).toEqual(['taken', 3]);
    expect((await publicBooking(salon, token))?.legs[0]?.start).toBe(at(5, 12, 30));
  });

  it('where its own time and length leave room, and a wrong link is told of no time', async () => {
    const { token, request } = await made();
    const day = at(5).slice(0, 10);
    const free = async (of?: string) => (await publicSlots(salon, salon.slug, ['cut'], 'ana', day, 1, of))?.starts;
    expect(await free()).not.toContain(at(5, 12, 30));
    expect(await free(token)).toEqual(expect.arrayContaining([at(5), at(5, 12, 30), at(5, 13)]));
    await deskBooks(salon, 'desk', 'ana', at(5, 14));
    await change(request, { end_time: at(5, 13, 30) });
    expect(await free(token)).toContain(at(5, 12, 30));
    expect(await free(token)).not.toContain(at(5, 13)); // an hour would fit there, and it lasts longer by now
    expect(await free('0'.repeat(32))).toBeUndefined();
    await cancelOnline(salon, token);
    expect(await free(token)).toEqual([]);
  });

  it('what the salon made longer as long as it is, while the employee stays', async () => {
    const { token, request } = await made();
    await change(request, { end_time: at(5, 14), price: '55' });
    expect((await move(token, at(6)))?.legs[0]?.end).toBe(at(6, 14));
    expect((await eventsOf(salon, request))[0]?.price).toBe(55);
    expect((await move(token, at(7), 'eva'))?.legs[0]?.end).toBe(at(7, 13));
  });

  it('once for one request, and twenty times at most', async () => {
    const { token, request } = await made();
    const asked = randomUUID();
    const first = await move(token, at(6), 'ana', asked);
    const before = await revision();
    expect(await move(token, at(8), 'ana', asked)).toEqual(first);
    expect(await revision()).toBe(before);
    await db.sql`update private.online_bookings set moves = 20 where request = ${request}`;
    expect((await move(token, at(7)))?.state).toBe('too_many');
  });

  it('not too late, not too soon, not what is over, not to whom it is not offered', async () => {
    await setPage(salon, { min_notice: 2880 });
    const { token, request } = await made();
    expect((await move(token, at(1)))?.state).toBe('too_soon');
    expect((await move(token, at(70)))?.state).toBe('too_late');
    expect(await move(token, at(6), 'nobody')).toMatchObject({ state: 'invalid', field: 'resource' });
    expect(await move(token, '2026-12-24T10:00:30.000Z')).toMatchObject({ state: 'invalid', field: 'start' });
    await db.sql`update services set show_online = false where salon_id = ${salon.salonId} and id = 'cut'`;
    expect(await move(token, at(6))).toMatchObject({ state: 'invalid', field: 'services' });
    await change(request, { start_time: soon(20), end_time: soon(21) });
    expect((await move(token, at(6)))?.state).toBe('moved_too_late');
    await change(request, { status: 'cancelled' });
    expect((await move(token, at(6)))?.state).toBe('over');
  });

  it('to a near start while the desk has no line: then it is a request, and is seen anew', async () => {
    await setPage(salon, { min_notice: 0 });
    const { token, request } = await made();
    await db.sql`update private.online_bookings set seen_at = now() where request = ${request}`;
    await silentSince(salon, salon.device, 10);
    const answer = await move(token, soon(6));
    expect([answer?.state, answer?.waits_for]).toEqual(['requested', 'desk']);
    expect(await publicBooking(salon, token)).toMatchObject({ state: 'requested', seen_at: null, waits_for: 'desk' });
  });
});

describe('is forgotten', () => {
  const kept = async (request: string) =>
    (await db.sql`select name, phone, email, made_from from private.online_bookings where request = ${request}`)[0];
  const NOTHING = { name: null, phone: null, email: null, made_from: null };

  it('name, phone and e-mail, at once when the client is erased, also of a booking that the salon gave to somebody else', async () => {
    const { request } = await made({ email: 'a@b.bg' });
    const other = await made({}, at(8));
    await db.push(salon.owner, salon.salonId, [{ table: 'clients', id: 'given', doc: { name: 'Друга' } }]);
    await change(other.request, { client_id: 'given' });
    const erase = async (id: string) => {
      const [row] = await db.sql`select rev from clients where salon_id = ${salon.salonId} and id = ${id}`;
      const doc = { erased_at: '2026-11-18T08:00:00.000Z', deleted: true };
      const change = { table: 'clients', id, base_rev: row?.rev as number, doc };
      expect(await db.pushOne(salon.owner, salon.salonId, change)).toMatchObject({ v: 'applied' });
    };
    await erase(`${request}/client`);
    expect(await kept(request)).toEqual(NOTHING);
    expect((await kept(other.request))?.phone).toBe(other.asked.phone);
    await db.push(salon.owner, salon.salonId, [{ table: 'clients', id: 'kept', doc: { name: 'Трета' } }]);
    const merged = await made({}, at(10));
    await db.sql`update clients set merged_into = 'kept', deleted = true where id = ${`${merged.request}/client`}`;
    await erase('kept');
    expect(await kept(merged.request)).toEqual(NOTHING);
    await erase('given');
    expect(await kept(other.request)).toEqual(NOTHING);
  });

  it('and once more where a backup of before the erasure brings it back, with the client or without', async () => {
    const [there, lost] = [await made({ email: 'a@b.bg' }), await made({}, at(8))];
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      for (const { request } of [there, lost])
        await sql`insert into private.erasures (salon_id, client_id, erased_at) values (${salon.salonId}, ${`${request}/client`}, now())`;
      await sql`delete from clients where salon_id = ${salon.salonId} and id = ${`${lost.request}/client`}`;
    });
    expect((await kept(there.request))?.phone).toBe(there.asked.phone);
    await db.sql`select private.restored_from_backup()`;
    expect([await kept(there.request), await kept(lost.request)]).toEqual([NOTHING, NOTHING]);
    expect((await publicBooking(salon, there.token))?.state).toBe('booked');
  });

  it('and thirty days after the visit', async () => {
    const { request, asked } = await made({ email: 'a@b.bg' });
    const forget = () => db.sql`select private.forget_visitors()`;
    await db.sql`update private.online_bookings set made_at = now() - interval '40 days' where request = ${request}`;
    await forget();
    expect((await kept(request))?.phone).toBe(asked.phone);
    await change(request, { start_time: at(-31, 8), end_time: at(-31, 9) });
    await forget();
    expect(await kept(request)).toEqual(NOTHING);
  });
});
