/** Passwords that are set for somebody: the one-time link, and the administrator's list of accounts. */
import bcrypt from 'bcryptjs';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { become, Database, type Person, refusal, type Who } from '../support/database.ts';

interface Link {
  email: string;
  token: string;
  expires_at: string;
}
interface Account extends Record<string, unknown> {
  email: string;
}

let db: Database;
let admin: Person;
let anna: Person;
beforeEach(async () => {
  db = await Database.open();
  admin = await db.signUp('admin@greben.test');
  anna = await db.signUp('anna@greben.test');
  await db.sql`update auth.users set encrypted_password = 'former' where id in (${anna.id}, ${admin.id})`;
});
afterEach(() => db.close());

async function call<T>(who: Who, name: string, ...args: unknown[]): Promise<T> {
  const text = `select ${name}(${args.map((_, at) => `$${at + 1}`).join(', ')}) as answer`;
  const [row] = await db.as(who, (sql) => sql.unsafe(text, args as postgres.ParameterOrJSON<never>[]));
  return row?.answer as T;
}
const make = (who: Who = admin, { id } = anna) => call<Link>(who, 'admin_make_password_link', id);
const redeem = (token: string | null, password: string | null = 'new secret') =>
  call<{ email: string | null }>(null, 'redeem_password_link', token, password);
const accounts = async (search: string | null = null, page = 1) =>
  call<{ rows: Account[]; total: number }>(admin, 'admin_accounts', search, page);
const accountOf = async ({ email }: Person) => (await accounts()).rows.find((row) => row.email === email);
const hashOf = async ({ id }: Person) =>
  (await db.sql`select encrypted_password as hash from auth.users where id = ${id}`)[0]?.hash as string;
const OVER = { email: null };

