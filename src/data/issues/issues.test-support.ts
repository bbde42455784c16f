/**
 * A salon in which two real devices meet. Each function makes one kind of issue on the device; the other device is the desk's.
 */

import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { replaceWeeklyShifts } from '#data/shifts.commands.ts';
import type { TableName } from '#schemas/registry.ts';
import type { PushChange, Verdict, WireRow } from '#sync/server/server.ts';
import { derivedIssues$ } from './derived-issues.ts';
import type { SyncIssue } from './issues.queries.ts';

export interface Meeting extends Device {
  /** Brings the line back and runs a round. */
  sync(): Promise<void>;
  offline(): void;
  /** Sets the verdicts on changes that the server does not take; null: it takes all. */
  refuse(verdict: ((change: PushChange) => Verdict | null) | null): void;
  /** Removes the row from the server without a trace, as after 90 days. */
  purge(table: TableName, id: string): void;
  /** Returns the row as the server has it. */
  onServer(table: TableName, id: string): WireRow | undefined;
  issue(kind: SyncIssue['kind']): Promise<SyncIssue>;
  issues(count: number): Promise<readonly SyncIssue[]>;
  close(): Promise<void>;
}

/** A Wednesday far ahead, so that nothing on it is ever past. */
export const DAY = '2036-11-19';
export const at = (hour: number, minute = 0, date = DAY) => `${date}T${two(hour - 2)}:${two(minute)}:00.000Z`;
const two = (n: number) => String(n).padStart(2, '0');

/**
 * Opens a salon with two devices.
 * @param seed makes the rows that the salon has at first
 */
export async function openMeeting(seed: (device: Device) => void = seedSalon): Promise<Meeting> {
  const device = await openDevice({ derivedIssues: (rows) => derivedIssues$(rows, { later: 0 }) });
  const { server, replica } = device;
  // biome-ignore lint/complexity/useLiteralKeys: the stub keeps its rows to itself; this is the one that looks inside
  const rows = (table: TableName) => server['rows'].get(table) as Map<string, WireRow>;
  const take = server.push.bind(server);
  let refusal: ((change: PushChange) => Verdict | null) | null = null;

  async function verdictOn(salon: number, change: PushChange): Promise<Verdict> {
    const refused = refusal?.(change);
    if (refused) return refused;
    const row = rows(change.table).get(change.id);
    if (!row && change.base_rev > 0) return { v: 'gone' };
    if (row && row.rev !== change.base_rev) return { v: 'conflict', rev: row.rev, row };
    const [verdict] = (await take(salon, [change])).verdicts;
    if (!verdict) throw new Error('no verdict');
    return verdict;
  }
  server.push = (async (salon: number, changes: readonly PushChange[]) => {
    await take(salon, []); // it reaches the server, or fails as the line does
    const verdicts: Verdict[] = [];
    for (const change of changes) verdicts.push(await verdictOn(salon, change));
    return { verdicts };
  }) as unknown as typeof server.push;

  seed(device);
  server.online = true;
  await replica.syncNow();
  return {
    ...device,
    async sync() {
      server.online = true;
      await replica.syncNow();
    },
    offline() {
      server.online = false;
    },
    refuse(verdict) {
      refusal = verdict;
    },
    purge: (table, id) => void rows(table).delete(id),
    onServer: (table, id) => rows(table).get(id),
    async issue(kind) {
      const all = await seen(replica.issues$, (list) => list.some((issue) => issue.kind === kind));
      const found = all.find((issue) => issue.kind === kind);
      if (!found) throw new Error(`no issue: ${kind}`);
      return found;
    },
    issues: (count) => seen(replica.issues$, (list) => list.length === count),
    async close() {
      await replica.close();
    },
  };
}

function seedSalon({ server }: Device): void {
  server.put('salons', String(SALON_ID), { name_bg: 'Студио „Къдрица“', name_en: 'Studio Kadritsa', timezone: 'Europe/Sofia' });
  server.put('resources', 'gabriela', { name: 'Габриела Илиева', color: '#ec4899' });
  server.put('resources', 'maria', { name: 'Мария Петрова', color: '#7c3aed' });
  server.put('services', 'nails', { name: 'Маникюр', name_bg: 'Маникюр', name_en: 'Manicure', duration: 60, price: 40 });
  server.put('services', 'gel', { name: 'Гел лак', name_bg: 'Гел лак', name_en: 'Gel polish', duration: 75, price: 55 });
  client(server, 'sonya', 'Соня', 'Милева', '+359888123456');
  client(server, 'denitsa', 'Деница', 'Колева', '+359899111222');
  client(server, 'silvia', 'Силвия', 'Маркова', '+359897112900');
  for (const id of ['gabriela', 'maria'])
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      server.put('employee_weekly_shifts', `${id}/${weekday}/0`, {
        ...{ resource_id: id, weekday, start_time: '09:00', end_time: '18:00', intervals: '[["09:00","18:00"]]' },
      });
  server.put('events', 'agreed', appointment('sonya', 'nails', at(11), at(12)));
}

