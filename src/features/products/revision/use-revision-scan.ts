import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stepped } from '#domain/stock/stock-count.ts';
import { withBarcode } from '#products/find-products.ts';
import { useScanner } from '#products/use-scanner.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { CountedRows, StockCount } from './use-stock-count.ts';

export interface RevisionScan {
  /** Undefined until they are read. */
  products: readonly LocalRow<'products'>[] | undefined;
  count: StockCount;
  /** A scan adds one; otherwise it goes to the row. */
  adds: boolean;
  off: boolean;
  query: string;
  restoreQuery: (query: string) => void;
  goTo: (productId: string) => void;
}

export interface RevisionScanned {
  /** The sentence about the last scan. */
  said: string;
  /** A code that the camera has read. */
  onCode: (code: string) => void;
}

/**
 * Scans during a count, by a scanner that types or by the camera. A product that was not counted yet begins at 0, so that the
 * first scan makes it 1. What is scanned before the count is read follows once it is. What the scanner typed into a field on its way
 * is put back.
 */
export function useRevisionScan(scan: RevisionScan): RevisionScanned {
  const { t } = useTranslation('stock');
  const before = useRef<{ query: string; rows: CountedRows } | null>(null);
  const [said, setSaid] = useState('');

  const putBack = () => {
    const was = before.current;
    if (!was) return;
    scan.restoreQuery(was.query);
    const focused = document.activeElement?.closest<HTMLElement>('[data-product]')?.dataset.product;
    if (focused && scan.count.newest().get(focused) !== was.rows.get(focused)) scan.count.restore(focused, was.rows.get(focused));
  };

  const early = useRef<string[]>([]);
  const newest = useRef(scan);
  useEffect(() => {
    newest.current = scan;
  });
  const onCode = useCallback(
    (code: string) => {
      const { products, count, adds, goTo } = newest.current;
      // Not read yet: the first scan would begin the count anew, and its product not be found.
      if (!count.rows || !products) {
        early.current.push(code);
        return;
      }
      const product = withBarcode(products, code);
      if (!product) {
        setSaid('');
        toast({ title: t('scan_unknown', { code }), variant: 'destructive' });
        return;
      }
      if (adds) {
        const counted = stepped(count.newest().get(product.id)?.counted ?? 0, 1);
        count.count(product, counted);
        setSaid(t('scanned', { name: product.name, counted }));
      } else setSaid(product.name);
      goTo(product.id);
    },
    [t],
  );
  const isRead = scan.count.rows !== null && scan.products !== undefined;
  useEffect(() => {
    if (isRead) for (const code of early.current.splice(0)) onCode(code);
  }, [isRead, onCode]);

  useScanner({
    off: scan.off,
    onBegin: () => {
      before.current = { query: scan.query, rows: scan.count.newest() };
    },
    onScan: (code) => {
      putBack();
      onCode(code);
    },
  });
  return { said, onCode };
}
