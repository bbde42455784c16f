/** Customers book over HTTP, at the embedded backend: nobody signs in, and nobody says where they ask from but the backend itself. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookAnswer, PublicSalon, PublicSlots } from '#schemas/online.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';
import { newPhone, proof, wish } from '../support/online-salon.ts';

const SALON = 1;
const SLUG = 'kadrica';
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await backend.sql`insert into salon_approvals (salon_id, status, submission_date) values (${SALON}, 'approved', now() + interval '1 minute')`;
  await backend.sql`insert into private.booking_pages (salon_id, slug, enabled) values (${SALON}, ${SLUG}, true)`;
});
afterAll(() => backend.stop());

async function ask<T>(name: string, body: object, headers: Record<string, string> = {}): Promise<{ status: number; answer: T }> {
  const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as T };
}

const salonNow = async () => (await ask<PublicSalon>('public_salon', { p_slug: SLUG })).answer;

/** The first free start of a service that somebody offers. */
async function place(skip = 0) {
  const { services, first } = await salonNow();
  const [service] = services;
  const resource = service?.offered_by[0] ?? '';
  const asked = { p_slug: SLUG, p_services: [service?.id], p_resource: resource, p_from: first, p_days: 14 };
  const { answer } = await ask<PublicSlots>('public_slots', asked);
  const day = answer.starts.filter((start) => Date.parse(start) > Date.now() + 2 * 86_400_000);
  return { services: [service?.id ?? ''], resource, start: day[skip] ?? '' };
}

async function booking(skip: number, headers: Record<string, string> = {}) {
  const { policy_hash } = await salonNow();
  const asked = wish({ slug: SLUG }, null, { ...(await place(skip)), phone: newPhone() });
  const answered = await ask<BookAnswer>(
    'book_online',
    {
      ...{ p_slug: SLUG, p_request: asked.request, p_services: asked.services, p_resource: asked.resource, p_start: asked.start },
      ...{ p_name: asked.name, p_phone: asked.phone, p_email: null, p_note: null, p_language: 'bg' },
      ...{ p_policy_hash: policy_hash, p_work: proof(asked, 17) },
    },
    headers,
  );
  return { ...answered, request: asked.request };
}

it('books, reads, moves and cancels without anybody signed in', async () => {
  const { status, answer } = await booking(0);
  expect([status, answer.state]).toEqual([200, 'booked']);
  const page = await ask<{ state: string; services: string[] }>('public_booking', { p_token: answer.token });
  expect(page.answer).toMatchObject({ state: 'booked', legs: answer.legs });
  const to = await place(6);
  const moved = await ask<BookAnswer>('move_online', {
    ...{ p_token: answer.token, p_request: randomUUID(), p_start: to.start, p_resource: to.resource },
  });
  expect([moved.answer.state, moved.answer.legs[0]?.start]).toEqual(['booked', to.start]);
  expect((await ask<{ state: string }>('cancel_online', { p_token: answer.token })).answer.state).toBe('cancelled');
  expect(await ask('public_booking', { p_token: 'x' })).toEqual({ status: 200, answer: null });
  expect(await ask('public_salon', { p_slug: 'nowhere' })).toEqual({ status: 200, answer: null });
});

it('names the address that it sees, over whatever came under that name', async () => {
  const requests = [];
  for (const [skip, forged] of [
    [1, '203.0.113.1'],
    [12, '203.0.113.2'],
  ] as const) {
    const { answer, request } = await booking(skip, { 'x-greben-address': forged, 'X-Greben-Address': forged });
    expect(answer.state).toBe('booked');
    requests.push(request);
  }
  const rows = await backend.sql`select encode(made_from, 'hex') as hash,
      made_from = extensions.hmac(convert_to('127.0.0.1', 'UTF8'), s.secret, 'sha256') as ours
    from private.online_bookings, private.online_secret s where request in ${backend.sql(requests)}`;
  expect(rows.map(({ ours }) => ours)).toEqual([true, true]);
  expect(rows[0]?.hash).toBe(rows[1]?.hash);
  await backend.sql`insert into private.online_bookings (salon_id, visit_id, request, token_hash, client_id, language, rev, made_from)
    select salon_id, gen_random_uuid()::text, gen_random_uuid(), gen_random_uuid()::text::bytea, 'c', 'bg', 1, made_from
    from private.online_bookings, generate_series(1, 10) where request = ${requests[0] ?? ''}`;
  // More is asked of everybody where much is booked; this visitor has the proof and is refused by the address alone.
  await backend.sql`create or replace function private.online_bits(p_salon_id bigint) returns integer language sql stable as 'select 17'`;
  expect((await booking(20, { 'x-greben-address': '203.0.113.9' })).answer.state).toBe('too_many');
});

it('hands a list on as it is, whatever stands in it, and refuses what is none', async () => {
  const { first } = await salonNow();
  const slots = (services: unknown, from: unknown = first) =>
    ask<{ starts: string[] }>('public_slots', { p_slug: SLUG, p_services: services, p_resource: 'x', p_from: from, p_days: 1 });
  expect(await slots(['a"b', 'c\\d', '{e,f}'])).toMatchObject({ status: 200, answer: { starts: [] } });
  expect(await slots([])).toEqual({ status: 200, answer: null });
  expect(await slots([null])).toEqual({ status: 200, answer: null });
  for (const [services, from] of [
    [{ a: 1 }, first],
    [1, first],
    ['x', first],
    [['x'], {}],
    [['x'], 1e300],
    [['x'], 'today and tomorrow'],
  ] as const)
    expect((await slots(services, from)).status, JSON.stringify([services, from])).toBe(400);
});

it('keeps what is the owner’s from strangers', async () => {
  for (const [name, body] of [
    ['booking_page', { p_salon_id: SALON }],
    ['set_booking_page', { p_salon_id: SALON, p_page: {} }],
    ['slug_is_free', { p_slug: 'x' }],
    ['put_device_away', { p_device: randomUUID() }],
  ] as const)
    expect((await ask(name, body)).status).toBe(401);
  const owner = await signedIn(backend.url, TEST_ACCOUNTS.owner.email);
  expect((await owner.rpc('booking_page', { p_salon_id: SALON })).data).toMatchObject({ slug: SLUG, live: true });
  const refused = await owner.rpc('set_booking_page', { p_salon_id: SALON, p_page: { horizon: 0 } });
  expect(refused.error).toMatchObject({ code: '22023', hint: 'horizon' });
});
