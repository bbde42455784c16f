/** Who may do what with whom in a salon; handing it over; how people go, also while a push of theirs waits; what is known of devices. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { become, Database, type Person, push, refusal, type Who } from '../support/database.ts';
import { outcome } from '../support/personas.ts';

let db: Database;
let admin: Person;
beforeAll(async () => {
  db = await Database.open();
  admin = await db.signUp();
});
afterAll(() => db.close());

/** Whatever a story did: a salon's owner is the person with that role, and who has no salon has nothing of one. */
afterEach(async () => {
  const parted = await db.sql`select s.id from salons s full join (select salon_id, id from users where salon_role = 'owner') u
    on u.salon_id = s.id where s.owner_id is distinct from u.id`;
  expect([...parted]).toEqual([]);
  const left =
    await db.sql`select id from users where salon_id is null and (salon_role, name, resource_id, joined_at) is distinct from (null, null, null, null)`;
  expect([...left]).toEqual([]);
});

const call = async (who: Who, text: string) => (await db.as(who, (sql) => sql.unsafe(`select ${text} as answer`)))[0]?.answer;
const whyNot = async (work: Promise<unknown>) => (await refusal(work)).hint;
const roleOf = async ({ id }: Person) =>
  (await db.sql`select salon_role from users where id = ${id}`)[0]?.salon_role as string | null;
const remove = (who: Who, salonId: number, { id }: Person) => call(who, `remove_person(${salonId}, '${id}')`);
const setRole = (who: Who, salonId: number, { id }: Person, role: string) =>
  call(who, `set_person_role(${salonId}, '${id}', '${role}')`);
const handOver = (who: Who, salonId: number, { id }: Person) => call(who, `hand_over_salon(${salonId}, '${id}')`);

interface Known {
  user_id: string;
  name: string | null;
  email: string | null;
  role: string;
  resource_id: string | null;
  last_seen: string | null;
  devices: Record<string, unknown>[];
}
const peopleOf = async (who: Who, salonId: number) =>
  (await call(who, `salon_people(${salonId})`)) as { people: Known[]; former: { user_id: string; name: string | null }[] };

/** A salon with two of each role but the owner's. */
async function team() {
  const { owner, salonId } = await db.salon();
  const [manager, otherManager] = [await db.member(salonId), await db.member(salonId)];
  const [staff, otherStaff] = [await db.member(salonId, 'staff'), await db.member(salonId, 'staff')];
  await db.push(owner, salonId, [
    { table: 'resources', id: 'ana', doc: { name: 'Ана' } },
    { table: 'resources', id: 'gone', doc: { name: 'Няма я', deleted: true } },
  ]);
  return { salonId, owner, manager, otherManager, staff, otherStaff };
}
type Team = Awaited<ReturnType<typeof team>>;

