import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import type { Table } from '#schemas/table.ts';
import { Database, type Page, type Person, refusal } from '../support/database.ts';
import { booking, oneOfEach } from '../support/rows.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  await db.signUp();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, oneOfEach(salonId, owner.id));
});

type Cursors = Partial<Record<TableName, Page['cursor']>> & { horizon_rev?: number };

/** Reads as a device does: page after page, until no table has more. */
async function pullAll(limit: number, from: Cursors = {}, horizon: string | null = null) {
  const cursors: Cursors = { ...from };
  const ids: string[] = [];
  for (let pages = 1; ; pages++) {
    const answer = await db.pull(owner, salonId, cursors, limit, horizon);
    for (const name of TABLE_NAMES) {
      ids.push(...answer.tables[name].rows.map((row) => `${name}/${row.id}`));
      cursors[name] = answer.tables[name].cursor;
    }
    if (!TABLE_NAMES.some((name) => answer.tables[name].more)) return { ids, cursors, pages, answer };
    if (pages > 500) throw new Error('this pull does not end');
  }
}

describe('a pull', () => {
  it('answers all thirteen tables in one request and brings every cursor to the head', async () => {
    const { head, epoch, purged_rev, total, tables } = await db.pull(owner, salonId);
    expect(Object.keys(tables)).toEqual(TABLE_NAMES);
    expect(TABLE_NAMES.map((name) => [name, tables[name].rows.length, tables[name].cursor, tables[name].more])).toEqual(
      TABLE_NAMES.map((name) => [name, name === 'employee_weekly_shifts' ? 2 : 1, [head, '~'], false]),
    );
    expect({ epoch, purged_rev, total }).toEqual({ epoch: expect.stringMatching(/^[0-9a-f-]{36}$/), purged_rev: 0, total: 14 });
  });

  it('brings the same rows, each once, in pages of any size', async () => {
    const whole = await pullAll(1000);
    expect(whole.ids).toHaveLength(14);
    for (const limit of [1, 2, 3, 5, 14]) {
      const paged = await pullAll(limit);
      expect(paged.ids.sort()).toEqual([...whole.ids].sort());
      expect(paged.cursors).toEqual(whole.cursors);
    }
  });

  it('of as many rows as were asked for says that nothing more is there, where nothing is', async () => {
    const full = await db.pull(owner, salonId, {}, 14);
    expect(TABLE_NAMES.map((name) => [full.tables[name].more, full.tables[name].cursor])).toEqual(
      TABLE_NAMES.map(() => [false, [full.head, '~']]),
    );
    const short = await db.pull(owner, salonId, {}, 13);
    expect(TABLE_NAMES.filter((name) => short.tables[name].more)).toEqual(['product_revisions']);
  });

  it('brings some megabytes at a time, however many rows were asked for and whatever a row holds', async () => {
    const { head } = await db.pull(owner, salonId);
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into clients (salon_id, id, rev, notes) select ${salonId}, 'long-' || n, ${head}, repeat('ж', 5000) from generate_series(1, 1500) n`;
    });
    const first = await db.pull(owner, salonId, {}, 5000);
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(4.1 * 1024 * 1024);
    expect(TABLE_NAMES.filter((name) => first.tables[name].more)).toEqual([
      ...['clients', 'employee_weekly_shifts', 'employee_day_overrides', 'events', 'product_revisions'],
    ]);
    const { ids, pages } = await pullAll(5000);
    expect([ids.length, new Set(ids).size]).toEqual([1514, 1514]);
    expect(pages).toBe(4);
  });

  it('goes on within one revision: 60 rows of one push arrive in pages of 7 although their revision is the head', async () => {
    const { cursors } = await pullAll(1000);
    await db.push(
      owner,
      salonId,
      Array.from({ length: 60 }, (_, n) => booking(`many-${n}`)),
    );
    const { ids } = await pullAll(7, cursors);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  it('orders by revision and then by the bytes of the id', async () => {
    await db.push(
      owner,
      salonId,
      ['b', 'B', 'a/1', '_', '0', 'Z'].map((id) => booking(id)),
    );
    const { rows } = (await db.pull(owner, salonId)).tables.events;
    expect(rows.slice(1).map((row) => row.id)).toEqual(['0', 'B', 'Z', '_', 'a/1', 'b']);
  });

  it('brings deletions, and only what is newer than the cursors', async () => {
    const { cursors, answer } = await pullAll(1000);
    const rev = answer.tables.events.rows[0]?.rev ?? 0;
    expect((await pullAll(1000, cursors)).ids).toEqual([]);
    await db.pushOne(owner, salonId, { table: 'events', id: 'events-1', base_rev: rev, doc: { deleted: true } });
    const news = await db.pull(owner, salonId, cursors);
    expect(news.tables.events.rows).toMatchObject([{ id: 'events-1', deleted: true }]);
    expect(news.total).toBeNull();
  });

  it('leaves a cursor beyond the head as it is, so that a device sees that the server went back', async () => {
    const { tables, head } = await db.pull(owner, salonId, { events: [9999, '~'] });
    expect(tables.events).toEqual({ rows: [], more: false, cursor: [9999, '~'] });
    expect(head).toBeLessThan(9999);
  });

  it('is refused with the hint `membership` for who is no member; an administrator may read any salon that there is', async () => {
    const stranger = (await db.salon()).owner;
    expect(await refusal(db.pull(stranger, salonId))).toMatchObject({ code: '42501', hint: 'membership' });
    expect(await refusal(db.pull(null, salonId))).toMatchObject({ code: '42501' });
    const admin = await db.signUp();
    await db.sql`update users set role = 'admin' where id = ${admin.id}`;
    expect((await db.pull(admin, salonId)).tables.events.rows).toHaveLength(1);
    expect(await refusal(db.pull(admin, 999_999))).toMatchObject({ code: '42501', hint: 'membership' });
  });
});

describe('the horizon', () => {
  const HORIZON = '2026-01-01T00:00:00.000Z';
  const old = { start_time: '2025-11-18T08:00:00.000Z', end_time: '2025-11-18T09:00:00.000Z' };

  it('leaves out events and product revisions that are older', async () => {
    await db.push(owner, salonId, [booking('old', old), booking('new')]);
    const { answer } = await pullAll(1000, {}, HORIZON);
    expect(answer.tables.events.rows.map((row) => row.id)).toEqual(['events-1', 'new']);
    expect(answer.tables.product_revisions.rows).toHaveLength(1);
    expect(answer.total).toBe(15);
    const later = await pullAll(1000, {}, '2100-01-01T00:00:00.000Z');
    expect(later.answer.tables.product_revisions.rows).toEqual([]);
    expect(later.answer.tables.clients.rows).toHaveLength(1);
  });

  it('lets through what changes after the first sync began, so that an event moved behind it is heard of', async () => {
    await db.push(owner, salonId, [booking('old', old)]);
    const { cursors, answer } = await pullAll(1000, {}, HORIZON);
    const known: Cursors = { ...cursors, horizon_rev: answer.head };
    const rev = answer.tables.events.rows[0]?.rev ?? 0;
    await db.push(owner, salonId, [
      { table: 'events', id: 'events-1', base_rev: rev, doc: old },
      { table: 'events', id: 'old', base_rev: rev + 1, doc: { notes: 'changed' } },
    ]);
    expect((await pullAll(1000, known, HORIZON)).ids).toEqual(['events/events-1', 'events/old']);
    expect((await pullAll(1, known, HORIZON)).ids).toEqual(['events/events-1', 'events/old']);
  });
});

describe('read_events', () => {
  const read = async (from: string | null, to: string | null, client: string | null = null) => {
    const [row] = await db.as(owner, (sql) => sql`select read_events(${salonId}, ${from}, ${to}, ${client}) as answer`);
    return row?.answer as Record<'events' | 'clients' | 'services' | 'resources', { id: string }[]>;
  };

  it('gives what overlaps the stretch, with all it refers to, as rows travel', async () => {
    await db.push(owner, salonId, [
      booking('before', { start_time: '2026-11-17T22:00:00.000Z', end_time: '2026-11-18T08:30:00.000Z' }),
      booking('touching', { start_time: '2026-11-18T07:00:00.000Z', end_time: '2026-11-18T08:20:00.000Z' }),
      booking('after', { start_time: '2026-11-18T09:00:00.000Z', end_time: '2026-11-18T10:00:00.000Z' }),
    ]);
    const answer = await read('2026-11-18T08:20:00.000Z', '2026-11-18T09:00:00.000Z');
    expect(answer.events.map((row) => row.id)).toEqual(['before', 'events-1']);
    expect([answer.clients, answer.services, answer.resources].map((rows) => rows.map((row) => row.id))).toEqual([
      ['clients-1'],
      ['services-1'],
      ['resources-1'],
    ]);
    const { tables } = await db.pull(owner, salonId);
    expect(answer.events).toContainEqual(tables.events.rows.find((row) => row.id === 'events-1'));
    expect(answer.clients).toEqual(tables.clients.rows);
  });

  it('gives a client’s whole history when no bounds are named, without what was deleted', async () => {
    await db.push(owner, salonId, [
      booking('hers', { client_id: 'clients-1', start_time: '2020-01-01T08:00:00.000Z', end_time: '2020-01-01T09:00:00.000Z' }),
      booking('of-nobody'),
      booking('removed', { client_id: 'clients-1', deleted: true }),
    ]);
    expect((await read(null, null, 'clients-1')).events.map((row) => row.id)).toEqual(['hers', 'events-1']);
  });

  it('refuses what would be more than 16 MB', async () => {
    const long = (many: number) =>
      db.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql`insert into events (salon_id, id, rev, resource_id, start_time, end_time, notes)
          select ${salonId}, 'long-' || n, 1, 'resources-1', '2026-11-20T08:00Z', '2026-11-20T09:00Z', repeat('ж', 5000)
          from generate_series(1, ${many}::int) n on conflict do nothing`;
      });
    const read = () => db.as(owner, (sql) => sql`select read_events(${salonId}, '2026-11-20', '2026-11-21')`);
    await long(1_500);
    await read();
    await long(1_700);
    expect(await refusal(read())).toMatchObject({ code: 'PT413' });
  });

  it('gives nothing but a refusal to who is no member', async () => {
    const stranger = (await db.salon()).owner;
    const attempt = db.as(stranger, (sql) => sql`select read_events(${salonId}, null, null)`);
    expect(await refusal(attempt)).toMatchObject({ code: '42501', hint: 'membership' });
  });
});

describe('checksums', () => {
  const rowSum = (values: unknown[]) =>
    Number.parseInt(
      createHash('md5')
        .update(`[${values.map((value) => JSON.stringify(value)).join(', ')}]`)
        .digest('hex')
        .slice(0, 8),
      16,
    );

  it('are those that a device computes from its own rows, whatever stands in them and whatever the server’s time zone', async () => {
    const awkward = 'кавичка " обратна \\ нов\nред \u0001 \u2028 😀 </script> \u00e9';
    await db.push(owner, salonId, [
      { table: 'clients', id: 'c2', doc: { first_name: awkward, birth_date: '1990-02-28' } },
      { table: 'services', id: 's2', doc: { name: 'x', price: 0.1 } },
      { table: 'services', id: 's3', doc: { name: 'x', price: 100, deleted: true } },
      booking('e2', { price: 1234567.89, currency: 'BGN', arrived_at: '2026-11-18T08:01:02.003Z' }),
    ]);
    const columnsOf = (name: TableName) => [
      'id',
      ...Object.keys((TABLES[name] as Table).columns),
      'rev',
      'created_at',
      'updated_at',
    ];
    const asked = Object.fromEntries(TABLE_NAMES.map((name) => [name, { columns: columnsOf(name) }]));
    const { tables, head } = await db.pull(owner, salonId);
    const computed = Object.fromEntries(
      TABLE_NAMES.map((name) => {
        const rows = tables[name].rows.filter((row) => !row.deleted);
        return [name, [rows.length, rows.map((row) => rowSum(columnsOf(name).map((c) => row[c]))).reduce((a, b) => a + b, 0)]];
      }),
    );
    for (const zone of ['UTC', 'Europe/Sofia', 'America/New_York']) {
      const [row] = await db.as(owner, async (sql) => {
        await sql`select set_config('timezone', ${zone}, true)`;
        return sql`select replica_checksums(${salonId}, ${sql.json(asked)}) as answer`;
      });
      expect(row?.answer, zone).toEqual({ salon_id: salonId, request: null, head, tables: computed });
    }
  });
});
