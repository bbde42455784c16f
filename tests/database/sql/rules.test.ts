import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database, type Person, refusal } from '../support/database.ts';
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

const one = (change: Parameters<Database['pushOne']>[2]) => db.pushOne(owner, salonId, change);
const revOf = async (table: string, id: string) =>
  ((await db.sql`select rev from ${db.sql(table)} where salon_id = ${salonId} and id = ${id}`)[0]?.rev as number | undefined) ??
  0;

describe('a product’s price', () => {
  const ID = 'products-1';
  const prices = async () =>
    (await db.sql`select sale_price::float, price::float from products where salon_id = ${salonId} and id = ${ID}`)[0];
  const change = async (doc: Record<string, unknown>) =>
    (await one({ table: 'products', id: ID, base_rev: await revOf('products', ID), doc })).v;

  it('is its sale price, whoever writes another one', async () => {
    expect(await change({ sale_price: 20, price: 19 })).toBe('applied');
    expect(await prices()).toEqual({ sale_price: 20, price: 20 });
    expect(await change({ sale_price: 21 })).toBe('applied');
    expect(await prices()).toEqual({ sale_price: 21, price: 21 });
    await db.as(owner, (sql) => sql`update products set price = 5 where id = ${ID}`);
    expect(await prices()).toEqual({ sale_price: 21, price: 21 });
  });

  it('stays empty for who knows of none', async () => {
    await one({ table: 'products', id: 'bare', doc: { name: 'Боя', sale_price: 3 } });
    expect([...(await db.sql`select price from products where salon_id = ${salonId} and id = 'bare'`)]).toEqual([
      { price: null },
    ]);
  });
});

describe('an event’s status', () => {
  it('from elsewhere stays as it is while other fields change, and a client sets no such value', async () => {
    await db.sql`update events set status = 'unknown' where salon_id = ${salonId}`;
    const base_rev = await revOf('events', 'events-1');
    const { rev = 0 } = await one({ table: 'events', id: 'events-1', base_rev, doc: { notes: 'x', status: 'unknown' } });
    expect(rev).toBe(base_rev + 1);
    expect(await one({ table: 'events', id: 'events-1', base_rev: rev, doc: { status: 'else' } })).toMatchObject({
      v: 'rejected',
      code: '23514',
    });
    let known = rev;
    for (const status of ['booked', 'completed', 'cancelled', 'no-show', null]) {
      const verdict = await one({ table: 'events', id: 'events-1', base_rev: known, doc: { status } });
      expect(verdict, String(status)).toMatchObject({ v: 'applied' });
      known = verdict.rev ?? 0;
    }
  });
});

describe('a request', () => {
  const UNTIL = '2026-11-17T12:00:00.000Z';
  const push = async (doc: Record<string, unknown>, id = 'events-1') =>
    one({ table: 'events', id, base_rev: await revOf('events', id), doc });
  const stored = async () =>
    (
      await db.sql`select source, private.iso(requested_until) as until from events where salon_id = ${salonId} and id = 'events-1'`
    )[0];
  const refused = { v: 'rejected', code: '23514', constraint: 'events_requested_until' };

  it('is confirmed by a client and never made, in a new row neither', async () => {
    expect(await push({ requested_until: UNTIL })).toMatchObject(refused);
    expect(await push(booking('', { requested_until: UNTIL }).doc, 'new')).toMatchObject(refused);
    await db.sql`update events set source = 'online', requested_until = ${UNTIL} where salon_id = ${salonId} and id = 'events-1'`;
    expect(await push({ notes: 'x', requested_until: UNTIL })).toMatchObject({ v: 'applied' });
    expect(await push({ requested_until: '2026-11-17T13:00:00.000Z' })).toMatchObject(refused);
    expect(await stored()).toEqual({ source: 'online', until: UNTIL });
    expect(await push({ requested_until: null, source: null })).toMatchObject({ v: 'applied' });
    expect(await stored()).toEqual({ source: 'online', until: null });
    expect(await push({ requested_until: UNTIL })).toMatchObject(refused);
  });

  it('past push_changes is held alike, and where it came from is nobody’s to write', async () => {
    const direct = (set: string) => refusal(db.as(owner, (sql) => sql.unsafe(`update events set ${set}`)));
    expect(await direct(`requested_until = '${UNTIL}'`)).toMatchObject({ constraint: 'events_requested_until' });
    expect(await direct(`source = 'online'`)).toMatchObject({ code: '42501' });
    expect(await direct(`source = null`)).toMatchObject({ code: '42501' });
  });
});

