import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { become, Database, refusal } from '../support/database.ts';
import { oneOfEach } from '../support/rows.ts';

let db: Database;
beforeAll(async () => {
  db = await Database.open();
  await db.signUp();
});
afterAll(() => db.close());

describe('create_salon', () => {
  it('makes salon, settings, membership, head and a pending approval in one transaction', async () => {
    const person = await db.signUp();
    const salonId = await db.createSalon(
      person,
      {
        name_bg: 'Гребен',
        name_en: 'Comb',
        comment: 'x',
        language: 'en',
        interval_calendar: 30,
        any_barber: true,
        timezone: 'Europe/London',
      },
      {
        timezone: 'Europe/London',
        calendar_interval: 30,
        default_view: 'week',
        date_format: 'MM/dd/yyyy',
        currency: 'EUR',
        no_show_policy: 'y',
        split_payment: true,
      },
    );
    const [salon] = await db.sql`select * from salons where id = ${salonId}`;
    expect(salon).toMatchObject({
      salon_id: salonId,
      owner_id: person.id,
      name_bg: 'Гребен',
      name_en: 'Comb',
      comment: 'x',
      language: 'en',
      interval_calendar: 30,
      any_barber: true,
      is_complete: false,
      rev: 1,
    });
    const [settings] = await db.sql`select * from salon_settings where salon_id = ${salonId}`;
    expect(settings).toMatchObject({
      id: String(salonId),
      timezone: 'Europe/London',
      calendar_interval: 30,
      default_view: 'week',
      currency: 'EUR',
      no_show_policy: 'y',
      split_payment: true,
      rev: 1,
    });
    expect((await db.sql`select salon_id from users where id = ${person.id}`)[0]?.salon_id).toBe(salonId);
    expect(await db.sql`select from sync_heads where salon_id = ${salonId} and rev = 1`).toHaveLength(1);
    const approvals = await db.sql`select status, approval_date, rejected_date from salon_approvals where salon_id = ${salonId}`;
    expect([...approvals]).toEqual([{ status: 'pending', approval_date: null, rejected_date: null }]);
  });

  it('fills what is not named, and ignores what only the server writes', async () => {
    const person = await db.signUp();
    const salonId = await db.createSalon(person, {
      name_bg: 'А',
      id: 1,
      salon_id: 1,
      owner_id: randomUUID(),
      is_complete: true,
      rev: 77,
      deleted: true,
      nonsense: 1,
    });
    expect((await db.sql`select * from salons where id = ${salonId}`)[0]).toMatchObject({
      owner_id: person.id,
      name_en: '',
      language: 'bg',
      interval_calendar: 15,
      date_format: 'dd/MM/yyyy',
      currency: 'BGN',
      timezone: 'Europe/Sofia',
      is_complete: false,
      deleted: false,
      rev: 1,
    });
  });

  it('answers a repeated call with the first salon, one after the other and at the same moment', async () => {
    const person = await db.signUp();
    const first = await db.createSalon(person, { name_bg: 'Първи' });
    expect(await db.createSalon(person, { name_bg: 'Втори' })).toBe(first);
    const hasty = await db.signUp();
    const earlier = await db.sql.reserve();
    await earlier`begin`;
    await become(earlier as unknown as postgres.TransactionSql, hasty);
    const [made] = await earlier`select (create_salon('{"name_bg": "x"}') ->> 'salon_id')::bigint as id`;
    const later = db.createSalon(hasty, { name_bg: 'y' });
    const waiters = () => db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiters()).length).toBe(1);
    await earlier`commit`;
    earlier.release();
    expect(await later).toBe(made?.id);
    expect(await db.sql`select from salons where owner_id in (${person.id}, ${hasty.id})`).toHaveLength(2);
  });

  it('leaves nothing behind when a value is refused', async () => {
    const person = await db.signUp();
    const before = await db.sql`select from sync_heads`;
    expect(await refusal(db.createSalon(person, { name_bg: 'x', currency: 'GBP' }))).toMatchObject({
      code: '23514',
      constraint: 'salons_currency_check',
    });
    expect(await refusal(db.createSalon(person, { name_bg: 'x' }, { calendar_interval: 7 }))).toMatchObject({ code: '23514' });
    expect(await db.sql`select from sync_heads`).toHaveLength(before.length);
    expect((await db.sql`select salon_id from users where id = ${person.id}`)[0]?.salon_id).toBeNull();
  });

  it('is refused to who is not signed in', async () => {
    expect(await refusal(db.createSalon(null))).toMatchObject({ code: '42501' });
    const ghost = { id: randomUUID(), email: 'ghost@greben.test', session: randomUUID() };
    expect(await refusal(db.createSalon(ghost))).toMatchObject({ code: 'PT401', hint: 'signed-out' });
  });
});

