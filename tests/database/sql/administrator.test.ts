/** What the administrator's screens ask of the database, and what a salon hears of it. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { become, Database, type Person, refusal, type Who } from '../support/database.ts';
import { oneOfEach } from '../support/rows.ts';

interface Paged {
  rows: Record<string, unknown>[];
  total: number;
}

let db: Database;
let admin: Person;
let other: Person;
beforeAll(async () => {
  db = await Database.open();
  admin = await db.signUp();
  other = await db.signUp();
  await db.sql`update users set role = 'admin' where id = ${other.id}`;
});
afterAll(() => db.close());

/** What a function returns to that person. @param named its arguments */
async function call<T>(who: Who, name: string, named: Record<string, unknown> = {}): Promise<T> {
  const keys = Object.keys(named);
  const text = `select ${name}(${keys.map((key, at) => `p_${key} => $${at + 1}`).join(', ')}) as answer`;
  const [row] = await db.as(who, (sql) => sql.unsafe(text, Object.values(named) as postgres.ParameterOrJSON<never>[]));
  return row?.answer as T;
}
const approvals = async () => (await call<Paged>(admin, 'admin_approvals')).rows;

describe('approvals', () => {
  beforeEach(() => db.sql`update salon_approvals set status = 'approved' where status = 'pending'`);
  const pendingOf = async (salonId: number) => {
    const found = (await approvals()).find((row) => row.salon_id === salonId);
    if (!found) throw new Error('nothing waits');
    return found.id as number;
  };

  it('lists what waits, newest first, with both names and the owner', async () => {
    const first = await db.salon();
    const second = await db.salon();
    await db.sql`update salon_approvals set submission_date = now() - interval '1 day' where salon_id = ${second.salonId}`;
    expect(await approvals()).toMatchObject([
      { salon_id: first.salonId, name_bg: 'Салон', name_en: 'Salon', owner: first.owner.email },
      { salon_id: second.salonId },
    ]);
    expect((await call<Paged>(admin, 'admin_approvals', { page: 2 })).rows).toEqual([]);
  });

  it('approves with its date, and rejects with date and reason', async () => {
    const { salonId } = await db.salon();
    const id = await pendingOf(salonId);
    expect(
      await call(admin, 'admin_decide_approval', { approval_id: id, status: 'rejected', reason: '  Няма адрес ' }),
    ).toMatchObject({
      done: true,
      status: 'rejected',
      reason: 'Няма адрес',
    });
    const [row] = await db.sql`select * from salon_approvals where id = ${id}`;
    expect(row).toMatchObject({ approval_date: null, rejection_reason: 'Няма адрес', rejected_date: expect.any(Date) });
    const next = await db.salon();
    const nextId = await pendingOf(next.salonId);
    await call(admin, 'admin_decide_approval', { approval_id: nextId, status: 'approved' });
    expect((await db.sql`select * from salon_approvals where id = ${nextId}`)[0]).toMatchObject({
      status: 'approved',
      approval_date: expect.any(Date),
      rejected_date: null,
    });
    expect(await approvals()).toEqual([]);
  });

  it.each([null, '', ' \n '])('takes no rejection whose reason is %j', async (reason) => {
    const { salonId } = await db.salon();
    const id = await pendingOf(salonId);
    const asked = call(admin, 'admin_decide_approval', { approval_id: id, status: 'rejected', reason });
    expect(await refusal(asked)).toMatchObject({ code: '22023' });
    expect(await pendingOf(salonId)).toBe(id);
  });

  it('of two administrators at once one decides, and the other is told what stands', async () => {
    const { salonId } = await db.salon();
    const id = await pendingOf(salonId);
    const earlier = await db.sql.reserve();
    await earlier`begin`;
    await become(earlier as unknown as postgres.TransactionSql, admin);
    const [first] = await earlier`select admin_decide_approval(${id}, 'approved') as answer`;
    const later = call(other, 'admin_decide_approval', { approval_id: id, status: 'rejected', reason: 'x' });
    const insert = call(other, 'admin_set_salon_status', {
      salon_id: salonId,
      status: 'rejected',
      reason: 'x',
      seen_id: id,
      seen_status: 'pending',
    });
    const waiters = () => db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiters()).length).toBe(2);
    await earlier`commit`;
    earlier.release();
    expect(first?.answer).toMatchObject({ done: true, status: 'approved' });
    expect(await later).toMatchObject({ done: false, status: 'approved', reason: null });
    expect(await insert).toMatchObject({ done: false, status: 'approved' });
    expect(await db.sql`select from salon_approvals where salon_id = ${salonId}`).toHaveLength(1);
  });

  it('from the list of salons make a new record with its dates, and no longer wait', async () => {
    const { owner, salonId } = await db.salon();
    const seen = { seen_id: await pendingOf(salonId), seen_status: 'pending' };
    await call(admin, 'admin_set_salon_status', { salon_id: salonId, status: 'approved', reason: null, ...seen });
    const rows =
      await db.sql`select status, approval_date, rejected_date from salon_approvals where salon_id = ${salonId} order by id`;
    expect([...rows]).toMatchObject([
      { status: 'pending', approval_date: null },
      { status: 'approved', approval_date: expect.any(Date), rejected_date: null },
    ]);
    expect(await approvals()).toEqual([]);
    expect(await call(owner, 'approval_state', { salon_id: salonId })).toMatchObject({ status: 'approved' });
    const again = { salon_id: salonId, status: 'rejected', reason: 'x', ...seen };
    expect(await call(other, 'admin_set_salon_status', again)).toMatchObject({ done: false, status: 'approved' });
  });

  it('from the list of salons that reject one are dated so, with the reason', async () => {
    const { salonId } = await db.salon();
    const seen = { seen_id: await pendingOf(salonId), seen_status: 'pending' };
    await call(admin, 'admin_set_salon_status', { salon_id: salonId, status: 'rejected', reason: ' Няма адрес ', ...seen });
    const rows = await db.sql`select * from salon_approvals where salon_id = ${salonId} order by id desc limit 1`;
    expect([...rows]).toMatchObject([
      { status: 'rejected', approval_date: null, rejected_date: expect.any(Date), rejection_reason: 'Няма адрес' },
    ]);
  });

  it('tell a salon its reason, and wait again when it asks again; only a rejected one may', async () => {
    const { owner, salonId } = await db.salon();
    const ask = () => call(owner, 'ask_approval_again', { salon_id: salonId });
    expect(await ask()).toMatchObject({ status: 'pending' });
    expect(await db.sql`select from salon_approvals where salon_id = ${salonId}`).toHaveLength(1);
    const rejection = { approval_id: await pendingOf(salonId), status: 'rejected', reason: 'Няма адрес' };
    await call(admin, 'admin_decide_approval', rejection);
    const state = await call<object>(owner, 'approval_state', { salon_id: salonId });
    expect(state).toMatchObject({ status: 'rejected', reason: 'Няма адрес' });
    expect(state).not.toHaveProperty('id');
    expect(await ask()).toMatchObject({ status: 'pending', reason: null });
    await ask();
    expect(await db.sql`select from salon_approvals where salon_id = ${salonId}`).toHaveLength(2);
    expect((await approvals()).map((row) => row.salon_id)).toEqual([salonId]);
  });

  it('of a salon without a record are pending', async () => {
    const { owner, salonId } = await db.salon();
    await db.sql`delete from salon_approvals where salon_id = ${salonId}`;
    expect(await call(owner, 'approval_state', { salon_id: salonId })).toMatchObject({ status: 'pending' });
    const decided = { salon_id: salonId, status: 'approved', reason: null, seen_id: null, seen_status: 'pending' };
    expect(await call(admin, 'admin_set_salon_status', decided)).toMatchObject({ done: true, status: 'approved' });
  });
});

