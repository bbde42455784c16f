import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../database/support/database.ts';
import { booking, type Device } from '../devices.ts';
import { Salon } from '../sql-world.ts';

/**
 * The rules that the database keeps for the devices: each story holds on the real functions, and breaks on a database in
 * which that rule alone was taken away.
 */
let database: Database;
beforeEach(async () => {
  database = await Database.open();
});
afterEach(() => database.close());

async function bothHave(): Promise<{ salon: Salon; tablet: Device }> {
  const salon = await Salon.open(database);
  const tablet = await salon.device('tablet');
  await tablet.write('events', 'e1', booking());
  await salon.settled();
  return { salon, tablet };
}

/** A failure in the middle of a call that is no row's fault, once. */
async function deadlocked(): Promise<number> {
  const { salon, tablet } = await bothHave();
  await database.sql.unsafe(`create function deadlock() returns trigger language plpgsql as $$
    begin if new.notes = 'късмет' then raise exception 'deadlock detected' using errcode = '40P01'; end if; return new; end $$`);
  await database.sql.unsafe('create trigger deadlock before update on events for each row execute function deadlock()');
  await tablet.write('events', 'e1', { notes: 'късмет' });
  await tablet.sync();
  await database.sql.unsafe('drop trigger deadlock on events');
  await salon.settled();
  return tablet.issues.length;
}

it('a deadlock is nobody’s fault: the call fails and no row is refused', async () => {
  expect(await deadlocked()).toBe(0);
});

it('a push_changes that turns every error into a verdict is noticed', async () => {
  const [found] = await database.sql`select pg_get_functiondef('public.push_changes'::regproc) as body`;
  const whole = found?.body as string;
  const broken = whole.replace(
    /else\s+raise;/,
    "else verdict := jsonb_build_object('v', 'rejected', 'code', state, 'message', message);",
  );
  expect(broken).not.toBe(whole);
  await database.sql.unsafe(broken);
  expect(await deadlocked()).toBe(1);
});

/** An answer is lost, the person edits on. */
async function answerLost(): Promise<number> {
  const { salon, tablet } = await bothHave();
  await tablet.write('events', 'e1', { title: 'боядисване' });
  tablet.tab.fail('push', { kind: 'answer-lost' });
  await tablet.sync();
  await tablet.write('events', 'e1', { title: 'боядисване и прическа' });
  await salon.settled();
  return tablet.issues.length;
}

it('what a device wrote comes back as it was written', async () => {
  expect(await answerLost()).toBe(0);
});

it('a database that rewrites values on their way in is noticed', async () => {
  await database.sql.unsafe(`create function rewrite() returns trigger language plpgsql as $$
    begin new.title := upper(new.title); return new; end $$`);
  await database.sql.unsafe('create trigger rewrite before insert or update on events for each row execute function rewrite()');
  expect(await answerLost()).toBe(1);
});

/** A move leaves and is given up; the person takes it back; the move arrives after all. */
async function arrivesAfterItWasTakenBack(): Promise<{ salon: Salon; tablet: Device }> {
  const { salon, tablet } = await bothHave();
  await tablet.write('events', 'e1', { resource_id: 'boris' });
  tablet.tab.fail('push', { kind: 'late' });
  await tablet.sync();
  await tablet.write('events', 'e1', { resource_id: 'ana' });
  await salon.settled();
  expect(tablet.pending).toEqual([]);
  await tablet.tab.lateOnesArrive();
  return { salon, tablet };
}

it('what was taken back stays so when its request arrives after all', async () => {
  const { salon } = await arrivesAfterItWasTakenBack();
  await salon.settled();
  expect(await salon.row('events', 'e1')).toMatchObject({ resource_id: 'ana' });
});

it('what is written next is no quarrel with a request that arrives after it was taken back', async () => {
  const { salon, tablet } = await arrivesAfterItWasTakenBack();
  await tablet.write('events', 'e1', { start_time: '2026-11-19T09:00:00.000Z', end_time: '2026-11-19T09:30:00.000Z' });
  await salon.settled();
  expect(tablet.issues).toEqual([]);
  expect(await salon.row('events', 'e1')).toMatchObject({ resource_id: 'ana', start_time: '2026-11-19T09:00:00.000Z' });
});

it('a push_change that keeps the revision where nothing changes is noticed', async () => {
  const [found] = await database.sql`select pg_get_functiondef('private.push_change'::regproc) as body`;
  const whole = found?.body as string;
  const broken = whole.replace("if columns = '{}' then return", 'if same then return');
  expect(broken).not.toBe(whole);
  await database.sql.unsafe(broken);
  const { salon } = await arrivesAfterItWasTakenBack();
  expect(await salon.row('events', 'e1')).toMatchObject({ resource_id: 'boris' });
});
