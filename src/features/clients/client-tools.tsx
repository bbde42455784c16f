import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '#ui/search-box.tsx';
import { Select } from '#ui/select.tsx';
import { useIsPhone } from '#ui/use-media.ts';
import { SORTS, sortOf, sortText } from './sort-clients.ts';
import type { ClientListState } from './use-client-list.ts';

/** Above the list: the search, and where there are no columns to press the order. */
export function ClientTools({ list, total, more }: { list: ClientListState; total: number; more: ReactNode }) {
  const { t } = useTranslation('clients');
  const phone = useIsPhone();
  return (
    <div className="flex flex-none flex-wrap items-center gap-3 max-md:gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
      <SearchBox label={t('search')} value={list.query} onChange={list.onQuery} className="w-full md:w-[26rem]" />
      {phone ? (
        <Select<string>
          label={t('sort')}
          hideLabel
          className="min-w-40 flex-1"
          value={sortText(list.sort ?? { by: 'name', descending: false })}
          onChange={(text) => {
            const sort = sortOf(text);
            if (sort) list.onSort(sort);
          }}
          options={SORTS.flatMap((by) => [
            { value: by, label: `${t(by)} ↑` },
            { value: `-${by}`, label: `${t(by)} ↓` },
          ])}
        />
      ) : null}
      <p className="ml-auto text-xs text-ink-3 max-md:sr-only" role="status">
        {list.asked.trim() ? t('found', { count: list.found.length }) : t('on_device', { count: total })}
      </p>
      {more}
    </div>
  );
}
