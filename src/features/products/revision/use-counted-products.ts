import { useCallback, useDeferredValue, useMemo } from 'react';
import { idsWithin } from '#domain/group-tree.ts';
import { type CountSummary, standingOf, summaryOf } from '#domain/stock-count.ts';
import { finder } from '#products/find-products.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { RevisionFilter } from './revision-tools.tsx';
import type { CountedRows } from './use-stock-count.ts';

type Product = LocalRow<'products'>;

export interface CountedProducts {
  /** What the filter leaves, in the order of the list. */
  found: readonly Product[];
  /** Over all products, whatever is filtered. */
  summary: CountSummary;
  groupOf: (product: Product) => string;
}

const NONE: CountedRows = new Map();

/** The products of a count as its screen shows them. A key is drawn first: what it leaves of the list, and the sums, after it. */
export function useCountedProducts(given: {
  products: readonly Product[];
  groups: readonly LocalRow<'product_groups'>[] | undefined;
  rows: CountedRows | null;
  filter: RevisionFilter;
}): CountedProducts {
  const { products, groups } = given;
  const rows = useDeferredValue(given.rows);
  const { query, group, changed } = useDeferredValue(given.filter);
  const summary = useMemo(() => summaryOf(products, rows ?? NONE), [products, rows]);
  const changedRows = changed ? rows : null;
  const found = useMemo(() => {
    const within = group ? idsWithin(groups ?? [], group) : null;
    const fits = finder(query);
    return products.filter(
      (product) =>
        (!within || within.has(product.group_id ?? '')) &&
        fits(product) &&
        (!changedRows || ['changed', 'asks'].includes(standingOf(changedRows.get(product.id), product.quantity))),
    );
  }, [products, groups, query, group, changedRows]);
  const names = useMemo(() => new Map(groups?.map(({ id, name }) => [id, name])), [groups]);
  const groupOf = useCallback((product: Product) => names.get(product.group_id ?? '') ?? product.group_name ?? '–', [names]);
  return { found, summary, groupOf };
}
