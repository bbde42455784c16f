import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import { guessProductColumns, judgeProducts, PRODUCT_FIELDS, type ProductField } from '#domain/imports/product-import.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { formatMoney } from '#domain/money/money.ts';
import { ImportFrame } from '#features/shared/import-frame.tsx';
import { listAddress } from '#features/shared/list-address.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { unitText } from './stock.ts';

/** `/products/import` */
export function ProductImportPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const language = useLanguage();
  const products = useLiveState(() => products$(replica), [replica]);
  const currency = useLive(() => salon$(replica), [replica])?.effective.currency ?? null;
  const judge = useCallback(
    (rows: readonly (readonly string[])[], columns: ColumnMapping<ProductField>, known: readonly LocalRow<'products'>[]) =>
      currency ? judgeProducts(rows, { columns, currency }, known) : [],
    [currency],
  );
  return (
    <ImportFrame
      of={{
        table: 'products',
        back: { to: listAddress('/products'), label: t('back') },
        // No price is understood before it is known what it is in.
        known: currency ? products : { phase: 'loading', retry: products.retry },
        failedTitle: t('failed_to_load_products'),
        fields: PRODUCT_FIELDS.map((field) => ({ value: field, label: t(field === 'low_stock_at' ? 'threshold' : field) })),
        guess: guessProductColumns,
        judge,
        say: (product) => ({
          name: product.name,
          detail: [
            product.barcode,
            product.group,
            `${amountText(product.quantity, language)} ${unitText(product.unit ?? '', t)}`,
            product.supply_price === null
              ? null
              : t('supply_phone', { price: formatMoney(product.supply_price, product.supply_currency, language) }),
            formatMoney(product.sale_price, product.currency, language),
          ],
        }),
        linkOf: (product) => ({ name: product.name, to: `/products/edit/${product.id}` }),
      }}
    />
  );
}
