import type { TFunction } from 'i18next';
import { formatTimeRange } from '#domain/date-format.ts';
import { shownStatus } from '#domain/event-status.ts';
import { minutesBetween, zonedParts } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';

type EventRow = LocalRow<'events'>;

export interface Names {
  employee(id: string): string;
  client(id: string | null): string;
  service(id: string | null): string;
}

/** What became of an appointment elsewhere while its dialog is open, in words; empty when nothing did. */
export function whatChanged(opened: EventRow, now: EventRow, zone: string, names: Names, t: TFunction<'calendar'>): string[] {
  const said: string[] = [];
  const say = (key: string, value = '') => said.push(t(`reservation.changed_${key}`, { value }));
  if (opened.start_time !== now.start_time || opened.end_time !== now.end_time) {
    const { date, minute } = zonedParts(now.start_time, zone);
    const range = formatTimeRange(minute, minute + minutesBetween(now.start_time, now.end_time));
    say('time', date === zonedParts(opened.start_time, zone).date ? range : `${date}, ${range}`);
  }
  if (opened.resource_id !== now.resource_id) say('employee', names.employee(now.resource_id));
  if (opened.type !== now.type) say('type');
  else if (opened.client_id !== now.client_id) say('client', names.client(now.client_id));
  if (opened.type === now.type && opened.service_id !== now.service_id) say('service', names.service(now.service_id));
  if (opened.notes !== now.notes) say('notes');
  const status = shownStatus(now);
  if (now.type !== 'blocking' && shownStatus(opened) !== status) say('status', t(`status.${status}`));
  return said;
}
