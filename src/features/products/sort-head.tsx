import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import type { Sort, SortKey } from './sort-products.ts';

/** A column's head that sorts by it; pressed again the other way round. The arrow and `aria-sort` of the column say which way. */
export function SortHead(props: { by: SortKey; label: string; sort: Sort; onSort: (sort: Sort) => void; numeric?: boolean }) {
  const { by, label, sort, onSort, numeric } = props;
  const on = sort.by === by;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={classNames(
        '-my-2 inline-flex min-h-9 items-center gap-1 hover:text-ink',
        numeric && 'flex-row-reverse',
        on && 'font-semibold text-ink',
      )}
      onClick={() => onSort({ by, descending: on && !sort.descending })}
    >
      {label}
      {on ? <Arrow className="i i-sm" aria-hidden="true" /> : <span className="i i-sm" aria-hidden="true" />}
    </button>
  );
}
