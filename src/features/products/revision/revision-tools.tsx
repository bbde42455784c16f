import { ListFilter, ScanBarcode } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraScan } from '#products/camera-scan.tsx';
import { GroupFilter } from '#products/group-filter.tsx';
import type { LocalRow } from '#schemas/registry.ts';
import { Count } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { SearchBox } from '#ui/search-box.tsx';

export interface RevisionFilter {
  query: string;
  group: string;
  /** Only the changed rows. */
  changed: boolean;
}

export interface RevisionToolsProps {
  filter: RevisionFilter;
  onFilter: (filter: RevisionFilter) => void;
  groups: readonly LocalRow<'product_groups'>[];
  /** A scan adds one; otherwise it goes to the row. */
  adds: boolean;
  onAdds: (adds: boolean) => void;
  /** A barcode that the camera has read, and what the last one came to. */
  onCode: (code: string) => void;
  said: string;
  /** Products that were counted, those that differ, and all. */
  counted: number;
  changed: number;
  all: number;
}

/** Search, group, only what changed, what a scan does; and how far the count is. Not drawn anew by a key in a row. */
export const RevisionTools = memo(function RevisionTools(props: RevisionToolsProps) {
  const { filter, onFilter, groups, adds, onAdds, counted, all } = props;
  const { t } = useTranslation(['stock', 'products']);
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 max-md:border-line max-md:border-b max-md:px-3 max-md:py-2.5">
      <span className="flex w-full items-center gap-2 md:w-80">
        <SearchBox
          label={t('products:search')}
          value={filter.query}
          onChange={(query) => onFilter({ ...filter, query })}
          className="min-w-0 flex-1"
        />
        <CameraScan iconOnly onCode={props.onCode} said={adds ? props.said : undefined} />
      </span>
      <GroupFilter groups={groups} value={filter.group} onChange={(group) => onFilter({ ...filter, group })} />
      <button
        type="button"
        className={classNames('chip breaks', filter.changed && 'on')}
        aria-pressed={filter.changed}
        onClick={() => onFilter({ ...filter, changed: !filter.changed })}
      >
        <ListFilter className="i i-sm" aria-hidden="true" />
        {t('only_changed')}
        <Count>{props.changed}</Count>
      </button>
      <button
        type="button"
        className={classNames('chip breaks', adds && 'on')}
        aria-pressed={adds}
        title={t(adds ? 'scan_adds_hint' : 'scan_goes_hint')}
        onClick={() => onAdds(!adds)}
      >
        <ScanBarcode className="i i-sm" aria-hidden="true" />
        {t('scan_adds')}
      </button>
      <p className="ml-auto flex items-center gap-2 text-ink-2 text-sm">
        {t('progress', { counted, all })}
        <progress className="w-24 max-md:hidden" value={counted} max={Math.max(1, all)} aria-hidden="true" />
      </p>
    </div>
  );
});
