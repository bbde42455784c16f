import { FilterX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SalonChoice } from '#admin/frame/salon-choice.tsx';
import { readErrorTypes } from '#admin/reads/admin-reads.ts';
import type { Address } from '#admin/reads/use-address.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { formatAdminDate } from '#i18n/formats.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Select } from '#ui/select.tsx';
import { useKindName } from './error-kind.tsx';

/** By salon, by type, by one day. Only types that there are errors of are offered. */
export function ErrorFilters({ address }: { address: Address }) {
  const { t } = useTranslation('admin');
  const kindName = useKindName();
  const [types] = useOnlineRead('error types', readErrorTypes);
  const type = address.get('type');
  const kinds = [...new Set([...(types.value ?? []), ...(type ? [type] : [])])];
  const salon = address.get('salon');
  const none = salon === '' && type === '' && address.get('day') === '';
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SalonChoice
        className="w-full md:w-64"
        placeholder={t('all_salons')}
        value={salon ? { id: Number(salon), name: address.get('name') || t('deleted_salon', { id: salon }) } : null}
        onChange={(chosen) => address.set({ salon: chosen ? String(chosen.id) : '', name: chosen?.name ?? '' })}
      />
      <Select<string>
        label={t('kind')}
        className="w-full md:w-48"
        value={type}
        onChange={(next) => address.set({ type: next })}
        options={[{ value: '', label: t('all_kinds') }, ...kinds.map((kind) => ({ value: kind, label: kindName(kind) }))]}
      />
      <DateField
        label={t('date')}
        className="w-full md:w-48"
        weekday={false}
        write={formatAdminDate}
        value={address.get('day') || null}
        onChange={(day) => address.set({ day })}
      />
      <Button
        variant="ghost"
        breaks
        icon={<FilterX className="i" aria-hidden="true" />}
        onClick={() => address.clear()}
        disabled={none}
      >
        {t('clear_filters')}
      </Button>
    </div>
  );
}
