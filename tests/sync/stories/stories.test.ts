import { describe, expect, it, vi } from 'vitest';
import { ServerError } from '#sync/server/server.ts';
import { booking, type Device } from '../devices.ts';
import { allAgree, bothHave, database, salon, sqlStories } from './sql-stories.ts';

sqlStories();

describe('an outage', () => {
  it('brings what was booked offline to every device and to the database, once', async () => {
    const { tablet, desk } = await bothHave();
    tablet.offline();
    await tablet.write('clients', 'c1', { first_name: 'Мария', phone: '+359888123456' });
    await tablet.write(
      'events',
      'e2',
      booking({ client_id: 'c1', start_time: '2026-11-18T10:00:00Z', end_time: '2026-11-18T10:30:00Z' }),
    );
    await tablet.write('events', 'e1', {
      start_time: '2026-11-18T11:00:00Z',
      end_time: '2026-11-18T11:30:00Z',
      resource_id: 'boris',
    });
    await tablet.write('events', 'e3', {
      resource_id: 'ana',
      type: 'blocking',
      start_time: '2026-11-18T12:00:00Z',
      end_time: '2026-11-18T13:00:00Z',
    });
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'offline', reason: 'line', pending: 4 });
    await desk.write('events', 'e1', { notes: 'предпочита сутрин' });
    await desk.write('events', 'e4', booking({ resource_id: 'boris', service_id: 'cut', price: 25.5, currency: 'BGN' }));
    await salon.settled();
    tablet.online();
    await salon.settled();
    await allAgree();
    expect(tablet.issues).toEqual([]);
    expect(desk.issues).toEqual([]);
    expect((await salon.rows('events')).map((row) => row.id)).toEqual(['e1', 'e2', 'e3', 'e4']);
    expect(await salon.row('events', 'e1')).toMatchObject({ notes: 'предпочита сутрин', resource_id: 'boris' });
  });

  it('keeps every unsent row over a reload and sends it once', async () => {
    const { tablet } = await bothHave();
    tablet.offline();
    await tablet.write('events', 'e2', booking());
    await tablet.killAndReopen();
    expect(tablet.status.pending).toBe(1);
    tablet.online();
    const before = await salon.head();
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e2')).toMatchObject({ rev: before + 1 });
  });

  it('sends what was edited after the clock was set back', async () => {
    const { tablet } = await bothHave();
    tablet.clock.set(tablet.clock.now() - 3_600_000);
    tablet.offline();
    await tablet.write('events', 'e1', { notes: 'след смяната на часа' });
    tablet.clock.set(tablet.clock.now() - 86_400_000);
    tablet.online();
    await salon.settled();
    await allAgree();
    expect((await salon.row('events', 'e1'))?.notes).toBe('след смяната на часа');
  });
});