describe('who may do what with whom', () => {
  let salon: Team;
  beforeAll(async () => {
    salon = await team();
  });
  const CALLS: Record<string, (id: string) => string> = {
    remove: (id) => `remove_person(${salon.salonId}, '${id}')`,
    'make staff': (id) => `set_person_role(${salon.salonId}, '${id}', 'staff')`,
    'make a manager': (id) => `set_person_role(${salon.salonId}, '${id}', 'manager')`,
    link: (id) => `link_person(${salon.salonId}, '${id}', 'ana')`,
    unlink: (id) => `link_person(${salon.salonId}, '${id}', null)`,
    rename: (id) => `rename_person(${salon.salonId}, '${id}', 'Ани')`,
    'hand over': (id) => `hand_over_salon(${salon.salonId}, '${id}')`,
  };
  const [DONE, RIGHT, SELF] = ['done', 'refused (right)', 'refused (oneself)'];
  /** By what is done: caller → what it comes to with the owner, a manager, staff and oneself. */
  const MATRIX: Record<string, Record<'owner' | 'admin' | 'manager' | 'staff', (string | undefined)[]>> = {
    remove: {
      owner: [SELF, DONE, DONE, SELF],
      admin: [RIGHT, DONE, DONE, SELF],
      manager: [RIGHT, RIGHT, DONE, SELF],
      staff: [RIGHT, RIGHT, RIGHT, RIGHT],
    },
    'make staff': {
      owner: [SELF, DONE, DONE, SELF],
      admin: [RIGHT, DONE, DONE, SELF],
      manager: [RIGHT, RIGHT, DONE, SELF],
      staff: [RIGHT, RIGHT, RIGHT, RIGHT],
    },
    'make a manager': {
      owner: [SELF, DONE, DONE, SELF],
      admin: [RIGHT, DONE, DONE, SELF],
      manager: [RIGHT, RIGHT, RIGHT, SELF],
      staff: [RIGHT, RIGHT, RIGHT, RIGHT],
    },
    link: {
      owner: [DONE, DONE, DONE, DONE],
      admin: [RIGHT, DONE, DONE, 'done'],
      manager: [RIGHT, RIGHT, DONE, RIGHT],
      staff: [RIGHT, RIGHT, RIGHT, RIGHT],
    },
    unlink: {
      owner: [DONE, DONE, DONE, DONE],
      admin: [RIGHT, DONE, DONE, 'done'],
      manager: [RIGHT, RIGHT, DONE, RIGHT],
      staff: [RIGHT, RIGHT, RIGHT, RIGHT],
    },
    rename: {
      owner: [DONE, DONE, DONE, DONE],
      admin: [DONE, DONE, DONE, 'refused (person)'],
      manager: [RIGHT, RIGHT, RIGHT, DONE],
      staff: [RIGHT, RIGHT, RIGHT, DONE],
    },
    'hand over': {
      owner: [SELF, DONE, 'refused (not_manager)', SELF],
      // That the owner is the owner already changes nothing.
      admin: [DONE, RIGHT, RIGHT, RIGHT],
      manager: [DONE, RIGHT, RIGHT, RIGHT],
      staff: [DONE, RIGHT, RIGHT, RIGHT],
    },
  };

  it.each(Object.keys(MATRIX))('%s', async (what) => {
    for (const [caller, expected] of Object.entries(MATRIX[what] ?? {})) {
      const who = caller === 'admin' ? admin : salon[caller as 'owner' | 'manager' | 'staff'];
      const targets = [salon.owner, salon.otherManager, salon.otherStaff, who];
      const found = [];
      for (const { id } of targets)
        found.push(await outcome(db, who, async (sql) => (await sql.unsafe(`select ${CALLS[what]?.(id)}`)).length));
      expect(found, caller).toEqual(expected);
    }
  });

  it('is nothing for who is not in the salon, and nothing to who is not', async () => {
    const stranger = (await db.salon()).owner;
    for (const [what, text] of Object.entries(CALLS)) {
      const of = (who: Person, { id }: Person) =>
        outcome(db, who, async (sql) => (await sql.unsafe(`select ${text(id)}`)).length);
      expect(await of(stranger, salon.staff), what).toBe('refused (membership)');
      // Removed is who is not there, however it came to that.
      if (what !== 'remove') expect(await of(salon.owner, stranger), what).toBe('refused (person)');
    }
    await remove(salon.owner, salon.salonId, stranger);
    expect(await roleOf(stranger)).toBe('owner');
  });

  it('is said beside its field where it is wrong', async () => {
    const { salonId, owner, staff, otherStaff } = salon;
    const link = (who: Person, resource: string) => call(owner, `link_person(${salonId}, '${who.id}', '${resource}')`);
    for (const role of ['owner', 'admin', '']) expect(await whyNot(setRole(owner, salonId, staff, role)), role).toBe('role');
    for (const resource of ['gone', 'none']) expect(await whyNot(link(staff, resource)), resource).toBe('resource');
    await link(staff, 'ana');
    await link(staff, 'ana');
    expect(await whyNot(link(otherStaff, 'ana'))).toBe('linked');
    for (const name of ['', '  ', '\u00a0\u3000', 'x'.repeat(81), 'А\u200bни', 'А\u0085ни'])
      expect(await whyNot(call(staff, `rename_person(${salonId}, '${staff.id}', '${name}')`))).toBe('name');
    await call(staff, `rename_person(${salonId}, '${staff.id}', '  Ани ')`);
    expect((await peopleOf(staff, salonId)).people.find(({ user_id }) => user_id === staff.id)).toMatchObject({
      name: 'Ани',
      resource_id: 'ana',
    });
    await call(owner, `link_person(${salonId}, '${staff.id}', null)`);
  });

  it('passwords of employees and the request for approval: managers may set the one, the owner alone asks for the other', async () => {
    const { salonId, owner, manager, staff } = salon;
    const password = `set_resource_password(${salonId}, 'ana', 'x')`;
    const ask = `ask_approval_again(${salonId})`;
    expect(await whyNot(call(staff, password))).toBe('right');
    await call(manager, password);
    expect(await whyNot(call(manager, ask))).toBe('right');
    await call(owner, ask);
    await call(admin, ask);
  });

  it('everybody who works there hears, and nobody else', async () => {
    const hears = (who: Person) =>
      outcome(db, who, async (sql) => {
        await sql`reset role`;
        await sql`insert into realtime.messages (topic, extension, private) values (${`salon:${salon.salonId}`}, 'broadcast', true)`;
        await sql`select set_config('realtime.topic', ${`salon:${salon.salonId}`}, true)`;
        await become(sql, who);
        return (await sql`select from realtime.messages where topic = ${`salon:${salon.salonId}`}`).length;
      });
    for (const who of [salon.owner, salon.manager, salon.staff, admin]) expect(await hears(who)).toBe('done');
    const removed = await db.member(salon.salonId);
    await remove(salon.owner, salon.salonId, removed);
    for (const who of [removed, (await db.salon()).owner]) expect(await hears(who)).toBe('nothing');
  });
});