describe('the list of salons', () => {
  const found = async (asked: object) => (await call<Paged>(admin, 'admin_salons', { ...asked })).rows.map((row) => row.name_en);
  beforeAll(async () => {
    const names = [
      ['Студио „Лъч“', 'Ray 50%', 'm.ilieva@luch.bg'],
      ['Барбер 19', 'Barber_19', 'hello@barber19.bg'],
    ];
    for (const [name_bg, name_en, email] of names) {
      const person = await db.signUp(email);
      await db.createSalon(person, { name_bg, name_en });
    }
    await db.sql`update salon_approvals a set status = 'rejected' from salons s where s.id = a.salon_id and s.name_en = 'Barber_19'`;
    await db.sql`delete from salon_approvals a using salons s where s.id = a.salon_id and s.name_en = 'Ray 50%'`;
  });

  it.each([
    ['a part of the Bulgarian name in any case', 'СТУДИО', ['Ray 50%']],
    ['the English name', 'barber_1', ['Barber_19']],
    ['Latin letters for Cyrillic ones', 'studio', ['Ray 50%']],
    ['a part of the owner’s e-mail', 'ILIEVA@', ['Ray 50%']],
    ['a sign that stands for others elsewhere', '%', ['Ray 50%']],
    ['a word in quotes', 'Студио ЛЪЧ', ['Ray 50%']],
    ['the first letters of a word', 'ст', ['Ray 50%']],
    ['the first letters of a word in quotes', 'лъ', ['Ray 50%']],
    ['the first letters of the owner’s e-mail', 'M.', ['Ray 50%']],
    ['two letters within a word or an e-mail: too few', 'lc', []],
    ['three letters within an e-mail', 'uch', ['Ray 50%']],
    ['nothing of theirs', 'няма такъв', []],
  ])('is searched by %s', async (_what, search, names) => {
    expect(await found({ search })).toEqual(names);
  });

  it('is filtered by the latest status, with none being pending, and by whether the profile is complete', async () => {
    expect(await found({ search: 'barber', status: 'rejected' })).toEqual(['Barber_19']);
    expect(await found({ search: 'barber', status: 'approved' })).toEqual([]);
    expect(await found({ search: 'luch', status: 'pending' })).toEqual(['Ray 50%']);
    expect(await found({ complete: true })).toEqual([]);
  });

  it('says of each how its latest record stands, whatever the earlier ones said', async () => {
    const one = await db.salon();
    const rows = async () => (await call<Paged>(admin, 'admin_salons', { page: 1 })).rows;
    const now = async () => (await rows()).find(({ id }) => id === one.salonId);
    for (const status of ['approved', 'rejected', 'approved'] as const) {
      const { approval_id: seen_id, status: seen_status } = (await now()) ?? {};
      await call(admin, 'admin_set_salon_status', { salon_id: one.salonId, status, reason: 'x', seen_id, seen_status });
      expect(await now()).toMatchObject({ status });
    }
    expect(await db.sql`select from salon_approvals where salon_id = ${one.salonId}`).toHaveLength(4);
  });

  it('comes by pages, newest first, with how many there are', async () => {
    const { rows, total } = await call<Paged>(admin, 'admin_salons', { page: 1 });
    const newest = await db.sql`select name_en from salons order by created_at desc, id desc limit ${rows.length}`;
    expect(rows.map(({ name_en }) => name_en)).toEqual(newest.map(({ name_en }) => name_en));
    expect(total).toBe((await db.sql`select from salons`).length);
  });

  it('offers twenty at most to choose from', async () => {
    expect(await call(admin, 'admin_find_salons', { search: 'лъч' })).toMatchObject([{ name_en: 'Ray 50%' }]);
  });
});