describe('a line that loses, repeats and delays', () => {
  it('asks before it sends again what arrived and was taken back meanwhile, and only about that', async () => {
    const { tablet, desk } = await bothHave();
    await tablet.write('events', 'e1', { status: 'cancelled', price: 30, currency: 'BGN' });
    tablet.tab.fail('push', { kind: 'answer-lost' });
    await tablet.sync();
    await desk.sync();
    await desk.write('events', 'e1', { status: 'booked' });
    await desk.sync();
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ status: 'booked', price: 30 });
    expect(tablet.issues).toMatchObject([{ kind: 'field', group: ['status', 'requested_until'], ours: { status: 'cancelled' } }]);
    expect(desk.issues).toEqual([]);
  });

  it('sends again without a question what never arrived, although somebody else has changed the row', async () => {
    const { tablet, desk } = await bothHave();
    await tablet.write('events', 'e1', { status: 'cancelled' });
    tablet.tab.fail('push', { kind: 'request-lost' });
    await tablet.sync();
    await desk.write('events', 'e1', { price: 30, currency: 'BGN' });
    await desk.sync();
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ status: 'cancelled', price: 30 });
    expect([...tablet.issues, ...desk.issues]).toEqual([]);
  });

  it('retries a lost answer without a double and without a false conflict', async () => {
    const { tablet } = await bothHave();
    await tablet.write('events', 'e2', booking());
    await tablet.write('events', 'e1', { notes: 'боя' });
    tablet.tab.fail('push', { kind: 'answer-lost' });
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'offline', pending: 2 });
    const committed = await salon.head();
    await salon.settled();
    await allAgree();
    expect(await salon.head()).toBe(committed);
    expect(tablet.issues).toEqual([]);
  });

  it('takes a push that arrives twice as one', async () => {
    const { tablet, desk } = await bothHave();
    await tablet.write('events', 'e2', booking());
    await tablet.write('clients', 'c1', { first_name: 'Мария' });
    tablet.tab.fail('push', { kind: 'twice' });
    await salon.settled();
    await allAgree();
    expect(await salon.rows('events')).toHaveLength(2);
    expect([...tablet.issues, ...desk.issues]).toEqual([]);
  });

  it('loses nothing when the tab dies between saving what leaves and the request', async () => {
    const { tablet } = await bothHave();
    await tablet.write('events', 'e1', { notes: 'едно' });
    tablet.tab.before('push', async () => tablet.tab.kill());
    const dying = tablet.sync();
    await Promise.race([dying, new Promise((resolve) => setTimeout(resolve, 50))]);
    expect(tablet.tab.gate.killed).toBe(true);
    expect(tablet.row('events', 'e1')?.sent).toMatchObject({ notes: ['едно'] });
    await tablet.killAndReopen();
    await tablet.write('events', 'e1', { notes: 'две' });
    await salon.settled();
    await allAgree();
    expect((await salon.row('events', 'e1'))?.notes).toBe('две');
    expect(tablet.issues).toEqual([]);
  });

  it('misses nothing when the tab dies between rows and cursor', async () => {
    const { tablet, desk } = await bothHave();
    await desk.write('events', 'e2', booking());
    await desk.sync();
    tablet.tab.gate.killAt((step) => step.kind === 'doc' && step.id === 'sync-state');
    const dying = tablet.sync();
    await Promise.race([dying, vi.waitFor(() => expect(tablet.tab.gate.killed).toBe(true), { timeout: 20_000 })]);
    expect(tablet.tab.gate.killed).toBe(true);
    await tablet.killAndReopen();
    await salon.settled();
    await allAgree();
  });

  it.each([
    ['401', new ServerError(401, 'PGRST303', null, 'JWT expired'), 'server'],
    ['403 of something in between', new ServerError(403, null, null, 'Forbidden'), 'server'],
    ['429', new ServerError(429, null, null, 'Too many requests'), 'server'],
    ['502', new ServerError(502, null, null, 'Bad gateway'), 'server'],
    ['no answer', new ServerError(0, null, null, 'fetch failed'), 'line'],
  ])('is told %s, judges no row, and goes on later', async (_name, error, reason) => {
    const { tablet } = await bothHave();
    await tablet.write('events', 'e1', { notes: 'моето' });
    tablet.tab.fail('push', { kind: 'error', error });
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'offline', reason, pending: 1 });
    expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'моето', pending: 1 });
    await salon.settled();
    await allAgree();
    expect(tablet.issues).toEqual([]);
  });

  it('is over as soon as the server takes rows again, long before a round over a slow line has ended', async () => {
    const { tablet } = await bothHave();
    await tablet.write('events', 'e1', { notes: 'моето' });
    tablet.tab.fail('push', { kind: 'request-lost' });
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'offline', pending: 1 });
    const pulling = tablet.tab.hold('pull');
    const round = tablet.sync();
    await pulling.arrived;
    expect(tablet.status).toMatchObject({ phase: 'syncing', pending: 0 });
    pulling.release();
    await round;
    await salon.settled();
    await allAgree();
  });
});

