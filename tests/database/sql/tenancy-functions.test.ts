/** The tenancy matrix of what is called and heard: every function, and the realtime topics. A new function without an expectation fails. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { become, type Person, type Refusal, refusal } from '../support/database.ts';
import { CLOSED, everyone, outcome, type Persona, row, type SalonOfPersonas, salonOfPersonas } from '../support/personas.ts';

let salon: SalonOfPersonas;
let { db, salonId, people, approvalId, errorId, colleague, code, invitationId, deviceId, token } = {} as SalonOfPersonas;
let staff: Person;
beforeAll(async () => {
  salon = await salonOfPersonas();
  ({ db, salonId, people, approvalId, errorId, colleague, code, invitationId, deviceId, token } = salon);
  staff = await db.member(salonId, 'staff');
});
afterAll(() => db.close());

describe('the functions', () => {
  const MEMBERS = {
    nobody: 'refused',
    stranger: 'refused (membership)',
    removed: 'refused (membership)',
    roleless: 'refused (membership)',
    member: 'done',
    admin: 'done',
  };
  const ADMINS = {
    nobody: 'refused',
    stranger: 'refused (admin)',
    removed: 'refused (admin)',
    roleless: 'refused (admin)',
    member: 'refused (admin)',
    admin: 'done',
  };
  const STRANGERS = {
    nobody: 'done',
    stranger: 'refused',
    removed: 'refused',
    roleless: 'refused',
    member: 'refused',
    admin: 'refused',
  };
  const EVERYBODY = { nobody: 'done', stranger: 'done', removed: 'done', roleless: 'done', member: 'done', admin: 'done' };
  const SIGNED_IN = { nobody: 'refused', stranger: 'done', removed: 'done', roleless: 'done', member: 'done', admin: 'done' };
  const OWN_SALON = {
    nobody: 'refused',
    stranger: 'refused',
    removed: 'refused',
    roleless: 'refused',
    member: 'done',
    admin: 'done',
  };

  const PUBLIC: Record<string, { call: () => string; expected: Record<Persona, string> }> = {
    'push_changes(bigint,jsonb,text,text,uuid)': { call: () => `push_changes(${salonId}, '[]')`, expected: MEMBERS },
    'pull_changes(bigint,jsonb,integer,timestamp with time zone,text)': {
      call: () => `pull_changes(${salonId})`,
      expected: MEMBERS,
    },
    'read_events(bigint,timestamp with time zone,timestamp with time zone,text,text)': {
      call: () => `read_events(${salonId})`,
      expected: MEMBERS,
    },
    'replica_checksums(bigint,jsonb,text)': { call: () => `replica_checksums(${salonId}, '{}')`, expected: MEMBERS },
    'set_resource_password(bigint,text,text)': {
      call: () => `set_resource_password(${salonId}, 'resources-1', 'x')`,
      expected: MEMBERS,
    },
    'create_salon(jsonb,jsonb)': { call: () => `create_salon('{"name_bg": "x"}')`, expected: SIGNED_IN },
    'report_user_error(uuid,bigint,timestamp with time zone,text,text,text,text,text)': {
      call: () => `report_user_error(gen_random_uuid(), ${salonId}, now(), 'E', 'x')`,
      expected: OWN_SALON,
    },
    'run_health_checks(jsonb)': { call: () => 'run_health_checks(null)', expected: ADMINS },
    'admin_approvals(integer)': { call: () => 'admin_approvals()', expected: ADMINS },
    'admin_decide_approval(bigint,text,text)': {
      call: () => `admin_decide_approval(${approvalId}, 'approved')`,
      expected: ADMINS,
    },
    'admin_set_salon_status(bigint,text,text,bigint,text)': {
      call: () => `admin_set_salon_status(${salonId}, 'rejected', 'x', ${approvalId}, 'pending')`,
      expected: ADMINS,
    },
    'admin_salons(text,text,boolean,integer)': { call: () => 'admin_salons()', expected: ADMINS },
    'admin_find_salons(text)': { call: () => `admin_find_salons('')`, expected: ADMINS },
    'admin_errors(bigint,text,timestamp with time zone,timestamp with time zone,integer)': {
      call: () => 'admin_errors()',
      expected: ADMINS,
    },
    'admin_error_types()': { call: () => 'admin_error_types()', expected: ADMINS },
    'admin_add_help(uuid,text,text)': { call: () => `admin_add_help('${errorId}')`, expected: ADMINS },
    'admin_health(boolean,integer)': { call: () => 'admin_health()', expected: ADMINS },
    'admin_health_days(bigint,text)': { call: () => `admin_health_days(${salonId}, 'UTC')`, expected: ADMINS },
    'admin_dashboard(text)': { call: () => `admin_dashboard('UTC')`, expected: ADMINS },
    'admin_notes(text,bigint,integer)': { call: () => 'admin_notes()', expected: ADMINS },
    'approval_state(bigint)': { call: () => `approval_state(${salonId})`, expected: MEMBERS },
    'ask_approval_again(bigint)': { call: () => `ask_approval_again(${salonId})`, expected: MEMBERS },
    'help_notices(bigint)': { call: () => `help_notices(${salonId})`, expected: MEMBERS },
    'admin_withdraw_membership(uuid)': {
      call: () => `admin_withdraw_membership('${people.removed?.id}')`,
      expected: ADMINS,
    },
    'admin_revoke_sessions(uuid)': { call: () => `admin_revoke_sessions('${people.removed?.id}')`, expected: ADMINS },
    'admin_accounts(text,integer)': { call: () => 'admin_accounts()', expected: ADMINS },
    'admin_make_password_link(uuid)': {
      call: () => `admin_make_password_link('${people.member?.id}')`,
      expected: ADMINS,
    },
    'admin_set_owner(bigint,uuid)': { call: () => `admin_set_owner(${salonId}, '${colleague.id}')`, expected: ADMINS },
    'invite(bigint,text,text,text)': { call: () => `invite(${salonId}, 'staff')`, expected: MEMBERS },
    'invitations(bigint)': { call: () => `invitations(${salonId})`, expected: MEMBERS },
    'withdraw_invitation(uuid)': { call: () => `withdraw_invitation('${invitationId}')`, expected: MEMBERS },
    'look_at_invitation(text)': { call: () => `look_at_invitation('${code}')`, expected: { ...SIGNED_IN, nobody: 'done' } },
    'redeem_invitation(text,text)': {
      call: () => `redeem_invitation('${code}', 'x')`,
      expected: { ...SIGNED_IN, stranger: 'refused (has_salon)', member: 'refused (member)' },
    },
    'give_up_salon(bigint)': {
      call: () => `give_up_salon(${salonId})`,
      expected: { ...MEMBERS, member: 'refused (not_empty)', admin: 'refused (right)' },
    },
    'salon_people(bigint)': { call: () => `salon_people(${salonId})`, expected: MEMBERS },
    'report_device(bigint,uuid,text,text,bigint,integer,boolean)': {
      call: () => `report_device(${salonId}, gen_random_uuid())`,
      expected: MEMBERS,
    },
    'set_person_role(bigint,uuid,text)': {
      call: () => `set_person_role(${salonId}, '${colleague.id}', 'staff')`,
      expected: MEMBERS,
    },
    'link_person(bigint,uuid,text)': {
      call: () => `link_person(${salonId}, '${colleague.id}', 'resources-1')`,
      expected: MEMBERS,
    },
    'rename_person(bigint,uuid,text)': { call: () => `rename_person(${salonId}, '${colleague.id}', 'x')`, expected: MEMBERS },
    'remove_person(bigint,uuid)': { call: () => `remove_person(${salonId}, '${colleague.id}')`, expected: MEMBERS },
    // Who was removed has left already.
    'leave_salon(bigint)': {
      call: () => `leave_salon(${salonId})`,
      expected: { ...MEMBERS, removed: 'done', member: 'refused (owner)', admin: 'refused (membership)' },
    },
    'hand_over_salon(bigint,uuid)': {
      call: () => `hand_over_salon(${salonId}, '${colleague.id}')`,
      expected: { ...MEMBERS, admin: 'refused (right)' },
    },
    'booking_page(bigint)': { call: () => `booking_page(${salonId})`, expected: MEMBERS },
    'set_booking_page(bigint,jsonb)': { call: () => `set_booking_page(${salonId}, '{"horizon": 30}')`, expected: MEMBERS },
    'slug_is_free(text)': { call: () => `slug_is_free('personas')`, expected: SIGNED_IN },
    'put_device_away(uuid)': {
      call: () => `put_device_away('${deviceId}')`,
      expected: {
        ...{ ...MEMBERS, stranger: 'refused (device)', removed: 'refused (device)', roleless: 'refused (device)' },
      },
    },
    'public_salon(text)': { call: () => `public_salon('personas')`, expected: EVERYBODY },
    'public_slots(text,text[],text,date,integer,text)': {
      call: () => `public_slots('personas', '{online}', 'online', current_date, 7)`,
      expected: EVERYBODY,
    },
    'book_online(text,uuid,text[],text,timestamp with time zone,text,text,text,text,text,text,text)': {
      call: () =>
        `book_online('personas', gen_random_uuid(), '{online}', 'online', now(), 'Ия', '+359888123456', null, null, 'bg', null, '1')`,
      expected: EVERYBODY,
    },
    'public_booking(text)': { call: () => `public_booking('${token}')`, expected: EVERYBODY },
    'move_online(text,uuid,timestamp with time zone,text)': {
      call: () => `move_online('${token}', gen_random_uuid(), now(), 'online')`,
      expected: EVERYBODY,
    },
    'cancel_online(text)': { call: () => `cancel_online('${token}')`, expected: EVERYBODY },
    'redeem_password_link(text,text)': { call: () => `redeem_password_link('x', 'a password')`, expected: STRANGERS },
  };
  /** What a manager and staff are told; of functions that do not stand here, what the owner is. */
  const BY_ROLE: Record<string, { manager?: string; staff?: string }> = {
    set_resource_password: { staff: 'refused (right)' },
    ask_approval_again: { manager: 'refused (right)', staff: 'refused (right)' },
    invite: { staff: 'refused (right)' },
    invitations: { staff: 'refused (right)' },
    withdraw_invitation: { staff: 'refused (right)' },
    give_up_salon: { manager: 'refused (right)', staff: 'refused (right)' },
    // They are asked to do it to the manager.
    set_person_role: { manager: 'refused (oneself)', staff: 'refused (right)' },
    link_person: { manager: 'refused (right)', staff: 'refused (right)' },
    rename_person: { manager: 'done', staff: 'refused (right)' },
    remove_person: { manager: 'refused (oneself)', staff: 'refused (right)' },
    hand_over_salon: { manager: 'refused (right)', staff: 'refused (right)' },
    leave_salon: { manager: 'done', staff: 'done' },
    set_booking_page: { manager: 'refused (right)', staff: 'refused (right)' },
  };

  /** What policies, views and functions that run as their caller need; none of these schemas is exposed. */
  const HELPERS = [
    'private.changed_since(bigint,text,text,text[],bigint)',
    'private.day_of(text)',
    'private.fits(jsonb,oid,integer)',
    'private.is_admin()',
    'private.is_agreements(text)',
    'private.is_client()',
    'private.is_closed_days(text)',
    'private.is_offerers(text)',
    'private.is_opening_hours(text)',
    'private.is_own_terms(text)',
    'private.is_rooms(text)',
    'private.iso(timestamp with time zone)',
    'private.keep_erased(bigint,text)',
    'private.lock_head(bigint)',
    'private.may_hear(text)',
    'private.me()',
    'private.my_role(bigint)',
    'private.my_salon()',
    'private.note_event_of_device(bigint,uuid)',
    'private.note_unnamed_push(bigint)',
    'private.push_change(bigint,jsonb)',
    'private.refuse_misfit(text,text,jsonb)',
    'private.replicated_tables()',
    'private.require_membership(bigint)',
    'private.role_rights(text,text)',
    'private.search_text(text)',
    'private.server_time()',
    'private.you(bigint)',
  ];
  const executable = async (role: string, ...schemas: string[]) =>
    (
      await db.sql`select n.nspname || '.' || p.proname || '(' || replace(oidvectortypes(p.proargtypes), ', ', ',') || ')' as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${db.sql(schemas)} and has_function_privilege(${role}, p.oid, 'EXECUTE') order by 1`
    ).map((r) => r.name);

  it('that a person may call are exactly those with an expectation; strangers may call what holders of a link or a code and customers need', async () => {
    const names = Object.keys(PUBLIC).filter((name) => PUBLIC[name]?.expected !== STRANGERS);
    expect(await executable('authenticated', 'public', 'private', 'wire')).toEqual(
      [...HELPERS, ...names.map((name) => `public.${name}`)].sort(),
    );
    const ofAnybody = Object.keys(PUBLIC).filter((name) => PUBLIC[name]?.expected.nobody === 'done');
    expect(await executable('anon', 'public', 'private', 'wire')).toEqual(ofAnybody.map((name) => `public.${name}`).sort());
    expect(ofAnybody.map((name) => name.replace(/\(.*/, '')).sort()).toEqual([
      ...['book_online', 'cancel_online', 'look_at_invitation', 'move_online', 'public_booking', 'public_salon'],
      ...['public_slots', 'redeem_password_link'],
    ]);
    const all = await db.sql`select from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(all).toHaveLength(Object.keys(PUBLIC).length);
  });

  it.each(Object.keys(PUBLIC))('%s serves only whom it should', async (name) => {
    const { call, expected } = PUBLIC[name] ?? { call: () => '', expected: {} };
    const work = async (sql: postgres.TransactionSql) => (await sql.unsafe(`select ${call()}`)).length;
    expect(await everyone(salon, work)).toEqual(expected);
    const { manager, staff: lowest } = BY_ROLE[name.replace(/\(.*/, '')] ?? {};
    const ofOwner = (expected as Partial<typeof MEMBERS>).member;
    expect(await outcome(db, colleague, work), 'a manager').toBe(manager ?? ofOwner);
    expect(await outcome(db, staff, work), 'staff').toBe(lowest ?? ofOwner);
  });

  it('tell whoever comes with an ended session that, and nothing else; a code says to them what it says to strangers', async () => {
    const ended = { ...(people.member as Person), session: randomUUID() };
    const served = [];
    for (const [name, { call, expected }] of Object.entries(PUBLIC)) {
      if (expected === STRANGERS) continue;
      const { code: state, hint } = await refusal(db.as(ended, (sql) => sql.unsafe(`select ${call()}`))).catch(
        () => ({}) as Refusal,
      );
      if (state !== 'PT401' || hint !== 'signed-out') served.push(`${name} ${state}`);
    }
    const open = Object.keys(PUBLIC).filter((name) => PUBLIC[name]?.expected === EVERYBODY);
    expect(served.sort()).toEqual(['look_at_invitation(text)', ...open].map((name) => `${name} undefined`).sort());
  });

  it('change another salon’s rows for nobody, whatever a change claims', async () => {
    const work = async (sql: postgres.TransactionSql, persona: Persona) => {
      const own = persona === 'stranger' ? ((await sql`select private.my_salon() as id`)[0]?.id as number) : salonId;
      const change = { table: 'clients', id: 'clients-1', base_rev: 0, doc: { salon_id: salonId, first_name: 'taken over' } };
      await sql`select push_changes(${own}, ${sql.json([change])})`;
      await sql`reset role`;
      return (await sql`select from clients where salon_id = ${salonId} and first_name = 'taken over'`).length;
    };
    expect(await outcome(db, people.stranger, (sql) => work(sql, 'stranger'))).toBe('nothing');
    expect(await outcome(db, people.removed, (sql) => work(sql, 'removed'))).toBe('refused (membership)');
  });
});

describe('the realtime topics', () => {
  /** As hosted Realtime decides a join: rows of the topic, then a look at which of them the person sees or may add. */
  const join = (topic: string) =>
    everyone(salon, async (sql, persona) => {
      await sql`reset role`;
      await sql`insert into realtime.messages (topic, extension, private) values (${topic}, 'broadcast', true), (${topic}, 'presence', true)`;
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      await become(sql, people[persona]);
      return (await sql`select from realtime.messages where topic = ${topic}`).length;
    });
  const NOBODY = row('nothing', 'nothing', 'nothing', 'nothing');

  it('have one policy for people, which lets members and administrators hear', async () => {
    const policies = await db.sql`select policyname as name, cmd, roles::text from pg_policies where schemaname = 'realtime'
      and roles <> '{supabase_realtime_admin}'`;
    expect([...policies]).toEqual([{ name: 'greben_members_hear_their_salon', cmd: 'SELECT', roles: '{authenticated}' }]);
    expect(await join(`salon:${salonId}`)).toEqual(row('nothing', 'nothing', 'done', 'done'));
  });

  it('of other names are heard by nobody', async () => {
    for (const topic of [
      'salon:',
      'salon:x',
      `salon:0${salonId}`,
      `salon:${salonId} `,
      `xsalon:${salonId}`,
      `salon:${salonId}:more`,
      'anything',
    ]) {
      expect(await join(topic), topic).toEqual(NOBODY);
    }
  });

  it('take no message from any client: pokes come from the database', async () => {
    const send = await everyone(salon, async (sql) => {
      await sql`select set_config('realtime.topic', ${`salon:${salonId}`}, true)`;
      return (
        await sql`insert into realtime.messages (topic, extension, private) values (${`salon:${salonId}`}, 'broadcast', true)`
      ).count;
    });
    expect(send).toEqual(CLOSED);
  });
});
