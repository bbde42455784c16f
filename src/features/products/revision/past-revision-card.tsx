import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { amountText } from '#domain/amount-text.ts';
import type { Money } from '#domain/money.ts';
import type { PastRevision } from '#domain/revision-history.ts';
import { differenceText, unitText, valueText } from '#products/stock.ts';
import type { Currency } from '#schemas/constants.ts';
import { type Account, atText } from './revision-account.ts';

export interface PastRevisionCardProps {
  past: PastRevision;
  account: Account;
  /** At supply price, in each currency. */
  values: readonly Money[];
  currency: Currency | null;
}

/** One revision: when, who and what it was worth; its products when it is opened. */
export function PastRevisionCard({ past, account, values, currency }: PastRevisionCardProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const { language } = account;
  const lost = values.some(({ amount }) => amount < 0);
  const gained = values.some(({ amount }) => amount > 0);
  const tone = lost && !gained ? 'text-danger' : gained && !lost ? 'text-success' : 'text-ink-3';
  return (
    <details className="card group">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2.5">
        <ChevronDown className="i i-sm group-open:rotate-180" aria-hidden="true" />
        <b className="tnum font-semibold">{atText(past.at, account, t)}</b>
        <span className="text-ink-2">{account.personOf(past.user_id)}</span>
        <span className="ml-auto flex items-baseline gap-3">
          <span className="text-ink-2 text-sm">{t('history_products', { count: past.rows.length })}</span>
          <span className={`tnum font-semibold ${tone}`}>{valueText(values, currency, language)}</span>
        </span>
      </summary>
      <div className="border-line border-t">
        <table className="table dense" aria-label={atText(past.at, account, t)}>
          <thead>
            <tr>
              <th scope="col">{words('product')}</th>
              <th scope="col" className="num">
                {t('old_short')}
              </th>
              <th scope="col" className="num">
                {t('new_short')}
              </th>
              <th scope="col" className="num">
                {t('difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            {past.rows.map((row) => {
              const unit = unitText(account.productOf(row.product_id)?.unit ?? 'g', words);
              return (
                <tr key={row.id}>
                  <td className="wrap-anywhere">{account.nameOf(row.product_id)}</td>
                  <td className="num whitespace-nowrap">{`${amountText(row.old_quantity, language)}\u00a0${unit}`}</td>
                  <td className="num whitespace-nowrap">{`${amountText(row.new_quantity, language)}\u00a0${unit}`}</td>
                  <td className="num whitespace-nowrap font-semibold">{differenceText(row.difference, language)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
