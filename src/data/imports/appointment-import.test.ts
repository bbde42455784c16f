import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient, deleteClient, updateClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { deleteEvent, moveEvent, setStatus, updateEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { replaceDayOverrides } from '#data/shifts.commands.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { appointmentId, importedClientId } from '#domain/imports/appointments/appointment-ids.ts';
import type { AppointmentValues, PlannedClient, SaidMarks } from '#domain/imports/appointments/planned-appointment.ts';
import { overrideKey } from '#domain/shifts/availability.ts';
import { addMinutes } from '#domain/time/time.ts';
import { type ImportedAppointment, importStore, PART_SIZE, removeImports, unwrittenRowsOf } from './import-batches.ts';
import { beginImport, goOn, importReport, imports$, resumeImports, undoImport } from './imports.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
  for (const id of ['ana', 'boris']) await device.replica.write([changeOf('resources', id, { name: id })]);
});
afterEach(() => device.replica.close());

const FIRST = '2027-03-01T07:00:00.000Z';
const at = (n: number) => addMinutes(FIRST, n * 60);
const said = (more: Partial<SaidMarks> = {}): SaidMarks => ({
  ...{ place: 'p', client: 'c', service: 's', price: 'm', status: 'b', calendar: 'a' },
  ...more,
});
const newClient = (name: string, phone: string | null = null): PlannedClient => ({
  ...{ id: importedClientId({ name, phone, email: null }), name, phone, email: null, isNew: true, by: null },
});
const values = (n: number, more: Partial<AppointmentValues> = {}): AppointmentValues => ({
  ...{ resource_id: 'ana', start_time: at(n), end_time: addMinutes(at(n), 30), type: 'appointment' as const },
  ...{ client_id: null, service_id: null, title: `Час ${n}`, notes: null, status: 'booked', price: null, currency: null },
  ...{ processing_after: 0, processing_minutes: 0, buffer_after: 0 },
  ...more,
});
/** An entry that is new. */
function entry(
  n: number,
  { client, ...more }: Partial<AppointmentValues> & { client?: PlannedClient } = {},
): ImportedAppointment {
  const own = values(n, { client_id: client?.id ?? null, ...more });
  return {
    ...{ id: appointmentId(`entry ${n}`), what: 'appointment' as const, fate: { kind: 'new' as const }, said: said() },
    write: { kind: 'add', values: own, newClient: client ?? null },
  };
}
/** An entry that has another place in a newer file. */
const moved = (n: number, to: number): ImportedAppointment => ({
  ...{ id: appointmentId(`entry ${n}`), what: 'appointment' },
  fate: { kind: 'changed', decisions: ['place'], kept: [] },
  said: said({ place: `p${to}` }),
  write: {
    kind: 'change',
    values: { resource_id: 'ana', start_time: at(to), end_time: addMinutes(at(to), 30) },
    newClient: null,
  },
});
const cancelled = (n: number): ImportedAppointment => ({
  ...{ id: appointmentId(`entry ${n}`), what: 'appointment', fate: { kind: 'taken_back' }, said: said() },
  write: { kind: 'remove' },
});
const daysOff = (dates: readonly string[], mark = 'd'): ImportedAppointment => ({
  ...{ id: appointmentId('holiday'), what: 'time_off', fate: { kind: 'new' }, said: said({ place: mark }) },
  write: { kind: 'time_off', resourceId: 'ana', dates, reason: 'Отпуск', back: [] },
});
/** The days that a newer file has no longer, and those that it has beside them. */
const daysBack = (back: readonly string[], dates: readonly string[], fate: 'changed' | 'taken_back'): ImportedAppointment => ({
  ...daysOff(dates, 'newer'),
  ...(fate === 'changed' ? { fate: { kind: fate, decisions: ['place'], kept: [] } } : { fate: { kind: fate }, said: null }),
  write: {
    ...{ kind: 'time_off', resourceId: 'ana', dates, reason: 'Отпуск' },
    back: back.map((date) => overrideKey('ana', date)),
  },
});

