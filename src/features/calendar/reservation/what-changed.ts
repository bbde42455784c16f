import type { TFunction } from 'i18next';
import { rangeWords, unbroken } from '#calendar/reads/event-words.ts';
import { shownStatus } from '#domain/event-status.ts';
import { zonedParts } from '#domain/time.ts';
import { formatDay } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';

type EventRow = LocalRow<'events'>;

export interface Names {
  employee(id: string): string;
  client(id: string | null): string;
  service(id: string | null): string;
}

export interface Wording {
  zone: string;
  names: Names;
  language: Language;
  t: TFunction<['calendar', 'reservation']>;
}

export type ChangedField = 'time' | 'employee' | 'type' | 'client' | 'service' | 'notes' | 'status';

/** What another device changed of an appointment, in the order in which it is said. */
export function changedFields(opened: EventRow, now: EventRow): ChangedField[] {
  const sameType = opened.type === now.type;
  const changed: Record<ChangedField, boolean> = {
    time: opened.start_time !== now.start_time || opened.end_time !== now.end_time,
    employee: opened.resource_id !== now.resource_id,
    type: !sameType,
    client: sameType && opened.client_id !== now.client_id,
    service: sameType && opened.service_id !== now.service_id,
    notes: opened.notes !== now.notes,
    status: now.type !== 'blocking' && shownStatus(opened) !== shownStatus(now),
  };
  return (Object.keys(changed) as ChangedField[]).filter((field) => changed[field]);
}

/** A field of an appointment in words. @param beside the other state of it: a day is named where the two differ in it. */
export function inWords(field: ChangedField, row: EventRow, beside: EventRow, { zone, names, language, t }: Wording): string {
  switch (field) {
    case 'time': {
      const { date } = zonedParts(row.start_time, zone);
      const range = rangeWords(row, zone, t);
      const day = date === zonedParts(beside.start_time, zone).date ? '' : `${formatDay(date, language)}, `;
      return day + unbroken(range);
    }
    case 'employee':
      return names.employee(row.resource_id);
    case 'client':
      return names.client(row.client_id);
    case 'service':
      return names.service(row.service_id);
    case 'notes':
      return row.notes || '–';
    case 'status':
      return t(`status.${shownStatus(row)}`);
    case 'type':
      return '';
  }
}

/** What became of an appointment elsewhere while its dialog is open; empty when nothing did. */
export function whatChanged(opened: EventRow, now: EventRow, wording: Wording): string[] {
  return changedFields(opened, now).map((field) =>
    wording.t(`reservation.changed_${field}`, { value: inWords(field, now, opened, wording) }),
  );
}
