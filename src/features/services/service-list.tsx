import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { durationOf, serviceName } from '#domain/booking/service-duration.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { RowMark, useRowIssues } from '#features/shared/row-mark.tsx';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorDot } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { useIsNarrow } from '#ui/style/use-media.ts';
import type { TableColumn } from '#ui/table/data-table.tsx';
import { LongTable } from '#ui/table/long-table.tsx';
import { RowActions } from '#ui/table/row-actions.tsx';
import { sortedColumn } from '#ui/table/sort-head.tsx';
import { DeleteService } from './delete-service.tsx';
import type { ServiceSort, ServiceSortKey } from './sort-services.ts';

type Service = LocalRow<'services'>;

export interface ServiceListProps {
  services: readonly Service[];
  currency: Currency | null;
  sort: ServiceSort;
  onSort: (sort: ServiceSort) => void;
  /** Names what is searched for, chosen and sorted by. */
  listed: string;
  /** The row that was just saved. */
  saved: string | null;
}

export function ServiceList({ services, currency, sort, onSort, listed, saved }: ServiceListProps) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const narrow = useIsNarrow();
  const rights = useRights();
  const [leaving, setLeaving] = useState<Service | null>(null);

  const nameOf = (row: Service) => serviceName(row, language);
  const price = (row: Service) => shownMoney({ amount: row.price, currency: row.currency }, currency, language);
  const issues = useRowIssues('services');
  const head = (by: ServiceSortKey, label: string, numeric = false) => sortedColumn({ by, label, sort, onSort, numeric });
  const otherName = (row: Service) => {
    const [text, lang] = language === 'bg' ? [row.name_en, 'en'] : [row.name_bg, 'bg'];
    return text && text !== nameOf(row) ? (
      <span className="block text-xs text-ink-3" lang={lang}>
        {text}
      </span>
    ) : null;
  };

  const columns: TableColumn<Service>[] = [
    {
      ...head('name', t('service')),
      cell: (row) => (
        <span className="flex items-center gap-3">
          <ColorDot color={row.color} />
          <span className="leading-tight">
            <span className="block font-semibold">{nameOf(row)}</span>
            {otherName(row)}
          </span>
          <RowMark row={row} issues={issues} />
        </span>
      ),
    },
    { ...head('category', t('category')), cell: (row) => row.category ?? '–', className: 'text-ink-2', width: 'w-[22%]' },
    {
      ...head('duration', t('duration'), true),
      width: narrow ? 'w-28' : 'w-36',
      cell: (row) => (
        <>
          {durationOf(row)} <span className="text-ink-3">{t('minutes')}</span>
        </>
      ),
    },
    {
      ...head('price', t('price'), true),
      // An amount never breaks; one in another currency stands above what it comes to in the salon's.
      className: 'font-medium',
      cell: price,
      width: narrow ? 'w-28' : 'w-36',
    },
    {
      ...head('online', t('online')),
      width: narrow ? 'w-28' : 'w-40',
      cell: (row) =>
        row.show_online ? (
          <Badge tone="info" icon={<Eye className="i" aria-hidden="true" />}>
            {t('visible')}
          </Badge>
        ) : (
          <Badge icon={<EyeOff className="i" aria-hidden="true" />}>{t('hidden')}</Badge>
        ),
    },
  ];

  return (
    <>
      <LongTable
        listed={listed}
        opening={{ row: saved, focus: true }}
        label={t('title')}
        columns={columns}
        rows={services}
        rowKey={(row) => row.id}
        dense={narrow}
        changed={(row) => row.id === saved}
        actions={(row) => (
          <RowActions
            name={nameOf(row)}
            editTo={`/services/edit/${row.id}`}
            isRead={!rights.may('services', 'name')}
            onDelete={rights.may('services', 'deleted') ? () => setLeaving(row) : null}
          />
        )}
        phoneRow={(row) => (
          <Link to={`/services/edit/${row.id}`} className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-3">
            <ColorDot color={row.color} />
            <span className="min-w-24 flex-1 leading-tight">
              <span className="block truncate font-semibold max-[20rem]:whitespace-normal">{nameOf(row)}</span>
              <span className="flex flex-wrap items-center gap-1.5 text-sm text-ink-3">
                {durationOf(row)} {t('minutes')}
                {row.show_online ? null : (
                  <>
                    · <EyeOff className="i i-sm" aria-hidden="true" />
                    {t('hidden_online')}
                  </>
                )}
                <RowMark row={row} issues={issues} plain />
              </span>
            </span>
            <span className="tnum max-w-[45%] flex-none text-right font-semibold">{price(row)}</span>
          </Link>
        )}
      />
      <DeleteService service={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}