function client(server: Device['server'], id: string, first_name: string, last_name: string, phone: string): void {
  server.put('clients', id, { name: `${first_name} ${last_name}`, first_name, last_name, phone });
}

export const appointment = (client_id: string, service_id: string, start_time: string, end_time: string) => ({
  ...{ resource_id: 'gabriela', client_id, service_id, start_time, end_time },
  ...{ type: 'appointment' as const, status: 'booked', title: 'Маникюр', price: 40, currency: 'BGN' as const },
});

export const refusedBy =
  (code: string, constraint?: string): ((change: PushChange) => Verdict) =>
  () => ({ v: 'rejected', code, message: 'new row violates a rule', ...(constraint ? { constraint } : {}) });

const change = <N extends TableName>(m: Meeting, table: N, id: string, values: Parameters<typeof changeOf<N>>[2]) =>
  m.replica.write([changeOf(table, id, values)]);

/** Makes a client whom the server does not take. */
export async function refusedNewClient(m: Meeting): Promise<SyncIssue> {
  m.refuse(refusedBy('23514', 'clients_phone_check'));
  await change(m, 'clients', 'new', { name: 'Ина Фотева', first_name: 'Ина', last_name: 'Фотева', phone: '088' });
  await m.sync();
  return m.issue('rejected');
}

/** Changes a client in a way that the server does not take. */
export async function refusedChange(m: Meeting): Promise<SyncIssue> {
  m.refuse(refusedBy('23514', 'clients_notes_check'));
  await change(m, 'clients', 'silvia', { notes: 'Алергия към амоняк' });
  await m.sync();
  return m.issue('rejected');
}

/** Both devices give the client another phone. */
export async function twoPhones(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await change(m, 'clients', 'silvia', { phone: '+359897112904' });
  m.server.put('clients', 'silvia', { phone: '+359897112940' });
  await m.sync();
  return m.issue('field');
}

/** Both devices move the same booking. */
export async function twoMoves(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await change(m, 'events', 'agreed', { start_time: at(14), end_time: at(15), resource_id: 'gabriela' });
  m.server.put('events', 'agreed', { start_time: at(16), end_time: at(17), resource_id: 'maria' });
  await m.sync();
  return m.issue('field');
}

/** Both devices replace the shifts of Габриела's Wednesdays. */
export async function twoSets(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await replaceWeeklyShifts(m.replica, 'gabriela', 3, [
    { start: '10:00', end: '13:00' },
    { start: '14:00', end: '19:00' },
  ]);
  m.server.put('employee_weekly_shifts', 'gabriela/3/0', {
    ...{ start_time: '12:00', end_time: '20:00', intervals: '[["12:00","20:00"]]' },
  });
  await m.sync();
  return m.issue('set');
}

/** The desk deletes the booking that was moved here. */
export async function deletedThere(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await change(m, 'events', 'agreed', { start_time: at(14), end_time: at(15), resource_id: 'gabriela' });
  m.server.put('events', 'agreed', { deleted: true });
  await m.sync();
  return m.issue('deleted-there');
}

/** The desk moves the booking that was deleted here. */
export async function editedThere(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await change(m, 'events', 'agreed', { deleted: true });
  m.server.put('events', 'agreed', { start_time: at(16), end_time: at(17), resource_id: 'maria' });
  await m.sync();
  return m.issue('edited-there');
}

/** The server forgets the booking that was moved here. */
export async function gone(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await change(m, 'events', 'agreed', { start_time: at(14), end_time: at(15), resource_id: 'gabriela' });
  m.purge('events', 'agreed');
  await m.sync();
  return m.issue('gone');
}

/** Both devices book the same time with Мария: Деница at 11:00 at the desk, Соня at 11:30 here. */
export async function overlap(m: Meeting): Promise<SyncIssue> {
  m.offline();
  await addEvent(m.replica, {
    ...{ type: 'appointment', resource_id: 'maria', client_id: 'sonya', service_id: 'nails' },
    ...{ start_time: at(11, 30), end_time: at(12, 30) },
  });
  m.server.put('events', 'desk', {
    ...appointment('denitsa', 'gel', at(11), at(12, 15)),
    resource_id: 'maria',
    title: 'Гел лак',
  });
  await m.sync();
  return m.issue('overlap');
}
