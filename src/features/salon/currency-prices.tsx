import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrencyPlan, PriceChange } from '#data/salon/currency-change.ts';
import { hasFixedRate, roundingDifference } from '#domain/currency-change.ts';
import { formatMoney } from '#domain/money.ts';
import { zonedParts } from '#domain/time.ts';
import { shownDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';

/** So many of a kind are drawn at first, and so many more for each press: a salon may have a thousand bookings ahead. */
const SHOWN = 50;
const MORE = 200;
const KINDS = ['services', 'products', 'events'] as const;

/** Each price before and after, and what rounding adds or takes, by what has it; as it is where there is no fixed rate. */
export function CurrencyPrices({ plan }: { plan: CurrencyPlan }) {
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
      <Table
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
