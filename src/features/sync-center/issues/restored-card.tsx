import { ArchiveRestore, ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { letGoOfRecords, mayPutBack, putBackRecords, type RestoredRecords } from '#data/issues/restored-records.ts';
import { salon$ } from '#data/salon.queries.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { contentColumns, factsOf } from './issue-facts.ts';
import { type IssueWords, issueMomentText, recordDetail, recordName } from './issue-words.ts';
import { useResolution } from './use-resolution.ts';

/** The records on this device that are newer than a restored backup: put back or let go, all or some, by one decision. */
export function RestoredCard({ held }: { held: RestoredRecords }) {
  const replica = useReplica();
  const config = useLive(() => salon$(replica), [replica])?.effective;
  return config && held.records.length > 0 ? <Held held={held} config={config} /> : null;
}

function Held({ held, config }: { held: RestoredRecords; config: SalonConfig }) {
  const { t } = useTranslation('restored');
  const { t: tIssues } = useTranslation('issues');
  const replica = useReplica();
  const words: IssueWords = { t: tIssues, language: useLanguage(), config, referred: held.referred };
  const resolution = useResolution(t('what'));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const { records, stateOf } = held;
  const chosen = records.filter(({ id }) => !left.has(id));
  const count = chosen.length;
  const rights = useRights();
  const back = chosen.filter((record) => mayPutBack(record, rights));
  const choose = (ids: readonly string[], wanted: boolean) => {
    const next = new Set(left);
    for (const id of ids) wanted ? next.delete(id) : next.add(id);
    setLeft(next);
  };
  const idle = count === 0 || resolution.busy !== null;
  return (
    <section className="card p-4 text-sm" aria-labelledby="sync-restored" data-restored={records.length}>
      <header className="flex flex-wrap gap-3">
        <span className="grid h-9 w-9 flex-none place-items-center rounded-md bg-warning-soft text-warning">
          <ArchiveRestore className="i" aria-hidden="true" />
        </span>
        <div className="min-w-24 flex-1 leading-snug">
          <h2 id="sync-restored" className="text-base break-words">
            {stateOf ? t('title', { when: issueMomentText(stateOf, words) }) : t('title_unknown')}
          </h2>
          <p className="text-ink-2">{t('text', { count: records.length })}</p>
          <p className="text-ink-2">{t('hint')}</p>
        </div>
      </header>
      <Checkbox
        className="mt-2"
        label={t('all')}
        checked={count === records.length}
        onChange={(wanted) =>
          choose(
            records.map(({ id }) => id),
            wanted,
          )
        }
      />
      <div className="border-t border-line">
        {TABLE_NAMES.filter((name) => records.some(({ table }) => table === name)).map((name) => (
          <RestoredGroup
            key={name}
            name={t(`group_${name}`)}
            records={records.filter(({ table }) => table === name)}
            left={left}
            choose={choose}
            words={words}
            startsOpen={records.length <= 10}
          />
        ))}
      </div>
      {back.length < count ? <p className="mt-3 text-ink-2">{t('not_yours', { count: count - back.length })}</p> : null}
      {resolution.failure ? <ErrorBox className="mt-3" title={tIssues('failed_title')} detail={resolution.failure} /> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="sm"
          breaks
          disabled={idle || back.length === 0}
          busy={resolution.busy === 'take'}
          busyLabel={tIssues('working')}
          onClick={() =>
            void resolution.run('take', t('said_put_back', { count: back.length }), () => putBackRecords(replica, back))
          }
        >
          {count === 0 ? t('none_chosen') : t('put_back', { count: back.length })}
        </Button>
        {count > 0 ? (
          <Button variant="ghost" size="sm" breaks disabled={idle} onClick={() => setAsking(true)}>
            {t('let_go', { count })}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        title={t('let_go_title', { count })}
        confirmLabel={t('let_go_confirm')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void resolution.run('leave', t('said_let_go', { count }), () => letGoOfRecords(replica, chosen));
        }}
      >
        {t('let_go_body')}
      </ConfirmDialog>
    </section>
  );
}

/** A week of a busy salon has hundreds: what nobody has asked to see is not drawn. */
const FIRST = 30;
const MORE = 100;

interface RestoredGroupProps {
  name: string;
  records: readonly SyncIssue[];
  /** Ids of those that are not chosen. */
  left: ReadonlySet<string>;
  choose: (ids: readonly string[], wanted: boolean) => void;
  words: IssueWords;
  startsOpen: boolean;
}

/** The records of one kind: chosen together or one by one. */
function RestoredGroup({ name, records, left, choose, words, startsOpen }: RestoredGroupProps) {
  const { t } = useTranslation('restored');
  const [open, setOpen] = useState(startsOpen);
  const [most, setMost] = useState(FIRST);
  const list = useId();
  const chosen = records.filter(({ id }) => !left.has(id)).length;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className="border-b border-line py-1" data-group={records[0]?.table}>
      <div className="flex items-center gap-2">
        <Checkbox
          label={<span className="sr-only">{t('all_of', { group: name })}</span>}
          checked={chosen === records.length}
          onChange={(wanted) =>
            choose(
              records.map(({ id }) => id),
              wanted,
            )
          }
        />
        <button
          type="button"
          className="flex min-h-(--hit-min) min-w-0 flex-1 items-center gap-2 text-left font-medium"
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
        >
          <span className="min-w-0 break-words">{name}</span>
          <Count>{chosen === records.length ? chosen : `${chosen}/${records.length}`}</Count>
          <Chevron className="i i-sm ml-auto flex-none text-ink-2" aria-hidden="true" />
        </button>
      </div>
      <div id={list} hidden={!open}>
        {open ? (
          <ul className="pb-2 pl-8">
            {records.slice(0, most).map((record) => (
              <li key={record.id} data-row={record.rowId}>
                <Checkbox
                  className="items-start! py-1.5"
                  label={<Entry record={record} words={words} />}
                  checked={!left.has(record.id)}
                  onChange={(wanted) => choose([record.id], wanted)}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {open && records.length > most ? (
          <Button size="sm" breaks className="mb-2 ml-8" onClick={() => setMost(most + MORE)}>
            {t('more', { count: Math.min(records.length - most, MORE) })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Which record, what happened to it after the backup, and the values that would come back. */
function Entry({ record, words }: { record: SyncIssue; words: IssueWords }) {
  const { t } = useTranslation('restored');
  const { table, server } = record;
  const ours = record.ours ?? {};
  const deletes = ours.deleted === true;
  const columns = deletes ? [] : contentColumns(record);
  const detail = recordDetail(table, server ?? ours, words);
  const before = server ? factsOf(table, columns, server, words) : [];
  return (
    <span className="block leading-snug">
      <b className="font-semibold break-words">{recordName(table, ours, words)}</b>
      <span className="break-words text-ink-2">{detail ? ` · ${detail}` : null}</span>
      <span className="block text-xs text-ink-3">{t(deletes ? 'deletion' : server ? 'changed' : 'made')}</span>
      {factsOf(table, columns, ours, words).map(({ label, text }, at) => (
        <span key={label} className="block text-xs break-words">
          {label ? <span className="text-ink-2">{label}: </span> : null}
          <b className="font-medium">{text}</b>
          {server ? <span className="text-ink-3"> ({t('now', { value: before[at]?.text ?? '' })})</span> : null}
        </span>
      ))}
    </span>
  );
}
