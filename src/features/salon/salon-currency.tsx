import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defer } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import {
  type CurrencyChange,
  type CurrencyPlan,
  changeCurrency,
  formerPrices$,
  type PriceChange,
  planCurrencyChange,
  undoableCurrency$,
  undoCurrencyChange,
} from '#data/salon/currency-change.commands.ts';
import { hasFixedRate, roundingDifference } from '#domain/money/fixed-rate.ts';
import { formatMoney } from '#domain/money/money.ts';
import { zonedParts } from '#domain/time/time.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { shownDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { DataTable, type TableColumn } from '#ui/table/data-table.tsx';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';

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

interface CurrencyOfferProps {
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

interface CurrencyQuestionProps {
  /** Null: nothing is asked. */
  asked: { readonly from: Currency; readonly to: Currency } | null;
  onCancel: () => void;
  /** The prices keep their numbers, which are in the new currency from now on. */
  onAlone: () => void;
  onConvert: () => void;
}

/** Asks what shall become of the prices when a person chooses another currency by hand. */
export function CurrencyQuestion({ asked, onCancel, onAlone, onConvert }: CurrencyQuestionProps) {
  const { t } = useTranslation('salon');
  const { from, to } = asked ?? { from: 'BGN', to: 'EUR' };
  const fixed = hasFixedRate(from, to);
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t('currency_question', { from, to })}
      tone="primary"
      confirmLabel={t(fixed ? 'currency_convert' : 'currency_alone')}
      cancelLabel={t('cancel')}
      onCancel={onCancel}
      onConfirm={fixed ? onConvert : onAlone}
      between={fixed ? <Button onClick={onAlone}>{t('currency_alone')}</Button> : null}
    >
      {t(fixed ? 'currency_question_rate' : 'currency_question_no_rate', { to })}
    </ConfirmDialog>
  );
}

/** The prices in other currencies than the salon's: a change broke off before them, or another device wrote them unaware of it. */
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

/** So many of a kind are drawn at first, and so many more for each press: a salon may have a thousand bookings ahead. */
const SHOWN = 50;
const MORE = 200;
const KINDS = ['services', 'products', 'events'] as const;

/** Each price before and after, and what rounding adds or takes, by what has it; as it is where there is no fixed rate. */
function CurrencyPrices({ plan }: { plan: CurrencyPlan }) {
  const { t } = useTranslation('salon');
  if (plan.prices.length === 0) return <p className="mt-3">{t('currency_nothing')}</p>;
  return (
    <div className="mt-4 flex flex-col gap-5">
      {KINDS.map((kind) => {
        const prices = plan.prices.filter(({ table }) => table === kind);
        return prices.length === 0 ? null : <Kind key={kind} kind={kind} plan={plan} prices={prices} />;
      })}
    </div>
  );
}

function Kind({ kind, plan, prices }: { kind: (typeof KINDS)[number]; plan: CurrencyPlan; prices: readonly PriceChange[] }) {
  const { t } = useTranslation('salon');
  const language = useLanguage();
  const [shown, setShown] = useState(SHOWN);
  const { from, to } = plan;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const fixed = hasFixedRate(from, to);
  const after = (row: PriceChange) => (row.to === null ? '–' : formatMoney(row.to, to, language));
  const difference = (row: PriceChange) => (row.to === null ? 0 : roundingDifference(row.from, row.to, from, to));
  const note = ({ column, start }: PriceChange) => {
    if (start !== null) return shownDate(zonedParts(start, timeZone).date, language);
    return column === 'supply_price' ? t('currency_supply') : null;
  };
  const name = (row: PriceChange) => (
    <>
      {row.name}
      {note(row) ? <span className="block text-xs text-ink-3">{note(row)}</span> : null}
    </>
  );
  const signed = (amount: number) => `${amount > 0 ? '+' : ''}${formatMoney(amount, from, language)}`;
  const columns: TableColumn<PriceChange>[] = [
    { key: 'name', head: t('currency_name'), cell: name },
    { key: 'from', head: t('currency_before'), numeric: true, cell: (row) => formatMoney(row.from, from, language) },
    {
      key: 'to',
      head: t('currency_after'),
      numeric: true,
      className: 'font-semibold',
      cell: after,
    },
    {
      key: 'difference',
      head: t('currency_difference'),
      numeric: true,
      className: 'text-ink-2',
      cell: (row) => signed(difference(row)),
    },
  ];
  const rows = prices.slice(0, shown);
  return (
    <details open>
      <summary className="mb-2 cursor-pointer font-medium">{t(`currency_${kind}`, { count: prices.length })}</summary>
      <DataTable
        label={t(`currency_${kind}`, { count: prices.length })}
        columns={fixed ? columns : columns.slice(0, 2)}
        rows={rows}
        rowKey={({ id, column, employee }) => `${id} ${column} ${employee ?? ''}`}
        dense
        phoneRow={(row) => (
          <span className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-1 leading-tight">
            <span className="min-w-16 flex-1">{name(row)}</span>
            <span className="tnum ml-auto text-right">
              <span className="text-ink-3">{formatMoney(row.from, from, language)}</span>
              {fixed ? (
                <>
                  {' '}
                  → <b>{after(row)}</b>
                  <span className="block text-xs text-ink-3">
                    {t('currency_difference')}: {signed(difference(row))}
                  </span>
                </>
              ) : null}
            </span>
          </span>
        )}
      />
      {rows.length < prices.length ? (
        <Button variant="ghost" className="mt-2" onClick={() => setShown(shown + MORE)}>
          {t('currency_more', { count: Math.min(MORE, prices.length - rows.length) })}
        </Button>
      ) : null}
    </details>
  );
}
