import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { undoableCurrency$, undoCurrencyChange } from '#data/salon/currency-change.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { Currency } from '#schemas/constants.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLive } from '#ui/use-live.ts';

export interface CurrencyOfferProps {
  replica: OpenReplica;
  currency: Currency;
  onChange: () => void;
}

/** To a salon in levs: the change to the euro. After a change, as long as the server has not confirmed it: the way back. */
export function CurrencyOffer({ replica, currency, onChange }: CurrencyOfferProps) {
  const { t } = useTranslation('salon');
  const former = useLive(() => undoableCurrency$(replica), [replica]) ?? null;
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      const isBack = await saving(t('currency_undo'), () => undoCurrencyChange(replica, new Date().toISOString()));
      if (isBack) toast({ title: t('success'), description: t('currency_undone') });
      else toast({ title: t('currency_not_undone'), description: t('currency_sent'), variant: 'destructive' });
    } catch (error) {
      toast({ title: t('currency_not_undone'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  if (former !== null && former !== currency)
    return (
      <Offer text={t('currency_is_changed', { currency })}>
        <Button breaks busy={busy} onClick={() => void undo()}>
          {t('currency_undo')}
        </Button>
      </Offer>
    );
  if (currency !== 'BGN') return null;
  return (
    <Offer text={t('currency_offer')}>
      <Button breaks onClick={onChange}>
        {t('currency_to_euro')}
      </Button>
    </Offer>
  );
}

function Offer({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <Notice tone="info" className="mb-4 max-w-[68rem] items-center!">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(15rem,100%)] flex-1">{text}</span>
        {children}
      </span>
    </Notice>
  );
}
