import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstRowOf } from '#domain/imports/import-columns.ts';
import { Select } from '#ui/form/select.tsx';
import { Button } from '#ui/page/button.tsx';
import { emptyColumns, headOf, type TablePart, tableRows } from './parts.ts';

/** The number of rows that show what a column holds. */
const SHOWN_ROWS = 3;

interface ColumnsStepProps {
  part: TablePart;
  fields: readonly { readonly value: string; readonly label: string }[];
  onColumns: (columns: TablePart['columns']) => void;
}

/**
 * Shows the guessed meaning of the columns in one sentence, until somebody wants to change a guess. Then each column stands with
 * cells of three rows. Empty columns are folded.
 */
export function ColumnsStep({ part, fields, onColumns }: ColumnsStepProps) {
  const { t } = useTranslation('move-in');
  const [unfolded, setUnfolded] = useState(false);
  const [open, setOpen] = useState(() => part.columns.fields.every((field) => field === null));
  const { columns } = part;
  const head = headOf(part);
  const empty = useMemo(() => emptyColumns(part), [part]);
  const shown = tableRows(part)
    .slice(firstRowOf(columns))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .slice(0, SHOWN_ROWS);
  const change = (at: number, field: string | null) =>
    onColumns({ ...columns, fields: columns.fields.map((own, i) => (i === at ? field : own)) });
  const places = columns.fields.map((field, at) => ({ field, at, name: head[at] || t('column', { number: at + 1 }) }));
  const filled = places.filter(({ at }) => !empty.has(at));
  const namesOf = (taken: boolean) =>
    filled
      .filter(({ field }) => (field !== null) === taken)
      .map(({ name }) => name)
      .join(' · ');
  const options: { value: string | null; label: string }[] = [{ value: null, label: t('leave_out') }, ...fields];
  return (
    <section className="card" aria-label={t('columns')}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="flex-1 text-base">{t('columns')}</h2>
        <Button size="sm" breaks aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'columns_fold' : 'columns_change')}
        </Button>
      </header>
      {open ? (
        <>
          <ul>
            {(unfolded ? places : filled).map(({ field, at, name }) => (
              <li
                key={at}
                className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 max-md:px-4"
              >
                <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
                  <b className="block font-semibold break-words">{name}</b>
                  <span className="block truncate text-sm text-ink-3">
                    {shown
                      .map((row) => row[at])
                      .filter(Boolean)
                      .join(' · ') || '–'}
                  </span>
                </span>
                <Select<string | null>
                  label={t('column_is', { name })}
                  hideLabel
                  className="w-60 max-md:w-full"
                  value={field}
                  placeholder={t('leave_out')}
                  onChange={(value) => change(at, value)}
                  options={options}
                />
              </li>
            ))}
          </ul>
          {empty.size > 0 ? (
            <p className="border-t border-line px-3 py-1.5">
              <Button variant="ghost" size="sm" breaks aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
                {t('empty_columns', { count: empty.size })}
              </Button>
            </p>
          ) : null}
        </>
      ) : (
        <dl className="grid gap-x-5 gap-y-1 px-5 py-3 md:grid-cols-[auto_1fr] max-md:px-4">
          <dt className="text-ink-3">{t('columns_taken')}</dt>
          <dd className="break-words">{namesOf(true)}</dd>
          {namesOf(false) ? (
            <>
              <dt className="text-ink-3">{t('columns_left_out')}</dt>
              <dd className="break-words">{namesOf(false)}</dd>
            </>
          ) : null}
        </dl>
      )}
    </section>
  );
}