describe('the owner', () => {
  it('is one a salon, and makes it', async () => {
    const { salonId, owner, manager } = await team();
    expect(await roleOf(owner)).toBe('owner');
    const [{ code }] = [await refusal(db.sql`update users set salon_role = 'owner' where id = ${manager.id}`)];
    expect(code).toBe('23505');
    expect((await db.pull(owner, salonId)).you).toEqual({ role: 'owner', resource_id: null });
    expect((await db.pull(admin, salonId)).you).toEqual({ role: 'owner', resource_id: null });
  });

  it('hands the salon over: both change, every device hears of it; asked again it says so and changes nothing', async () => {
    const { salonId, owner, manager } = await team();
    const before = (await db.pull(owner, salonId)).head;
    expect(await handOver(owner, salonId, manager)).toEqual({ owner_id: manager.id, role: 'manager' });
    expect([await roleOf(owner), await roleOf(manager)]).toEqual(['manager', 'owner']);
    const { head, tables } = await db.pull(manager, salonId);
    expect(head).toBe(before + 1);
    expect(tables.salons.rows).toMatchObject([{ owner_id: manager.id, rev: head }]);
    expect(await handOver(owner, salonId, manager)).toEqual({ owner_id: manager.id, role: 'manager' });
    expect((await db.pull(manager, salonId)).head).toBe(head);
  });

  it('hands it over once, in however many windows at once', async () => {
    const { salonId, owner, manager, otherManager } = await team();
    const tried = await Promise.allSettled([handOver(owner, salonId, manager), handOver(owner, salonId, otherManager)]);
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db.sql`select from users where salon_id = ${salonId} and salon_role = 'owner'`).toHaveLength(1);
  });

  it('may not leave; the others may, and have left when they ask again', async () => {
    const { salonId, owner, manager, staff } = await team();
    expect(await whyNot(call(owner, `leave_salon(${salonId})`))).toBe('owner');
    for (const person of [manager, staff]) {
      await call(person, `leave_salon(${salonId})`);
      await call(person, `leave_salon(${salonId})`);
      expect(await whyNot(db.pull(person, salonId))).toBe('membership');
    }
  });

  it('who has lost their account leaves a salon without an owner, until the administrator names one', async () => {
    const { salonId, owner, staff, manager } = await team();
    await db.sql`delete from auth.users where id = ${owner.id}`;
    expect((await db.pull(staff, salonId)).tables.salons.rows).toMatchObject([{ owner_id: null }]);
    expect(await whyNot(handOver(manager, salonId, staff))).toBe('right');
    await call(admin, `admin_set_owner(${salonId}, '${staff.id}')`);
    expect(await roleOf(staff)).toBe('owner');
  });

  it('is named by the administrator: a member or an account without a salon; a former one stays as manager', async () => {
    const { salonId, owner, manager } = await team();
    await call(admin, `admin_set_owner(${salonId}, '${manager.id}')`);
    expect([await roleOf(owner), await roleOf(manager)]).toEqual(['manager', 'owner']);
    const newcomer = await db.signUp();
    await call(admin, `admin_set_owner(${salonId}, '${newcomer.id}')`);
    await call(admin, `admin_set_owner(${salonId}, '${newcomer.id}')`);
    expect([await roleOf(newcomer), await roleOf(manager)]).toEqual(['owner', 'manager']);
    const other = (await db.salon()).owner;
    expect(await whyNot(call(admin, `admin_set_owner(${salonId}, '${other.id}')`))).toBe('has_salon');
    expect((await refusal(call(admin, `admin_set_owner(${salonId}, '${randomUUID()}')`))).code).toBe('PT404');
    expect((await refusal(call(admin, `admin_set_owner(987654, '${manager.id}')`))).code).toBe('PT404');
    expect(await whyNot(call(owner, `admin_set_owner(${salonId}, '${owner.id}')`))).toBe('admin');
  });

  it('who is taken out by the administrator is its owner no more', async () => {
    const { salonId, owner, staff } = await team();
    await call(admin, `admin_withdraw_membership('${owner.id}')`);
    expect((await db.pull(staff, salonId)).tables.salons.rows).toMatchObject([{ owner_id: null }]);
    expect(await whyNot(db.pull(owner, salonId))).toBe('membership');
  });
});