describe('errors of users', () => {
  let salonId: number;
  let owner: Person;
  beforeEach(async () => {
    await db.sql`delete from user_errors`;
    ({ owner, salonId } = await db.salon());
  });
  const report = (at: string, type: string, message: string, page = '/calendar') =>
    db.as(owner, async (sql) => {
      const id = randomUUID();
      await sql`select report_user_error(${id}, ${salonId}, ${at}::text::timestamptz, ${type}, ${message}, 'stack', ${page}, 'Chrome')`;
      return id;
    });
  const list = (asked: object = {}) => call<Paged>(admin, 'admin_errors', { ...asked });
  const DAY = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

  it('stand together where they are equal, with their number and the newest of them, newest first', async () => {
    await report(ago(3), 'screen', 'same');
    await report(ago(2), 'screen', 'another');
    const newest = await report(ago(1), 'screen', 'same');
    await report(ago(4), 'screen', 'same', '/clients');
    const { rows, total } = await list();
    expect(rows.map((row) => [row.error_message, row.page_url, row.times])).toEqual([
      ['same', '/calendar', 2],
      ['another', '/calendar', 1],
      ['same', '/clients', 1],
    ]);
    expect(rows[0]).toMatchObject({ id: newest, salon_id: salonId, error_stack: 'stack', has_popup_help: false });
    expect(total).toBe(3);
  });

  it('are filtered by salon, by type and by one day, of which only its own are counted', async () => {
    await report(ago(3), 'screen', 'same');
    await report(ago(1), 'screen', 'same');
    await report(ago(1), 'sync', 'line');
    const stranger = await db.salon();
    expect((await list({ salon_id: stranger.salonId })).rows).toEqual([]);
    expect((await list({ salon_id: salonId, type: 'sync' })).rows.map((row) => row.error_message)).toEqual(['line']);
    const { rows, total } = await list({ from: ago(3.5), to: ago(2.5) });
    expect(rows.map((row) => [row.error_message, row.times])).toEqual([['same', 1]]);
    expect(total).toBe(1);
    expect(await call(admin, 'admin_error_types')).toEqual(['screen', 'sync']);
  });

  it('are counted anew when some of them go, and forgotten with the last', async () => {
    await report(ago(3), 'screen', 'same');
    const newest = await report(ago(1), 'screen', 'same');
    await db.sql`delete from user_errors where id = ${newest}`;
    expect((await list()).rows.map((row) => row.times)).toEqual([1]);
    await db.sql`delete from user_errors`;
    expect(await db.sql`select from private.user_error_groups`).toHaveLength(0);
    expect(await call(admin, 'admin_error_types')).toEqual([]);
  });

  it('that were written past the triggers are counted when told to', async () => {
    await report(ago(3), 'screen', 'same');
    await report(ago(1), 'screen', 'same');
    const before = await db.sql`select * from private.user_error_groups`;
    await db.sql`delete from private.user_error_groups`;
    await db.sql`select private.group_user_errors()`;
    expect(await db.sql`select * from private.user_error_groups`).toEqual(before);
  });

  it('with help are shown to the salon, in both languages or as the app words it; and to the administrator as helped', async () => {
    const helped = await report(ago(1), 'form', 'same');
    const plain = await report(ago(2), 'sync', 'line');
    await report(ago(3), 'screen', 'unhelped');
    await call(admin, 'admin_add_help', { error_id: helped, bg: ' Опитайте пак. ', en: 'Try again.' });
    await call(admin, 'admin_add_help', { error_id: plain, bg: '', en: null });
    await report(ago(0.5), 'form', 'same');
    expect(await call(owner, 'help_notices', { salon_id: salonId })).toMatchObject([
      { id: helped, error_type: 'form', page_url: '/calendar', help_bg: 'Опитайте пак.', help_en: 'Try again.' },
      { id: plain, help_bg: null, help_en: null },
    ]);
    const flags = (await list()).rows.map((row) => [row.error_message, row.has_popup_help]);
    expect(flags).toEqual([
      ['same', true],
      ['line', true],
      ['unhelped', false],
    ]);
    expect(await refusal(call(admin, 'admin_add_help', { error_id: randomUUID() }))).toMatchObject({ code: 'PT404' });
    await db.sql`update user_errors set help_at = now() - interval '31 days'`;
    expect(await call(owner, 'help_notices', { salon_id: salonId })).toEqual([]);
  });
});