describe('an approval', () => {
  it('is decided by an administrator, and the salon hears how the latest one stands', async () => {
    const { owner, salonId } = await db.salon();
    const admin = await db.signUp();
    await db.sql`update users set role = 'admin' where id = ${admin.id}`;
    await db.as(
      admin,
      (sql) =>
        sql`update salon_approvals set status = 'rejected', rejected_date = now(), rejection_reason = 'x' where salon_id = ${salonId}`,
    );
    await db.as(
      admin,
      (sql) => sql`insert into salon_approvals (salon_id, status, approval_date) values (${salonId}, 'approved', now())`,
    );
    expect(await db.as(owner, (sql) => sql`select status from salon_approvals`)).toHaveLength(0);
    const [seen] = await db.as(owner, (sql) => sql`select approval_state(${salonId}) as state`);
    expect(seen?.state).toMatchObject({ status: 'approved', reason: null });
    expect(await refusal(db.as(admin, (sql) => sql`update salon_approvals set salon_id = 1`))).toMatchObject({ code: '42501' });
  });
});

describe('an employee’s password', () => {
  it('is stored as a bcrypt hash that no API role reads, is replaced and removed', async () => {
    const { owner, salonId } = await db.salon();
    await db.push(owner, salonId, oneOfEach(salonId, owner.id));
    const set = (password: string | null) =>
      db.as(owner, (sql) => sql`select set_resource_password(${salonId}, 'resources-1', ${password})`);
    const stored = () =>
      db.sql`select hash, hash = extensions.crypt('тайна-2', hash) as fits from private.resource_passwords where salon_id = ${salonId}`;
    await set('тайна-1');
    await set('тайна-2');
    expect([...(await stored())]).toEqual([{ hash: expect.stringMatching(/^\$2a\$10\$.{53}$/), fits: true }]);
    const admin = await db.signUp();
    await db.sql`update users set role = 'admin' where id = ${admin.id}`;
    for (const person of [owner, admin, null]) {
      expect(await refusal(db.as(person, (sql) => sql`select hash from private.resource_passwords`))).toMatchObject({
        code: '42501',
      });
    }
    expect(JSON.stringify(await db.pull(owner, salonId))).not.toMatch(/\$2a\$|password/);
    await set(null);
    expect(await stored()).toHaveLength(0);
  });

  it('is refused when empty or longer than bcrypt reads, for an employee who is not there, and for another salon’s', async () => {
    const { owner, salonId } = await db.salon();
    await db.push(owner, salonId, oneOfEach(salonId, owner.id));
    const stranger = (await db.salon()).owner;
    const set = (who: typeof owner, id: string, password: string) =>
      refusal(db.as(who, (sql) => sql`select set_resource_password(${salonId}, ${id}, ${password})`));
    expect(await set(owner, 'resources-1', '')).toMatchObject({ code: '22023' });
    expect(await set(owner, 'resources-1', 'я'.repeat(37))).toMatchObject({ code: '22023' });
    expect(await set(owner, 'nobody', 'x')).toMatchObject({ code: '23503' });
    expect(await set(stranger, 'resources-1', 'x')).toMatchObject({ code: '42501', hint: 'membership' });
  });
});

