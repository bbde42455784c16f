import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText } from '#domain/money/amount-text.ts';
import { toOrder } from '#domain/stock/stock-order.ts';
import { saveCsv } from '#features/shared/save-file.ts';
import { unitText } from '#features/shared/units.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Paper } from '#ui/paper/paper.tsx';

interface OrderDialogProps {
  products: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  onClose: () => void;
}

/** The products that run out, with the quantity to order: to copy, print or save as a file. */
export function OrderDialog({ products, groups, onClose }: OrderDialogProps) {
  const { t } = useTranslation(['products', 'common']);
  const { t: words } = useTranslation('products');
  const language = useLanguage();
  const [printing, setPrinting] = useState(false);
  const lines = toOrder(products);

  const amountOf = (amount: number | null, unit: string) =>
    amount === null ? '–' : `${amountText(amount, language)}\u00a0${unitText(unit, words)}`;
  const copy = async () => {
    const text = lines.map(({ product, amount }) => `${product.name}: ${amountOf(amount, product.unit)}`).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: t('order_copied') });
    } catch (error) {
      toast({ title: t('order_not_copied'), description: failureText(error), variant: 'destructive' });
    }
  };
  const exported = () =>
    saveCsv('greben-order.csv', [
      [t('product'), t('barcode'), t('group'), t('stock'), t('threshold'), t('order_amount'), t('unit')],
      ...lines.map(({ product, amount }) => [
        product.name,
        product.barcode,
        groups.find(({ id }) => id === product.group_id)?.name ?? product.group_name,
        product.quantity,
        product.low_stock_at,
        amount,
        unitText(product.unit, words),
      ]),
    ]);
  const table = (
    <table className="table dense" aria-label={t('order')}>
      <thead>
        <tr>
          <th scope="col">{t('product')}</th>
          <th scope="col" className="num">
            {t('stock')}
          </th>
          <th scope="col" className="num">
            {t('order_amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ product, amount }) => (
          <tr key={product.id}>
            <td>{product.name}</td>
            <td className="num whitespace-nowrap">{amountOf(product.quantity, product.unit)}</td>
            <td className="num whitespace-nowrap font-semibold">{amountOf(amount, product.unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  // The dialog would see that the printer does not show it, and close.
  if (printing) {
    return (
      <Paper className="order-sheet" prints onBack={() => setPrinting(false)}>
        <h1>{t('order')}</h1>
        {table}
      </Paper>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('order')}
      footer={
        lines.length > 0 ? (
          <>
            <Button icon={<Copy className="i" aria-hidden="true" />} onClick={() => void copy()}>
              {t('order_copy')}
            </Button>
            <Button icon={<Printer className="i" aria-hidden="true" />} onClick={() => setPrinting(true)}>
              {t('order_print')}
            </Button>
            <Button icon={<Download className="i" aria-hidden="true" />} onClick={exported}>
              {t('export_csv')}
            </Button>
          </>
        ) : undefined
      }
    >
      {lines.length > 0 ? <div className="overflow-x-auto">{table}</div> : <p className="text-ink-2">{t('order_empty')}</p>}
    </Dialog>
  );
}
