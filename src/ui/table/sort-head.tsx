import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '#ui/style/class-names.ts';

/** A list's order: the column's key and the direction. */
export interface SortOrder<K extends string> {
  by: K;
  descending: boolean;
}

export interface SortHeadProps<K extends string> {
  by: K;
  label: string;
  sort: SortOrder<K>;
  onSort: (sort: SortOrder<K>) => void;
  numeric?: boolean | undefined;
}

/**
 * The head of a column that sorts by it; a second press reverses the order. The arrow and `aria-sort` of the column show the
 * direction.
 */
export function SortHead<K extends string>({ by, label, sort, onSort, numeric }: SortHeadProps<K>) {
  const on = sort.by === by;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={classNames(
        '-my-2 inline-flex min-h-9 items-center gap-1 align-middle hover:text-ink',
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

/** Returns the part of a `Table` column that makes it sortable. */
export function sortedColumn<K extends string>(props: SortHeadProps<K>) {
  const { by, sort, numeric } = props;
  return {
    key: by,
    head: <SortHead {...props} />,
    sorted: sort.by !== by ? undefined : sort.descending ? ('descending' as const) : ('ascending' as const),
    numeric,
  };
}
