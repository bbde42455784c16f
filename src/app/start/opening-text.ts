import type { TFunction } from 'i18next';
import { openingFault } from '#data/failures.ts';

/** Returns the advice when the data on this device did not open: in our words, or the browser's own if we have none. */
export function openingText(error: unknown, t: TFunction<'shell'>): string {
  const fault = openingFault(error);
  if (fault) return t(`storage_failed.${fault}`);
  const detail = error instanceof Error ? error.message : String(error ?? '');
  return detail ? t('storage_failed.other', { detail }) : t('storage_failed.reload');
}
