import type { TFunction } from 'i18next';

/** Why something was not saved, in the person's language. The device's storage is the one reason that they can mend. */
export function reasonOf(error: unknown, t: TFunction<'calendar'>): string {
  if (!(error instanceof Error)) return t('reservation.unknown_reason');
  if (error.name === 'StorageFullError') return t('reservation.storage_full');
  if (error.name === 'StorageClosedError') return t('reservation.storage_closed');
  return error.message || t('reservation.unknown_reason');
}
