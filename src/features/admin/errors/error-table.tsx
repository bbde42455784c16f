import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SalonCell } from '#admin/frame/salon-cell.tsx';
import { adminTime, cut, MESSAGE_LENGTH, PAGE_LENGTH, wholeNumber } from '#admin/reads/admin-format.ts';
import type { ErrorGroup } from '#admin/reads/admin-rows.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Count } from '#ui/badge.tsx';
import { Table } from '#ui/table.tsx';
import { KindBadge } from './error-kind.tsx';

export interface ErrorTableProps {
  rows: readonly ErrorGroup[];
  onWhole: (row: ErrorGroup) => void;
  /** The action at the end of a row, or what has come of it. */
  help: (row: ErrorGroup) => ReactNode;
}

/** Messages and pages are cut as the specification says; a press on the message shows the whole. */
export function ErrorTable({ rows, onWhole, help }: ErrorTableProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const message = (row: ErrorGroup) => (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        className="text-left underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        title={row.error_message}
        aria-haspopup="dialog"
        onClick={() => onWhole(row)}
      >
        {cut(row.error_message || '–', MESSAGE_LENGTH)}
      </button>
      {row.times > 1 ? (
        <span title={t('equal', { times: row.times })}>
          <Count>×{wholeNumber(row.times, language)}</Count>
        </span>
      ) : null}
    </span>
  );
  return (
    <Table
      label={t('user_errors')}
      rows={rows}
      rowKey={(row) => row.equal_to}
      dense
      columns={[
        {
          key: 'time',
          head: t('time'),
          sorted: 'descending',
          cell: (row) => <time className="whitespace-nowrap">{adminTime(row.created_at)}</time>,
        },
        { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row} id={row.salon_id} /> },
        { key: 'kind', head: t('kind'), cell: (row) => <KindBadge type={row.error_type} /> },
        { key: 'message', head: t('message'), cell: (row) => <span className="text-sm">{message(row)}</span> },
        {
          key: 'page',
          head: t('page'),
          className: 'max-xl:hidden',
          cell: (row) => (
            <span className="text-sm text-ink-2 [overflow-wrap:anywhere]" title={row.page_url ?? ''}>
              {cut(row.page_url ?? '–', PAGE_LENGTH)}
            </span>
          ),
        },
      ]}
      actions={help}
      phoneRow={(row) => (
        <span className="min-w-24 flex-1 text-sm break-words">
          <span className="block font-semibold">{message(row)}</span>
          <span className="block text-ink-2">
            {adminTime(row.created_at)} · {cut(row.page_url ?? '–', PAGE_LENGTH)}
          </span>
          <SalonCell salon={row} id={row.salon_id} />
        </span>
      )}
    />
  );
}
