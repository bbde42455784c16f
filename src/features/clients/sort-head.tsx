import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import type { Sort, SortKey } from './sort-clients.ts';

/** A column's head that sorts by it; pressed again the other way round. */
export function SortHead(props: { by: SortKey; label: string; sort: Sort | null; onSort: (sort: Sort) => void }) {
  const { by, label, onSort } = props;
  // Nobody has chosen: the list is by name.
  const { by: now, descending } = props.sort ?? { by: 'name', descending: false };
  const on = now === by;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={on ? (descending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={classNames('-my-2 inline-flex min-h-9 items-center gap-1 hover:text-ink', on && 'font-semibold text-ink')}
        onClick={() => onSort({ by, descending: on && !descending })}
      >
        {label}
        {on ? <Arrow className="i i-sm" aria-hidden="true" /> : <span className="i i-sm" aria-hidden="true" />}
      </button>
    </th>
  );
}
