import { ContactRound, FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import type { Part } from './parts.ts';
import { filesOf, SOURCE_LIMITS, type SourceFault, UnreadSource } from './read-source.ts';

/** A source from which nothing was taken. The name is empty if it was pasted. */
export interface RefusedSource {
  readonly name: string;
  readonly fault: SourceFault;
}

function useFaultText(): (fault: SourceFault) => string {
  const { t } = useTranslation('move-in');
  const language = useLanguage();
  return (fault) => t(`faults.${fault}`, { most: new Intl.NumberFormat(language).format(SOURCE_LIMITS[fault] ?? 0) });
}

interface ChooseFilesProps {
  onFile: (file: File) => Promise<Part>;
  onPasted: (text: string) => Promise<Part>;
  /** Null if the browser cannot pick contacts. The function returns null if nobody was picked. */
  onContacts: (() => Promise<Part | null>) | null;
  /** @param refused the sources, chosen with the parts, from which nothing was taken */
  onParts: (parts: readonly Part[], refused: readonly RefusedSource[]) => void;
}

/** Says of each refused file what it is, and what to do. */
export function RefusedFiles({ refused }: { refused: readonly RefusedSource[] }) {
  const faultText = useFaultText();
  return refused.map(({ name, fault }) => <ErrorBox key={name} title={name} detail={faultText(fault)} />);
}

/**
 * Lets a person choose what is moved in: files, several at once, text copied from a spreadsheet, or contacts. A refused one does
 * not stop the others.
 */
export function ChooseFiles({ onFile, onPasted, onContacts, onParts }: ChooseFilesProps) {
  const { t } = useTranslation('move-in');
  const [pasted, setPasted] = useState('');
  const [failed, setFailed] = useState<readonly RefusedSource[]>([]);
  const [reading, setReading] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const faultText = useFaultText();

  const take = async (sources: readonly { readonly name: string; readonly read: () => Promise<Part | null> }[]) => {
    const parts: Part[] = [];
    const faults: RefusedSource[] = [];
    setReading(true);
    for (const { name, read } of sources) {
      try {
        const part = await read();
        if (part) parts.push(part);
      } catch (error) {
        if (!(error instanceof UnreadSource)) console.warn('A file could not be read', error);
        faults.push({ name, fault: error instanceof UnreadSource ? error.fault : 'unreadable' });
      }
    }
    setReading(false);
    setFailed(faults);
    if (parts.length > 0) onParts(parts, faults);
  };
  const takeFiles = async (chosen: FileList | null) => {
    const files = await Promise.all([...(chosen ?? [])].map(filesOf));
    await take(files.flat().map((file) => ({ name: file.name, read: () => onFile(file) })));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void takeFiles(event.dataTransfer.files);
  };
  const ofFiles = failed.filter(({ name }) => name !== '');
  const ofPasted = failed.find(({ name }) => name === '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped on it; the button does the same
    <section className="card flex flex-col gap-4 p-5 max-md:p-4" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <UnsavedGuard dirty={pasted.trim() !== ''} />
      <div>
        <input
          ref={picker}
          type="file"
          multiple
          className="sr-only"
          aria-label={t('choose_files')}
          tabIndex={-1}
          onChange={(event) => {
            void takeFiles(event.target.files);
            event.target.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="primary"
            breaks
            busy={reading}
            busyLabel={t('reading')}
            icon={<FileUp className="i" aria-hidden="true" />}
            onClick={() => picker.current?.click()}
          >
            {t('choose_files')}
          </Button>
          {onContacts ? (
            <Button
              breaks
              icon={<ContactRound className="i" aria-hidden="true" />}
              onClick={() => void take([{ name: t('contacts'), read: onContacts }])}
            >
              {t('choose_contacts')}
            </Button>
          ) : null}
        </div>
        <p className="hint">{t('choose_files_hint')}</p>
        <div className="mt-3 flex flex-col gap-3 empty:hidden">
          <RefusedFiles refused={ofFiles} />
        </div>
      </div>
      <TextArea
        label={t('paste')}
        hint={t('paste_hint')}
        error={ofPasted ? faultText(ofPasted.fault) : undefined}
        rows={6}
        value={pasted}
        onChange={(text) => {
          setPasted(text);
          if (ofPasted) setFailed(ofFiles);
        }}
      />
      <div>
        <Button breaks disabled={pasted.trim() === ''} onClick={() => void take([{ name: '', read: () => onPasted(pasted) }])}>
          {t('read_pasted')}
        </Button>
      </div>
    </section>
  );
}
