import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { DateField } from '#ui/date-field.tsx';
import { Select } from '#ui/select.tsx';
import { salonNames } from './admin-format.ts';
import type { UserErrorRow, WithSalon } from './admin-reads.ts';
import type { ErrorFilter } from './error-filter.ts';

export interface ErrorFiltersProps {
  errors: readonly WithSalon<UserErrorRow>[];
  filter: ErrorFilter;
  onChange: (filter: ErrorFilter) => void;
}

/** By salon, by type, by one day; only what there are errors of is offered. */
export function ErrorFilters({ errors, filter, onChange }: ErrorFiltersProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const salons = new Map(errors.flatMap(({ salon }) => (salon ? [[String(salon.id), salonNames(salon, language).name]] : [])));
  const kinds = [...new Set(errors.flatMap((row) => row.error_type ?? []))].sort();
  return (
    <>
      <Select<string>
        label={t('salon')}
        className="w-full md:w-56"
        value={filter.salon}
        onChange={(salon) => onChange({ ...filter, salon })}
        options={[{ value: '', label: t('all_salons') }, ...[...salons].map(([value, label]) => ({ value, label }))]}
      />
      <Select<string>
        label={t('kind')}
        className="w-full md:w-48"
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
        options={[{ value: '', label: t('all_kinds') }, ...kinds.map((kind) => ({ value: kind, label: kind }))]}
      />
      <DateField
        label={t('date')}
        className="w-full md:w-48"
        weekday={false}
        value={filter.day || null}
        onChange={(day) => onChange({ ...filter, day })}
      />
    </>
  );
}