describe('refusals', () => {
  it('leaves 49 of 50 rows sent and one issue with its content when one is refused', async () => {
    const tablet = await salon.device('tablet');
    await salon.settled();
    tablet.offline();
    for (let n = 0; n < 50; n++) await tablet.write('services', `s${n}`, { name: `Услуга ${n}`, duration: n === 31 ? 1 : 30 });
    tablet.online();
    await salon.settled();
    expect((await salon.rows('services')).filter((row) => String(row.id).startsWith('s'))).toHaveLength(49);
    expect(tablet.issues).toMatchObject([
      { kind: 'rejected', table: 'services', rowId: 's31', code: '23514', ours: { name: 'Услуга 31', duration: 1 } },
    ]);
    expect(tablet.row('services', 's31')).toMatchObject({ name: 'Услуга 31', pending: 0, rev: 0 });
    expect(tablet.status).toMatchObject({ phase: 'synced', issues: 1 });
    await tablet.write('services', 's31', { duration: 15 });
    await salon.settled();
    expect(await salon.row('services', 's31')).toMatchObject({ duration: 15 });
    expect(tablet.issues).toEqual([]);
  });

  it('takes the server’s row after a refused edit, and keeps the person’s as an issue', async () => {
    const tablet = await salon.device('tablet');
    await salon.settled();
    await tablet.write('services', 'cut', { name: 'Подстригване и сешоар', duration: 2 });
    await salon.settled();
    await allAgree();
    expect(tablet.row('services', 'cut')).toMatchObject({ name: 'Подстригване', duration: 30 });
    expect(tablet.issues).toMatchObject([
      { kind: 'rejected', ours: { duration: 2, name: 'Подстригване и сешоар' }, server: { duration: 30 } },
    ]);
  });

  it('takes the server’s row where a set would be another employee’s, alone and with other times, and keeps both as issues', async () => {
    const tablet = await salon.device('tablet');
    const set = (start: string) => ({ start_time: start, end_time: '18:00', intervals: JSON.stringify([[start, '18:00']]) });
    await tablet.write('employee_weekly_shifts', 'boris/1/0', { resource_id: 'boris', weekday: 1, ...set('09:00') });
    await salon.settled();
    await tablet.write('employee_weekly_shifts', 'boris/1/0', { resource_id: 'ana' });
    await salon.settled();
    await allAgree();
    expect(tablet.issues).toMatchObject([{ kind: 'rejected', code: '42501', ours: { resource_id: 'ana' } }]);
    await tablet.write('employee_weekly_shifts', 'boris/1/0', { resource_id: 'ana', ...set('10:00') });
    await salon.settled();
    await allAgree();
    expect(tablet.row('employee_weekly_shifts', 'boris/1/0')).toMatchObject({ resource_id: 'boris', start_time: '09:00' });
    expect(tablet.issues).toHaveLength(2);
    await tablet.write('employee_weekly_shifts', 'boris/1/0', set('11:00'));
    await salon.settled();
    await allAgree();
    expect(await salon.row('employee_weekly_shifts', 'boris/1/0')).toMatchObject({ resource_id: 'boris', start_time: '11:00' });
  });

  it('blocks a device whose membership was withdrawn, touches no row, and goes on when it is given back', async () => {
    const { tablet } = await bothHave();
    const person = salon.people.get('tablet');
    await tablet.write('events', 'e1', { notes: 'моето' });
    await tablet.write('events', 'e2', booking());
    await database.sql`update users set salon_id = null where id = ${person?.id ?? ''}`;
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'blocked', reason: 'access-withdrawn', pending: 2, issues: 0 });
    expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'моето', pending: 1 });
    await database.sql`update users set salon_id = ${salon.id}, salon_role = 'manager' where id = ${person?.id ?? ''}`;
    await salon.settled();
    await allAgree();
  });

  it('judges no row for a deadlock, which is nobody’s fault: it waits, and the others go on', async () => {
    const { tablet } = await bothHave();
    await database.sql.unsafe(`create function fail_once() returns trigger language plpgsql as $$
      begin if new.notes = 'deadlock' then raise exception 'deadlock detected' using errcode = '40P01'; end if; return new; end $$`);
    await database.sql.unsafe('create trigger fail_once before update on events for each row execute function fail_once()');
    await tablet.write('events', 'e1', { notes: 'deadlock' });
    await tablet.write('events', 'e2', booking());
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'syncing', pending: 1, issues: 0 });
    expect(await salon.row('events', 'e2')).toBeDefined();
    await database.sql.unsafe('drop trigger fail_once on events; drop function fail_once()');
    tablet.clock.set(tablet.clock.now() + 10_000);
    await salon.settled();
    await allAgree();
    expect(tablet.issues).toEqual([]);
  });
});

