import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { amountText } from '#domain/amount-text.ts';
import type { Columns } from '#domain/import-columns.ts';
import { formatMoney } from '#domain/money.ts';
import { guessProductColumns, judgeProducts, PRODUCT_FIELDS, type ProductField } from '#domain/product-import.ts';
import { ImportFrame } from '#features/import-frame.tsx';
import { listAddress } from '#features/list-address.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { unitText } from './stock.ts';

/** `/products/import` */
export function ProductImportPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const language = useLanguage();
  const products = useLiveState(() => products$(replica), [replica]);
  const currency = useLive(() => salon$(replica), [replica])?.effective.currency ?? null;
  const judge = useCallback(
    (rows: readonly (readonly string[])[], columns: Columns<ProductField>, known: readonly LocalRow<'products'>[]) =>
      judgeProducts(rows, { columns, currency }, known),
    [currency],
  );
  const price = (amount: number) => formatMoney(amount, currency, language);
  return (
    <ImportFrame
      of={{
        table: 'products',
        back: { to: listAddress('/products'), label: t('back') },
        known: products,
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
            product.supply_price === null ? null : t('supply_phone', { price: price(product.supply_price) }),
            price(product.sale_price),
          ],
        }),
        linkOf: (product) => ({ name: product.name, to: `/products/edit/${product.id}` }),
      }}
    />
  );
}
