/**
 * A calendar of another program is imported as the app does it, against the real SQL. However often, on however many devices and
 * through however many kills, the salon is as if its last file had been imported once, everything that somebody did here stays,
 * and only rows leave a device. A process holds one open replica, so the devices take turns.
 */
import { expect, it } from 'vitest';
import { deleteEvent, moveEvent } from '#data/events/events.commands.ts';
import { removeImports } from '#data/imports/import-batches.ts';
import { beginAppointments, goOn, importReport, resumeImports, undoImport } from '#data/imports/imports.ts';
import { readSalonNow } from '#data/imports/salon-now.ts';
import { openDevice, seen } from '#data/replica.test-support.ts';
import { appointmentId } from '#domain/imports/appointments/appointment-ids.ts';
import { planAppointments, readCalendar } from '#domain/imports/appointments/at-once.test-support.ts';
import { guessChoices } from '#domain/imports/appointments/plan-appointments.ts';
import { addDays } from '#domain/time/time.ts';
import type { TableName } from '#schemas/registry.ts';
import type { Replica } from '#sync/replica.ts';
import { ServerError, type SyncServer } from '#sync/server/server.ts';
import { Salon, sqlServer } from '../sql-world.ts';
import { database, salon, sqlStories } from './sql-stories.ts';

sqlStories();

/** The number of entries. `npm run test:all` takes as many as a busy salon has in a year. */
const MANY = process.env.GREBEN_ALL ? 5_000 : 600;
const NOW = '2027-03-01T08:00:00.000Z';
const ZONE = 'Europe/Sofia';
const SPAN = { from: '2027-02-28T22:00:00.000Z', until: '2028-02-28T22:00:00.000Z', zone: ZONE };

