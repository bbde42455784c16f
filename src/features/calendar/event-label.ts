import type { TFunction } from 'i18next';
import { formatTime } from '#domain/date-format.ts';

/** What of an appointment its fill shows. */
export type EventFill = 'booked' | 'arrived' | 'completed' | 'cancelled' | 'no-show' | 'blocked';
/** What became of a change that was not simply taken: refused by the server, or waiting for a person's decision. */
export type EventTrouble = 'rejected' | 'conflict';

export interface SpokenEvent {
  from: number;
  to: number;
  client: string;
  service: string | null;
  employee: string;
  fill: EventFill;
  unsent: boolean;
  trouble: EventTrouble | null;
  double: boolean;
}

/** For screen readers and tests: an ordinary dash, none of the marks that hold a range together on screen. */
export const spokenRange = (from: number, to: number) => `${formatTime(from)}–${formatTime(to)}`;

/** "10:00–11:00, client, service, employee, status[, not sent yet][, overlaps]" (CALENDAR.md). */
export function eventLabel(event: SpokenEvent, t: TFunction<'calendar'>): string {
  return [
    spokenRange(event.from, event.to),
    event.client,
    event.service,
    event.employee,
    t(`spoken.${event.fill}`),
    event.trouble ? t(`spoken.${event.trouble}`) : event.unsent ? t('spoken.unsent') : null,
    event.double ? t('spoken.overlaps') : null,
  ]
    .filter(Boolean)
    .join(', ');
}
