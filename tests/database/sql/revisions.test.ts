import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { become, Database, type Person, refusal } from '../support/database.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  await db.signUp();
});
afterAll(() => db.close());

const addGroup = (sql: postgres.TransactionSql | postgres.ReservedSql, id: string) =>
  sql`insert into service_groups (salon_id, id, name) values (${salonId}, ${id}, ${id})`;

/** A connection in an open transaction as the owner, to be committed when the story says so. */
async function transaction() {
  const sql = await db.sql.reserve();
  await sql`begin`;
  await become(sql as unknown as postgres.TransactionSql, owner);
  return { sql, commit: () => sql`commit`.then(() => sql.release()) };
}

async function freshSalon() {
  ({ owner, salonId } = await db.salon());
}

const head = async () => (await db.sql`select rev from sync_heads where salon_id = ${salonId}`)[0]?.rev as number;
const blocked = async () =>
  (await db.sql`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)[0]
    ?.n;

describe('the order of revisions is the order of commits', () => {
  it('hides nothing from a revision cursor when the earlier write commits later, where a timestamp cursor loses a row', async () => {
    await freshSalon();
    // A table as it would be without heads: stamped with the clock, and read by a cursor on it.
    await db.sql`create table if not exists by_clock (id text, updated_at timestamptz not null)`;
    const slow = await db.sql.reserve();
    await slow`begin`;
    await slow`insert into by_clock values ('early', clock_timestamp())`;
    await db.sql`insert into by_clock values ('late', clock_timestamp())`;
    const first = await db.sql`select id, updated_at::text as at from by_clock`;
    await slow`commit`;
    slow.release();
    const second = await db.sql`select id from by_clock where updated_at > ${first[0]?.at}::text::timestamptz`;
    expect([...first, ...second].map((row) => row.id)).toEqual(['late']); // that cursor never comes to 'early'

    // The same two writers and the same reader, by revision: the second writer waits for the first one's head.
    const early = await transaction();
    await addGroup(early.sql, 'early');
    const late = await transaction();
    const waiting = addGroup(late.sql, 'late').execute();
    await expect.poll(blocked).toBe(1);
    const before = await db.pull(owner, salonId);
    expect(before.tables.service_groups.rows).toEqual([]);
    await early.commit();
    await waiting;
    const between = await db.pull(owner, salonId, { service_groups: before.tables.service_groups.cursor });
    await late.commit();
    const after = await db.pull(owner, salonId, { service_groups: between.tables.service_groups.cursor });
    const read = [between, after].map((answer) => answer.tables.service_groups.rows.map((row) => row.id));
    expect(read).toEqual([['early'], ['late']]);
    expect(after.tables.service_groups.rows[0]?.rev).toBe((between.tables.service_groups.rows[0]?.rev ?? 0) + 1);
  });

  it('never waits between salons', async () => {
    await freshSalon();
    const mine = await transaction();
    await addGroup(mine.sql, 'mine');
    const other = await db.salon();
    await db.as(
      other.owner,
      (sql) => sql`insert into service_groups (salon_id, id, name) values (${other.salonId}, 'theirs', '')`,
    );
    await mine.commit();
    expect((await db.pull(other.owner, other.salonId)).tables.service_groups.rows).toHaveLength(1);
  });

  it('misses no row over hundreds of concurrent transactions, some rolled back, with a reader in between', async () => {
    await freshSalon();
    const seen = new Set<string>();
    let cursor: [number, string] = [0, ''];
    let writing = true;
    const reader = (async () => {
      for (let last = false; !last; ) {
        last = !writing;
        const { tables } = await db.pull(owner, salonId, { service_groups: cursor });
        for (const row of tables.service_groups.rows) seen.add(row.id);
        cursor = tables.service_groups.cursor;
      }
    })();
    const written: string[] = [];
    const writer = async (name: string) => {
      for (let n = 0; n < 60; n++) {
        const id = `${name}-${n}`;
        const attempt = db.as(owner, async (sql) => {
          await addGroup(sql, id);
          await sql
            .savepoint(async (inner) => {
              await addGroup(inner, `${id}-undone`);
              throw new Error('undone');
            })
            .catch(() => undefined);
          if (n % 5 === 0) throw new Error('rolled back');
        });
        await attempt.then(
          () => written.push(id),
          () => undefined,
        );
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(writer));
    writing = false;
    await reader;
    expect(written).toHaveLength(4 * 48);
    expect([...seen].sort()).toEqual(written.sort());
  });
});

describe('a revision', () => {
  it('is raised once a transaction, whatever it writes, and not by one that is rolled back', async () => {
    await freshSalon();
    const before = await head();
    await db.as(owner, async (sql) => {
      for (const id of ['a', 'b', 'c']) await addGroup(sql, id);
      await sql`update salons set comment = 'x'`;
    });
    expect(await head()).toBe(before + 1);
    const stamped =
      await db.sql`select distinct rev from (select rev from service_groups where salon_id = ${salonId} union all select rev from salons where id = ${salonId}) x`;
    expect([...stamped]).toEqual([{ rev: before + 1 }]);
    await db
      .as(owner, async (sql) => {
        await addGroup(sql, 'd');
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await head()).toBe(before + 1);
  });

  it('is raised again after a savepoint that raised it was rolled back', async () => {
    await freshSalon();
    const before = await head();
    await db.as(owner, async (sql) => {
      await sql
        .savepoint(async (inner) => {
          await addGroup(inner, 'undone');
          throw new Error('undone');
        })
        .catch(() => undefined);
      await addGroup(sql, 'kept');
    });
    expect((await db.pull(owner, salonId)).tables.service_groups.rows).toMatchObject([{ id: 'kept', rev: before + 1 }]);
  });

  it('pokes the private channel of the salon once a transaction, with the number and nothing else', async () => {
    await freshSalon();
    await db.sql`delete from realtime.messages`;
    await db.as(owner, async (sql) => {
      await addGroup(sql, 'a');
      await addGroup(sql, 'b');
    });
    const messages = await db.sql`select topic, event, private, extension, payload - 'id' as payload from realtime.messages`;
    expect([...messages]).toEqual([
      { topic: `salon:${salonId}`, event: 'change', private: true, extension: 'broadcast', payload: { rev: await head() } },
    ]);
  });
});

describe('the stamp', () => {
  it('keeps salon, id and created_at from changing, also for the owner of the database', async () => {
    await freshSalon();
    await db.as(owner, (sql) => addGroup(sql, 'a'));
    const [before] = await db.sql`select created_at from service_groups where salon_id = ${salonId}`;
    for (const change of ["id = 'b'", 'salon_id = 1']) {
      const attempt = db.sql.unsafe(`update service_groups set ${change} where salon_id = ${salonId}`);
      expect(await refusal(attempt), change).toMatchObject({ code: '23514', constraint: 'identity_never_changes' });
    }
    await db.sql`update service_groups set created_at = '2000-01-01', updated_at = '2000-01-01', rev = 9999 where salon_id = ${salonId}`;
    const [after] =
      await db.sql`select created_at, updated_at > created_at as later, rev from service_groups where salon_id = ${salonId}`;
    expect(after).toEqual({ created_at: before?.created_at, later: true, rev: await head() });
  });

  it('lets a row into no salon that has no head', async () => {
    const attempt = db.sql`insert into service_groups (salon_id, id, name) values (987654, 'a', 'a')`;
    expect(await refusal(attempt)).toMatchObject({ code: '55000' });
  });
});

it('reads in one snapshot: pull_changes, read_events and replica_checksums are stable', async () => {
  const functions = await db.sql`select proname as name, provolatile as volatile from pg_proc
    where proname in ('pull_changes', 'read_events', 'replica_checksums') order by 1`;
  expect([...functions]).toEqual(['pull_changes', 'read_events', 'replica_checksums'].map((name) => ({ name, volatile: 's' })));
});

it('gives a pull neither the rows nor the head of a commit that comes while it reads; a volatile one would mix the two', async () => {
  await freshSalon();
  const { list } = (
    await db.sql`select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
    where attrelid = 'wire.salon_settings'::regclass and attnum > 0`
  )[0] as { list: string };
  const definition = (await db.sql`select pg_get_viewdef('wire.salon_settings'::regclass) as text`)[0]?.text as string;
  // The second of the thirteen tables waits for a lock that the story holds; service_groups is the fourth.
  await db.sql.unsafe(`create or replace view wire.salon_settings with (security_invoker) as
    select ${list} from (${definition.replace(/;\s*$/, '')}) v where pg_advisory_xact_lock_shared(7)::text is not null`);

  const pullAcross = async (id: string) => {
    const story = await db.sql.reserve();
    await story`select pg_advisory_lock(7)`;
    const reading = db.pull(owner, salonId);
    await expect.poll(blocked).toBe(1);
    await db.as(owner, (sql) => addGroup(sql, id));
    await story`select pg_advisory_unlock(7)`;
    story.release();
    const { head: asTold, tables } = await reading;
    return {
      ids: tables.service_groups.rows.map((row) => row.id),
      newest: Math.max(0, ...tables.service_groups.rows.map((r) => r.rev)),
      asTold,
    };
  };
  const stable = await pullAcross('during');
  expect(stable.ids).toEqual([]);
  await db.sql`alter function pull_changes volatile`;
  const volatile = await pullAcross('again');
  expect(volatile.ids).toEqual(['during', 'again']);
  expect(volatile.newest).toBeGreaterThan(volatile.asTold);
});
