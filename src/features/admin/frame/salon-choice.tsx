import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salonNames } from '#admin/reads/admin-format.ts';
import { findSalons } from '#admin/reads/admin-reads.ts';
import { useTypedFilter } from '#admin/reads/use-address.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Combobox } from '#ui/form/combobox.tsx';

export interface ChosenSalon {
  id: number;
  name: string;
}

export interface SalonChoiceProps {
  value: ChosenSalon | null;
  onChange: (salon: ChosenSalon | null) => void;
  placeholder: string;
  label?: string;
  className?: string;
}

/** One salon of however many there are: the server searches by what is typed. */
export function SalonChoice({ value, onChange, placeholder, label, className }: SalonChoiceProps) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const [asked, setAsked] = useState('');
  const [typed, setTyped] = useTypedFilter(asked, setAsked);
  const [found] = useOnlineRead(`choice ${asked}`, (client) => findSalons(client, asked));
  // No rows are what was found only where somebody has answered.
  const nothing = {
    ready: t('no_salons'),
    loading: t('common:loading'),
    offline: t('needs_connection'),
    failed: found.state === 'failed' ? t('error', { message: found.message }) : '',
  };
  const items = (found.value ?? []).map((salon) => ({ id: String(salon.id), label: salonNames(salon, language).name }));
  return (
    <Combobox
      label={label ?? t('salon')}
      className={className}
      value={value && { id: String(value.id), label: value.name }}
      items={items}
      query={typed}
      onQuery={setTyped}
      onChange={(item) => onChange(item && { id: Number(item.id), name: item.label })}
      placeholder={placeholder}
      emptyText={nothing[found.state]}
      clearLabel={t('all_salons')}
    />
  );
}