const stamp = (date: string, clock: string) => `${date.replaceAll('-', '')}T${clock}00`;
const event = (uid: string, ...lines: readonly string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
const calendar = (...events: readonly (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
const at = (date: string, clock: string, minutes = 30) => [
  `DTSTART;TZID=${ZONE}:${stamp(date, clock)}`,
  `DURATION:PT${minutes}M`,
];
/** One client comes every week over the change of the clocks on the 28th of March, except on one day. */
const weekly = (...more: readonly string[]) =>
  event(
    'weekly',
    ...at('2027-03-08', '1000'),
    'RRULE:FREQ=WEEKLY;COUNT=8',
    `EXDATE;TZID=${ZONE}:${stamp('2027-03-15', '1000')}`,
    'SUMMARY:Подстригване - Мария Иванова 0888 000 001',
    ...more,
  );
const single = (n: number, date: string, clock: string, name = `Клиентка Номер${String.fromCodePoint(0x410 + n)}`) =>
  event(`single-${n}`, ...at(date, clock), `SUMMARY:Подстригване - ${name} 0888 100 0${String(10 + n)}`);
const holiday = event('holiday', 'DTSTART;VALUE=DATE:20270503', 'DTEND;VALUE=DATE:20270506', 'SUMMARY:Отпуск');

const FIRST = calendar(
  weekly(),
  single(0, '2027-03-10', '0900'),
  single(1, '2027-03-10', '1100'),
  single(2, '2027-03-11', '0900'),
  holiday,
);
/** One entry was moved, one was cancelled, one is new, and one is an hour later from the fifth week on. */
const SECOND = calendar(
  weekly(),
  event(
    'weekly',
    `RECURRENCE-ID;TZID=${ZONE}:${stamp('2027-04-05', '1000')}`,
    ...at('2027-04-05', '1100'),
    'SUMMARY:Подстригване - Мария Иванова 0888 000 001',
  ),
  single(0, '2027-03-12', '1500'),
  [...single(1, '2027-03-10', '1100').slice(0, -1), 'STATUS:CANCELLED', 'END:VEVENT'],
  single(2, '2027-03-11', '0900'),
  single(3, '2027-03-16', '0900'),
  holiday,
);

const noLine = (): never => {
  throw new ServerError(0, null, null, 'no line');
};

/** The tables of which a row has left a device. */
const left = new Set<TableName>();

/** Opens the app on that device of the salon, and closes it again. */
async function on(
  name: string,
  line: 'online' | 'offline',
  work: (replica: Replica) => Promise<unknown>,
  of: Salon = salon,
): Promise<void> {
  const whole = sqlServer(of.database, of.owner);
  const push: SyncServer['push'] = (...asked) => {
    for (const { table } of asked[1]) left.add(table);
    return whole.push(...asked);
  };
  const cut: Partial<SyncServer> = { push: async () => noLine(), pull: async () => noLine() };
  const server: SyncServer = { ...whole, push, ...(line === 'online' ? {} : cut) };
  const { replica } = await openDevice({ userId: `${name}-of-${of.id}`, salonId: of.id, server });
  try {
    await replica.syncNow();
    await work(replica);
    await replica.syncNow();
    await replica.syncNow();
  } finally {
    await replica.close();
  }
}

async function planned(replica: Replica, text: string) {
  const read = readCalendar(text, SPAN, 'Ана');
  const ids = read.entries.map(({ key }) => appointmentId(key));
  const now = await readSalonNow(replica, { span: SPAN, ids, now: NOW, currency: 'BGN', language: 'bg' });
  return planAppointments(read, guessChoices(read.entries, now), now);
}
async function begin(replica: Replica, text: string): Promise<string> {
  return beginAppointments(replica, await planned(replica, text), 'ana.ics');
}
async function take(replica: Replica, text: string): Promise<string> {
  const id = await begin(replica, text);
  await goOn(replica, id);
  return id;
}

/** Returns the rows of a salon without the columns that say when they came. */
async function standing(of: Salon = salon) {
  const plain = ({ salon_id, rev, created_at, updated_at, ...row }: Record<string, unknown>) => row;
  const live = async (table: TableName) => (await of.rows(table)).filter(({ deleted }) => !deleted).map(plain);
  return { events: await live('events'), clients: await live('clients'), off: await live('employee_day_overrides') };
}

/** Imports the same file once, in a salon of its own. */
async function importedOnce(text: string) {
  const other = await Salon.open(database);
  await on('once', 'online', (replica) => take(replica, text), other);
  return standing(other);
}

const startsOf = ({ events }: Awaited<ReturnType<typeof standing>>) =>
  events.map(({ start_time }) => start_time as string).sort();

it('three times with a change between is the last file once, over a change of the clock, with nobody twice', async () => {
  left.clear();
  for (const text of [FIRST, SECOND, SECOND]) await on('tablet', 'online', (replica) => take(replica, text));
  const stands = await standing();
  const once = await importedOnce(SECOND);
  expect([stands.events, stands.off]).toEqual([once.events, once.off]);
  expect(stands.events).toHaveLength(10);
  // A client whose only booking was cancelled in the file is still a client.
  const { clients } = stands;
  expect(clients.filter(({ phone }) => phone !== '+359888100011')).toEqual(once.clients);
  expect(clients).toHaveLength(5);
  expect(stands.off).toHaveLength(3);
  // Ten o'clock in Sofia before the change of the clock and after it.
  expect(startsOf(stands)).toEqual(
    expect.arrayContaining(['2027-03-22T08:00:00.000Z', '2027-03-29T07:00:00.000Z', '2027-04-05T08:00:00.000Z']),
  );
  // Only rows of the calendar leave: nothing is sent to anybody.
  expect([...left].sort()).toEqual(['clients', 'employee_day_overrides', 'events']);
});

it('the same file again writes nothing', async () => {
  await on('tablet', 'online', (replica) => take(replica, FIRST));
  const head = await salon.head();
  await on('tablet', 'online', async (replica) => {
    const plan = await planned(replica, FIRST);
    expect(new Set(plan.map(({ fate }) => fate.kind))).toEqual(new Set(['same']));
    await take(replica, FIRST);
  });
  expect(await salon.head()).toBe(head);
});

it('two devices that import it without a line make one salon, and ask nobody', async () => {
  for (const name of ['tablet', 'phone']) await on(name, 'online', async () => undefined);
  for (const name of ['tablet', 'phone']) await on(name, 'offline', (replica) => take(replica, FIRST));
  for (const name of ['tablet', 'phone', 'tablet'])
    await on(name, 'online', async (replica) => {
      await replica.syncNow();
      expect(await seen(replica.issues$)).toEqual([]);
      expect(await replica.pendingCount()).toBe(0);
    });
  expect(await standing()).toEqual(await importedOnce(FIRST));
});

it('what was moved or deleted here stays so, on the device that imported and on another one', async () => {
  await on('tablet', 'online', (replica) => take(replica, FIRST));
  const place = { resource_id: 'boris', start_time: '2027-03-20T09:00:00.000Z', end_time: '2027-03-20T09:30:00.000Z' };
  await on('phone', 'online', async (replica) => {
    await moveEvent(replica, appointmentId('single-0'), place);
    await deleteEvent(replica, appointmentId('single-2'));
  });
  for (const name of ['tablet', 'phone', 'tablet']) await on(name, 'online', (replica) => take(replica, SECOND));
  expect(await salon.row('events', appointmentId('single-0'))).toMatchObject({ ...place, deleted: false });
  expect(await salon.row('events', appointmentId('single-2'))).toMatchObject({ deleted: true });
  expect(await salon.row('events', appointmentId('single-1'))).toMatchObject({ deleted: true });
});

it('a device that has lost what it knew of its imports doubles nothing, and leaves what differs as it is', async () => {
  await on('tablet', 'online', (replica) => take(replica, FIRST));
  const place = { resource_id: 'boris', start_time: '2027-03-20T09:00:00.000Z', end_time: '2027-03-20T09:30:00.000Z' };
  await on('tablet', 'online', async (replica) => {
    await moveEvent(replica, appointmentId('single-0'), place);
    await removeImports(replica);
  });
  for (const text of [SECOND, SECOND, FIRST]) await on('tablet', 'online', (replica) => take(replica, text));
  const stands = await standing();
  expect([stands.events.length, stands.clients.length, stands.off.length]).toEqual([11, 5, 3]);
  expect(await salon.row('events', appointmentId('single-0'))).toMatchObject({ ...place, deleted: false });
  // It was cancelled in the second file, and may be somebody's.
  expect(await salon.row('events', appointmentId('single-1'))).toMatchObject({ deleted: false });
});

it('a newer file that is taken back leaves the one before, with its longer vacation', async () => {
  let id = '';
  const longer = FIRST.replace('DTEND;VALUE=DATE:20270506', 'DTEND;VALUE=DATE:20270507');
  await on('tablet', 'online', (replica) => take(replica, FIRST));
  const first = await standing();
  await on('tablet', 'online', async (replica) => {
    id = await take(replica, SECOND);
  });
  await on('tablet', 'online', (replica) => undoImport(replica, id));
  expect(startsOf(await standing())).toEqual(startsOf(first));
  await on('tablet', 'online', (replica) => take(replica, longer));
  expect((await standing()).off).toHaveLength(4);
});

it('taken back goes whole, but for what somebody has touched, and comes again with the file', async () => {
  let id = '';
  await on('tablet', 'online', async (replica) => {
    id = await take(replica, FIRST);
  });
  await on('phone', 'online', (replica) =>
    moveEvent(replica, appointmentId('single-0'), {
      ...{ resource_id: 'boris', start_time: '2027-03-20T09:00:00.000Z', end_time: '2027-03-20T09:30:00.000Z' },
    }),
  );
  await on('tablet', 'online', async (replica) => expect((await undoImport(replica, id)).kept).toBe(1));
  const stands = await standing();
  expect([stands.events.length, stands.clients.length, stands.off.length]).toEqual([1, 1, 0]);
  await on('tablet', 'online', (replica) => take(replica, FIRST));
  const again = await standing();
  expect([again.events.length, again.clients.length, again.off.length]).toEqual([10, 4, 3]);
});

it('killed in the middle goes on when the app is opened again, and is the file once', async () => {
  const times = Array.from({ length: MANY }, (_, n) => {
    const [day, slot] = [Math.floor(n / 20), n % 20];
    return event(
      `entry-${n}`,
      ...at(addDays('2027-03-02', day), `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}${slot % 2 ? '30' : '00'}`),
      `SUMMARY:Подстригване - Клиентка Петрова 0888 2${String(n % 150).padStart(5, '0')}`,
    );
  });
  const file = calendar(...times);
  let id = '';
  await on('tablet', 'online', async () => undefined);
  await on('tablet', 'offline', async (replica) => {
    let rows = 0;
    const killed: Replica = {
      ...replica,
      write: async (changes) => {
        if (rows >= MANY / 2) throw new Error('killed');
        await replica.write(changes);
        rows += changes.filter(({ table }) => table === 'events').length;
      },
    };
    id = await begin(killed, file);
    await expect(goOn(killed, id)).rejects.toThrow('killed');
  });
  await on('tablet', 'online', async (replica) => {
    await resumeImports(replica);
    expect((await importReport(replica, id)).map(({ fate }) => fate)).toEqual(times.map(() => 'new'));
    await replica.syncNow();
    expect(await replica.pendingCount()).toBe(0);
  });
  const stands = await standing();
  expect(stands.events).toHaveLength(MANY);
  expect(stands.clients).toHaveLength(Math.min(MANY, 150));
  expect(stands).toEqual(await importedOnce(file));
});
