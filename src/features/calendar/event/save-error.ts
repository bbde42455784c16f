import type { TFunction } from 'i18next';
import { failureOf } from '#data/failures.ts';

/** The failures of a booking that have words of their own. What a server or a browser said stands as it was said. */
const WORDED = [
  'storage_full',
  'storage_closed',
  'employee_required',
  'client_required',
  'service_required',
  'time_invalid',
  'invalid_id',
] as const;

/** Why something was not saved, in the person's language. */
export function reasonOf(error: unknown, t: TFunction): string {
  const { key } = failureOf(error);
  const worded = WORDED.find((known) => known === key);
  if (worded) return t(`calendar:reservation.reasons.${worded}`);
  return (key === 'unknown' && error instanceof Error && error.message) || t('calendar:reservation.reasons.unknown');
}