describe('a refusal after a lost answer', () => {
  const tooLarge = { kind: 'error', error: new ServerError(413, '54000', null, 'index row size exceeds the maximum') } as const;

  /** „едно“ arrives and its answer does not; sent again it is refused, while the server holds it. */
  async function refusedAndTaken(): Promise<Device> {
    const { tablet } = await bothHave();
    await tablet.write('events', 'e1', { title: 'едно' });
    tablet.tab.fail('push', { kind: 'answer-lost' }, tooLarge);
    tablet.tab.fail('pull', { kind: 'request-lost' });
    await tablet.sync();
    await tablet.sync();
    expect(tablet.row('events', 'e1')).toMatchObject({ title: 'Подстригване', pending: 0 });
    expect(tablet.issues).toMatchObject([{ kind: 'rejected', ours: { title: 'едно' } }]);
    return tablet;
  }

  it('lets what the person writes next stand against it: it is their own', async () => {
    const tablet = await refusedAndTaken();
    await tablet.write('events', 'e1', { title: 'две' });
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ title: 'две' });
    expect(tablet.issues.filter(({ kind }) => kind === 'field')).toEqual([]);
  });

  it('sends nothing of it with another change', async () => {
    const tablet = await refusedAndTaken();
    await tablet.write('events', 'e1', { title: 'Подстригване', notes: 'алергия' });
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ title: 'едно', notes: 'алергия' });
    expect(tablet.issues.filter(({ kind }) => kind === 'field')).toEqual([]);
  });
});

describe('two people on the same row', () => {
  it('keeps both when they changed different things, and asks when it was the same', async () => {
    const { tablet, desk } = await bothHave();
    await tablet.write('events', 'e1', { title: 'Боядисване', status: 'completed' });
    await desk.write('events', 'e1', { notes: 'алергия към амоняк', title: 'Кичури' });
    await desk.sync();
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ title: 'Кичури', status: 'completed', notes: 'алергия към амоняк' });
    expect(tablet.issues).toMatchObject([
      { kind: 'field', group: ['title'], ours: { title: 'Боядисване' }, server: { title: 'Кичури' } },
    ]);
    expect(desk.issues).toEqual([]);
  });

  it('takes a move as one decision', async () => {
    const { tablet, desk } = await bothHave();
    await tablet.write('events', 'e1', { start_time: '2026-11-18T12:00:00Z', end_time: '2026-11-18T12:30:00Z' });
    await desk.write('events', 'e1', { resource_id: 'boris' });
    await desk.sync();
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ resource_id: 'boris', start_time: '2026-11-18T09:00:00.000Z' });
    expect(tablet.issues).toMatchObject([
      {
        kind: 'field',
        group: ['resource_id', 'start_time', 'end_time', 'processing_after', 'processing_minutes', 'buffer_after'],
      },
    ]);
  });

  it('keeps an edit of what was deleted elsewhere, and lets the edit win over a deletion here', async () => {
    const { tablet, desk } = await bothHave();
    await tablet.write('events', 'e2', booking());
    await salon.settled();
    await desk.write('events', 'e1', { deleted: true });
    await desk.write('events', 'e2', { notes: 'потвърдена' });
    await desk.sync();
    await tablet.write('events', 'e1', { notes: 'ще дойде' });
    await tablet.write('events', 'e2', { deleted: true });
    await salon.settled();
    await allAgree();
    expect(await salon.row('events', 'e1')).toMatchObject({ deleted: true });
    expect(await salon.row('events', 'e2')).toMatchObject({ deleted: false, notes: 'потвърдена' });
    expect(tablet.issues.map(({ kind, rowId }) => [kind, rowId]).sort()).toEqual([
      ['deleted-there', 'e1'],
      ['edited-there', 'e2'],
    ]);
  });

  it('ends with one of two sets of shifts, never a mixture, and keeps the other whole', async () => {
    const { tablet, desk } = await bothHave();
    const set = (...pairs: [string, string][]) => ({
      resource_id: 'ana',
      weekday: 1,
      start_time: pairs[0]?.[0] ?? '',
      end_time: pairs[0]?.[1] ?? '',
      intervals: JSON.stringify(pairs),
      deleted: false,
    });
    await tablet.write('employee_weekly_shifts', 'ana/1/0', set(['09:00', '13:00'], ['14:00', '18:00']));
    await salon.settled();
    expect(desk.rows('employee_weekly_shifts').map((row) => row.id)).toEqual(['ana/1/0', 'ana/1/1']);
    await desk.write('employee_weekly_shifts', 'ana/1/0', set(['10:00', '12:00']));
    await desk.sync();
    await tablet.write('employee_weekly_shifts', 'ana/1/0', set(['08:00', '10:00'], ['11:00', '12:00'], ['13:00', '19:00']));
    await salon.settled();
    await allAgree();
    expect(tablet.rows('employee_weekly_shifts').map((row) => row.id)).toEqual(['ana/1/0']);
    expect(tablet.issues).toMatchObject([
      { kind: 'set', ours: { intervals: '[["08:00","10:00"],["11:00","12:00"],["13:00","19:00"]]' } },
    ]);
  });
});
