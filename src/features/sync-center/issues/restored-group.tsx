import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { Count } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { contentColumns, factsOf } from './issue-facts.ts';
import { type IssueWords, recordDetail, recordName } from './issue-words.ts';

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
export function RestoredGroup({ name, records, left, choose, words, startsOpen }: RestoredGroupProps) {
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