async function importRows(rows: readonly ImportedAppointment[], replica = device.replica): Promise<string> {
  const id = await beginImport(replica, 'events', rows, 'calendar.ics');
  await goOn(replica, id);
  return id;
}
const idOf = (n: number) => appointmentId(`entry ${n}`);
const row = (n: number) => stored(device.replica, 'events', idOf(n));
const baseOf = async (n: number) => (await importStore(device.replica).bases([idOf(n)])).get(idOf(n));
const fates = async (id: string) => (await importReport(device.replica, id)).map(({ fate }) => fate);
const people = async () => (await seen(clients$(device.replica))).map(({ name }) => name);
const offOn = async (date: string) =>
  (await seen(overrideSets$(device.replica, date, date))).get(overrideKey('ana', date))?.map(({ type }) => type) ?? [];

describe('an import of appointments', () => {
  test('makes a row of each entry and a client of each person, with their bookings, and says what became of each', async () => {
    const maria = newClient('Мария Иванова', '+359888000001');
    const id = await importRows([
      entry(0, { client: maria }),
      entry(1, { client: maria }),
      entry(2, { client: newClient('Анна') }),
    ]);
    expect(await row(1)).toMatchObject({
      client_id: maria.id,
      title: 'Час 1',
      status: 'booked',
      overlap_agreed: null,
      pending: 1,
    });
    expect(await people()).toEqual(['Анна', 'Мария Иванова']);
    expect(await importReport(device.replica, id)).toEqual([1, 2, 3].map((n) => ({ row: n, fate: 'new', at: n - 1 })));
    expect(await seen(imports$(device.replica))).toMatchObject([{ table: 'events', state: 'written', total: 3 }]);
  });

  test('of several files says of each row whose it is: they have the same numbers', async () => {
    const id = await beginImport(device.replica, 'events', [entry(0), entry(1), entry(2)], 'one.ics, two.ics', {
      numbers: [1, 1, 2],
      files: ['one.ics', 'two.ics', 'one.ics'],
      left: [{ row: 2, fate: 'too_long', file: 'two.ics' }],
    });
    await goOn(device.replica, id);
    const report = await importReport(device.replica, id);
    expect(report.map(({ file, row, fate, at: place }) => [file, row, fate, place])).toEqual([
      ['one.ics', 1, 'new', 0],
      ['one.ics', 2, 'new', 2],
      ['two.ics', 1, 'new', 1],
      ['two.ics', 2, 'too_long', undefined],
    ]);
  });

  test('keeps nothing of what the file said once it is written', async () => {
    const id = await importRows([entry(0, { client: newClient('Тайна Клиентка', '+359888000001'), notes: 'Тайна бележка' })]);
    const store = importStore(device.replica);
    expect((await store.part(id, 0)).rows).toEqual([]);
    expect(JSON.stringify([await store.part(id, 0), [...(await store.allBases())]])).not.toContain('Тайна');
  });

  test('finds a client who was made since the file was looked through, by phone or by a name that nobody else has', async () => {
    const byPhone = await createClient(device.replica, { name: 'Мими', phone: '0888 000 001' });
    const byName = await createClient(device.replica, { name: 'Анна Петрова' });
    await createClient(device.replica, { name: 'Ива' });
    await createClient(device.replica, { name: 'ива' });
    const iva = newClient('Ива');
    await importRows([
      entry(0, { client: newClient('Мария', '+359888000001') }),
      entry(1, { client: newClient('анна  петрова') }),
      entry(2, { client: iva }),
    ]);
    expect([(await row(0))?.client_id, (await row(1))?.client_id, (await row(2))?.client_id]).toEqual([byPhone, byName, iva.id]);
  });

  test('takes of several with one phone the one of that name, and never one of the same name with another phone', async () => {
    await createClient(device.replica, { name: 'Мария Иванова', phone: '+359888000001' });
    const child = await createClient(device.replica, { name: 'Ани Иванова', phone: '+359888000001' });
    await createClient(device.replica, { name: 'Ева Петрова', phone: '+359888000002' });
    const eva = newClient('Ева Петрова', '+359888000003');
    await importRows([entry(0, { client: newClient('Ани Иванова', '0888 000 001') }), entry(1, { client: eva })]);
    expect([(await row(0))?.client_id, (await row(1))?.client_id]).toEqual([child, eva.id]);
  });

  test('makes a client anew under another id where the one of that phone was erased', async () => {
    const client = newClient('Мария', '+359888000001');
    await importRows([entry(0, { client })]);
    await device.replica.write([changeOf('clients', client.id, { erased_at: '2026-11-18T08:40:00.000Z', deleted: true })]);
    await importRows([entry(1, { client })]);
    const made = (await row(1))?.client_id ?? '';
    expect(made).not.toBe(client.id);
    expect(await stored(device.replica, 'clients', made)).toMatchObject({ name: 'Мария', deleted: false });
  });

  test('leaves out a row that cannot be stored, and no other one', async () => {
    const id = await importRows([entry(0), entry(1, { title: 'Х'.repeat(301) }), entry(2, { end_time: at(2) }), entry(3)]);
    expect(await fates(id)).toEqual(['new', 'wrong', 'wrong', 'new']);
    expect([await row(1), await row(2)]).toEqual([null, null]);
  });

  test('agrees to no overlap: each one that it makes is open', async () => {
    await importRows([entry(0), entry(1, { start_time: at(0), end_time: at(1) })]);
    const rows = [await row(0), await row(1)].filter((one) => one !== null);
    expect(openOverlaps(rows, at(-1))).toHaveLength(1);
  });

  test('that was killed before a part was noted goes on, makes nobody twice, and can be taken back whole', async () => {
    const rows = Array.from({ length: 250 }, (_, n) =>
      entry(n, { client: newClient(`Човек ${n % 40}`, `+3598880000${10 + (n % 40)}`) }),
    );
    const id = await beginImport(device.replica, 'events', rows, '');
    const killed = {
      ...device.replica,
      keptRows: async (...asked: Parameters<typeof device.replica.keptRows>) => {
        const found = await device.replica.keptRows(...asked);
        if (asked[0] === 'events' && device.writes.length > 3) throw new Error('killed after it was written');
        return found;
      },
    } as Device['replica'];
    await expect(goOn(killed, id)).rejects.toThrow('killed');
    expect(await unwrittenRowsOf(device.replica)).toBe(150);
    await resumeImports(device.replica);
    expect(await fates(id)).toEqual(rows.map(() => 'new'));
    expect(device.writes.flat().filter(({ table }) => table === 'events')).toHaveLength(250);
    expect(await people()).toHaveLength(40);
    expect(await undoImport(device.replica, id)).toEqual({ removed: 250, kept: 0 });
    expect(await people()).toEqual([]);
  });
});

