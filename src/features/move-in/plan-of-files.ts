/**
 * Reads the appointments of files. All code that reads calendars comes with it, so it is loaded when somebody moves appointments
 * in.
 */
import { readSalonNow } from '#data/imports/salon-now.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { AppointmentField } from '#domain/imports/appointments/appointment-columns.ts';
import { joinRead, type ReadAppointments, type ReadSpan } from '#domain/imports/appointments/appointment-entry.ts';
import { appointmentId } from '#domain/imports/appointments/appointment-ids.ts';
import { type AppointmentReading, appointmentRowSteps } from '#domain/imports/appointments/appointment-rows.ts';
import { guessChoices, planSteps } from '#domain/imports/appointments/plan-appointments.ts';
import type { AppointmentChoices, PlannedAppointment, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { calendarSteps } from '#domain/imports/appointments/read-calendar.ts';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import { mapped } from '#domain/imports/steps.ts';
import { addDays, instantOf, todayIn } from '#domain/time/time.ts';
import { type CalendarPart, type TablePart, tableRows } from './parts.ts';
import type { SalonSnapshot } from './row-kinds.ts';
import { withBreaks } from './with-breaks.ts';

/** The days ahead for which appointments are read, and the days back if past ones are wanted. */
const AHEAD = 366;
const BACK = 5 * 366;

/** The data from which appointments are planned. */
export interface PlanBasis {
  readonly read: ReadAppointments;
  readonly salon: SalonNow;
  readonly guessed: AppointmentChoices;
}

/** Returns the name of a calendar's file without its ending. It names a calendar that has no name of its own. */
const calendarName = (source: string) => source.replace(/\.[^.]*$/, '');

const stepsOf = (part: TablePart | CalendarPart, reading: AppointmentReading) =>
  part.form === 'calendar'
    ? calendarSteps(part.text, reading, calendarName(part.source))
    : appointmentRowSteps(tableRows(part), part.columns as ColumnMapping<AppointmentField>, reading);

/** Reads the entries of these parts and the salon that they are matched with. @throws what the storage threw */
export async function basisOfPlan(
  replica: OpenReplica,
  parts: readonly (TablePart | CalendarPart)[],
  { currency, language, monthFirst, zone }: SalonSnapshot,
  history: boolean,
): Promise<PlanBasis> {
  const now = new Date().toISOString();
  const today = todayIn(zone, now);
  const from = instantOf(history ? addDays(today, -BACK) : today, 0, zone);
  const span: ReadSpan = { from, until: instantOf(addDays(today, AHEAD), 0, zone), zone };
  const files: { name: string; read: ReadAppointments }[] = [];
  for (const part of parts) files.push({ name: part.source, read: await withBreaks(stepsOf(part, { ...span, monthFirst })) });
  const read = joinRead(files);
  const ids = await withBreaks(mapped(read.entries, ({ key }) => [appointmentId(key)]));
  const salon = await readSalonNow(replica, { span, ids, now, currency, language });
  return { read, salon, guessed: guessChoices(read.entries, salon) };
}

/** Plans what becomes of the entries. */
export const planOfBasis = ({ read, salon }: PlanBasis, choices: AppointmentChoices): Promise<PlannedAppointment[]> =>
  withBreaks(planSteps(read, choices, salon));
