import { type Key, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';

export interface TableColumn<R> {
  key: string;
  head: ReactNode;
  /** Left out if a `LongTable` draws its rows itself. */
  cell?: (row: R) => ReactNode;
  /** Aligns right, with tabular figures. */
  numeric?: boolean | undefined;
  /** The order of the rows, if they are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  className?: string | undefined;
  /** The class of its width in a `LongTable`, whose columns do not follow their content; a column without one takes the rest. */
  width?: string | undefined;
}

export interface DataTableProps<R> {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => Key;
  /** Buttons at the end of each row; always visible. */
  actions?: ((row: R) => ReactNode) | undefined;
  /** The row of the phone's list; without it the first column and the actions are shown. */
  phoneRow?: ((row: R) => ReactNode) | undefined;
  /** Returns true for a row that was just changed, which is marked. */
  changed?: ((row: R) => boolean) | undefined;
  dense?: boolean | undefined;
  className?: string | undefined;
}

/** A table from 768 px on, a list on narrower screens. It draws all of its rows; hundreds of rows need a `LongTable`. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, rows, rowKey, dense, className } = props;
  const phone = useIsPhone();
  if (phone) {
    return (
      <ul aria-label={label} className={classNames('bg-surface', className)}>
        {rows.map((row) => (
          <TableItem key={rowKey(row)} table={props} row={row} />
        ))}
      </ul>
    );
  }
  return (
    <div className={classNames('card overflow-auto', className)}>
      <table className={classNames('table', dense && 'dense')} aria-label={label}>
        <TableHead table={props} />
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} table={props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the column of the buttons at the end of each row, for a `LongTable` that draws its rows itself. */
export const actionsColumn = (label: string, width?: string) => ({
  key: 'actions',
  head: <span className="sr-only">{label}</span>,
  className: 'acts',
  width,
});

interface RowProps<R> {
  table: DataTableProps<R>;
  row: R;
  /** Its place among all rows, from 0, and the number of all, if not all of them are drawn. */
  index?: number | undefined;
  total?: number | undefined;
}

/** A row of the phone's list. */
export function TableItem<R>({ table, row, index, total }: RowProps<R>) {
  const { columns, rowKey, actions, phoneRow, changed } = table;
  return (
    <li
      data-row={rowKey(row)}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index === undefined ? undefined : index + 1}
      className={classNames('list-row flex-wrap', changed?.(row) && 'bg-horn-soft')}
    >
      {phoneRow ? phoneRow(row) : <span className="min-w-24 flex-1">{columns[0]?.cell?.(row)}</span>}
      {actions ? <span className="ml-auto flex max-w-full flex-none flex-wrap justify-end">{actions(row)}</span> : null}
    </li>
  );
}

export function TableHead<R>({ table, className }: { table: DataTableProps<R>; className?: string | undefined }) {
  const { t } = useTranslation('common');
  const { columns, actions } = table;
  return (
    <thead className={className}>
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
  );
}

function BareTableRow<R>({ table, row, index }: RowProps<R>) {
  const { columns, rowKey, actions, changed } = table;
  return (
    <tr
      data-row={rowKey(row)}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={changed?.(row) ? 'changed' : undefined}
    >
      {columns.map((column) => (
        <td key={column.key} className={classNames(column.numeric && 'num', column.className)}>
          {column.cell?.(row)}
        </td>
      ))}
      {actions ? <td className="acts">{actions(row)}</td> : null}
    </tr>
  );
}

/** A row of the table. Scrolling a `LongTable` draws only the rows that come into sight. */
export const TableRow = memo(BareTableRow) as typeof BareTableRow;
