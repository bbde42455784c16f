import { EVENT_STATUSES, type EventStatus } from '#schemas/constants.ts';

/** A stored status; any value that is none of the four counts as empty (document 3 §3). */
export function statusOf(value: string | null | undefined): EventStatus | null {
  return EVENT_STATUSES.find((status) => status === value) ?? null;
}