describe('a newer file', () => {
  test('changes what nobody has touched here, and leaves what somebody has', async () => {
    await importRows([entry(0), entry(1), entry(2)]);
    await moveEvent(device.replica, idOf(1), { resource_id: 'boris', start_time: at(50), end_time: at(51) });
    await updateEvent(device.replica, idOf(2), { notes: 'алергия' });
    const id = await importRows([moved(0, 20), moved(1, 21), moved(2, 22)]);
    expect(await fates(id)).toEqual(['changed', 'moved_here', 'changed']);
    expect(await row(0)).toMatchObject({ start_time: at(20) });
    expect(await row(1)).toMatchObject({ start_time: at(50), resource_id: 'boris' });
    expect(await row(2)).toMatchObject({ start_time: at(22), notes: 'алергия' });
    expect((await baseOf(1))?.said.place).toBe('p21');
    // A kept decision stays kept, however often the file is imported.
    expect(await fates(await importRows([moved(1, 23)]))).toEqual(['moved_here']);
  });

  test('deletes what was cancelled there, where nobody has touched it; what was deleted here comes back by no file', async () => {
    await importRows([entry(0), entry(1), entry(2)]);
    await setStatus(device.replica, { id: idOf(1) }, 'completed');
    await deleteEvent(device.replica, idOf(2));
    const id = await importRows([cancelled(0), cancelled(1), moved(2, 30)]);
    expect(await fates(id)).toEqual(['taken_back', 'stays', 'deleted_here']);
    expect([(await row(0))?.deleted ?? true, (await row(1))?.deleted, (await row(2))?.deleted ?? true]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await baseOf(0))?.takenBack).toBe(true);
  });

  test('leaves a row that another device has made otherwise, and never takes it for its own', async () => {
    await device.replica.write([changeOf('events', idOf(0), { ...values(0), start_time: at(9), end_time: at(10) })]);
    expect(await fates(await importRows([entry(0)]))).toEqual(['moved_here']);
    expect(await fates(await importRows([moved(0, 30)]))).toEqual(['moved_here']);
    expect(await row(0)).toMatchObject({ start_time: at(9) });
  });

  test('makes what an undo has taken back', async () => {
    const id = await importRows([entry(0, { client: newClient('Анна') })]);
    device.server.online = true;
    await device.replica.syncNow();
    await undoImport(device.replica, id);
    expect((await baseOf(0))?.takenBack).toBe(true);
    await device.replica.syncNow();
    expect(await fates(await importRows([entry(0, { client: newClient('Анна') })]))).toEqual(['new']);
    expect(await row(0)).toMatchObject({ deleted: false, client_id: newClient('Анна').id });
    expect(await people()).toEqual(['Анна']);
  });

  test('is compared with the last one for 60 days, and each import renews them', async () => {
    await importRows([entry(0)]);
    const store = importStore(device.replica);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await store.list(inDays(59));
    expect(await baseOf(0)).toBeDefined();
    await store.list(inDays(61));
    expect(await baseOf(0)).toBeUndefined();
  });
});

