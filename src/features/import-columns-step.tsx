import { useTranslation } from 'react-i18next';
import type { Columns } from '#domain/import-columns.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Select } from '#ui/select.tsx';

/** Rows that show what a column holds. */
const SHOWN = 3;

export interface ImportColumnsStepProps<F extends string> {
  rows: readonly (readonly string[])[];
  columns: Columns<F>;
  fields: readonly { readonly value: F; readonly label: string }[];
  /** A field that may be in several columns. */
  gathered?: F | undefined;
  onColumns: (columns: Columns<F>) => void;
}

/** What was guessed of each column, with three rows beside it; every guess can be changed. */
export function ImportColumnsStep<F extends string>(props: ImportColumnsStepProps<F>) {
  const { rows, columns, fields, gathered, onColumns } = props;
  const { t } = useTranslation('importing');
  const shown = rows
    .slice(columns.hasHead ? 1 : 0)
    .filter((cells) => cells.some((cell) => cell !== ''))
    .slice(0, SHOWN);
  const change = (at: number, field: F | null) =>
    onColumns({
      ...columns,
      // A field is in one column, unless its columns are gathered.
      fields: columns.fields.map((own, i) => (i === at ? field : own === field && field !== gathered ? null : own)),
    });
  const places = columns.fields.map((field, at) => ({ field, at }));
  const options: { value: F | null; label: string }[] = [{ value: null, label: t('leave_out') }, ...fields];
  return (
    <section className="card" aria-label={t('columns')}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="text-base">{t('columns')}</h2>
        <Checkbox label={t('has_head')} checked={columns.hasHead} onChange={(hasHead) => onColumns({ ...columns, hasHead })} />
      </header>
      <ul>
        {places.map(({ field, at }) => {
          const head = columns.hasHead ? rows[0]?.[at] : '';
          const name = head || t('column', { number: at + 1 });
          return (
            <li
              key={at}
              className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 max-md:px-4"
            >
              <span className="min-w-40 flex-1 leading-tight">
                <b className="block font-semibold break-words">{name}</b>
                <span className="block truncate text-sm text-ink-3">
                  {shown
                    .map((row) => row[at])
                    .filter(Boolean)
                    .join(' · ') || '–'}
                </span>
              </span>
              <Select<F | null>
                label={t('column_is', { name })}
                hideLabel
                className="w-60 max-md:w-full"
                value={field}
                placeholder={t('leave_out')}
                onChange={(value) => change(at, value)}
                options={options}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
