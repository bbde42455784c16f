import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { type CurrencyChange, type CurrencyPlan, changeCurrency, formerPrices$ } from '#data/salon/currency-change.ts';
import { hasFixedRate } from '#domain/currency-change.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { Currency } from '#schemas/constants.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLive } from '#ui/use-live.ts';
import { CurrencyPrices } from './currency-prices.tsx';

/** What is not in the salon's currency: what a change that broke off has left, and what another device wrote without knowing of it. */
export function FormerPrices({ replica, currency }: { replica: OpenReplica; currency: Currency }) {
  const [now] = useState(() => new Date().toISOString());
  const plans = useLive(() => formerPrices$(replica, currency, now), [replica, currency, now]);
  return plans?.map((plan) => <Former key={plan.from} replica={replica} plan={plan} />);
}

/** How many they are, which, and one tap for all of them. */
function Former({ replica, plan }: { replica: OpenReplica; plan: CurrencyPlan }) {
  const { t } = useTranslation('salon');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const { from, to, prices } = plan;
  const words = { count: prices.length, from: t(`currency_words.${from}`), currency: t(`currency_words.${to}`) };
  const change = async (numbers: CurrencyChange['numbers']) => {
    setBusy(true);
    const now = new Date().toISOString();
    try {
      await saving(t('currency_action', { currency: to }), () =>
        changeCurrency(replica, { from, to, numbers }, now, () => undefined),
      );
      toast({ title: t('success'), description: t('currency_changed', { currency: to }) });
    } catch (error) {
      toast({ title: t('currency_failed'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const fixed = hasFixedRate(from, to);
  return (
    <Notice tone="warn" className="mb-4 max-w-[68rem]">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(15rem,100%)] flex-1" role="status">
          {t('currency_former', { count: prices.length, currency: words.from })}
          {fixed ? null : ` ${t('currency_former_no_rate')}`}
        </span>
        {fixed ? (
          <Button breaks busy={busy} onClick={() => void change('converted')}>
            {t('currency_former_convert', words)}
          </Button>
        ) : null}
        <Button breaks variant={fixed ? 'ghost' : 'secondary'} disabled={busy} onClick={() => setAsking(true)}>
          {t('currency_former_keep', words)}
        </Button>
      </span>
      <details className="mt-2">
        <summary className="cursor-pointer">{t('currency_former_list')}</summary>
        <div className="text-ink">
          <CurrencyPrices plan={plan} />
        </div>
      </details>
      <ConfirmDialog
        open={asking}
        title={t('currency_former_keep', words)}
        confirmLabel={t('currency_former_keep_confirm')}
        cancelLabel={t('cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void change('kept');
        }}
      >
        {t('currency_former_keep_text', words)}
      </ConfirmDialog>
    </Notice>
  );
}