describe('whole days off', () => {
  test('stand beside the hours of their dates, grow with a newer file, and are taken back', async () => {
    await replaceDayOverrides(device.replica, 'ana', '2027-03-02', [{ start: '10:00', end: '14:00', type: 'additional_shift' }]);
    const id = await importRows([daysOff(['2027-03-01', '2027-03-02'])]);
    expect(await offOn('2027-03-01')).toEqual(['time_off']);
    expect((await offOn('2027-03-02')).sort()).toEqual(['additional_shift', 'time_off']);
    expect(await stored(device.replica, 'employee_day_overrides', 'ana/2027-03-01/0')).toMatchObject({ off_reason: 'holiday' });
    await importRows([daysOff(['2027-03-03'], 'longer')]);
    expect(await offOn('2027-03-03')).toEqual(['time_off']);
    expect(await undoImport(device.replica, id)).toEqual({ removed: 1, kept: 0 });
    expect([await offOn('2027-03-01'), await offOn('2027-03-02'), await offOn('2027-03-03')]).toEqual([
      [],
      ['additional_shift'],
      [],
    ]);
  });

  test('that stood before stay when an import is taken back, and so does a day that somebody has changed since', async () => {
    await replaceDayOverrides(device.replica, 'ana', '2027-03-02', [{ start: null, end: null, type: 'time_off' }]);
    const id = await importRows([daysOff(['2027-03-01', '2027-03-02', '2027-03-03'])]);
    await replaceDayOverrides(device.replica, 'ana', '2027-03-01', [{ start: '09:00', end: '12:00', type: 'time_off' }]);
    expect(await undoImport(device.replica, id)).toEqual({ removed: 0, kept: 1 });
    expect([await offOn('2027-03-01'), await offOn('2027-03-02'), await offOn('2027-03-03')]).toEqual([
      ['time_off'],
      ['time_off'],
      [],
    ]);
  });
});

describe('whole days off of a newer file', () => {
  const days = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04'] as const;
  const offOnDays = async () => (await Promise.all(days.map(offOn))).map((types) => types.includes('time_off'));
  const changeHere = () =>
    replaceDayOverrides(device.replica, 'ana', days[1], [{ start: '09:00', end: '12:00', type: 'time_off' }]);
  const holiday = async () => (await importStore(device.replica).bases([appointmentId('holiday')])).get(appointmentId('holiday'));

  test('move: the days that it no longer has are as they were before, but for one that somebody has changed since', async () => {
    await replaceDayOverrides(device.replica, 'ana', days[0], [{ start: '10:00', end: '14:00', type: 'additional_shift' }]);
    const id = await importRows([daysOff(days.slice(0, 2))]);
    await changeHere();
    expect(await fates(await importRows([daysBack(days.slice(0, 2), days.slice(2), 'changed')]))).toEqual(['changed']);
    expect(await offOnDays()).toEqual([false, true, true, true]);
    expect(await offOn(days[0])).toEqual(['additional_shift']);
    await undoImport(device.replica, id);
    expect(await offOnDays()).toEqual([false, true, false, false]);
  });

  test('go back where they were cancelled there, and the base knows that nobody deleted them here', async () => {
    await importRows([daysOff(days)]);
    expect(await fates(await importRows([daysBack(days, [], 'taken_back')]))).toEqual(['taken_back']);
    expect(await offOnDays()).toEqual([false, false, false, false]);
    expect(await holiday()).toMatchObject({ takenBack: true, off: [] });
  });
});