describe('how the system does', () => {
  const check = (measured: object) => call<number>(admin, 'run_health_checks', { measured });
  const health = (asked: object = {}) => call<Paged & { critical: number }>(admin, 'admin_health', { ...asked });

  it.each(['api', 'auth', 'realtime', 'storage'])('marks %s and nothing else when it does not answer', async (part) => {
    const good = { ok: true, ms: 5 };
    await check({ api: good, auth: good, realtime: good, storage: good, [part]: { ok: false, ms: null } });
    const [row] = (await health()).rows;
    const down = ['database', 'api', 'auth', 'realtime', 'storage'].filter((name) => row?.[`is_${name}_healthy`] === false);
    expect(down).toEqual([part]);
    expect(row).toMatchObject({ has_critical_issues: true, [`${part}_ms`]: null, database_ms: expect.any(Number) });
  });

  it('shows the latest check of each salon, all, the critical or the healthy ones', async () => {
    const { owner, salonId } = await db.salon();
    await db.push(owner, salonId, oneOfEach(salonId, owner.id));
    const written = await check({ storage: { ok: false } });
    expect(await health()).toMatchObject({ total: written, critical: written });
    expect(await check({ api: { ok: true, ms: 1 }, auth: { ok: true }, realtime: { ok: true }, storage: { ok: true } })).toBe(
      written,
    );
    const now = await health();
    expect(now).toMatchObject({ total: written, critical: 0 });
    expect(now.rows.find((row) => row.salon_id === salonId)).toMatchObject({ owner: owner.email, api_ms: 1, clients_count: 1 });
    expect((await health({ critical: true })).rows).toEqual([]);
    const days = await call<Record<string, unknown>[]>(admin, 'admin_health_days', { salon_id: salonId, zone: 'UTC' });
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ checks: 0, critical: 0, storage: true });
    expect(days.at(-1)).toMatchObject({ checks: 2, critical: 1, api: true, storage: false });
  });
});

