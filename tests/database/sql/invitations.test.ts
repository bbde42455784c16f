/** How people come into a salon: invitations, and what becomes of each code. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, type Person, refusal, type Who } from '../support/database.ts';

let db: Database;
let admin: Person;
beforeAll(async () => {
  db = await Database.open();
  admin = await db.signUp();
});
afterAll(() => db.close());

interface Made {
  id: string;
  code: string;
  expires_at: string;
}
const invite = async (
  who: Who,
  salonId: number,
  role: string | null = 'staff',
  resource: string | null = null,
  note: string | null = null,
) => (await db.as(who, (sql) => sql`select invite(${salonId}, ${role}, ${resource}, ${note}) as made`))[0]?.made as Made;
const redeem = async (who: Who, code: string, name: string | null = 'Ани') =>
  (await db.as(who, (sql) => sql`select redeem_invitation(${code}, ${name}) as joined`))[0]?.joined as {
    salon_id: number;
    role: string;
  };
const look = async (code: string | null, who: Who = null) =>
  (await db.as(who, (sql) => sql`select look_at_invitation(${code}) as seen`))[0]?.seen as Record<string, unknown>;
const open = async (who: Who, salonId: number) =>
  (await db.as(who, (sql) => sql`select invitations(${salonId}) as list`))[0]?.list as Record<string, unknown>[];
const withdraw = (who: Who, id: string) => db.as(who, (sql) => sql`select withdraw_invitation(${id})`);
const accountOf = async ({ id }: Person) =>
  (await db.sql`select salon_id, salon_role, name, resource_id, joined_at is not null as joined from users where id = ${id}`)[0];
const whyNot = async (work: Promise<unknown>) => (await refusal(work)).hint;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => db.signUp()));

describe('an invitation', () => {
  it('is said once, as sixteen characters, and is stored as a hash', async () => {
    const { owner, salonId } = await db.salon();
    const { id, code, expires_at } = await invite(owner, salonId, 'manager', null, '  за Ивайло ');
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.1);
    expect(await open(owner, salonId)).toEqual([
      {
        ...{ id, role: 'manager', resource_id: null, note: 'за Ивайло', made_by: owner.id, expires_at },
        made_at: expect.stringMatching(/Z$/),
      },
    ]);
    const [stored] = await db.sql`select i::text as row from private.invitations i where i.id = ${id}`;
    expect(stored?.row).not.toContain(code);
    expect(stored?.row).not.toContain(code.replaceAll('-', ''));
  });

  it('makes a person of the salon, with role, name and employee, once; asked again it says the same', async () => {
    const { owner, salonId } = await db.salon();
    await db.pushOne(owner, salonId, { table: 'resources', id: 'ana', doc: { name: 'Ана' } });
    const { code } = await invite(owner, salonId, 'staff', 'ana');
    const ana = await db.signUp();
    expect(await redeem(ana, code, '  Ана  ')).toEqual({ salon_id: salonId, role: 'staff' });
    const joined = { salon_id: salonId, salon_role: 'staff', name: 'Ана', resource_id: 'ana', joined: true };
    expect(await accountOf(ana)).toEqual(joined);
    expect((await db.pull(ana, salonId)).you).toEqual({ role: 'staff', resource_id: 'ana' });
    expect(await redeem(ana, code, 'Друго име')).toEqual({ salon_id: salonId, role: 'staff' });
    expect(await accountOf(ana)).toEqual(joined);
    expect(await whyNot(redeem(await db.signUp(), code))).toBe('used');
    expect(await open(owner, salonId)).toEqual([]);
  });

  it('is read as people type it: in small letters, without hyphens, with O for 0 and I and L for 1', async () => {
    const { owner, salonId } = await db.salon();
    const { code } = await invite(owner, salonId);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' – ').replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I')}\n`;
    expect(await look(typed)).toMatchObject({ state: 'open', salon_id: salonId });
    expect(await redeem(await db.signUp(), typed)).toMatchObject({ salon_id: salonId });
  });

  it('of one code makes one person, however many use it at once', async () => {
    const { owner, salonId } = await db.salon();
    const { id, code } = await invite(owner, salonId);
    const newcomers = await people(50);
    // Held until the first of them stand before it: each has read that it is open. One connection is left to look.
    const tries: Promise<unknown>[] = [];
    await db.sql.begin(async (sql) => {
      await sql`select from private.invitations where id = ${id} for update`;
      tries.push(...newcomers.slice(0, 6).map((person) => redeem(person, code)));
      await expect
        .poll(
          () => db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%redeem_invitation%'
            and datname = current_database()`,
          { interval: 10, timeout: 20_000 },
        )
        .toHaveLength(6);
    });
    tries.push(...newcomers.slice(6).map((person) => redeem(person, code)));
    const tried = await Promise.allSettled(tries);
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { hint: string }).hint] : []));
    expect(new Set(refused)).toEqual(new Set(['used']));
    expect(await db.sql`select from users where salon_id = ${salonId}`).toHaveLength(2);
  });

  it('is used once by a person who has fifty', async () => {
    const salons = await Promise.all(Array.from({ length: 50 }, () => db.salon()));
    const codes = await Promise.all(salons.map(({ owner, salonId }) => invite(owner, salonId)));
    const person = await db.signUp();
    const tried = await Promise.allSettled(codes.map(({ code }) => redeem(person, code)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { hint: string }).hint] : []));
    expect(new Set(refused)).toEqual(new Set(['has_salon']));
    expect(await db.sql`select from private.invitations where used_by = ${person.id}`).toHaveLength(1);
  });

  it('says to whoever has its code whose it is and how it stands, and of a code that is none nothing', async () => {
    const { owner, salonId } = await db.salon();
    await db.sql`update users set name = 'Мария' where id = ${owner.id}`;
    const { id, code } = await invite(owner, salonId, 'manager');
    const seen = { role: 'manager', salon_id: salonId, name_bg: 'Салон', name_en: 'Salon', by: 'Мария' };
    expect(await look(code)).toMatchObject({ ...seen, state: 'open', expires_at: expect.stringMatching(/Z$/) });
    expect(await look(code, await db.signUp())).toMatchObject({ ...seen, state: 'open' });
    await db.sql`update private.invitations set expires_at = now() where id = ${id}`;
    expect(await look(code)).toMatchObject({ ...seen, state: 'expired' });
    await db.sql`update users set name = 'Мария Другаде', salon_id = ${(await db.salon()).salonId}, salon_role = 'staff' where id = ${owner.id}`;
    expect(await look(code)).toMatchObject({ ...seen, by: null });
    const nothing = { state: 'unknown', role: null, salon_id: null, name_bg: null, name_en: null, by: null, expires_at: null };
    const alike = code.replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    const wrong = [
      alike,
      code.slice(1),
      `${code}0`,
      '',
      null,
      ...Array.from({ length: 36 }, (_, n) => `K7QF-2M9T-XR4D-${1000 + n}`),
    ];
    for (const one of wrong) expect(await look(one)).toEqual(nothing);
    const person = await db.signUp();
    for (const one of wrong) expect(await whyNot(redeem(person, one ?? ''))).toBe('unknown');
  });

  it('ends after 72 hours and when it is withdrawn, and says which', async () => {
    const { owner, salonId } = await db.salon();
    const [late, taken] = [await invite(owner, salonId), await invite(owner, salonId)];
    await db.sql`update private.invitations set expires_at = now() where id = ${late.id}`;
    await withdraw(owner, taken.id);
    await withdraw(owner, taken.id);
    const person = await db.signUp();
    expect(await whyNot(redeem(person, late.code))).toBe('expired');
    expect(await whyNot(redeem(person, taken.code))).toBe('withdrawn');
    expect(await look(taken.code)).toMatchObject({ state: 'withdrawn' });
    expect(await open(owner, salonId)).toEqual([]);
    expect(await accountOf(person)).toMatchObject({ salon_id: null, salon_role: null });
  });

  it('is refused to who is in this salon or in another, and stays open', async () => {
    const { owner, salonId } = await db.salon();
    const { code } = await invite(owner, salonId);
    expect(await whyNot(redeem(owner, code))).toBe('member');
    expect(await whyNot(redeem((await db.salon()).owner, code))).toBe('has_salon');
    expect(await look(code)).toMatchObject({ state: 'open' });
    expect((await refusal(redeem(null, code))).code).toBe('42501');
  });

  it('is used up by who has been removed since', async () => {
    const { owner, salonId } = await db.salon();
    const { code } = await invite(owner, salonId);
    const person = await db.signUp();
    await redeem(person, code);
    await db.as(owner, (sql) => sql`select remove_person(${salonId}, ${person.id})`);
    expect(await whyNot(redeem(person, code))).toBe('used');
    expect((await redeem(person, (await invite(owner, salonId, 'manager')).code)).role).toBe('manager');
  });

  it('is taken or withdrawn, not both, when it happens at once', async () => {
    const { owner, salonId } = await db.salon();
    for (let round = 0; round < 10; round++) {
      const { id, code } = await invite(owner, salonId);
      const [joined, gone] = await Promise.allSettled([redeem(await db.signUp(), code), withdraw(owner, id)]);
      expect([joined.status, gone.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('who invites', () => {
  it('is an owner or a manager, the manager staff only; neither from outside', async () => {
    const { owner, salonId } = await db.salon();
    const [manager, staff] = [await db.member(salonId, 'manager'), await db.member(salonId, 'staff')];
    expect((await invite(manager, salonId, 'staff')).code).toBeTruthy();
    expect(await whyNot(invite(manager, salonId, 'manager'))).toBe('right');
    expect(await whyNot(invite(staff, salonId, 'staff'))).toBe('right');
    expect(await whyNot(invite((await db.salon()).owner, salonId, 'staff'))).toBe('membership');
    expect(await whyNot(open(staff, salonId))).toBe('right');

    const ofOwner = await invite(owner, salonId, 'manager');
    expect((await open(manager, salonId)).map(({ role }) => role)).toEqual(['staff']);
    expect(await whyNot(withdraw(manager, ofOwner.id))).toBe('right');
    expect(await whyNot(withdraw(staff, ofOwner.id))).toBe('right');
    expect(await whyNot(withdraw((await db.salon()).owner, ofOwner.id))).toBe('membership');
    expect(await whyNot(withdraw(owner, randomUUID()))).toBe('unknown');
  });

  it('has no open invitation any more once they might not make it: nobody who is removed comes back by one', async () => {
    const { owner, salonId } = await db.salon();
    for (const way of ['removed', 'left', 'made staff'] as const) {
      const manager = await db.member(salonId, 'manager');
      const { code } = await invite(manager, salonId);
      if (way === 'removed') await db.as(owner, (sql) => sql`select remove_person(${salonId}, ${manager.id})`);
      if (way === 'left') await db.as(manager, (sql) => sql`select leave_salon(${salonId})`);
      if (way === 'made staff') await db.as(owner, (sql) => sql`select set_person_role(${salonId}, ${manager.id}, 'staff')`);
      expect(await look(code), way).toMatchObject({ state: 'withdrawn' });
    }
  });

  it('is told what of it is wrong', async () => {
    const { owner, salonId } = await db.salon();
    const other = await db.salon();
    await db.push(owner, salonId, [
      { table: 'resources', id: 'ana', doc: { name: 'Ана' } },
      { table: 'resources', id: 'gone', doc: { name: 'Няма я', deleted: true } },
    ]);
    await db.pushOne(other.owner, other.salonId, { table: 'resources', id: 'theirs', doc: { name: 'Друга' } });
    for (const role of ['owner', 'admin', '', null]) expect(await whyNot(invite(owner, salonId, role)), `${role}`).toBe('role');
    for (const id of ['gone', 'theirs', '']) expect(await whyNot(invite(owner, salonId, 'staff', id)), id).toBe('resource');
    expect(await whyNot(invite(owner, salonId, 'staff', null, 'x'.repeat(81)))).toBe('note');
    expect(await whyNot(invite(owner, salonId, 'staff', null, 'за\u202eАни'))).toBe('note');
    expect((await invite(owner, salonId, 'staff', null, 'x'.repeat(80))).code).toBeTruthy();
    expect((await invite(owner, salonId, 'staff', null, '  ')).code).toBeTruthy();

    const { code } = await invite(owner, salonId, 'staff', 'ana');
    const person = await db.signUp();
    for (const name of ['', ' \n', '\u00a0', 'x'.repeat(81), 'А\u200bни', 'А\u0007ни'])
      expect(await whyNot(redeem(person, code, name))).toBe('name');
    expect(await redeem(person, code, 'x'.repeat(80))).toMatchObject({ role: 'staff' });
    expect(await whyNot(invite(owner, salonId, 'staff', 'ana'))).toBe('linked');
  });

  it('has twenty open ones at most, and few of those that are over are kept', async () => {
    const { owner, salonId } = await db.salon();
    const made = await Promise.allSettled(Array.from({ length: 25 }, () => invite(owner, salonId)));
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { hint: string }).hint] : []));
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'most_invitations'));
    await db.sql`insert into private.invitations (salon_id, hash, role, made_by, made_at, expires_at)
      select ${salonId}, sha256(n::text::bytea), 'staff', ${owner.id}, now() - interval '1 day', now() - interval '1 day' from generate_series(1, 500) n`;
    const [one] = await open(owner, salonId);
    await withdraw(owner, one?.id as string);
    await invite(owner, salonId);
    const [kept] = await db.sql`select count(*) as n from private.invitations where salon_id = ${salonId}`;
    expect(kept?.n).toBe(220);
  });

  it('has fifty people at most, whoever comes at once', async () => {
    const { owner, salonId } = await db.salon();
    await db.sql`insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'many' || ${salonId}::text || '-' || n || '@greben.test', now() from generate_series(1, 47) n`;
    await db.sql`update users set salon_id = ${salonId}, salon_role = 'staff' where email like ${`many${salonId}-%`}`;
    const codes = await Promise.all(Array.from({ length: 5 }, () => invite(owner, salonId)));
    const newcomers = await people(5);
    const tried = await Promise.allSettled(newcomers.map((person, n) => redeem(person, codes[n]?.code ?? '')));
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { hint: string }).hint] : []));
    expect(refused).toEqual(['most_people', 'most_people', 'most_people']);
    expect(await whyNot(invite(owner, salonId))).toBe('most_people');
    expect(await open(owner, salonId)).toHaveLength(3);
    const [left] = newcomers.filter((_, n) => tried[n]?.status === 'rejected');
    expect(await whyNot(db.as(admin, (sql) => sql`select admin_set_owner(${salonId}, ${left?.id ?? ''})`))).toBe('most_people');
  });
});

describe('who is invited as an employee that is not free any more', () => {
  it('joins, and is nobody of the team yet', async () => {
    const { owner, salonId } = await db.salon();
    await db.pushOne(owner, salonId, { table: 'resources', id: 'ana', doc: { name: 'Ана' } });
    const [first, second] = [await invite(owner, salonId, 'staff', 'ana'), await invite(owner, salonId, 'staff', 'ana')];
    const [ana, other] = [await db.signUp(), await db.signUp()];
    await redeem(ana, first.code);
    await redeem(other, second.code);
    expect([await accountOf(ana), await accountOf(other)]).toMatchObject([{ resource_id: 'ana' }, { resource_id: null }]);
  });
});

describe('a salon that was made by mistake', () => {
  const giveUp = (who: Who, salonId: number) => db.as(who, (sql) => sql`select give_up_salon(${salonId})`);

  it('is given up by its owner, who joins another; its request goes and its invitations end', async () => {
    const { owner, salonId } = await db.salon();
    const host = await db.salon();
    const [own, { code }] = [await invite(owner, salonId), await invite(host.owner, host.salonId, 'manager')];
    expect(await whyNot(redeem(owner, code))).toBe('has_salon');
    await giveUp(owner, salonId);
    await giveUp(owner, salonId);
    expect(await redeem(owner, code)).toEqual({ salon_id: host.salonId, role: 'manager' });
    const [left] = await db.sql`select deleted, owner_id from salons where id = ${salonId}`;
    expect(left).toEqual({ deleted: true, owner_id: null });
    expect(await db.sql`select from salon_approvals where salon_id = ${salonId}`).toHaveLength(0);
    expect(await look(own.code)).toMatchObject({ state: 'withdrawn' });
  });

  it('is not given up while there is a client, a booking or anybody else in it, nor by anybody else', async () => {
    const { owner, salonId } = await db.salon();
    const manager = await db.member(salonId);
    expect(await whyNot(giveUp(owner, salonId))).toBe('not_empty');
    expect(await whyNot(giveUp(manager, salonId))).toBe('right');
    expect(await whyNot(giveUp((await db.salon()).owner, salonId))).toBe('membership');
    await db.as(manager, (sql) => sql`select leave_salon(${salonId})`);
    await db.pushOne(owner, salonId, { table: 'clients', id: 'c', doc: { first_name: 'Ива' } });
    expect(await whyNot(giveUp(owner, salonId))).toBe('not_empty');
    await db.push(owner, salonId, [
      { table: 'clients', id: 'c', base_rev: 2, doc: { deleted: true } },
      { table: 'resources', id: 'r', doc: { name: 'Ани' } },
      {
        table: 'events',
        id: 'e',
        doc: { resource_id: 'r', start_time: '2026-11-18T08:00:00Z', end_time: '2026-11-18T09:00:00Z' },
      },
    ]);
    expect(await whyNot(giveUp(owner, salonId))).toBe('not_empty');
  });
});