describe('taking appointments back', () => {
  test('removes what nobody touched, and the clients whom it made and on whom nothing rests', async () => {
    const [anna, iva, eva] = [newClient('Анна'), newClient('Ива'), newClient('Ева')];
    const id = await importRows([
      entry(0, { client: anna }),
      entry(1, { client: iva }),
      entry(2, { client: eva }),
      entry(3, { client: eva }),
    ]);
    await updateClient(device.replica, iva.id, { notes: 'алергия', first_name: 'Ива', last_name: 'И' });
    await setStatus(device.replica, { id: idOf(3) }, 'completed');
    expect(await undoImport(device.replica, id)).toEqual({ removed: 3, kept: 1 });
    expect(await people()).toEqual(['Ева', 'Ива И']);
    expect(await seen(imports$(device.replica))).toEqual([]);
  });

  test('brings back what a newer file took back', async () => {
    await importRows([entry(0)]);
    device.server.online = true;
    await device.replica.syncNow();
    const id = await importRows([cancelled(0)]);
    await undoImport(device.replica, id);
    expect(await row(0)).toMatchObject({ deleted: false });
    expect((await baseOf(0))?.takenBack).toBe(false);
  });

  test('makes what a newer file changed as it was before, where nobody has touched it since and no text was changed', async () => {
    await importRows([entry(0), entry(1), entry(2), entry(3), entry(4, { notes: 'първа' })]);
    const notes: ImportedAppointment = {
      ...{ ...moved(4, 24), said: said({ client: 'c2' }), fate: { kind: 'changed', decisions: ['client'], kept: [] } },
      write: { kind: 'change', values: { client_id: null, notes: 'втора' }, newClient: null },
    };
    const id = await importRows([moved(0, 20), moved(1, 21), moved(2, 22), moved(3, 23), notes]);
    await updateEvent(device.replica, idOf(0), { notes: 'алергия' });
    await moveEvent(device.replica, idOf(1), { resource_id: 'boris', start_time: at(50), end_time: at(51) });
    await importRows([moved(3, 33)]);
    const store = importStore(device.replica);
    expect(JSON.stringify(await store.part(id, 0))).not.toContain('първа');
    expect(await undoImport(device.replica, id)).toEqual({ removed: 0, kept: 3, back: 2 });
    expect(await row(0)).toMatchObject({ start_time: at(0), end_time: addMinutes(at(0), 30), notes: 'алергия' });
    expect(await row(1)).toMatchObject({ start_time: at(50), resource_id: 'boris' });
    expect(await row(2)).toMatchObject({ start_time: at(2) });
    expect(await row(3)).toMatchObject({ start_time: at(33) });
    expect(await row(4)).toMatchObject({ notes: 'втора' });
    // The base is the former one: the newer file is another one again.
    expect((await baseOf(2))?.said.place).toBe('p');
    expect(await fates(await importRows([moved(2, 22)]))).toEqual(['changed']);
  });

  test('leaves a client whom somebody deleted meanwhile deleted', async () => {
    const anna = newClient('Анна');
    const id = await importRows([entry(0, { client: anna })]);
    await deleteClient(device.replica, anna.id);
    expect(await undoImport(device.replica, id)).toEqual({ removed: 1, kept: 0 });
    expect(await people()).toEqual([]);
  });
});

test('the removal of a person’s data from the device takes the bases along', async () => {
  await importRows([entry(0)]);
  await removeImports(device.replica);
  expect((await importStore(device.replica).allBases()).size).toBe(0);
});

test('parts are written together', async () => {
  await importRows(Array.from({ length: PART_SIZE + 1 }, (_, n) => entry(n)));
  expect(device.writes.filter((changes) => changes.some(({ table }) => table === 'events'))).toHaveLength(2);
});