describe('the figures', () => {
  it('are six counts, the last thirty days, what waits and what is critical', async () => {
    const figures = await call<Record<string, unknown> & { days: Record<string, unknown>[] }>(admin, 'admin_dashboard', {
      zone: 'Europe/Sofia',
    });
    const count = async (from: postgres.PendingQuery<postgres.Row[]>) => (await from).length;
    expect(figures).toMatchObject({
      users: await count(db.sql`select from users`),
      salons: await count(db.sql`select from salons`),
      complete: await count(db.sql`select from salons where is_complete`),
      events: await count(db.sql`select from events where not deleted`),
      services: await count(db.sql`select from services where not deleted`),
      new_users: await count(db.sql`select from users where created_at > now() - interval '7 days'`),
      healthy: await count(
        db.sql`select from (select distinct on (salon_id) has_critical_issues as critical from system_health_checks
          order by salon_id, check_date desc, id desc) latest where not critical`,
      ),
    });
    expect(figures.days).toHaveLength(30);
    const sum = (key: string) => figures.days.reduce((total, day) => total + Number(day[key]), 0);
    expect(sum('users')).toBe(figures.users);
    expect(sum('events')).toBe(figures.events);
    expect((figures.waiting as Paged).rows.length).toBeLessThanOrEqual(4);
  });
});

describe('notes', () => {
  it('are written, found by a part of them or by the salon, and really removed', async () => {
    const { salonId } = await db.salon();
    const elsewhere = (await db.salon()).salonId;
    await db.as(
      admin,
      (sql) =>
        sql`insert into salon_notes (salon_id, note) values (${salonId}, 'Обадиха се за таблета'), (${elsewhere}, 'Друго')`,
    );
    const found = async (asked: object) => (await call<Paged>(admin, 'admin_notes', { ...asked })).rows;
    expect(await found({ search: 'ТАБЛЕТ' })).toMatchObject([{ salon_id: salonId, name_en: 'Salon', author: admin.email }]);
    expect(await found({ salon_id: elsewhere })).toMatchObject([{ note: 'Друго' }]);
    expect(await found({ search: 'др' })).toMatchObject([{ note: 'Друго' }]);
    expect(await found({ search: 'уг' })).toEqual([]);
    await db.as(admin, (sql) => sql`delete from salon_notes where salon_id = ${salonId}`);
    expect(await found({ salon_id: salonId })).toEqual([]);
  });
});
