import type { Key, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { useIsPhone } from './use-media.ts';

export interface TableColumn<R> {
  key: string;
  head: ReactNode;
  cell: (row: R) => ReactNode;
  /** Right-aligned, tabular figures. */
  numeric?: boolean | undefined;
  /** Whether the rows stand in the order of this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  className?: string | undefined;
}

export interface TableProps<R> {
  /** Says what the table lists; read by screen readers. */
  label: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => Key;
  /** Buttons at the end of each row; always visible. */
  actions?: ((row: R) => ReactNode) | undefined;
  /** The row of the phone's list; without it the first column and the actions are shown. */
  phoneRow?: ((row: R) => ReactNode) | undefined;
  /** A row that was just changed is marked. */
  changed?: ((row: R) => boolean) | undefined;
  dense?: boolean | undefined;
  className?: string | undefined;
}

/** A table from 768 px, list rows under it. */
export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, rowKey, actions, phoneRow, changed, dense, className } = props;
  const { t } = useTranslation('common');
  const phone = useIsPhone();
  if (phone) {
    return (
      <ul aria-label={label} className={classNames('bg-surface', className)}>
        {rows.map((row) => (
          <li key={rowKey(row)} data-row={rowKey(row)} className={classNames('list-row', changed?.(row) && 'bg-horn-soft')}>
            {phoneRow ? phoneRow(row) : <span className="min-w-0 flex-1">{columns[0]?.cell(row)}</span>}
            {actions ? <span className="ml-auto flex flex-none">{actions(row)}</span> : null}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className={classNames('card overflow-auto', className)}>
      <table className={classNames('table', dense && 'dense')} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={classNames(column.numeric && 'num', column.className)}
              >
                {column.head}
              </th>
            ))}
            {actions ? (
              <th scope="col" className="acts">
                <span className="sr-only">{t('actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row={rowKey(row)} className={changed?.(row) ? 'changed' : undefined}>
              {columns.map((column) => (
                <td key={column.key} className={classNames(column.numeric && 'num', column.className)}>
                  {column.cell(row)}
                </td>
              ))}
              {actions ? <td className="acts">{actions(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