/** How many wait for a lock. */
const waits = async () =>
  (await db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).length;
/** Somebody else holds a row: a call waits for it, and what happens meanwhile is committed before the call goes on. */
async function whileHeld<T>(
  hold: (sql: postgres.TransactionSql) => Promise<unknown>,
  waiting: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const started = { call: null as Promise<T> | null };
  await db.sql.begin(async (sql) => {
    await hold(sql);
    started.call = waiting();
    started.call.catch(() => undefined);
    await expect.poll(waits, { interval: 10, timeout: 10_000 }).toBe(1);
    await meanwhile();
  });
  return started.call as Promise<T>;
}
/** Somebody else writes: whoever pushes waits until they are done. */
const whileTheHeadIsHeld = <T>(salonId: number, waiting: () => Promise<T>, meanwhile: () => Promise<unknown>) =>
  whileHeld((sql) => sql`select from sync_heads where salon_id = ${salonId} for update`, waiting, meanwhile);

const CHANGES = [
  { table: 'services', id: 'cut', base_rev: 0, doc: { name: 'Подстригване' } },
  { table: 'clients', id: 'new', base_rev: 0, doc: { first_name: 'Ива' } },
];

describe('while a push waits for the head', () => {
  it('a manager becomes staff: what staff may write is written, the rest is refused for the role', async () => {
    const { salonId, owner, manager } = await team();
    const verdicts = await whileTheHeadIsHeld(
      salonId,
      () => db.push(manager, salonId, CHANGES),
      () => setRole(owner, salonId, manager, 'staff'),
    );
    expect(verdicts).toMatchObject([{ v: 'rejected', code: '42501', constraint: 'role', columns: null }, { v: 'applied' }]);
    expect(await db.sql`select from services where salon_id = ${salonId}`).toHaveLength(0);
    expect(await db.sql`select from clients where salon_id = ${salonId}`).toHaveLength(1);
  });

  it('staff become a manager: all of it is written', async () => {
    const { salonId, owner, staff } = await team();
    const verdicts = await whileTheHeadIsHeld(
      salonId,
      () => db.push(staff, salonId, CHANGES),
      () => setRole(owner, salonId, staff, 'manager'),
    );
    expect(verdicts.map(({ v }) => v)).toEqual(['applied', 'applied']);
  });

  it('a person is removed: nothing is written, and no row is judged', async () => {
    const { salonId, owner, manager } = await team();
    const pushed = whileTheHeadIsHeld(
      salonId,
      () => db.push(manager, salonId, CHANGES),
      () => remove(owner, salonId, manager),
    );
    expect(await refusal(pushed)).toMatchObject({ code: '42501', hint: 'membership' });
    expect(await db.sql`select from clients where salon_id = ${salonId}`).toHaveLength(0);
  });

  it('and the push came first: it is written whole, and what comes after the removal is refused', async () => {
    const { salonId, owner, manager } = await team();
    let removing: Promise<unknown> = Promise.resolve();
    const verdicts = await db.as(manager, async (sql) => {
      const done = await push(sql, salonId, CHANGES);
      removing = setRole(owner, salonId, manager, 'staff').then(() => remove(owner, salonId, manager));
      return done;
    });
    await removing;
    expect(verdicts.map(({ v }) => v)).toEqual(['applied', 'applied']);
    expect(await whyNot(db.push(manager, salonId, CHANGES))).toBe('membership');
  });

  it('owner and manager change places: each is judged by what they are then', async () => {
    const { salonId, owner, manager } = await team();
    const [row] = await db.sql`select rev from salons where id = ${salonId}`;
    const rename = [{ table: 'salons', id: String(salonId), base_rev: row?.rev as number, doc: { comment: 'x' } }];
    await handOver(owner, salonId, manager);
    const rev = (await db.pull(owner, salonId)).head;
    expect(await db.push(owner, salonId, [{ ...rename[0], base_rev: rev } as never])).toMatchObject([
      { v: 'rejected', constraint: 'role', columns: ['comment'] },
    ]);
    expect(await db.push(manager, salonId, [{ ...rename[0], base_rev: rev } as never])).toMatchObject([{ v: 'applied' }]);
  });
});

