import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_CELLS, MOST_COLUMNS, MOST_TABLE_BYTES, readTable, TableTooLarge, textOfFile } from '#domain/read-table.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';

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

/** What is said of a limit is the limit: megabytes, columns, cells. */
const MOST = { bytes: MOST_TABLE_BYTES / (1024 * 1024), columns: MOST_COLUMNS, cells: MOST_CELLS };

/** Where the rows come from: a file, or what was copied out of a spreadsheet. What is refused takes nothing of the other away. */
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