describe('a reported error', () => {
  const report = (id: string, salonId: number | null, at: string) => ({ id, salonId, at });
  it('is stored once under the reporter’s own name and salon, cut to what fits, never from the future', async () => {
    const { owner, salonId } = await db.salon();
    const { id, at } = report(randomUUID(), salonId, '2999-01-01T00:00:00.000Z');
    for (let n = 0; n < 2; n++) {
      await db.as(
        owner,
        (sql) =>
          sql`select report_user_error(${id}, ${salonId}, ${at}, 'TypeError', ${'x'.repeat(9000)}, null, '/calendar', 'Chromium')`,
      );
    }
    const [row] =
      await db.sql`select user_id, salon_id, length(error_message) as length, created_at <= now() as past, has_popup_help from user_errors where id = ${id}`;
    expect(row).toEqual({ user_id: owner.id, salon_id: salonId, length: 4000, past: true, has_popup_help: false });
    const stranger = (await db.salon()).owner;
    const forged = db.as(stranger, (sql) => sql`select report_user_error(${randomUUID()}, ${salonId}, now(), 'E', 'x')`);
    expect(await refusal(forged)).toMatchObject({ code: '42501' });
  });

  it('is never from the future nor older than what is kept, written directly as well', async () => {
    const { owner, salonId } = await db.salon();
    for (const at of ['infinity', '-infinity', '2999-01-01', '1999-01-01']) {
      await db.as(
        owner,
        (sql) =>
          sql`insert into user_errors (salon_id, created_at, error_type, error_message) values (${salonId}, ${at}::text::timestamptz, 'E', 'x')`,
      );
    }
    const kept =
      await db.sql`select created_at between now() - interval '91 days' and now() as sane from user_errors where salon_id = ${salonId}`;
    expect(kept.map((row) => row.sane)).toEqual([true, true, true, true]);
    const forged = db.as(
      owner,
      (sql) => sql`insert into user_errors (error_type, error_message, reported_at) values ('E', 'x', '2000-01-01')`,
    );
    expect(await refusal(forged)).toMatchObject({ code: '42501' });
  });

  it('is stored up to 50 times a person and day, whatever its date says; what is more is dropped in silence', async () => {
    const { owner, salonId } = await db.salon();
    const colleague = await db.member(salonId);
    const count = async (who: typeof owner) => (await db.sql`select from user_errors where user_id = ${who.id}`).length;
    await db.as(
      owner,
      (sql) => sql`insert into user_errors (salon_id, created_at, error_type, error_message)
        select ${salonId}, now() - n * interval '1 day', 'E', 'x' from generate_series(1, 49) n`,
    );
    const ask = (who: typeof owner) =>
      db.as(who, (sql) => sql`select report_user_error(${randomUUID()}, ${salonId}, now(), 'E', 'x')`);
    await ask(owner);
    expect(await count(owner)).toBe(50);
    await ask(owner);
    await db.as(owner, (sql) => sql`insert into user_errors (error_type, error_message) values ('E', 'x'), ('E', 'y')`);
    expect(await count(owner)).toBe(50);
    await ask(colleague);
    expect(await count(colleague)).toBe(1);
    await db.sql`update user_errors set reported_at = now() - interval '25 hours' where user_id = ${owner.id}`;
    await ask(owner);
    expect(await count(owner)).toBe(51);
  });

  it('is heard of by the salon only once an administrator has put a help notice on it, and read by nobody else', async () => {
    const { owner, salonId } = await db.salon();
    const admin = await db.signUp();
    const notices = async () => (await db.as(owner, (sql) => sql`select help_notices(${salonId}) as rows`))[0]?.rows;
    await db.sql`update users set role = 'admin' where id = ${admin.id}`;
    await db.as(owner, (sql) => sql`select report_user_error(${randomUUID()}, ${salonId}, now(), 'E', 'x')`);
    expect(await notices()).toEqual([]);
    await db.as(owner, (sql) => sql`update user_errors set has_popup_help = true`);
    expect(await notices()).toEqual([]);
    await db.as(admin, (sql) => sql`update user_errors set has_popup_help = true where salon_id = ${salonId}`);
    expect(await notices()).toMatchObject([{ error_type: 'E', error_message: 'x', help_bg: null }]);
    expect(await db.as(owner, (sql) => sql`select id from user_errors`)).toHaveLength(0);
  });
});
