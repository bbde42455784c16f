import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordSides } from '#data/issues/restored-records.ts';
import type { ReferredTables } from '#data/issues/stored-rows.ts';
import type { Imported } from '#data/local-data/device-file.ts';
import { namesOfOthersFile, type OthersFile, takeOthersFile } from '#data/local-data/others-file.ts';
import { personNames$ } from '#data/people/people-book.ts';
import { salon$ } from '#data/salon.queries.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive, useLiveAside } from '#ui/timing/use-live.ts';
import { contentColumns, factsOf } from './issue-facts.ts';
import { type IssueWords, issueMomentText, recordDetail, recordName } from './issue-words.ts';

interface OthersFileProps {
  file: OthersFile;
  /** @param taken null: nothing was taken */
  onDone: (taken: Imported | null) => void;
}

/** Another person's unsent work: whose it is and what is in it, before it is sent as one's own. */
export function OthersFileDialog(props: OthersFileProps) {
  const replica = useReplica();
  const config = useLive(() => salon$(replica), [replica])?.effective;
  return config ? <Shown {...props} config={config} /> : null;
}

/** A week without a line may hold hundreds: what nobody has asked to see is not drawn. */
const FIRST = 30;
const MORE = 100;

function Shown({ file, onDone, config }: OthersFileProps & { config: SalonConfig }) {
  const { t } = useTranslation(['sync', 'common']);
  const { t: tIssues } = useTranslation('issues');
  const replica = useReplica();
  const language = useLanguage();
  const names = useLiveAside(() => personNames$(replica), [replica]);
  const referred = useReferred(file);
  const [most, setMost] = useState(FIRST);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { taken, left, questions } = file;
  const name = names?.get(file.userId) ?? t('handed_unknown');
  const title = t('handed_title', { name });
  const count = taken.length;
  const words: IssueWords = { t: tIssues, language, config, referred: referred ?? new Map() };

  const take = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await saving(title, () => takeOthersFile(replica, file)));
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={() => onDone(null)}
      title={title}
      footer={
        <>
          <span className="ml-auto" />
          <LeaveButton disabled={busy}>{t('common:cancel')}</LeaveButton>
          {count + questions > 0 ? (
            <Button variant="primary" breaks busy={busy} onClick={() => void take()}>
              {t('handed_send', { count })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-ink-2">{t('handed_text', { when: issueMomentText(file.madeAt, words) })}</p>
        {failure ? <ErrorBox title={t('file_failed', { reason: failure })} /> : null}
        {count === 0 ? <p>{t('handed_none')}</p> : null}
        {referred === null && count > 0 ? <SkeletonRows avatar={false} /> : null}
        {referred !== null && count > 0 ? (
          <ul className="card" aria-label={title}>
            {taken.slice(0, most).map((record) => (
              <li
                key={JSON.stringify([record.table, record.rowId, record.ours])}
                className="list-row items-start! py-2.5! last:border-0"
              >
                <Entry record={record} words={words} />
              </li>
            ))}
          </ul>
        ) : null}
        {count > most ? (
          <Button size="sm" breaks className="self-start" onClick={() => setMost(most + MORE)}>
            {t('handed_more', { count: Math.min(count - most, MORE) })}
          </Button>
        ) : null}
        {left.length > 0 ? <p className="text-warning">{t('handed_left', { count: left.length })}</p> : null}
        {questions > 0 ? <p className="text-ink-2">{t('handed_questions', { count: questions })}</p> : null}
      </div>
    </Dialog>
  );
}

/** The rows that the records of the file refer to; null until they are read. */
function useReferred(file: OthersFile): ReferredTables | null {
  const replica = useReplica();
  const [referred, setReferred] = useState<ReferredTables | null>(null);
  useEffect(() => {
    let left = false;
    namesOfOthersFile(replica, file)
      .then((read) => {
        if (!left) setReferred(read);
      })
      .catch((error: unknown) => {
        console.warn('Records are shown without the names that they refer to', error);
        if (!left) setReferred(new Map());
      });
    return () => {
      left = true;
    };
  }, [replica, file]);
  return referred;
}

/** Which record, what was done with it, and the values that would be sent. */
function Entry({ record, words }: { record: RecordSides; words: IssueWords }) {
  const { t } = useTranslation('sync');
  const { table, server } = record;
  const ours = record.ours ?? {};
  const deletes = ours.deleted === true;
  const detail = recordDetail(table, server ?? ours, words);
  const columns = deletes ? [] : contentColumns({ ...record, group: null });
  return (
    <span className="block min-w-0 flex-1 leading-snug">
      <b className="font-semibold break-words">{recordName(table, ours, words)}</b>
      <span className="break-words text-ink-2">{detail ? ` · ${detail}` : null}</span>
      <span className="block text-xs text-ink-3">{t(`handed_${deletes ? 'deleted' : server ? 'changed' : 'made'}`)}</span>
      {factsOf(table, columns, ours, words).map(({ label, text }) => (
        <span key={label} className="block text-xs break-words">
          {label ? <span className="text-ink-2">{label}: </span> : null}
          <b className="font-medium">{text}</b>
        </span>
      ))}
    </span>
  );
}
