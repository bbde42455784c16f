import type { TFunction } from 'i18next';
import type { Receipt } from './sync-types.ts';

/** „12 изпратени, 34 изтеглени, 1 иска Вашето решение“. There is no receipt of nothing: where no count is left, all was decided. */
export function receiptText({ sent, received, needsYou }: Receipt, t: TFunction<'sync'>): string {
  const parts = [
    sent > 0 ? t('receipt_sent', { count: sent }) : null,
    received > 0 ? t('receipt_received', { count: received }) : null,
    needsYou > 0 ? t('receipt_needs_you', { count: needsYou }) : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : t('receipt_decided');
}
