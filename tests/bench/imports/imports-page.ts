/**
 * The page of the bench of imports: a salon with clients and bookings, which a calendar would read live, imports a file of each
 * kind.
 */
import { merge } from 'rxjs';
import { clients$ } from '#data/clients.queries.ts';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { beginAppointments, beginImport, goOn, importReport } from '#data/imports/imports.ts';
import { readSalonNow } from '#data/imports/salon-now.ts';
import { derivedIssues$ } from '#data/issues/derived-issues.ts';
import { appointmentId } from '#domain/imports/appointments/appointment-ids.ts';
import { guessChoices, planSteps } from '#domain/imports/appointments/plan-appointments.ts';
import type { PlannedAppointment } from '#domain/imports/appointments/planned-appointment.ts';
import { calendarSteps } from '#domain/imports/appointments/read-calendar.ts';
import { guessClientColumns } from '#domain/imports/client-import-columns.ts';
import type { ImportedClient } from '#domain/imports/client-import-rows.ts';
import { judgeClients } from '#domain/imports/judged.test-support.ts';
import { readTable } from '#domain/imports/read-table.ts';
import { withBreaks } from '#features/move-in/with-breaks.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import type { EventRow } from '../replica/adapter.ts';
import { pageServer } from '../replica/page-server.ts';
import { clientRows, dayFromToday, eventRows } from '../replica/rows.ts';

/** The functions of the page. Times are in ms. */
export interface ImportsBench {
  /** Opens a salon of so many clients and bookings. */
  open(clients: number, events: number): Promise<void>;
  understandClients(text: string): Promise<number>;
  writeClients(): Promise<number>;
  understandCalendar(text: string): Promise<number>;
  writeAppointments(): Promise<number>;
}

declare global {
  interface Window {
    importsBench?: ImportsBench;
  }
}

let replica: Replica;

/**
 * Places the bookings of a day a quarter of an hour after each other. Each takes half an hour, so two employees have them in
 * turn.
 */
const apart = (event: EventRow, n: number): EventRow => {
  const ofDay = Math.floor(n / 365);
  return { ...event, resource_id: `r-${Math.floor(ofDay / 44) * 2 + (ofDay % 2)}` };
};
let people: readonly ImportedClient[] = [];
let planned: readonly PlannedAppointment[] = [];
/** Returns the year from today on. */
const span = () => ({ from: dayFromToday(0), until: dayFromToday(365), zone: 'Europe/Sofia' });

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const bench: ImportsBench = {
  async open(clients, events) {
    const held = { clients: clientRows(clients), events: eventRows(events).map(apart) };
    const derivedIssues = derivedIssues$;
    replica = await openReplica({ userId: 'bench', salonId: 1, server: pageServer(() => held), autoSync: false, derivedIssues });
    await replica.syncNow();
    const today = dayFromToday(0).slice(0, 10);
    const end = dayFromToday(6).slice(0, 10);
    merge(clients$(replica), daysEvents$(replica, today, end, 'Europe/Sofia'), replica.issues$, replica.status$).subscribe();
    await new Promise((done) => setTimeout(done, 3000));
  },
  async understandClients(text) {
    const known = await new Promise<Parameters<typeof judgeClients>[2]>((done) => clients$(replica).subscribe(done));
    const from = performance.now();
    const rows = readTable(text);
    const judged = judgeClients(rows, guessClientColumns(rows), known, { monthFirst: false, today: '2026-11-18' });
    people = judged.filter(({ verdict }) => verdict.kind === 'new').map(({ value }) => value);
    return performance.now() - from;
  },
  writeClients: () => took(async () => goOn(replica, await beginImport(replica, 'clients', people, 'clients.csv'))),
  async understandCalendar(text) {
    await replica.write([{ table: 'resources', id: 'ana', change: { name: 'Ана' } }]);
    await replica.write([{ table: 'services', id: 'cut', change: { name: 'Подстригване', price: 30, duration: 30 } }]);
    const from = performance.now();
    const read = await withBreaks(calendarSteps(text, span(), 'Ана'));
    const ids = read.entries.map(({ key }) => appointmentId(key));
    const now = await readSalonNow(replica, { span: span(), ids, now: span().from, currency: 'BGN', language: 'bg' });
    planned = await withBreaks(planSteps(read, guessChoices(read.entries, now), now));
    return performance.now() - from;
  },
  writeAppointments: () =>
    took(async () => {
      const id = await beginAppointments(replica, planned, 'calendar.ics');
      await goOn(replica, id);
      const made = (await importReport(replica, id)).filter(({ fate }) => fate === 'new').length;
      if (made !== planned.length) throw new Error(`${made} of ${planned.length} were made`);
    }),
};
window.importsBench = bench;
