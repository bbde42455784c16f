import { type ReactNode, startTransition, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnAddress } from '#features/shared/list-address.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { Select } from '#ui/form/select.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import { CLIENT_SORTS, parseClientSort, sortText } from './sort-clients.ts';
import type { ClientListState } from './use-client-list.ts';

/** Above the list: the search, and where there are no columns to press the order. */
export function ClientTools({ list, total, more }: { list: ClientListState; total: number; more: ReactNode }) {
  const { t } = useTranslation('clients');
  const phone = useIsPhone();
  return (
    <div className="flex flex-none flex-wrap items-center gap-3 max-md:gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
      <TypedSearch label={t('search')} query={list.query} onQuery={list.onQuery} />
      {phone ? (
        <Select<string>
          label={t('sort')}
          hideLabel
          className="min-w-40 flex-1"
          value={sortText(list.sort ?? { by: 'name', descending: false })}
          onChange={(text) => {
            const sort = parseClientSort(text);
            if (sort) list.onSort(sort);
          }}
          options={CLIENT_SORTS.flatMap((by) => [
            { value: by, label: `${t(by)} ↑` },
            { value: `-${by}`, label: `${t(by)} ↓` },
          ])}
        />
      ) : null}
      <p className="min-w-0 flex-1 text-right text-xs text-ink-3 max-md:sr-only" role="status">
        {list.query.trim() ? t('found', { count: list.found.length }) : t('on_device', { count: total })}
      </p>
      {more}
    </div>
  );
}

interface TypedSearchProps {
  label: string;
  query: string;
  onQuery: (query: string) => void;
}

/**
 * A letter stands in the field at once, which is drawn and painted alone for it: going through 20,000 clients would hold it up. The
 * list follows, and is broken off by the next letter.
 */
function TypedSearch({ label, query, onQuery }: TypedSearchProps) {
  const [typed, setTyped] = useState(query);
  const last = useRef(query);
  const own = useOwnAddress(query, (other) => {
    last.current = other;
    setTyped(other);
  });
  const type = (text: string) => {
    own(text);
    setTyped(text);
    last.current = text;
    deferUntilPaint(() => {
      if (last.current === text) startTransition(() => onQuery(text));
    });
  };
  return <SearchBox label={label} value={typed} onChange={type} className="w-full md:w-[26rem]" />;
}
