import { finishCurrencyChange } from '#data/device/currency-change.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/toast-store.ts';

/** Completes a change of currency that broke off, and says so. Where that fails it is tried again on the next opening. */
export async function finishCurrency(replica: OpenReplica): Promise<void> {
  try {
    const currency = await finishCurrencyChange(replica);
    if (currency) toast({ title: i18n.t('salon:success'), description: i18n.t('salon:currency_changed', { currency }) });
  } catch (error) {
    console.warn('A change of currency that broke off is not completed yet', error);
  }
}