describe('while a call waits for the person whom it is about', () => {
  const aboutStaff = (salon: Team, by: Person, text: string, meanwhile: () => Promise<unknown>) =>
    whileHeld(
      (sql) => sql`select from users where id = ${salon.staff.id} for update`,
      () => call(by, text),
      meanwhile,
    );

  it('its caller is removed, or the owner no more: nothing is done', async () => {
    const salon = await team();
    const { salonId, owner, manager, otherManager, staff } = salon;
    const removing = aboutStaff(salon, manager, `remove_person(${salonId}, '${staff.id}')`, () =>
      remove(owner, salonId, manager),
    );
    expect(await whyNot(removing)).toBe('membership');
    const promoting = aboutStaff(salon, owner, `set_person_role(${salonId}, '${staff.id}', 'manager')`, () =>
      handOver(owner, salonId, otherManager),
    );
    expect(await whyNot(promoting)).toBe('right');
    expect(await roleOf(staff)).toBe('staff');
    const naming = aboutStaff(salon, otherManager, `rename_person(${salonId}, '${staff.id}', 'Ани')`, () =>
      handOver(otherManager, salonId, owner),
    );
    expect(await whyNot(naming)).toBe('right');
  });

  it('they are removed by somebody else: that is no error', async () => {
    const salon = await team();
    const { salonId, owner, manager, staff } = salon;
    const removing = whileHeld(
      (sql) => sql`update users set salon_id = null where id = ${staff.id}`,
      () => remove(manager, salonId, staff),
      () => Promise.resolve(),
    );
    await removing;
    expect(await roleOf(staff)).toBeNull();
    expect(await roleOf(owner)).toBe('owner');
  });
});