/** A session with its refresh token, as signing in leaves them. */
async function signInElsewhere({ id }: Person): Promise<void> {
  const [session] = await db.sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id}) returning id`;
  await db.sql`insert into auth.refresh_tokens (id, token, user_id, session_id) values (gen_random_uuid()::text, gen_random_uuid()::text, ${id}, ${session?.id})`;
}
const sessionsOf = async ({ id }: Person) =>
  (
    await db.sql`select (select count(*) from auth.sessions where user_id = ${id})
    + (select count(*) from auth.refresh_tokens where user_id::text = ${id}) as n`
  )[0]?.n;

describe('a one-time link', () => {
  it('sets the password, with a hash that lite and GoTrue read, and says whose it is', async () => {
    const { email, token, expires_at } = await make();
    expect(email).toBe(anna.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.1);
    expect(await redeem(token, 'нова парола')).toEqual({ email: anna.email });
    expect(await hashOf(anna)).toMatch(/^\$2[ab]\$10\$/);
    expect(await bcrypt.compare('нова парола', await hashOf(anna))).toBe(true);
  });

  it('ends all sessions of its account and no other', async () => {
    for (const person of [anna, anna, admin]) await signInElsewhere(person);
    const { token } = await make();
    expect(await sessionsOf(anna)).toBe(5);
    await redeem(token);
    expect([await sessionsOf(anna), await sessionsOf(admin)]).toEqual([0, 3]);
  });

  it('works once', async () => {
    const { token } = await make();
    await redeem(token);
    const hash = await hashOf(anna);
    expect(await redeem(token, 'another one')).toEqual(OVER);
    expect(await hashOf(anna)).toBe(hash);
  });

  it('of two at the same moment lets one in', async () => {
    const { token } = await make();
    const answers = await Promise.all(['first one', 'second one'].map((password) => redeem(token, password)));
    expect(answers.filter(({ email }) => email === anna.email)).toHaveLength(1);
    expect(answers).toContainEqual(OVER);
    const winner = answers[0]?.email ? 'first one' : 'second one';
    expect(await bcrypt.compare(winner, await hashOf(anna))).toBe(true);
  });

  it('says one and the same of a token that is wrong, empty, expired, replaced or used', async () => {
    const replaced = await make();
    const { token } = await make();
    for (const wrong of ['x', '', null, replaced.token, `${token}=`]) expect(await redeem(wrong)).toEqual(OVER);
    await db.sql`update private.password_links set expires_at = now() - interval '1 second'`;
    expect(await redeem(token)).toEqual(OVER);
    expect(await hashOf(anna)).toBe('former');
  });

  it('is over when the password has become another one by another way', async () => {
    const { token } = await make();
    await db.sql`update auth.users set encrypted_password = 'changed in the profile' where id = ${anna.id}`;
    expect(await redeem(token)).toEqual(OVER);
    expect(await accountOf(anna)).toMatchObject({ link_holds: false, link_used_at: null });
  });

  it('is over when who made it is no administrator any more, has another password, or is gone', async () => {
    const maker = await db.signUp();
    const made = async () => {
      await db.sql`update users set role = 'admin' where id = ${maker.id}`;
      const { token } = await make(maker);
      expect(await accountOf(anna)).toMatchObject({ link_holds: true });
      return token;
    };
    for (const change of [
      () => db.sql`update users set role = 'employee' where id = ${maker.id}`,
      () => db.sql`update auth.users set encrypted_password = 'another' where id = ${maker.id}`,
      () => db.sql`delete from auth.users where id = ${maker.id}`,
    ]) {
      const token = await made();
      await change();
      expect(await accountOf(anna)).toMatchObject({ link_holds: false, link_used_at: null });
      expect(await redeem(token)).toEqual(OVER);
    }
    expect(await hashOf(anna)).toBe('former');
  });

  it('stays when the account changes otherwise', async () => {
    const { token } = await make();
    await db.sql`update auth.users set last_sign_in_at = now(), encrypted_password = encrypted_password where id = ${anna.id}`;
    expect(await redeem(token)).toEqual({ email: anna.email });
  });

  it.each([null, '', '12345', 'я'.repeat(37), 'x'.repeat(73)])('takes no password like %j, and holds on', async (password) => {
    const { token } = await make();
    expect(await refusal(redeem(token, password))).toMatchObject({ code: '22023' });
    expect(await refusal(redeem('wrong', password))).toMatchObject({ code: '22023' });
    expect(await redeem(token, 'я'.repeat(36))).toEqual({ email: anna.email });
  });

  it('keeps no token where somebody could read it', async () => {
    const { token } = await make();
    const [row] =
      await db.sql`select l::text as whole, token_hash = sha256(${token}::text::bytea) as fits from private.password_links l`;
    expect(row?.fits).toBe(true);
    expect(row?.whole).not.toContain(token);
    for (const who of [null, anna, admin])
      expect(await refusal(db.as(who, (sql) => sql`select from private.password_links`))).toMatchObject({ code: '42501' });
  });

  it('is made by administrators only, for another administrator too, for nobody without an account and not for oneself', async () => {
    const other = await db.signUp();
    await db.sql`update users set role = 'admin' where id = ${other.id}`;
    expect(await refusal(make(anna, other))).toMatchObject({ code: '42501', hint: 'admin' });
    expect(await refusal(make(null))).toMatchObject({ code: '42501' });
    expect(await make(admin, other)).toMatchObject({ email: other.email });
    expect(await refusal(make(admin, admin))).toMatchObject({ code: '22023' });
    const nobody = { ...anna, id: 'b0000000-0000-4000-8000-000000000001' };
    expect(await refusal(make(admin, nobody))).toMatchObject({ code: '22023' });
  });

  it('is redeemed by strangers only: whoever is signed in has no business there', async () => {
    const { token } = await make();
    for (const who of [anna, admin])
      expect(await refusal(call(who, 'redeem_password_link', token, 'new secret'))).toMatchObject({ code: '42501' });
  });

  it('says so when it is made where the platform lets no function write a password', async () => {
    const made = db.sql.begin(async (sql) => {
      const owner = sql(`bare_${process.pid}`);
      await sql`create role ${owner} nologin bypassrls`;
      await sql`grant usage on schema public, private, auth, extensions to ${owner}`;
      await sql`grant select, insert, update on private.password_links, public.users to ${owner}`;
      await sql`grant execute on all functions in schema private, public to ${owner}`;
      await sql`grant create on schema public to ${owner}`;
      await sql`alter function public.admin_make_password_link(uuid) owner to ${owner}`;
      await become(sql, admin);
      await sql`select admin_make_password_link(${anna.id})`;
    });
    expect(await refusal(made)).toMatchObject({ code: '0A000' });
  });
});

describe('the list of accounts', () => {
  it('says of each its role, its salon, its last sign-in, and by whom a link was made until when', async () => {
    const { owner, salonId } = await db.salon();
    await db.sql`update auth.users set last_sign_in_at = '2026-11-18T08:40:00Z' where id = ${owner.id}`;
    await db.sql`update users set role = null where id = ${anna.id}`;
    const { expires_at } = await make(admin, owner);
    expect(await accountOf(owner)).toMatchObject({
      id: owner.id,
      role: 'employee',
      salon_id: salonId,
      name_bg: 'Салон',
      name_en: 'Salon',
      last_sign_in_at: '2026-11-18T08:40:00.000Z',
      link_made_by: admin.email,
      link_expires_at: expires_at,
      link_used_at: null,
      link_holds: true,
    });
    expect(await accountOf(anna)).toMatchObject({
      role: 'employee',
      salon_id: null,
      last_sign_in_at: null,
      link_made_at: null,
      link_holds: false,
    });
    expect(await accountOf(admin)).toMatchObject({ role: 'admin' });
  });

  it('says when a link was used, and forgets the former one with the next', async () => {
    const { token } = await make();
    await redeem(token);
    expect(await accountOf(anna)).toMatchObject({ link_used_at: expect.stringMatching(/Z$/), link_holds: false });
    await make();
    expect(await accountOf(anna)).toMatchObject({ link_used_at: null, link_holds: true });
  });

  it('comes newest first by pages of 50, with how many there are', async () => {
    await db.sql`insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), 'n' || n || '@greben.test', now() from generate_series(1, 60) n`;
    await db.sql`update users set created_at = '2020-01-01' where id = ${admin.id}`;
    const first = await accounts();
    const second = await accounts(null, 2);
    expect([first.total, first.rows.length, second.rows.length]).toEqual([62, 50, 12]);
    expect(second.rows.at(-1)?.email).toBe(admin.email);
    expect(new Set([...first.rows, ...second.rows].map(({ email }) => email)).size).toBe(62);
  });

  it.each([
    ['a part of the e-mail in any case', 'ILIEVA@', ['m.ilieva@luch.bg']],
    ['the first letters of the e-mail', 'm.', ['m.ilieva@luch.bg']],
    ['the name of the salon', 'студио', ['m.ilieva@luch.bg']],
    ['the name in Latin letters', 'studio', ['m.ilieva@luch.bg']],
    ['a sign that stands for others elsewhere', '%', []],
  ])('is searched by %s', async (_what, search, emails) => {
    const person = await db.signUp('m.ilieva@luch.bg');
    await db.createSalon(person, { name_bg: 'Студио „Лъч“', name_en: 'Ray' });
    const found = await accounts(search);
    expect(found.rows.map(({ email }) => email)).toEqual(emails);
    expect(found.total).toBe(emails.length);
  });
});
