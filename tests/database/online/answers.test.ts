/** Each function of online booking answers with exactly the fields that schemas/online.ts names, of these kinds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  BookAnswer,
  BookingPage,
  CancelAnswer,
  PublicBooking,
  PublicEmployee,
  PublicLeg,
  PublicSalon,
  PublicService,
  PublicSlots,
  PublicTerms,
  SlugAnswer,
} from '#schemas/online.ts';
import { Database } from '../support/database.ts';
import {
  at,
  bookOnline,
  cancelOnline,
  type OnlineSalon,
  onlineSalon,
  publicBooking,
  publicSalon,
  publicSlots,
  setPage,
  silentSince,
  spareProofs,
  wish,
} from '../support/online-salon.ts';

type Kind = 'text' | 'number' | 'boolean' | 'list';
/** A kind, and whether it may be null. */
type Shape<T> = { readonly [K in keyof T]-?: `${Kind}${null extends T[K] ? '?' : ''}` };

const LEG: Shape<PublicLeg> = {
  service_id: 'text?',
  title: 'text?',
  resource_id: 'text',
  employee: 'text',
  start: 'text',
  end: 'text',
  price: 'number?',
  currency: 'text?',
};
const SALON: Shape<PublicSalon> = {
  ...{ slug: 'text', name_bg: 'text', name_en: 'text', language: 'text', zone: 'text', phone: 'text?', address: 'text?' },
  ...{ about_bg: 'text?', about_en: 'text?', policy: 'text?', policy_hash: 'text?', any: 'boolean', ask_email: 'text' },
  ...{ show_prices: 'boolean', approve: 'text', min_notice: 'number', cancel_until: 'number', first: 'text', last: 'text' },
  ...{ paused_until: 'text?', silent: 'boolean', bits: 'number', services: 'list', employees: 'list' },
};
const SERVICE: Shape<PublicService> = {
  ...{ id: 'text', name_bg: 'text', name_en: 'text', category: 'text?', minutes: 'number', price: 'number?', currency: 'text?' },
  ...{ offered_by: 'list', own: 'list' },
};
const TERMS: Shape<PublicTerms> = { resource: 'text', minutes: 'number', price: 'number?', currency: 'text?' };
const EMPLOYEE: Shape<PublicEmployee> = { id: 'text', name: 'text' };
const SLOTS: Shape<PublicSlots> = { starts: 'list', until: 'text', last: 'text', silent: 'boolean', paused_until: 'text?' };
const BOOKED: Shape<BookAnswer> = {
  ...{ state: 'text', token: 'text?', legs: 'list', until: 'text?', waits_for: 'text?', near: 'list', field: 'text?' },
  ...{ bits: 'number?', phone: 'text?' },
};
const BOOKING: Shape<PublicBooking> = {
  ...{
    slug: 'text',
    name_bg: 'text',
    name_en: 'text',
    zone: 'text',
    phone: 'text?',
    address: 'text?',
    live: 'boolean',
    state: 'text',
  },
  ...{ by: 'text?', waits_for: 'text?', until: 'text?', legs: 'list', made_at: 'text', seen_at: 'text?', change_until: 'text?' },
  ...{ services: 'list', resource: 'text?', language: 'text' },
};
const CANCELLED: Shape<CancelAnswer> = { state: 'text', phone: 'text?' };
const PAGE: Shape<BookingPage> = {
  ...{ slug: 'text?', enabled: 'boolean', min_notice: 'number', horizon: 'number', step: 'number?', cancel_until: 'number' },
  ...{ approve: 'text', ask_email: 'text', show_prices: 'boolean', phone: 'text?', address: 'text?', about_bg: 'text?' },
  ...{ about_en: 'text?', paused_until: 'text?', live: 'boolean', missing: 'list', old_app_at: 'text?', quota_at: 'text?' },
  ...{ silent: 'boolean', dark: 'list' },
};
const DARK: Shape<BookingPage['dark'][number]> = {
  id: 'text',
  user_id: 'text',
  name: 'text?',
  last_seen: 'text',
  unsent: 'number',
};
const SLUG_ANSWER: Shape<SlugAnswer> = { free: 'boolean', why: 'text?' };

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : value === null ? 'null' : typeof value;
function expectShape(value: unknown, shape: Readonly<Record<string, string>>): void {
  const fields = Object.entries((value ?? {}) as object).map(([field, held]) => [field, kindOf(held)] as const);
  expect(fields.map(([field]) => field).sort()).toEqual(Object.keys(shape).sort());
  for (const [field, kind] of fields) {
    const expected = shape[field] ?? '';
    expect(kind === 'null' ? expected.endsWith('?') : kind === expected.replace('?', ''), `${field} is ${kind}`).toBe(true);
  }
}

let db: Database;
let salon: OnlineSalon;
beforeAll(async () => {
  db = await Database.open();
  await spareProofs(db);
  salon = await onlineSalon(db);
});
afterAll(() => db.close());

it('to strangers', async () => {
  const shown = await publicSalon(salon, salon.slug);
  expectShape(shown, SALON);
  for (const service of shown?.services ?? []) expectShape(service, SERVICE);
  for (const terms of (shown?.services ?? []).flatMap(({ own }) => own)) expectShape(terms, TERMS);
  for (const employee of shown?.employees ?? []) expectShape(employee, EMPLOYEE);
  expectShape(await publicSlots(salon, salon.slug, ['cut'], null, at(1).slice(0, 10), 2), SLOTS);
  const made = await bookOnline(salon, wish(salon, at(3)));
  expectShape(made, BOOKED);
  for (const leg of made?.legs ?? []) expectShape(leg, LEG);
  expectShape(await bookOnline(salon, wish(salon, at(3))), BOOKED);
  expectShape(await bookOnline(salon, wish(salon, at(3), { phone: null })), BOOKED);
  const page = await publicBooking(salon, made?.token ?? '');
  expectShape(page, BOOKING);
  for (const leg of page?.legs ?? []) expectShape(leg, LEG);
  expectShape(await cancelOnline(salon, made?.token ?? ''), CANCELLED);
  expectShape(await publicBooking(salon, made?.token ?? ''), BOOKING);
});

it('to the salon’s people', async () => {
  expectShape(await setPage(salon, { address: 'София' }), PAGE);
  await silentSince(salon, salon.device, 10);
  const [row] = await db.as(salon.owner, (sql) => sql`select booking_page(${salon.salonId}) as page, slug_is_free('x') as slug`);
  expectShape(row?.page, PAGE);
  const { dark } = { ...(row?.page as BookingPage) };
  expect(dark).toHaveLength(1);
  for (const one of dark) expectShape(one, DARK);
  expectShape(row?.slug, SLUG_ANSWER);
});
