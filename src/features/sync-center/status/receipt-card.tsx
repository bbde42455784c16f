import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { shortMomentText } from './moment-text.ts';
import { receiptText } from './receipt-text.ts';

/** The fate of the work during a longer outage; the card stays until a person has read it. */
export function ReceiptCard({ zone }: { zone: string }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const replica = useReplica();
  const receipt = useLive(() => replica.receipt$, [replica]);
  if (!receipt) return null;
  const from = shortMomentText(receipt.offlineSince, zone, language);
  const to = shortMomentText(receipt.at, zone, language);
  return (
    <section
      className="card flex flex-wrap items-start gap-3 p-4 text-sm"
      aria-labelledby="sync-receipt"
      data-receipt={receipt.id}
    >
      <span className="grid h-9 w-9 flex-none place-items-center rounded-md bg-success-soft text-success">
        <ReceiptText className="i" aria-hidden="true" />
      </span>
      <div className="min-w-24 flex-1 leading-snug">
        <h2 id="sync-receipt" className="text-sm font-semibold">
          {t('receipt_title')}
        </h2>
        <p>{receiptText(receipt, t)}.</p>
        <p className="text-xs text-ink-3">
          {from === to ? t('receipt_outage_short', { at: from }) : t('receipt_outage', { from, to })}
        </p>
      </div>
      <Button size="sm" breaks onClick={() => void replica.dismissReceipt()}>
        {t('got_it')}
      </Button>
    </section>
  );
}
