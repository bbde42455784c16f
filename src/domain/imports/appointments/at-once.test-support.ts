/** Files of appointments are read and planned in steps. Tests take them without a pause. */
import { atOnce } from '#domain/imports/steps.test-support.ts';
import { appointmentRowSteps } from './appointment-rows.ts';
import { planSteps } from './plan-appointments.ts';
import { calendarSteps } from './read-calendar.ts';

export const readCalendar = (...of: Parameters<typeof calendarSteps>) => atOnce(calendarSteps(...of));
export const readAppointmentRows = (...of: Parameters<typeof appointmentRowSteps>) => atOnce(appointmentRowSteps(...of));
export const planAppointments = (...of: Parameters<typeof planSteps>) => atOnce(planSteps(...of));