it('nobody comes in by an invitation whose maker is removed while it is redeemed', async () => {
  const { salonId, owner, manager } = await team();
  const { code } = (await call(manager, `invite(${salonId}, 'staff')`)) as { code: string };
  const newcomer = await db.signUp();
  const redeeming = whileHeld(
    (sql) => sql`select private.lock_people(${salonId})`,
    () => call(newcomer, `redeem_invitation('${code}', 'Ани')`),
    () => remove(owner, salonId, manager),
  );
  expect(await whyNot(redeeming)).toBe('withdrawn');
  expect(await roleOf(newcomer)).toBeNull();
});

describe('who is removed', () => {
  it('is refused by every door from that commit, and is let in again with another role by an invitation', async () => {
    const { salonId, owner, manager } = await team();
    await call(owner, `rename_person(${salonId}, '${manager.id}', 'Ивайло')`);
    await remove(owner, salonId, manager);
    await remove(owner, salonId, manager);
    for (const text of [
      `pull_changes(${salonId})`,
      `read_events(${salonId})`,
      `replica_checksums(${salonId}, '{}')`,
      `salon_people(${salonId})`,
    ])
      expect(await whyNot(call(manager, text)), text).toBe('membership');
    expect(await db.as(manager, (sql) => sql`select from clients where salon_id = ${salonId}`)).toHaveLength(0);
    const { code } = (await call(owner, `invite(${salonId}, 'staff')`)) as { code: string };
    await call(manager, `redeem_invitation('${code}', 'Ивайло')`);
    expect((await db.pull(manager, salonId)).you).toEqual({ role: 'staff', resource_id: null });
  });

  it('stands by name beside what they counted, until they are back or their account is gone', async () => {
    const { salonId, owner, staff, otherStaff } = await team();
    await db.push(owner, salonId, [{ table: 'products', id: 'p', doc: { name: 'Шампоан', quantity: 3 } }]);
    const count = { product_id: 'p', old_quantity: 3, new_quantity: 2, difference: -1 };
    await db.pushOne(staff, salonId, { table: 'product_revisions', id: 'r', doc: { ...count, user_id: staff.id } });
    await call(staff, `rename_person(${salonId}, '${staff.id}', 'Ани')`);
    for (const person of [staff, otherStaff]) await remove(owner, salonId, person);
    expect((await peopleOf(owner, salonId)).former).toEqual([{ user_id: staff.id, name: 'Ани' }]);
    const { code } = (await call(owner, `invite(${salonId}, 'staff')`)) as { code: string };
    await call(staff, `redeem_invitation('${code}', 'Ани П.')`);
    expect((await peopleOf(owner, salonId)).former).toEqual([]);
    await remove(owner, salonId, staff);
    expect((await peopleOf(owner, salonId)).former).toEqual([{ user_id: staff.id, name: 'Ани П.' }]);
    await db.sql`delete from auth.users where id = ${staff.id}`;
    expect((await peopleOf(owner, salonId)).former).toEqual([]);
  });
});

