import { useTranslation } from 'react-i18next';
import { formatTime } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { Paper, useOwnPrinting } from '#ui/paper/paper.tsx';

/** Longer lists are no paper that anybody reads, and make the browser wait; the sheet says how many rows it leaves out. */
const MOST_ROWS = 1000;

interface PrintedColumn<R> {
  label: string;
  cell: (row: R) => string | null | undefined;
  numeric?: boolean | undefined;
}

export interface ListPaperProps<R> {
  title: string;
  /** The rows that are shown, in their order: those found, where something is searched for. */
  rows: readonly R[] | undefined;
  columns: readonly PrintedColumn<R>[];
  /** The foot asks for the sheet to be destroyed. */
  personal?: boolean;
}

/** A list as the browser prints it by its own menu or key: the screen draws only the rows in sight. */
export function ListPaper<R extends { id: string }>({ title, rows, columns, personal = false }: ListPaperProps<R>) {
  const { t } = useTranslation('lists');
  const language = useLanguage();
  const [printing, onBack] = useOwnPrinting();
  if (!printing || !rows) return null;
  const now = new Date();
  const when = `${formatDay(deviceToday(), language)}, ${formatTime(now.getHours() * 60 + now.getMinutes())}`;
  const rest = rows.length - MOST_ROWS;
  return (
    <Paper className="list-sheet" foot={t(personal ? 'printed_personal' : 'printed', { when })} onBack={onBack}>
      <header className="sheet-head">
        <h1>{title}</h1>
        <span className="right">{rows.length}</span>
      </header>
      <table>
        <thead>
          <tr>
            {columns.map(({ label, numeric }) => (
              <th key={label} scope="col" className={numeric ? 'num' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <tr key={row.id}>
              {columns.map(({ label, cell, numeric }) => (
                <td key={label} className={numeric ? 'num tnum' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? <p className="sheet-foot">{t('printed_rest', { count: rest })}</p> : null}
    </Paper>
  );
}
