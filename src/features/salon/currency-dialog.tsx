import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defer } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeCurrency, planCurrencyChange } from '#data/salon/currency-change.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { Currency } from '#schemas/constants.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { LeaveButton } from '#ui/leave-dialog.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLiveState } from '#ui/use-live.ts';
import { CurrencyPrices } from './currency-prices.tsx';

export interface CurrencyDialogProps {
  replica: OpenReplica;
  from: Currency;
  to: Currency;
  onClose: () => void;
}

/** All prices before and after, then the change as one action. Whatever ends it, what is left says so on the salon's page. */
export function CurrencyDialog({ replica, from, to, onClose }: CurrencyDialogProps) {
  const { t } = useTranslation(['salon', 'common']);
  const [done, setDone] = useState<number | null>(null);
  const read = () => defer(() => planCurrencyChange(replica, from, to, new Date().toISOString()));
  const plan = useLiveState(read, [replica, from, to]);
  const change = async () => {
    setDone(0);
    const now = new Date().toISOString();
    try {
      await saving(t('currency_action', { currency: to }), () =>
        changeCurrency(replica, { from, to, numbers: 'converted' }, now, setDone),
      );
      toast({ title: t('success'), description: t('currency_changed', { currency: to }) });
      onClose();
    } catch (error) {
      toast({ title: t('currency_failed'), description: failureText(error), variant: 'destructive' });
      setDone(null);
    }
  };
  const { value } = plan;
  return (
    <Dialog
      open
      onClose={() => done === null && onClose()}
      title={t('currency_title', { currency: to })}
      size="wide"
      footer={
        <>
          <span className="ml-auto" />
          <LeaveButton disabled={done !== null}>{t('cancel')}</LeaveButton>
          <Button
            variant="primary"
            busy={done !== null}
            busyLabel={t('currency_changing')}
            disabled={!value}
            onClick={() => void change()}
          >
            {t('currency_action', { currency: to })}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{t('currency_rule')}</p>
      {plan.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
      {plan.phase === 'failed' ? (
        <ErrorBox title={t('currency_not_read')} detail={failureText(plan.error)} onRetry={plan.retry} />
      ) : null}
      {done !== null && value ? (
        <label className="mt-3 block text-sm">
          <span role="status">{t('currency_progress', { done, count: value.prices.length })}</span>
          <progress className="mt-1 w-full" max={Math.max(1, value.prices.length)} value={done} />
        </label>
      ) : null}
      {value ? <CurrencyPrices plan={value} /> : null}
    </Dialog>
  );
}
