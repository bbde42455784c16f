import { useTranslation } from 'react-i18next';
import { amountText } from '#domain/amount-text.ts';
import type { StockPoint } from '#domain/revision-history.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { unitText } from '#products/stock.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { atText } from './revision-account.ts';

/** The drawing's own units; it stretches with the card. */
const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 8;

export interface StockChartProps {
  product: LocalRow<'products'>;
  /** Oldest first. */
  line: readonly StockPoint[];
  zone: string;
}

/** A product's counted stock over time: steps for the eye, a table of the same numbers for screen readers. */
export function StockChart({ product, line, zone }: StockChartProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const language = useLanguage();
  const from = line[0]?.at ?? 0;
  const span = Math.max(1, (line.at(-1)?.at ?? 0) - from);
  const most = Math.max(1, ...line.map(({ quantity }) => quantity));
  const x = (at: number) => EDGE + ((at - from) / span) * (WIDTH - 2 * EDGE);
  const y = (quantity: number) => HEIGHT - EDGE - (quantity / most) * (HEIGHT - 2 * EDGE);
  // The stock is known at counts alone: it holds until the next one.
  const path = line.map(({ at, quantity }, no) => (no === 0 ? `M${x(at)} ${y(quantity)}` : `H${x(at)}V${y(quantity)}`)).join('');
  const amount = (quantity: number) => `${amountText(quantity, language)}\u00a0${unitText(product.unit, words)}`;
  return (
    <figure className="card m-0 p-4">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
        <b className="font-semibold">{t('chart_title', { name: product.name })}</b>
        <span className="text-ink-3 text-sm">{t('chart_most', { amount: amount(most) })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-28 w-full text-primary"
        aria-hidden="true"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={HEIGHT - EDGE}
          y2={HEIGHT - EDGE}
          stroke="var(--color-line-strong)"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="tnum mt-1 flex justify-between text-ink-3 text-xs" aria-hidden="true">
        <span>{atText(from, { zone, language }, t)}</span>
        <span>{atText(line.at(-1)?.at ?? from, { zone, language }, t)}</span>
      </p>
      <table className="sr-only">
        <caption>{t('chart_title', { name: product.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{words('stock')}</th>
          </tr>
        </thead>
        <tbody>
          {line.map(({ at, quantity }, no) => (
            <tr key={`${at} ${no === 0 ? 'before' : quantity}`}>
              <td>{no === 0 ? t('before_first') : atText(at, { zone, language }, t)}</td>
              <td>{amount(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
