import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database, refusal } from '../support/database.ts';

let db: Database;
beforeEach(async () => {
  db = await Database.open();
});
afterEach(() => db.close());

const roleOf = async (id: string) => (await db.sql`select role from public.users where id = ${id}`)[0]?.role;

describe('the role of a new account', () => {
  it('is administrator for the first and employee for all later ones', async () => {
    const people = [await db.signUp(), await db.signUp(), await db.signUp()];
    expect(await Promise.all(people.map((p) => roleOf(p.id)))).toEqual(['admin', 'employee', 'employee']);
  });

  it('makes one administrator of two first sign-ups at the same moment', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const first = await db.sql.reserve();
    await first`begin`;
    await first`insert into auth.users (id, email, email_confirmed_at) values (${a}, 'a@greben.test', now())`;
    const second = db.sql`insert into auth.users (id, email, email_confirmed_at) values (${b}, 'b@greben.test', now())`.execute();
    // The second waits for the first one's lock; only then may the first commit, or the two would not be simultaneous.
    await expect
      .poll(async () => (await db.sql`select count(*) as n from pg_locks where locktype = 'advisory' and not granted`)[0]?.n)
      .toBe(1);
    await first`commit`;
    first.release();
    await second;
    expect([await roleOf(a), await roleOf(b)]).toEqual(['admin', 'employee']);
  });

  it('is the next one’s if the first sign-up is rolled back', async () => {
    await db.sql
      .begin(async (sql) => {
        await sql`insert into auth.users (id, email, email_confirmed_at) values (${randomUUID()}, 'gone@greben.test', now())`;
        await sql`savepoint before_the_end`;
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await roleOf((await db.signUp()).id)).toBe('admin');
  });

  it('is none for an anonymous account, which also takes nobody’s place as the first', async () => {
    const id = randomUUID();
    await db.sql`insert into auth.users (id, is_anonymous) values (${id}, true)`;
    expect(await roleOf(id)).toBeUndefined();
    expect(await roleOf((await db.signUp()).id)).toBe('admin');
  });

  it('is no more than an employee’s when it is null', async () => {
    const person = await db.signUp();
    await db.sql`update public.users set role = null where id = ${person.id}`;
    const { salonId } = await db.salon();
    expect(await refusal(db.pull(person, salonId))).toMatchObject({ code: '42501', hint: 'membership' });
    expect(await refusal(db.as(person, (sql) => sql`select run_health_checks(null)`))).toMatchObject({
      code: '42501',
    });
    const [row] = await db.as(person, (sql) => sql`select role, salon_id from users`);
    expect(row).toEqual({ role: null, salon_id: null });
    await db.sql`update public.users set salon_id = ${salonId}, salon_role = 'staff' where id = ${person.id}`;
    expect((await db.pull(person, salonId)).tables.salons.rows).toHaveLength(1); // and no less: it works in its salon
  });
});

/** As GoTrue does it: the account is inserted, and its address confirmed by what a mail leads to. */
describe('where addresses are confirmed by mail', () => {
  const signUp = async (email: string) => {
    const id = randomUUID();
    await db.sql`insert into auth.users (id, email) values (${id}, ${email})`;
    return id;
  };
  const confirm = (id: string, sql: Database['sql'] | postgres.ReservedSql = db.sql) =>
    sql`update auth.users set email_confirmed_at = now() where id = ${id}`;

  it('a mistyped address that nobody confirms is nobody, and the first one confirmed is the administrator', async () => {
    const mistyped = await signUp('onwer@greben.test');
    const owner = await signUp('owner@greben.test');
    expect(await db.sql`select from public.users`).toHaveLength(0);
    await confirm(owner);
    expect([await roleOf(mistyped), await roleOf(owner)]).toEqual([undefined, 'admin']);
    await confirm(mistyped);
    expect([await roleOf(mistyped), await roleOf(owner)]).toEqual(['employee', 'admin']);
    await confirm(owner); // a link is opened twice
    expect(await roleOf(owner)).toBe('admin');
  });

  it('one of two confirmed at the same moment is the administrator', async () => {
    const [a, b] = [await signUp('a@greben.test'), await signUp('b@greben.test')];
    const first = await db.sql.reserve();
    await first`begin`;
    await confirm(b, first);
    const second = confirm(a).execute();
    await expect
      .poll(async () => (await db.sql`select count(*) as n from pg_locks where locktype = 'advisory' and not granted`)[0]?.n)
      .toBe(1);
    await first`commit`;
    first.release();
    await second;
    expect([await roleOf(a), await roleOf(b)]).toEqual(['employee', 'admin']);
  });

  it('a server that sends none confirms within the sign-up: the account is there at once', async () => {
    const id = await db.sql.begin(async (sql) => {
      const id = randomUUID();
      await sql`insert into auth.users (id, email) values (${id}, 'at-once@greben.test')`;
      await sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
      return id;
    });
    expect(await roleOf(id)).toBe('admin');
  });
});

it('follows the account’s e-mail and its removal', async () => {
  const person = await db.signUp();
  await db.sql`update auth.users set email = 'new@greben.test' where id = ${person.id}`;
  expect((await db.sql`select email from public.users where id = ${person.id}`)[0]?.email).toBe('new@greben.test');
  await db.sql`delete from auth.users where id = ${person.id}`;
  expect(await db.sql`select from public.users where id = ${person.id}`).toHaveLength(0);
});

it('lets nobody write an account: not their own role, salon or e-mail, nor another’s, nor as administrator', async () => {
  const admin = await db.signUp();
  const { owner, salonId } = await db.salon();
  for (const person of [admin, owner]) {
    for (const column of ['role', 'salon_id', 'email', 'id', 'created_at']) {
      const attempt = db.as(person, (sql) => sql`update users set ${sql(column)} = ${sql(column)}`);
      expect(await refusal(attempt), column).toMatchObject({ code: '42501' });
    }
    const insert = db.as(person, (sql) => sql`insert into users (id, role) values (${randomUUID()}, 'admin')`);
    expect(await refusal(insert)).toMatchObject({ code: '42501' });
    expect(await refusal(db.as(person, (sql) => sql`delete from users`))).toMatchObject({ code: '42501' });
  }
  const verdict = await db.pushOne(owner, salonId, { table: 'users', id: owner.id, base_rev: 1, doc: { role: 'admin' } });
  expect(verdict).toMatchObject({ v: 'rejected', code: '42P01' });
});
