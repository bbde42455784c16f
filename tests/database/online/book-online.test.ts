/** A stranger books: what becomes of it, every refusal, and who is the client. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '#schemas/events.ts';
import type { BookAnswer } from '#schemas/online.ts';
import { Database } from '../support/database.ts';
import {
  at,
  booked,
  bookOnline,
  cancelOnline,
  deskBooks,
  eventsOf,
  moveOnline,
  newPhone,
  type OnlineSalon,
  onlineSalon,
  proof,
  publicBooking,
  publicSalon,
  setPage,
  spareProofs,
  type Wish,
  wish,
  zerosOf,
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

const stateOf = async (asked: Wish) => {
  const answer = await bookOnline(salon, asked);
  return answer && (answer.field ? [answer.state, answer.field] : answer.state);
};
const counts = async () => {
  const [row] = await db.sql`select (select count(*)::int from events where salon_id = ${salon.salonId}) as events,
    (select count(*)::int from clients where salon_id = ${salon.salonId}) as clients,
    (select count(*)::int from private.online_bookings where salon_id = ${salon.salonId}) as online`;
  return row as unknown as { events: number; clients: number; online: number };
};

describe('a booking', () => {
  it('is an event as the dialog writes it, of a new client, and its answer says all of it', async () => {
    const asked = wish(salon, at(2), {
      name: '  Мария   Иванова-Петрова ',
      note: ' Алергия \r\n към амоняк ',
      email: ' Maria@Example.com ',
    });
    const answer = await booked(salon, asked);
    const leg = {
      ...{ service_id: 'cut', title: 'Подстригване', resource_id: 'ana', employee: 'Ани', start: at(2), end: at(2, 13) },
      ...{ price: 30, currency: 'EUR' },
    };
    expect(answer).toEqual({
      ...{ state: 'booked', token: expect.stringMatching(/^[0-9a-f]{32}$/), legs: [leg], until: null, waits_for: null },
      ...{ near: [], field: null, bits: null, phone: '02 123 4567' },
    });
    const [event] = await eventsOf(salon, asked.request);
    const written: Partial<Event> = {
      ...{ id: asked.request, client_id: `${asked.request}/client`, service_id: 'cut', title: 'Подстригване', status: 'booked' },
      ...{
        start_time: at(2),
        end_time: at(2, 13),
        price: 30,
        currency: 'EUR',
        notes: 'Алергия \n към амоняк',
        type: 'appointment',
      },
      ...{ visit_id: null, visit_pos: 0, source: 'online', requested_until: null, buffer_after: 0, deleted: false },
    };
    expect(event).toMatchObject(written);
    const [client] =
      await db.sql`select name, first_name, last_name, phone, email from clients where id = ${`${asked.request}/client`}`;
    expect(client).toEqual({
      ...{ name: 'Мария Иванова-Петрова', first_name: 'Мария', last_name: 'Иванова-Петрова' },
      ...{ phone: asked.phone, email: 'maria@example.com' },
    });
    const [kept] = await db.sql`select token_hash, name from private.online_bookings where request = ${asked.request}`;
    expect(kept?.token_hash).toEqual(
      createHash('sha256')
        .update(answer.token ?? '')
        .digest(),
    );
  });

  it('of several services is a visit, one part after the other, each with its own terms', async () => {
    const asked = wish(salon, at(3), { services: ['colour', 'cut'], resource: 'eva' });
    const { legs, token } = await booked(salon, asked);
    expect(legs.map(({ start, end }) => [start, end])).toEqual([
      [at(3), at(3, 13, 30)],
      [at(3, 13, 30), at(3, 14, 30)],
    ]);
    expect(legs[0]).toMatchObject({ price: 75.5, currency: 'EUR' });
    await setPage(salon, { show_prices: false });
    expect((await publicBooking(salon, token ?? ''))?.legs[0]).toMatchObject({ price: null, currency: null });
    await setPage(salon, { show_prices: true });
    const [first, second] = await eventsOf(salon, asked.request);
    expect(first).toMatchObject({ id: asked.request, visit_id: asked.request, visit_pos: 0, price: 75.5, currency: 'EUR' });
    expect(first).toMatchObject({ processing_after: 30, processing_minutes: 45, buffer_after: 10 });
    expect(second?.id).toMatch(new RegExp(`^${asked.request}/[0-9a-f]{12}$`));
    expect(second).toMatchObject({ visit_id: asked.request, visit_pos: 1, price: 30, client_id: first?.client_id });
  });

  it('with whoever is free goes to whom that day has fewest minutes, then by the id', async () => {
    await deskBooks(salon, 'd1', 'ana', at(4, 8));
    const who = async () => (await booked(salon, wish(salon, at(4), { resource: null }))).legs[0]?.resource_id;
    expect(await who()).toBe('eva');
    expect(await who()).toBe('ana');
    expect(await stateOf(wish(salon, at(4), { resource: null }))).toBe('taken');
    expect((await booked(salon, wish(salon, at(5), { resource: null }))).legs[0]?.resource_id).toBe('ana');
  });

  it('that was asked twice is one, with one token, also when the first answer never came', async () => {
    const asked = wish(salon, at(6));
    const first = await booked(salon, asked);
    expect(await bookOnline(salon, asked)).toEqual(first);
    expect(await counts()).toEqual({ events: 1, clients: 1, online: 1 });
    expect(await stateOf({ ...asked, phone: newPhone() })).toEqual(['invalid', 'request']);
    const other = await onlineSalon(db);
    const elsewhere = await bookOnline(other, { ...asked, slug: other.slug });
    expect([elsewhere?.state, elsewhere?.field, elsewhere?.token]).toEqual(['invalid', 'request', null]);
  });

  it('is told to the salon’s devices, as a push is, and so is what its customer does with it', async () => {
    const heard = async () => {
      const rows =
        await db.sql`delete from realtime.messages where topic = ${`salon:${salon.salonId}`} returning (payload ->> 'rev')::int as rev`;
      return rows.map(({ rev }) => rev as number);
    };
    const head = async () => (await db.sql`select rev from sync_heads where salon_id = ${salon.salonId}`)[0]?.rev as number;
    await heard();
    const { token } = await booked(salon, wish(salon, at(6)));
    expect(await heard()).toEqual([await head()]);
    await moveOnline(salon, token ?? '', randomUUID(), at(7), 'ana');
    expect(await heard()).toEqual([await head()]);
    await cancelOnline(salon, token ?? '');
    expect(await heard()).toEqual([await head()]);
    await publicBooking(salon, token ?? '');
    expect(await heard()).toEqual([]);
  });

  it('brings its token again for an hour: the salon’s people, and who was one of them, know its id and its phone', async () => {
    const asked = wish(salon, at(6));
    const { token } = await booked(salon, asked);
    const madeAgo = (minutes: number) =>
      db.sql`update private.online_bookings set made_at = now() - make_interval(mins => ${minutes}) where request = ${asked.request}`;
    await madeAgo(59);
    expect((await bookOnline(salon, asked))?.token).toBe(token);
    await madeAgo(61);
    const later = await bookOnline(salon, asked);
    expect([later?.state, later?.field, later?.token]).toEqual(['invalid', 'request', null]);
    expect(await counts()).toEqual({ events: 1, clients: 1, online: 1 });
  });

  it('takes no id that somebody of the salon has made', async () => {
    const asked = wish(salon, at(6));
    await deskBooks(salon, asked.request, 'eva', at(9));
    expect(await stateOf(asked)).toEqual(['invalid', 'request']);
    expect(await counts()).toEqual({ events: 1, clients: 0, online: 0 });
  });

  it('keeps the policy that was agreed to, and is refused where it is another by now', async () => {
    await db.sql`update salon_settings set no_show_policy = 'Такса 10 лв.' where salon_id = ${salon.salonId}`;
    const hash = (await publicSalon(salon, salon.slug))?.policy_hash ?? '';
    expect(await stateOf(wish(salon, at(7)))).toBe('policy');
    await db.sql`update salon_settings set no_show_policy = 'Такса 20 лв.' where salon_id = ${salon.salonId}`;
    expect(await stateOf(wish(salon, at(7), { policy: hash }))).toBe('policy');
    const now = (await publicSalon(salon, salon.slug))?.policy_hash ?? '';
    const asked = wish(salon, at(7), { policy: now });
    await booked(salon, asked);
    const [kept] = await db.sql`select policy_hash from private.online_bookings where request = ${asked.request}`;
    expect(kept?.policy_hash).toBe(createHash('sha256').update('Такса 20 лв.').digest('hex'));
  });
});

describe('the client', () => {
  const clientOf = async (more: Partial<Wish>) => {
    const asked = wish(salon, at(8, more.resource ? 8 : 10), more);
    await booked(salon, asked);
    return (await eventsOf(salon, asked.request))[0]?.client_id;
  };
  const known = { table: 'clients', id: 'known', doc: { name: 'Мария Иванова', phone: '+359888111222' } };

  it('is the one with this phone and this name, and a new one where either differs', async () => {
    await db.push(salon.owner, salon.salonId, [known]);
    expect(await clientOf({ phone: '+359888111222', name: 'мария  ИВАНОВА', resource: 'ana' })).toBe('known');
    expect(await clientOf({ phone: '+359888111222', name: 'Иван Иванов', resource: 'eva' })).toMatch(/\/client$/);
    expect(await clientOf({ name: 'Мария Иванова' })).toMatch(/\/client$/);
  });

  it.each([
    ['deleted', { deleted: true }],
    ['merged into another', { merged_into: 'other' }],
    ['erased', { erased_at: '2026-11-18T08:00:00.000Z' }],
  ])('is a new one where the known one is %s', async (_, change) => {
    await db.push(salon.owner, salon.salonId, [{ table: 'clients', id: 'other', doc: { name: 'x' } }, known]);
    const [row] = await db.sql`select rev from clients where salon_id = ${salon.salonId} and id = 'known'`;
    await db.push(salon.owner, salon.salonId, [{ ...known, base_rev: row?.rev, doc: change }]);
    expect(await clientOf({ phone: '+359888111222' })).toMatch(/\/client$/);
  });

  it('known or not, the answer has the same form, letter for letter but for token', async () => {
    await db.push(salon.owner, salon.salonId, [known]);
    const answers = [];
    for (const [phone, resource] of [
      ['+359888111222', 'ana'],
      [newPhone(), 'eva'],
    ] as const)
      answers.push(await bookOnline(salon, wish(salon, at(9), { phone, resource })));
    const [a, b] = answers.map((answer) =>
      JSON.stringify(answer)
        .replace(/"token": ?"[^"]+"/, '')
        .replace(/eva|ana/g, '')
        .replace(/Ева|Ани/g, ''),
    );
    expect(a).toBe(b);
  });
});

describe('is refused', () => {
  const invalid: [string, Partial<Wish>][] = [
    ['services', { services: [] }],
    ['services', { services: null }],
    ['services', { services: ['cut', 'cut', 'cut', 'cut'] }],
    ['services', { services: ['nothing'] }],
    ['services', { services: ['hidden'] }],
    ['services', { services: ['cut', null as unknown as string] }],
    ['resource', { resource: 'nobody' }],
    ['resource', { resource: 'x'.repeat(121) }],
    ['start', { start: null }],
    ['start', { start: '2026-12-01T10:00:30.000Z' }],
    ['start', { start: 'infinity' }],
    ['name', { name: ' Я ' }],
    ['name', { name: null }],
    ['name', { name: 'я'.repeat(101) }],
    ['name', { name: 'Мария\u200fИванова' }],
    ['name', { name: 'Мария\u0007' }],
    ['name', { name: 'Ма\u009bрия' }],
    ['name', { name: '\u3164\u3164' }],
    ['name', { name: '\u200d\u{e0041}\ufe0f' }],
    ['name', { name: `Я${'\u0301'.repeat(4)}` }],
    ['name', { name: `Мария${' '.repeat(400)}Иванова` }],
    ['phone', { phone: null }],
    ['phone', { phone: '0888123456' }],
    ['phone', { phone: '+359 888 123456' }],
    ['phone', { phone: `+${'1'.repeat(16)}` }],
    ['email', { email: 'мария' }],
    ['email', { email: 'a@b.bg\nBcc: c@d.bg' }],
    ['email', { email: `${'a'.repeat(200)}@b.bg` }],
    ['note', { note: 'x'.repeat(301) }],
    ['note', { note: 'a\u0008b' }],
    ['note', { note: 'a\u009bb' }],
    ['language', { language: 'de' }],
    ['language', { language: null }],
    ['work', { work: null }],
    ['work', { work: "'; drop table" }],
    ['work', { work: '1'.repeat(21) }],
  ];
  it('for whatever is wrong in what a visitor says', async () => {
    for (const [field, more] of invalid)
      expect(await stateOf(wish(salon, at(10), more)), JSON.stringify(more)).toEqual(['invalid', field]);
    expect(await counts()).toEqual({ events: 0, clients: 0, online: 0 });
  });

  it('for no e-mail only where the salon asks for one', async () => {
    await setPage(salon, { ask_email: 'required' });
    expect(await stateOf(wish(salon, at(10)))).toEqual(['invalid', 'email']);
    expect(await stateOf(wish(salon, at(10), { email: 'a@b.bg' }))).toBe('booked');
  });

  it('for “whoever is free” where the salon lets nobody choose it', async () => {
    await db.sql`update salons set any_barber = false where id = ${salon.salonId}`;
    expect(await stateOf(wish(salon, at(10), { resource: null }))).toEqual(['invalid', 'resource']);
  });

  it('without proof of work, with one of anything else, and with too little where much is booked', async () => {
    const asked = wish(salon, at(11));
    expect(await stateOf({ ...asked, work: 'none' })).toBe('work');
    for (const other of [{ start: at(12) }, { request: randomUUID() }, { slug: 'another' }, { phone: newPhone() }])
      expect(await stateOf({ ...asked, work: proof({ ...asked, ...other }, 17) })).toBe('work');
    let work = '';
    for (let nonce = 0; work === ''; nonce++) if (zerosOf(asked, String(nonce)) === 17) work = String(nonce);
    await db.sql`insert into private.online_bookings (salon_id, visit_id, request, token_hash, client_id, language, rev)
      select ${salon.salonId}, gen_random_uuid()::text, gen_random_uuid(), gen_random_uuid()::text::bytea, 'c', 'bg', 1 from generate_series(1, 6)`;
    const answer = await bookOnline(salon, { ...asked, work });
    expect([answer?.state, answer?.bits, (await publicSalon(salon, salon.slug))?.bits]).toEqual(['work', 18, 18]);
    await db.sql`insert into private.online_bookings (salon_id, visit_id, request, token_hash, client_id, language, rev)
      select ${salon.salonId}, gen_random_uuid()::text, gen_random_uuid(), gen_random_uuid()::text::bytea, 'c', 'bg', 1 from generate_series(1, 100)`;
    expect((await publicSalon(salon, salon.slug))?.bits).toBe(22);
    await db.sql`delete from private.online_bookings where salon_id = ${salon.salonId}`;
    expect(await stateOf({ ...asked, work })).toBe('booked');
  });

  it('where somebody was first, with the three nearest starts', async () => {
    await booked(salon, wish(salon, at(13)));
    const answer = await bookOnline(salon, wish(salon, at(13, 12, 30)));
    expect([answer?.state, answer?.near]).toEqual(['taken', [at(13, 13), at(13, 13, 15), at(13, 13, 30)]]);
    expect((await counts()).events).toBe(1);
  });

  it('off the grid of starts, too soon, too late, and while the page is paused', async () => {
    expect(await stateOf(wish(salon, at(14, 12, 5)))).toBe('taken');
    await setPage(salon, { step: 5, min_notice: 2880, horizon: 20 });
    expect(await stateOf(wish(salon, at(14, 12, 5)))).toBe('booked');
    expect(await stateOf(wish(salon, at(1)))).toBe('too_soon');
    expect(await stateOf(wish(salon, at(22)))).toBe('too_late');
    expect(await stateOf(wish(salon, at(18)))).toBe('booked');
    await setPage(salon, { paused_until: at(1) });
    expect(await stateOf(wish(salon, at(17)))).toBe('paused');
    await setPage(salon, { paused_until: at(-1) });
    expect(await stateOf(wish(salon, at(17)))).toBe('booked');
  });

  it('for a fourth open booking with one phone or one e-mail, until one of them is over', async () => {
    const phone = newPhone();
    const email = 'a@b.bg';
    for (const day of [2, 3, 4]) await booked(salon, wish(salon, at(day), { phone, email: day === 2 ? email : null }));
    const fourth = await bookOnline(salon, wish(salon, at(5), { phone }));
    expect([fourth?.state, fourth?.phone]).toEqual(['too_many', '02 123 4567']);
    for (const day of [6, 7]) await booked(salon, wish(salon, at(day), { email }));
    expect(await stateOf(wish(salon, at(8), { email }))).toBe('too_many');
    await db.sql`update events set status = 'cancelled' where salon_id = ${salon.salonId} and start_time = ${at(3)}`;
    expect(await stateOf(wish(salon, at(5), { phone }))).toBe('booked');
  });

  it('after thirty of an hour or two hundred of a day, which the owner is told', async () => {
    const fill = (count: number, minutes: number) =>
      db.sql`insert into private.online_bookings (salon_id, visit_id, request, token_hash, client_id, language, rev, made_at)
        select ${salon.salonId}, gen_random_uuid()::text, gen_random_uuid(), gen_random_uuid()::text::bytea, 'c', 'bg', 1,
          now() - make_interval(mins => ${minutes}) from generate_series(1, ${count}::int)`;
    const notice = async () => (await setPage(salon, {})).quota_at;
    await fill(29, 10);
    await booked(salon, wish(salon, at(2)));
    expect(await notice()).toBeNull();
    expect(await stateOf(wish(salon, at(3)))).toBe('too_many');
    expect(Math.abs(Date.parse(String(await notice())) - Date.now())).toBeLessThan(60_000);
    await db.sql`update private.online_bookings set made_at = now() - interval '2 hours' where salon_id = ${salon.salonId}`;
    await fill(170, 120);
    expect(await stateOf(wish(salon, at(3)))).toBe('too_many');
    await db.sql`update private.online_bookings set made_at = now() - interval '25 hours' where salon_id = ${salon.salonId}`;
    expect(await stateOf(wish(salon, at(3)))).toBe('booked');
  });

  it('like a salon that is not there, where it is switched off, deleted, or not approved any more', async () => {
    const none = async () => [await bookOnline(salon, wish(salon, at(2))), await publicSalon(salon, salon.slug)];
    expect(await bookOnline(salon, wish({ slug: 'nowhere' }, at(2)))).toBeNull();
    await setPage(salon, { enabled: false });
    expect(await none()).toEqual([null, null]);
    await setPage(salon, { enabled: true });
    await db.sql`insert into salon_approvals (salon_id, status, submission_date) values (${salon.salonId}, 'rejected', now() + interval '1 second')`;
    expect(await none()).toEqual([null, null]);
    await db.sql`delete from salon_approvals where salon_id = ${salon.salonId} and status = 'rejected'`;
    expect((await publicSalon(salon, salon.slug))?.slug).toBe(salon.slug);
    await db.sql`update salons set deleted = true where id = ${salon.salonId}`;
    expect(await none()).toEqual([null, null]);
  });

  it('where the employee is gone or off since the start was shown', async () => {
    const gone: BookAnswer['state'][] = [];
    const push = (table: string, id: string, doc: object) =>
      db.pushOne(salon.owner, salon.salonId, { table, id, doc: doc as Record<string, unknown> });
    const date = at(15).slice(0, 10);
    await push('employee_day_overrides', `ana/${date}/0`, {
      ...{ resource_id: 'ana', date, type: 'time_off', start_time: null, end_time: null, intervals: '[[null,null,"time_off"]]' },
    });
    gone.push((await bookOnline(salon, wish(salon, at(15))))?.state as BookAnswer['state']);
    await db.sql`update resources set active = false where salon_id = ${salon.salonId} and id = 'ana'`;
    gone.push((await bookOnline(salon, wish(salon, at(16))))?.state as BookAnswer['state']);
    expect(gone).toEqual(['taken', 'invalid']);
  });
});

describe('the desk', () => {
  it('books over an online booking, which is kept', async () => {
    const asked = wish(salon, at(2));
    await booked(salon, asked);
    expect(await deskBooks(salon, 'desk', 'ana', at(2))).toMatchObject({ v: 'applied' });
    expect((await eventsOf(salon, asked.request))[0]).toMatchObject({ status: 'booked', deleted: false });
  });

  it('has the place that it took first', async () => {
    await deskBooks(salon, 'desk', 'ana', at(2));
    expect(await stateOf(wish(salon, at(2)))).toBe('taken');
  });
});
