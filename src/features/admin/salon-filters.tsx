import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ShortSearchHint } from '#admin/frame/short-search-hint.tsx';
import type { ApprovalStatus } from '#admin/reads/admin-rows.ts';
import type { Address } from '#admin/reads/use-address.ts';
import { useTypedFilter } from '#admin/reads/use-typed-filter.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { Segmented } from '#ui/segmented.tsx';

const STATUSES = ['approved', 'pending', 'rejected'] as const satisfies readonly ApprovalStatus[];
/** What the address says where only salons with a complete profile are asked for. */
export const COMPLETE = 'complete';

/** Null: all. */
export const statusIn = (text: string): ApprovalStatus | null => STATUSES.find((status) => status === text) ?? null;

/** By a part of a name or e-mail, and by status. */
export function SalonFilters({ address }: { address: Address }) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useTypedFilter(address.get('q'), (q) => address.set({ q }));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={t('search_salons')} value={typed} onChange={setTyped} className="w-full md:w-96" />
      <Segmented<'all' | ApprovalStatus>
        label={t('status')}
        value={statusIn(address.get('status')) ?? 'all'}
        onChange={(status) => address.set({ status: status === 'all' ? '' : status })}
        className="max-md:grid max-md:w-full max-md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
        options={[
          { value: 'all', label: t('all') },
          ...STATUSES.map((status) => ({ value: status, label: t(`filter_${status}`) })),
        ]}
      />
      {address.get('profile') === COMPLETE ? (
        <button type="button" className="chip on" aria-pressed onClick={() => address.set({ profile: '' })}>
          {t('complete_salons')}
          <X className="i i-sm ml-1" aria-hidden="true" />
        </button>
      ) : null}
      <ShortSearchHint typed={typed} />
    </div>
  );
}