describe('an erased client', () => {
  const EMPTY = {
    name: null,
    first_name: null,
    last_name: null,
    email: null,
    phone: null,
    address: null,
    city: null,
    birth_date: null,
    notes: null,
  };
  const erasure = { ...EMPTY, merged_into: null, deleted: true, erased_at: '2026-11-18T10:00:00.000Z' };
  const erase = async (id: string) => one({ table: 'clients', id, base_rev: await revOf('clients', id), doc: erasure });
  const client = async (id: string) => (await db.sql`select * from clients where salon_id = ${salonId} and id = ${id}`)[0];
  beforeEach(async () => {
    await one(booking('with-note', { client_id: 'clients-1', notes: 'алергия' }));
    await one(booking('removed', { client_id: 'clients-1', notes: 'алергия', deleted: true }));
    await one(booking('of-nobody', { notes: 'stays' }));
  });

  it('is emptied together with the notes of all their events, in one revision, and recorded apart', async () => {
    const { v, rev } = await erase('clients-1');
    expect(v).toBe('applied');
    expect(await client('clients-1')).toMatchObject({ ...EMPTY, deleted: true, rev });
    const notes =
      await db.sql`select id, notes, rev = ${rev ?? 0} as stamped from events where salon_id = ${salonId} order by id`;
    expect([...notes]).toEqual([
      { id: 'events-1', notes: null, stamped: false },
      { id: 'of-nobody', notes: 'stays', stamped: false },
      { id: 'removed', notes: null, stamped: true },
      { id: 'with-note', notes: null, stamped: true },
    ]);
    const [record] = await db.sql`select client_id, erased_by from private.erasures where salon_id = ${salonId}`;
    expect(record).toEqual({ client_id: 'clients-1', erased_by: owner.id });
  });

  it('is emptied by the database even when the erasure comes with content', async () => {
    await db.as(owner, (sql) => sql`update clients set erased_at = now(), first_name = 'still here' where id = 'clients-1'`);
    expect(await client('clients-1')).toMatchObject({ ...EMPTY, deleted: true });
  });

  it('changes no more: an edit is a conflict with the empty row, a direct one refused, another erasure the same', async () => {
    const { rev = 0 } = await erase('clients-1');
    for (const base_rev of [rev, rev - 1, 0]) {
      const edit = { table: 'clients', id: 'clients-1', base_rev, doc: { first_name: 'Мария', deleted: false } };
      expect(await one(edit)).toMatchObject({
        v: 'conflict',
        rev,
        row: { first_name: null, erased_at: '2026-11-18T10:00:00.000Z' },
      });
      const again = { table: 'clients', id: 'clients-1', base_rev, doc: { ...erasure, erased_at: '2026-11-19T10:00:00.000Z' } };
      expect(await one(again)).toMatchObject({ v: 'same', rev });
    }
    const direct = db.as(owner, (sql) => sql`update clients set first_name = 'x' where id = 'clients-1'`);
    expect(await refusal(direct)).toMatchObject({ code: '23514', constraint: 'erased' });
  });

  it('takes no note on their events any more, with a code of its own; a booking without one is taken', async () => {
    await erase('clients-1');
    const refused = { v: 'rejected', code: 'erased' };
    const base_rev = await revOf('events', 'with-note');
    expect(await one({ table: 'events', id: 'with-note', base_rev, doc: { notes: 'again' } })).toMatchObject(refused);
    expect(await one(booking('late', { client_id: 'clients-1', notes: 'late' }))).toMatchObject(refused);
    expect(
      await one({
        table: 'events',
        id: 'of-nobody',
        base_rev: await revOf('events', 'of-nobody'),
        doc: { client_id: 'clients-1' },
      }),
    ).toMatchObject(refused);
    expect(await one(booking('bare', { client_id: 'clients-1' }))).toMatchObject({ v: 'applied' });
  });

  it('is made where the row was purged or never there, so that the erasure stands', async () => {
    expect(await one({ table: 'clients', id: 'purged', base_rev: 3, doc: erasure })).toMatchObject({ v: 'applied' });
    expect(await client('purged')).toMatchObject({ ...EMPTY, deleted: true });
    expect(await one({ table: 'clients', id: 'never', base_rev: 0, doc: erasure })).toMatchObject({ v: 'applied' });
    expect(await one({ table: 'clients', id: 'purged', base_rev: 3, doc: { first_name: 'x' } })).toMatchObject({ v: 'conflict' });
  });
});

describe('is_complete', () => {
  const complete = async () => (await db.sql`select is_complete from salons where id = ${salonId}`)[0]?.is_complete;
  const set = async (table: string, id: string, doc: Record<string, unknown>) => {
    const base_rev =
      (await db.sql`select rev from ${db.sql(table)} where salon_id = ${salonId} and id::text = ${id}`)[0]?.rev ?? 0;
    expect(await one({ table, id, base_rev, doc })).toMatchObject({ v: 'applied' });
  };

  it('holds while there are both names, an active employee and a service, and the salon’s row tells it', async () => {
    expect(await complete()).toBe(true);
    const { tables, head } = await db.pull(owner, salonId);
    expect(tables.salons.rows[0]).toMatchObject({ is_complete: true, rev: head });
    const salon = String(salonId);
    const steps: [table: string, id: string, gone: Record<string, unknown>, back: Record<string, unknown>][] = [
      ['resources', 'resources-1', { active: false }, { active: true }],
      ['resources', 'resources-1', { deleted: true }, { deleted: false }],
      ['services', 'services-1', { deleted: true }, { deleted: false }],
      ['salons', salon, { name_bg: '' }, { name_bg: 'Салон' }],
      ['salons', salon, { name_en: '' }, { name_en: 'Salon' }],
    ];
    for (const [table, id, gone, back] of steps) {
      await set(table, id, gone);
      expect(await complete(), JSON.stringify(gone)).toBe(false);
      await set(table, id, back);
      expect(await complete(), JSON.stringify(back)).toBe(true);
    }
  });

  it('does not hold for a new salon', async () => {
    const { salonId: fresh } = await db.salon();
    expect((await db.sql`select is_complete from salons where id = ${fresh}`)[0]?.is_complete).toBe(false);
  });

  it('is not raised in revision by what does not change it', async () => {
    const rev = (await db.sql`select rev from salons where id = ${salonId}`)[0]?.rev;
    await set('services', 'another', { name: 'x' });
    await set('resources', 'another', { name: 'x' });
    expect((await db.sql`select rev from salons where id = ${salonId}`)[0]?.rev).toBe(rev);
  });
});
