/** The owner's settings of the page, and what strangers see of the salon. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookingPage } from '#schemas/online.ts';
import { Database, refusal } from '../support/database.ts';
import {
  at,
  booked,
  deskBooks,
  type OnlineSalon,
  onlineSalon,
  publicSalon,
  publicSlots,
  report,
  setPage,
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

const hint = async (page: Record<string, unknown>, of = salon) => (await refusal(setPage(of, page))).hint;
const pageAs = async (who: Parameters<Database['as']>[0]) => {
  const [row] = await db.as(who, (sql) => sql`select booking_page(${salon.salonId}) as page`);
  return row?.page as BookingPage;
};

describe('the page', () => {
  it('has these values before anybody has set any', async () => {
    const { owner, salonId } = await db.salon();
    const [row] = await db.as(owner, (sql) => sql`select booking_page(${salonId}) as page`);
    expect(row?.page).toEqual({
      ...{ slug: null, enabled: false, min_notice: 120, horizon: 60, step: null, cancel_until: 1440, approve: 'none' },
      ...{ ask_email: 'optional', show_prices: true, phone: null, address: null, about_bg: null, about_en: null },
      ...{ paused_until: null, live: false, missing: ['slug', 'approved', 'service', 'employee', 'device'] },
      ...{ old_app_at: expect.toSatisfy((at) => at === null), quota_at: null, silent: false, dark: [] },
    });
  });

  it('is set by the owner alone and read by every member', async () => {
    for (const role of ['manager', 'staff'] as const) {
      const member = await db.member(salon.salonId, role);
      expect(await pageAs(member)).toMatchObject({ slug: salon.slug, live: true, missing: [] });
      const set = db.as(member, (sql) => sql`select set_booking_page(${salon.salonId}, '{}')`);
      expect(await refusal(set)).toMatchObject({ code: '42501', hint: 'right' });
    }
  });

  it('keeps what is not named, and ignores what it does not know', async () => {
    await setPage(salon, { horizon: 30, about_bg: '  Първи ред\r\nВтори  ' });
    expect(await setPage(salon, { step: 20, live: false, salon_id: 1 })).toMatchObject({
      ...{ horizon: 30, step: 20, live: true, about_bg: 'Първи ред\nВтори' },
    });
    expect(await setPage(salon, { step: null, about_bg: ' ' })).toMatchObject({ step: null, about_bg: null });
  });

  it('refuses each value beyond its bounds by the name of the field, and takes it at its edge', async () => {
    const wrong: Record<string, unknown[]> = {
      slug: ['ab', 'a'.repeat(41), 'A-b', '-abc', 'abc-', 'a--b', 'салон', '', 5, {}],
      enabled: [1, 'true', null],
      min_notice: [-1, 10_081, 1.5, '5', null, 1e300],
      horizon: [0, 366],
      step: [0, 7, 45, '15'],
      cancel_until: [-1, 20_161],
      approve: ['some', 1, null],
      ask_email: ['never'],
      show_prices: ['yes'],
      phone: ['1'.repeat(41), '02\n123', 5, 'a\u200eb'],
      address: ['x'.repeat(301), '\u0007'],
      about_bg: ['x'.repeat(1001), []],
      about_en: ['x'.repeat(1001)],
      paused_until: ['tomorrow', '2026-02-30T00:00:00.000Z', 5, 'infinity'],
    };
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) expect(await hint({ [field]: value }), `${field} ${JSON.stringify(value)}`).toBe(field);
    await setPage(salon, { min_notice: 0, horizon: 1, cancel_until: 0, phone: '1'.repeat(40), address: 'x'.repeat(300) });
    await setPage(salon, { min_notice: 10_080, horizon: 365, cancel_until: 20_160, step: 60, about_en: 'x'.repeat(1000) });
    expect((await refusal(db.as(salon.owner, (sql) => sql`select set_booking_page(${salon.salonId}, '[]')`))).hint).toBe('page');
  });

  it('is switched on with a slug, an approval, a visible service, an employee with hours and a device, and not before', async () => {
    const { owner, salonId } = await db.salon();
    const bare = { ...salon, owner, salonId };
    const on = () => hint({ enabled: true }, bare);
    expect(await on()).toBe('slug');
    await setPage(bare, { slug: `bare-${salonId}` });
    expect(await on()).toBe('approved');
    await db.sql`update salon_approvals set status = 'approved' where salon_id = ${salonId}`;
    expect(await on()).toBe('service');
    await db.push(owner, salonId, [
      { table: 'services', id: 's', doc: { name: 'Боя' } },
      { table: 'employee_groups', id: 'g', doc: { name: 'Обучение', show_online: false } },
      { table: 'resources', id: 'ana', doc: { name: 'Ани', group_id: 'g' } },
    ]);
    expect(await on()).toBe('employee');
    const shift = { resource_id: 'ana', weekday: 1, start_time: '09:00', end_time: '17:00', intervals: '[["09:00","17:00"]]' };
    await db.push(owner, salonId, [{ table: 'employee_weekly_shifts', id: 'ana/1/0', doc: shift }]);
    expect(await on()).toBe('employee');
    await db.sql`update employee_groups set show_online = true where salon_id = ${salonId}`;
    expect(await on()).toBe('device');
    await report(bare);
    expect(await setPage(bare, { enabled: true })).toMatchObject({ live: true, missing: [] });
  });

  it('warns while an app pushes that names no device', async () => {
    await db.sql`delete from private.unnamed_pushes`;
    const push = (device: string | null) =>
      db.as(salon.owner, async (sql) => {
        await sql`select push_changes(${salon.salonId}, '[{"table": "service_groups", "id": "g", "doc": {"name": "x"}}]', null, null, ${device})`;
      });
    await push(salon.device);
    expect((await pageAs(salon.owner)).old_app_at).toBeNull();
    await push(null);
    expect(Date.parse((await pageAs(salon.owner)).old_app_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await db.sql`update private.unnamed_pushes set at = now() - interval '15 days'`;
    expect((await pageAs(salon.owner)).old_app_at).toBeNull();
  });
});

describe('an address', () => {
  const free = async (slug: string, who = salon.owner) =>
    (await db.as(who, (sql) => sql`select slug_is_free(${slug}) as answer`))[0]?.answer as { free: boolean; why: string | null };

  it('is one salon’s; one that was given up is its for a year, and leads on', async () => {
    const other = await onlineSalon(db);
    expect(await free(other.slug)).toEqual({ free: false, why: 'slug_taken' });
    expect(await hint({ slug: other.slug })).toBe('slug_taken');
    await setPage(salon, { slug: `new-${salon.salonId}` });
    expect((await publicSalon(salon, salon.slug))?.slug).toBe(`new-${salon.salonId}`);
    expect(await free(salon.slug, other.owner)).toEqual({ free: false, why: 'slug_taken' });
    expect(await free(salon.slug)).toEqual({ free: true, why: null });
    await db.sql`update private.former_slugs set given_up_at = now() - interval '13 months' where salon_id = ${salon.salonId}`;
    expect(await publicSalon(salon, salon.slug)).toBeNull();
    await db.sql`select private.forget_visitors()`;
    await setPage(other, { slug: salon.slug });
    expect((await publicSalon(salon, salon.slug))?.slug).toBe(salon.slug);
  });

  it('comes back to the salon that gave it up', async () => {
    await setPage(salon, { slug: `new-${salon.salonId}` });
    await setPage(salon, { slug: salon.slug });
    expect((await publicSalon(salon, `new-${salon.salonId}`))?.slug).toBe(salon.slug);
  });

  it('is given up five times a year and no sixth time, whatever comes after it', async () => {
    const { salonId } = salon;
    for (let n = 1; n <= 5; n++) await setPage(salon, { slug: `${n}-${salonId}` });
    expect(await free(`6-${salonId}`)).toEqual({ free: false, why: 'slug_many' });
    expect(await hint({ slug: `6-${salonId}` })).toBe('slug_many');
    await setPage(salon, { enabled: false });
    expect(await hint({ slug: null })).toBe('slug_many');
    expect(await setPage(salon, { slug: `5-${salonId}` })).toMatchObject({ slug: `5-${salonId}` });
    expect(await setPage(salon, { slug: `2-${salonId}` })).toMatchObject({ slug: `2-${salonId}` });
    expect(await hint({ slug: `6-${salonId}` })).toBe('slug_many');
    await db.sql`update private.former_slugs set given_up_at = now() - interval '13 months' where slug = ${`3-${salonId}`}`;
    expect(await setPage(salon, { slug: `6-${salonId}` })).toMatchObject({ slug: `6-${salonId}` });
  });

  it('of ours, or of no form, is nobody’s', async () => {
    for (const slug of ['admin', 'log-in', 'greben', 'www'])
      expect(await free(slug), slug).toEqual({ free: false, why: 'slug_reserved' });
    expect(await free('A b')).toEqual({ free: false, why: 'slug' });
    expect(await hint({ slug: 'support' })).toBe('slug_reserved');
  });

  it('is found in any letters; the page is another salon’s to nobody', async () => {
    expect((await publicSalon(salon, salon.slug.toUpperCase()))?.slug).toBe(salon.slug);
    for (const wrong of ['', `${salon.slug} `, `${salon.slug}%`, 'x'.repeat(10_000)])
      expect(await publicSalon(salon, wrong)).toBeNull();
  });
});

describe('a stranger sees', () => {
  it('the salon with what may be chosen, and nothing else', async () => {
    const seen = await publicSalon(salon, salon.slug);
    expect(seen).toMatchObject({
      ...{ slug: salon.slug, name_bg: 'Салон', name_en: 'Salon', language: 'bg', zone: 'Europe/Sofia', phone: '02 123 4567' },
      ...{
        policy: null,
        policy_hash: null,
        any: true,
        ask_email: 'optional',
        approve: 'none',
        paused_until: null,
        silent: false,
      },
      ...{
        bits: 17,
        min_notice: 120,
        cancel_until: 1440,
        employees: [
          { id: 'ana', name: 'Ани' },
          { id: 'eva', name: 'Ева' },
        ],
      },
    });
    expect(seen?.services).toEqual([
      {
        ...{ id: 'colour', name_bg: 'Боя', name_en: 'Colour', category: null, minutes: 120, price: 80, currency: 'BGN' },
        ...{ offered_by: ['ana', 'eva'], own: [{ resource: 'eva', minutes: 90, price: 75.5, currency: 'EUR' }] },
      },
      {
        ...{ id: 'cut', name_bg: 'Подстригване', name_en: 'Cut', category: null, minutes: 60, price: 30, currency: 'EUR' },
        ...{ offered_by: ['ana', 'eva'], own: [] },
      },
    ]);
  });

  it('no price where the page shows none, in no place', async () => {
    await setPage(salon, { show_prices: false });
    const text = JSON.stringify(await publicSalon(salon, salon.slug));
    expect(text).not.toMatch(/75\.5|EUR|BGN|: ?80/);
    expect((await publicSalon(salon, salon.slug))?.services[0]?.own).toEqual([
      { resource: 'eva', minutes: 90, price: null, currency: null },
    ]);
  });

  it('of the employees those who work, offer something and stand in no hidden group; a deleted group hides nobody', async () => {
    const names = async () => (await publicSalon(salon, salon.slug))?.employees.map(({ id }) => id);
    await db.push(salon.owner, salon.salonId, [
      { table: 'employee_groups', id: 'g', doc: { name: 'Скрити', show_online: false } },
    ]);
    await db.sql`update resources set group_id = 'g' where salon_id = ${salon.salonId} and id = 'ana'`;
    expect(await names()).toEqual(['eva']);
    await db.sql`update employee_groups set deleted = true where salon_id = ${salon.salonId}`;
    expect(await names()).toEqual(['ana', 'eva']);
    await db.sql`update services set resource_ids = '["ana"]' where salon_id = ${salon.salonId}`;
    expect(await names()).toEqual(['ana']);
    await db.sql`update resources set active = false where salon_id = ${salon.salonId}`;
    expect(await publicSalon(salon, salon.slug)).toMatchObject({ employees: [], services: [] });
  });

  it('no client, no note and no reason of an absence, in no answer', async () => {
    const date = at(6).slice(0, 10);
    await db.push(salon.owner, salon.salonId, [
      { table: 'clients', id: 'c', doc: { name: 'Тайна Клиентка', phone: '+359888999999', notes: 'тайна бележка' } },
      {
        ...{ table: 'employee_day_overrides', id: `ana/${date}/0` },
        doc: { resource_id: 'ana', date, type: 'time_off', intervals: '[[null,null,"time_off"]]', off_reason: 'sick' },
      },
    ]);
    await db.sql`update services set notes = 'тайна бележка' where salon_id = ${salon.salonId}`;
    await db.sql`update resources set phone = '+359888999999', email = 'taina@b.bg' where salon_id = ${salon.salonId}`;
    await deskBooks(salon, 'desk', 'ana', at(7));
    await db.sql`update events set client_id = 'c', notes = 'тайна бележка' where salon_id = ${salon.salonId}`;
    const slots = await publicSlots(salon, salon.slug, ['cut'], 'ana', date, 3);
    const all = JSON.stringify([await publicSalon(salon, salon.slug), slots]);
    expect(all).not.toMatch(/айна|999999|taina|sick|болн/i);
    expect(slots?.starts).not.toContain(at(6));
    expect(slots?.starts).not.toContain(at(7));
    expect(slots?.starts).toContain(at(7, 13));
  });
});

describe('free starts', () => {
  const today = at(0).slice(0, 10);
  const ask = (services: string[], resource: string | null, from = today, days = 7) =>
    publicSlots(salon, salon.slug, services, resource, from, days);

  it('are those at which a visit of all the services fits, from the notice to the horizon', async () => {
    await setPage(salon, { horizon: 3, min_notice: 600, step: 30 });
    const found = await ask(['cut', 'colour'], null);
    expect(Date.parse(found?.starts[0] ?? '') - Date.now()).toBeGreaterThanOrEqual(600 * 60_000);
    expect(Date.parse(found?.starts[0] ?? '') - Date.now()).toBeLessThan(631 * 60_000);
    expect(found?.last).toBe(found?.until);
    expect(found?.starts.at(-1)?.slice(0, 10)).toBe(found?.last);
    expect((await ask(['cut'], 'ana', '2027-12-01'))?.starts).toEqual([]);
    const first = found?.starts[10] ?? '';
    await booked(salon, wish(salon, first, { services: ['cut', 'colour'], resource: null }));
    expect((await ask(['cut', 'colour'], 'ana'))?.starts).not.toContain(first);
    expect((await ask(['cut', 'colour'], null))?.starts).toContain(first);
  });

  it('are none of nobody: a wrong question, an employee who does not offer it, “whoever is free” that is not offered, a pause', async () => {
    for (const [services, days] of [
      [[], 7],
      [['cut', 'cut', 'cut', 'cut'], 7],
      [['cut'], 0],
      [['cut'], 15],
    ] as const)
      expect(await ask([...services], 'ana', today, days)).toBeNull();
    expect((await ask(['nothing'], 'ana'))?.starts).toEqual([]);
    expect((await ask(['cut'], 'nobody'))?.starts).toEqual([]);
    await db.sql`update salons set any_barber = false where id = ${salon.salonId}`;
    expect((await ask(['cut'], null))?.starts).toEqual([]);
    expect((await ask(['cut'], 'ana'))?.starts.length).toBeGreaterThan(100);
    await setPage(salon, { paused_until: at(2) });
    expect(await ask(['cut'], 'ana')).toMatchObject({ starts: [], paused_until: at(2) });
  });
});
