import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import { MOST_CELLS, MOST_COLUMNS, MOST_TABLE_BYTES, readTable, TableTooLarge, textOfFile } from '#domain/imports/read-table.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';

export interface SourceTable {
  readonly rows: readonly (readonly string[])[];
  /** The file's name; empty for what was pasted. */
  readonly source: string;
}

/** Why nothing was taken, and of which of the two it is said. */
interface Failed {
  of: 'file' | 'pasted';
  why: 'unreadable' | 'no_table' | TableTooLarge['limit'];
}

/** The limits as the texts name them: megabytes, columns, cells. */
const MOST = { bytes: MOST_TABLE_BYTES / (1024 * 1024), columns: MOST_COLUMNS, cells: MOST_CELLS };

/** The choice of the rows' source: a file, or text copied out of a spreadsheet. A refused one leaves the other as it is. */
export function ImportSource({ onTable }: { onTable: (table: SourceTable) => void }) {
  const { t } = useTranslation('importing');
  const language = useLanguage();
  const [pasted, setPasted] = useState('');
  const [failed, setFailed] = useState<Failed | null>(null);
  const picker = useRef<HTMLInputElement>(null);

  const take = (of: Failed['of'], text: string, source: string) => {
    try {
      const rows = readTable(text);
      setFailed(rows.length === 0 ? { of, why: 'unreadable' } : null);
      if (rows.length > 0) onTable({ rows, source });
    } catch (error) {
      if (!(error instanceof TableTooLarge)) throw error;
      setFailed({ of, why: error.limit });
    }
  };
  const pick = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST_TABLE_BYTES) return setFailed({ of: 'file', why: 'bytes' });
    try {
      const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
      if (text === null) setFailed({ of: 'file', why: 'no_table' });
      else take('file', text, file.name);
    } catch (error) {
      console.warn('A file could not be read', error);
      setFailed({ of: 'file', why: 'unreadable' });
    }
  };
  const said = (of: Failed['of']) => {
    if (failed?.of !== of) return undefined;
    const { why } = failed;
    const most = why === 'unreadable' || why === 'no_table' ? 0 : MOST[why];
    return t(`source_${why}`, { most: new Intl.NumberFormat(language).format(most) });
  };
  const ofFile = said('file');
  return (
    <section className="card flex flex-col gap-4 p-5 max-md:p-4">
      <UnsavedGuard dirty={pasted.trim() !== ''} />
      <p className="text-ink-2">{t('source_text')}</p>
      <div>
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="sr-only"
          aria-label={t('choose_file')}
          tabIndex={-1}
          onChange={(event) => {
            void pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button variant="primary" icon={<FileUp className="i" aria-hidden="true" />} onClick={() => picker.current?.click()}>
          {t('choose_file')}
        </Button>
        {ofFile ? <ErrorBox className="mt-3" title={ofFile} /> : null}
      </div>
      <TextArea
        label={t('paste')}
        hint={t('paste_hint')}
        error={said('pasted')}
        rows={6}
        value={pasted}
        onChange={(text) => {
          setPasted(text);
          if (failed?.of === 'pasted') setFailed(null);
        }}
      />
      <div>
        <Button breaks disabled={pasted.trim() === ''} onClick={() => take('pasted', pasted, '')}>
          {t('read_pasted')}
        </Button>
      </div>
    </section>
  );
}

/** Rows that show what a column holds. */
const SHOWN = 3;

interface ImportColumnsStepProps<F extends string> {
  rows: readonly (readonly string[])[];
  columns: ColumnMapping<F>;
  fields: readonly { readonly value: F; readonly label: string }[];
  /** A field that may be in several columns. */
  gathered?: F | undefined;
  onColumns: (columns: ColumnMapping<F>) => void;
}

/** The guessed meaning of each column, with three rows beside it; every guess can be changed. */
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