describe('an employee who is linked', () => {
  it('and deleted stays linked until the row is purged; one who is another salon’s is never linked', async () => {
    const { salonId, owner, staff } = await team();
    await call(owner, `link_person(${salonId}, '${staff.id}', 'ana')`);
    const rev = (await db.pull(owner, salonId)).tables.resources.rows.find(({ id }) => id === 'ana')?.rev ?? 0;
    await db.pushOne(owner, salonId, { table: 'resources', id: 'ana', base_rev: rev, doc: { deleted: true } });
    expect((await db.pull(staff, salonId)).you).toEqual({ role: 'staff', resource_id: 'ana' });
    await db.sql`select private.purge(${salonId}, now() + interval '1 day')`;
    expect((await db.pull(staff, salonId)).you).toEqual({ role: 'staff', resource_id: null });
  });

  it('has one account, whoever links at once', async () => {
    const { salonId, owner, staff, otherStaff, otherManager } = await team();
    const tried = await Promise.allSettled(
      [staff, otherStaff, otherManager].map(({ id }) => call(owner, `link_person(${salonId}, '${id}', 'ana')`)),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('what is known of people and devices', () => {
  const report = (who: Who, salonId: number, device: string, more = '') =>
    call(who, `report_device(${salonId}, '${device}'${more})`);

  it('owners and managers see addresses and devices, staff their own', async () => {
    const { salonId, owner, manager, staff, otherStaff } = await team();
    const device = randomUUID();
    expect(await report(staff, salonId, device, `, ' Chrome · Android ', '1.2.3', 7, 2, true`)).toEqual({ every: 600 });
    await report(otherStaff, salonId, randomUUID());
    const seen = { id: device, name: 'Chrome · Android', app: '1.2.3', unsent: 2, wrote_at: null };
    for (const who of [owner, manager]) {
      const { people } = await peopleOf(who, salonId);
      expect(people.map(({ role }) => role)).toEqual(['owner', 'manager', 'manager', 'staff', 'staff']);
      expect(people.find(({ user_id }) => user_id === staff.id)).toMatchObject({ email: staff.email, devices: [seen] });
      expect(people.every(({ email }) => email !== null)).toBe(true);
    }
    const { people } = await peopleOf(staff, salonId);
    for (const { user_id, email, devices, last_seen } of people) {
      const own = user_id === staff.id;
      expect([email, devices.length, last_seen !== null]).toEqual(own ? [staff.email, 1, true] : [null, 0, false]);
    }
  });

  it('a push that writes an event notes when its device did, one that writes none does not', async () => {
    const { salonId, owner, staff } = await team();
    const device = randomUUID();
    const pushAs = (changes: object[]) =>
      db.as(
        staff,
        (sql) => sql`select push_changes(${salonId}, ${sql.json(changes as postgres.JSONValue)}, null, 'r', ${device})`,
      );
    const noted = async () => (await db.sql`select wrote_at from private.devices where id = ${device}`)[0];
    await pushAs([{ table: 'clients', id: 'c', doc: { first_name: 'Ива' } }]);
    const time = { start_time: '2026-11-18T08:00:00Z', end_time: '2026-11-18T09:00:00Z' };
    await pushAs([{ table: 'events', id: 'bad', doc: { resource_id: 'nobody', ...time } }]);
    expect(await noted()).toBeUndefined();
    await pushAs([{ table: 'events', id: 'e', doc: { resource_id: 'ana', ...time } }]);
    expect((await noted())?.wrote_at).toBeInstanceOf(Date);
    await report(staff, salonId, device, `, 'Chrome'`);
    expect((await noted())?.wrote_at).toBeInstanceOf(Date);
    const { people } = await peopleOf(owner, salonId);
    expect(people.find(({ user_id }) => user_id === staff.id)?.devices).toMatchObject([{ id: device, name: 'Chrome' }]);
  });

  it('what a device says is cut and never refused; nobody says it for somebody else', async () => {
    const { salonId, owner, staff } = await team();
    const device = randomUUID();
    await report(staff, salonId, device, `, '${'x'.repeat(200)}', '${'9'.repeat(200)}', -5, -5, null`);
    const of = async (who: Person) =>
      (
        await db.sql`select length(name) as name, length(app) as app, rev, unsent, visible from private.devices where id = ${device} and user_id = ${who.id}`
      )[0];
    expect(await of(staff)).toEqual({ name: 80, app: 40, rev: 0, unsent: 0, visible: false });
    await report(staff, salonId, device, `, e'a\\u202eb', e'1\\u0007'`);
    expect(await of(staff)).toMatchObject({ name: null, app: 1 });
    await report(owner, salonId, device, `, 'mine'`);
    expect(await of(staff)).toMatchObject({ name: null });
    expect(await of(owner)).toMatchObject({ name: 4 });
    expect(await whyNot(report((await db.salon()).owner, salonId, device))).toBe('membership');
  });

  it('of a person the twenty devices that were seen last are kept', async () => {
    const { salonId, staff } = await team();
    for (let n = 0; n < 25; n++) await report(staff, salonId, randomUUID());
    const event = {
      table: 'events',
      doc: { resource_id: 'ana', start_time: '2026-11-18T08:00:00Z', end_time: '2026-11-18T09:00:00Z' },
    };
    for (let n = 0; n < 5; n++)
      await db.as(
        staff,
        (sql) => sql`select push_changes(${salonId}, ${sql.json([{ ...event, id: `e${n}` }])}, null, null, ${randomUUID()})`,
      );
    expect(await db.sql`select from private.devices where user_id = ${staff.id}`).toHaveLength(20);
  });

  it('the daily upkeep forgets devices after 90 days and invitations after 30', async () => {
    const { salonId, owner } = await team();
    const [old, seen] = [randomUUID(), randomUUID()];
    for (const device of [old, seen]) await report(owner, salonId, device);
    const made = [];
    for (let n = 0; n < 2; n++) made.push((await call(owner, `invite(${salonId}, 'staff')`)) as { id: string });
    await db.sql`update private.devices set last_seen = now() - interval '91 days' where id = ${old}`;
    await db.sql`update private.invitations set made_at = now() - interval '31 days' where id = ${made[0]?.id ?? ''}`;
    await db.sql`call private.purge_all()`;
    expect((await db.sql`select id from private.devices where user_id = ${owner.id}`).map(({ id }) => id)).toEqual([seen]);
    expect((await db.sql`select id from private.invitations where salon_id = ${salonId}`).map(({ id }) => id)).toEqual([
      made[1]?.id,
    ]);
  });
});

describe('the account', () => {
  it('of an owner goes while a push of theirs waits: the push is written, then the account is gone', async () => {
    const { salonId, owner, staff } = await team();
    const event = { resource_id: 'ana', start_time: '2026-11-18T08:00:00Z', end_time: '2026-11-18T09:00:00Z' };
    const changes = [{ table: 'events', id: 'e', doc: event }];
    const gone = { deleting: Promise.resolve() as Promise<unknown> };
    await whileTheHeadIsHeld(
      salonId,
      () => db.as(owner, (sql) => sql`select push_changes(${salonId}, ${sql.json(changes)}, null, null, ${randomUUID()})`),
      async () => {
        gone.deleting = db.sql`delete from auth.users where id = ${owner.id}`.execute();
        gone.deleting.catch(() => undefined);
        await expect.poll(waits, { interval: 10, timeout: 10_000 }).toBe(2);
      },
    );
    await gone.deleting;
    expect((await db.pull(staff, salonId)).tables).toMatchObject({
      salons: { rows: [{ owner_id: null }] },
      events: { rows: [{ id: 'e' }] },
    });
  });

  it('has nothing of a salon that it has lost, whatever took it', async () => {
    for (const way of ['statement', 'salon'] as const) {
      const { salonId, owner, staff } = await team();
      await call(owner, `link_person(${salonId}, '${staff.id}', 'ana')`);
      await call(owner, `rename_person(${salonId}, '${staff.id}', 'Ана')`);
      if (way === 'statement') await db.sql`update users set salon_id = null where id = ${staff.id}`;
      else await db.sql`delete from salons where id = ${salonId}`;
      const [left] = await db.sql`select salon_id, salon_role, name, resource_id, joined_at from users where id = ${staff.id}`;
      expect(left).toEqual({ salon_id: null, salon_role: null, name: null, resource_id: null, joined_at: null });
    }
  });

  it('is alone with its employee, whoever writes it', async () => {
    const { manager, staff } = await team();
    await db.sql`update users set resource_id = 'ana' where id = ${staff.id}`;
    expect((await refusal(db.sql`update users set resource_id = 'ana' where id = ${manager.id}`)).code).toBe('23505');
    const elsewhere = (await db.salon()).owner;
    const theirs = db.sql`update users set resource_id = 'ana' where id = ${elsewhere.id}`;
    expect((await refusal(theirs)).constraint).toBe('users_resource_id_fkey');
  });

  it('has a role in a salon, or neither', async () => {
    const { salonId } = await db.salon();
    const { id } = await db.signUp();
    expect((await refusal(db.sql`update users set salon_id = ${salonId} where id = ${id}`)).constraint).toBe(
      'users_role_in_a_salon',
    );
    expect((await refusal(db.sql`update users set salon_id = ${salonId}, salon_role = 'boss' where id = ${id}`)).code).toBe(
      '23514',
    );
  });
});
