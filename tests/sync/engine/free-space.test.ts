import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '#sync/core/columns.ts';
import { Database } from '../../database/support/database.ts';
import { booking, type Device } from '../devices.ts';
import { Salon } from '../sql-world.ts';

/** Making room: a narrower horizon, against the real pull. */
let database: Database;
let salon: Salon;
let tablet: Device;
beforeAll(async () => {
  database = await Database.open();
});
afterAll(() => database.close());

const on = (day: string, more: Fields = {}): Fields =>
  booking({ start_time: `${day}T09:00:00.000Z`, end_time: `${day}T09:30:00.000Z`, ...more });
const SUMMER = '2026-07-01T00:00:00.000Z';

beforeEach(async () => {
  salon = await Salon.open(database);
  tablet = await salon.device('tablet');
  await tablet.write('products', 'p1', { name: 'Шампоан', sale_price: 10 });
  await tablet.write('events', 'spring', on('2026-04-01'));
  await tablet.write('events', 'moved', on('2026-05-01'));
  await tablet.write('events', 'autumn', on('2026-10-01'));
  await tablet.sync();
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // created_at is the stamp's
    for (const [id, at] of [
      ['counted-in-spring', '2026-04-01'],
      ['counted-in-autumn', '2026-10-01'],
    ])
      await sql`insert into product_revisions (salon_id, id, product_id, old_quantity, new_quantity, difference, user_id, rev, created_at)
        values (${salon.id}, ${id as string}, 'p1', 1, 2, 1, 'x', ${(await salon.head()) + 1}, ${at as string})`;
    await sql`update sync_heads set rev = rev + 1 where salon_id = ${salon.id}`;
  });
  await tablet.sync();
});

const free = (before = SUMMER) => tablet.tab.replication.freeSpace(before);
const here = () => [...tablet.rows('events'), ...tablet.rows('product_revisions')].map(({ id }) => id).sort();
const onDisk = () => [...tablet.disk.tables.events.keys(), ...tablet.disk.tables.product_revisions.keys()].sort();

describe('making room', () => {
  it('takes settled events and stock counts of before off the disk, and nothing else', async () => {
    expect(here()).toEqual(['autumn', 'counted-in-autumn', 'counted-in-spring', 'moved', 'spring']);
    tablet.offline();
    await tablet.write('events', 'moved', { notes: 'неизпратено' });
    expect(await free()).toBe(2);
    expect(onDisk()).toEqual(['autumn', 'counted-in-autumn', 'moved']);
    expect(await free()).toBe(0);
    expect(tablet.rows('products')).toHaveLength(1);
    // The unsent one alone lies before it: the calendar is not here from its day on.
    expect(await tablet.tab.replication.holdings()).toMatchObject({ from: SUMMER, horizon: SUMMER });
    tablet.online();
    await tablet.sync();
    expect(await salon.row('events', 'moved')).toMatchObject({ notes: 'неизпратено', deleted: false });
    expect(here()).toEqual(['autumn', 'counted-in-autumn']);
    expect(await salon.row('events', 'spring')).toMatchObject({ deleted: false });
  });

  it('keeps a refused new booking of before, which waits for a decision', async () => {
    tablet.offline();
    await tablet.write('events', 'refused', on('2026-04-02', { resource_id: 'nobody' }));
    tablet.online();
    await tablet.sync();
    expect(tablet.issues).toHaveLength(1);
    expect(await free()).toBe(3);
    expect(tablet.row('events', 'refused')).toMatchObject({ resource_id: 'nobody' });
  });

  it('keeps a booking of before about which a person still has to decide', async () => {
    const desk = await salon.device('desk');
    await desk.sync();
    await desk.write('events', 'spring', { notes: 'на рецепцията' });
    await desk.sync();
    await tablet.write('events', 'spring', { notes: 'на таблета' });
    await tablet.sync();
    expect(tablet.issues.map(({ rowId }) => rowId)).toEqual(['spring']);
    expect(await free()).toBe(2);
    expect(onDisk()).toEqual(['autumn', 'counted-in-autumn', 'spring']);
    expect((await tablet.tab.replication.checkDevice()).differing).toEqual([]);
  });

  it('is respected by later pulls, changes of what lies before it included', async () => {
    await free();
    const desk = await salon.device('desk');
    await desk.sync();
    await desk.write('events', 'spring', { notes: 'променено' });
    await desk.write('events', 'older', on('2026-03-01'));
    await desk.write('events', 'newer', on('2026-11-01'));
    await desk.sync();
    await tablet.sync();
    expect(here()).toEqual(['autumn', 'counted-in-autumn', 'newer']);
    expect((await tablet.tab.replication.checkDevice()).differing).toEqual([]);
    await desk.write('events', 'spring', { start_time: '2026-11-02T09:00:00.000Z', end_time: '2026-11-02T10:00:00.000Z' });
    await desk.sync();
    await tablet.sync();
    expect(here()).toEqual(['autumn', 'counted-in-autumn', 'newer', 'spring']);
    expect((await tablet.tab.replication.checkDevice()).differing).toEqual([]);
  });

  it('holds after a rebuild and a reload, and is never widened', async () => {
    await free();
    expect(await free('2026-01-01T00:00:00.000Z')).toBe(0);
    await database.sql`select private.restored_from_backup()`;
    await tablet.killAndReopen();
    await tablet.sync();
    expect(here()).toEqual(['autumn', 'counted-in-autumn']);
    expect((await tablet.tab.replication.holdings()).horizon).toBe(SUMMER);
    expect((await tablet.tab.replication.checkDevice()).differing).toEqual([]);
  });

  it('stands against a page that was asked for with the wider horizon', async () => {
    const other = await tablet.openTab();
    const desk = await salon.device('desk');
    await desk.sync();
    await desk.write('events', 'late', on('2026-04-03'));
    await desk.sync();
    const held = other.hold('pull');
    const round = other.sync();
    await held.arrived;
    await free();
    held.release();
    await round;
    await tablet.sync();
    expect(here()).toEqual(['autumn', 'counted-in-autumn']);
    expect((await tablet.tab.replication.holdings()).horizon).toBe(SUMMER);
  });

  it('may die in the middle and is finished by the next call', async () => {
    tablet.tab.gate.killAt((step) => step.kind === 'rows' && step.table === 'product_revisions');
    free();
    await tablet.openTab();
    await new Promise((resolve) => setImmediate(resolve));
    await tablet.killAndReopen();
    expect(here()).toEqual(['autumn', 'counted-in-autumn', 'counted-in-spring']);
    expect(await free()).toBe(1);
    expect(here()).toEqual(['autumn', 'counted-in-autumn']);
  });

  it('takes only a point in time', async () => {
    await expect(free('лятото')).rejects.toThrow(RangeError);
    expect(here()).toHaveLength(5);
  });
});
