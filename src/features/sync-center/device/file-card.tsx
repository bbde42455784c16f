import { Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeviceFileRefusal, type Imported, MOST_UNSENT_BYTES, takeUnsentFile } from '#data/local-data/device-file.ts';
import type { OthersFile } from '#data/local-data/others-file.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { Button } from '#ui/page/button.tsx';
import { SaveUnsentButton } from './save-unsent.tsx';

type Outcome =
  | { kind: 'taken'; taken: Imported }
  | { kind: 'refused'; reason: DeviceFileRefusal }
  | { kind: 'failed'; text: string };

interface FileCardProps {
  unsent: number;
  issues: number;
  /** The part of another person's file that is shown before it is taken over. */
  others: (file: OthersFile, onDone: (taken: Imported | null) => void) => ReactNode;
}

/** Unsent work as a file, for another device of the same person, or for who takes it over; works without a line. */
export function FileCard({ unsent, issues, others }: FileCardProps) {
  const { t } = useTranslation('sync');
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const [othersFile, setOthersFile] = useState<OthersFile | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const nothing = unsent + issues === 0;

  const take = async (file: File) => {
    setBusy(true);
    setOutcome(null);
    try {
      const answer = await takeUnsentFile(replica, file);
      if (typeof answer === 'string') setOutcome({ kind: 'refused', reason: answer });
      else if ('work' in answer) setOthersFile(answer);
      else setOutcome({ kind: 'taken', taken: answer });
    } catch (error) {
      setOutcome({ kind: 'failed', text: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card flex flex-col gap-3 p-4 text-sm" aria-labelledby="sync-file">
      <h2 id="sync-file" className="text-base">
        {t('file_title')}
      </h2>
      <p className="text-ink-2">{t('file_text')}</p>
      <div className="flex flex-wrap gap-2">
        <SaveUnsentButton
          disabled={nothing}
          aria-describedby={nothing ? 'sync-file-why' : undefined}
          onBegin={() => setOutcome(null)}
          onFailed={(text) => setOutcome({ kind: 'failed', text })}
        >
          {t('file_save')}
        </SaveUnsentButton>
        <Button
          breaks
          icon={<Upload className="i" aria-hidden="true" />}
          busy={busy}
          busyLabel={t('file_taking')}
          onClick={() => picker.current?.click()}
        >
          {t('file_take')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          className="hidden"
          aria-label={t('file_take')}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void take(file);
            target.value = ''; // the same file may be chosen again
          }}
        />
      </div>
      {nothing ? (
        <p id="sync-file-why" className="hint mt-0!">
          {t('file_nothing')}
        </p>
      ) : null}
      {outcome ? <FileOutcome outcome={outcome} /> : null}
      {othersFile
        ? others(othersFile, (taken) => {
            setOthersFile(null);
            if (taken) setOutcome({ kind: 'taken', taken });
          })
        : null}
    </section>
  );
}

function FileOutcome({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('sync');
  if (outcome.kind !== 'taken') {
    return (
      <p className="text-danger" role="alert" data-import="refused">
        {outcome.kind === 'refused'
          ? t(`file_refused_${outcome.reason}`, { most: MOST_UNSENT_BYTES / (1024 * 1024) })
          : t('file_failed', { reason: outcome.text })}
      </p>
    );
  }
  const { rows, issues, already } = outcome.taken;
  const parts = [
    rows > 0 ? t('file_rows', { count: rows }) : null,
    issues > 0 ? t('file_issues', { count: issues }) : null,
    already > 0 ? t('file_already', { count: already }) : null,
  ].filter(Boolean);
  return (
    <p className="text-ink-2" role="status" data-import="taken">
      {parts.length > 0 ? parts.join(' ') : t('file_empty')}
    </p>
  );
}
