import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clientName } from '#domain/names.ts';
import { normalizePhone } from '#domain/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Notice } from '#ui/notice.tsx';

/** Fewer digits say nothing about who it is. */
const LEAST_DIGITS = 6;

/** Says whose phone it already is; saving stays possible, families share one. */
export function PhoneTaken({ phone, others }: { phone: string; others: readonly LocalRow<'clients'>[] }) {
  const { t } = useTranslation('clients');
  const number = normalizePhone(phone, 'BG');
  const owner = number.replace(/\D/g, '').length >= LEAST_DIGITS ? others.find((row) => row.phone === number) : undefined;
  if (!owner) return null;
  return (
    <Notice tone="warn" className="col-span-6 items-center!">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(12rem,100%)] flex-1">{t('phone_taken', { name: clientName(owner) })}</span>
        <Link to={`/clients/${owner.id}`} className="btn btn-secondary btn-sm">
          {t('open_card')}
        </Link>
      </span>
    </Notice>
  );
}
