import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTable, textOfFile } from '#domain/read-table.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';

export interface SourceTable {
  readonly rows: readonly (readonly string[])[];
  /** The file's name; empty for what was pasted. */
  readonly source: string;
}

/** Where the rows come from: a file, or what was copied out of a spreadsheet. */
export function ImportSource({ onTable }: { onTable: (table: SourceTable) => void }) {
  const { t } = useTranslation('importing');
  const [pasted, setPasted] = useState('');
  const [failed, setFailed] = useState<'source_unreadable' | 'source_no_table' | null>(null);
  const picker = useRef<HTMLInputElement>(null);

  const take = (text: string, source: string) => {
    const rows = readTable(text);
    setFailed(rows.length === 0 ? 'source_unreadable' : null);
    if (rows.length > 0) onTable({ rows, source });
  };
  const pick = async (file: File | undefined) => {
    if (!file) return;
    try {
      const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
      if (text === null) setFailed('source_no_table');
      else take(text, file.name);
    } catch (error) {
      console.warn('A file could not be read', error);
      setFailed('source_unreadable');
    }
  };
  return (
    <section className="card flex flex-col gap-4 p-5 max-md:p-4">
      <UnsavedGuard dirty={pasted.trim() !== ''} />
      <p className="text-ink-2">{t('source_text')}</p>
      {failed ? <ErrorBox title={t(failed)} /> : null}
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
      </div>
      <TextArea label={t('paste')} hint={t('paste_hint')} rows={6} value={pasted} onChange={setPasted} />
      <div>
        <Button breaks disabled={pasted.trim() === ''} onClick={() => take(pasted, '')}>
          {t('read_pasted')}
        </Button>
      </div>
    </section>
  );
}
