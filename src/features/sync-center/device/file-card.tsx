import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeviceFileRefusal,
  type Imported,
  MOST_UNSENT_BYTES,
  takeUnsentFile,
  unsentFileName,
} from '#data/local-data/device-file.ts';
import { saveFile } from '#features/shared/save-file.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Button } from '#ui/page/button.tsx';

type Outcome =
  | { kind: 'taken'; taken: Imported }
  | { kind: 'refused'; reason: DeviceFileRefusal }
  | { kind: 'failed'; text: string };

/** Unsent work as a file, for another device of the same person; works without a line. */
export function FileCard({ unsent, issues }: { unsent: number; issues: number }) {
  const { t } = useTranslation('sync');
  const replica = useReplica();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const nothing = unsent + issues === 0;

  const save = async () => {
    setAsking(false);
    setOutcome(null);
    try {
      const file = await replica.exportUnsent();
      saveFile(unsentFileName(file.madeAt), JSON.stringify(file, null, 1), 'application/json');
    } catch (error) {
      setOutcome({ kind: 'failed', text: failureText(error) });
    }
  };
  const take = async (file: File) => {
    setBusy(true);
    setOutcome(null);
    try {
      const answer = await takeUnsentFile(replica, file);
      setOutcome(typeof answer === 'string' ? { kind: 'refused', reason: answer } : { kind: 'taken', taken: answer });
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
        <Button
          breaks
          icon={<Download className="i" aria-hidden="true" />}
          disabled={nothing}
          aria-describedby={nothing ? 'sync-file-why' : undefined}
          onClick={() => setAsking(true)}
        >
          {t('file_save')}
        </Button>
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
      <ConfirmDialog
        open={asking}
        tone="primary"
        title={t('file_ask')}
        confirmLabel={t('file_save')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void save()}
      >
        {t('file_personal')}
      </ConfirmDialog>
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
