import { type Key, useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { TableHead, TableItem, type TableProps, TableRow } from './table.tsx';
import { useIsPhone } from './use-media.ts';
import { useSeenRows } from './use-seen-rows.ts';

/** Heights of a row in px before one is drawn. */
const TABLE_ROW = 53;
const LIST_ROW = 61;
/** Rows drawn beyond each edge, so that a flick shows no gaps. */
const BEYOND = 8;

export interface LongTableProps<R> extends TableProps<R> {
  /** Names what is searched for, chosen and sorted by: under another one the list begins at its top. */
  listed: string;
  /** The row at which it opens; the way to it has the focus then. */
  openAt?: Key | null | undefined;
}

/** As `Table`, for hundreds of rows: it scrolls by itself, in a `flush` page, and only the rows in sight are drawn. */
export function LongTable<R>(props: LongTableProps<R>) {
  const { label, columns, rows, rowKey, actions, dense, className, listed, openAt } = props;
  const phone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const seen = useSeenRows({ count: rows.length, box, height: phone ? LIST_ROW : TABLE_ROW, beyond: BEYOND });
  const shown = seen.indexes.flatMap((index) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index }];
  });

  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || openAt === undefined || openAt === null) return;
    opened.current = true;
    const index = rows.findIndex((row) => rowKey(row) === openAt);
    if (index < 0) return;
    seen.scrollToRow(index);
    // It is drawn once the box has been scrolled there.
    requestAnimationFrame(() => {
      const drawn = box.current?.querySelector(`[data-row="${CSS.escape(String(openAt))}"]`);
      drawn?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    });
  }, [openAt, rows, rowKey, seen]);
  const shownFor = useRef(listed);
  useLayoutEffect(() => {
    if (shownFor.current === listed) return;
    shownFor.current = listed;
    seen.scrollToTop();
  }, [listed, seen]);

  const gap = (height: number) =>
    height > 0 ? (
      <tr>
        <td colSpan={columns.length + (actions ? 1 : 0)} className="border-0! p-0!" style={{ height }} />
      </tr>
    ) : null;
  return (
    <div ref={box} className={classNames('min-h-0 scroll-py-16 overflow-auto', phone ? 'flex-1 bg-surface' : 'card', className)}>
      {phone ? (
        <ul aria-label={label} style={{ paddingTop: seen.before, paddingBottom: seen.after }}>
          {shown.map(({ row, index }) => (
            <TableItem key={rowKey(row)} table={props} row={row} index={index} total={rows.length} />
          ))}
        </ul>
      ) : (
        <table
          className={classNames('table table-fixed wrap-anywhere', dense && 'dense')}
          aria-label={label}
          aria-rowcount={rows.length + 1}
        >
          {/* Columns that follow what is in them move with each row that comes into sight. */}
          <colgroup>
            {columns.map((column) => (
              <col key={column.key} className={column.width} />
            ))}
            {actions ? <col className={dense ? 'w-14' : 'w-28'} /> : null}
          </colgroup>
          <TableHead table={props} className="relative z-(--z-sticky)" />
          <tbody>
            {gap(seen.before)}
            {shown.map(({ row, index }) => (
              <TableRow key={rowKey(row)} table={props} row={row} index={index} />
            ))}
            {gap(seen.after)}
          </tbody>
        </table>
      )}
    </div>
  );
}
