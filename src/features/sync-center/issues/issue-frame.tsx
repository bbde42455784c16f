import { CloudAlert, GitMerge, Layers2, Unlink2, UserX } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { type IssueWords, momentText } from './issue-words.ts';

export interface IssueFrameProps {
  issue: SyncIssue;
  words: IssueWords;
  title: string;
  /** Which record, with the way to its form while it is there. */
  name?: string | undefined;
  path?: string | null | undefined;
  detail?: string | null | undefined;
  text: ReactNode;
  /** What is shown and chosen. */
  children?: ReactNode;
  actions: ReactNode;
  failure: string | null;
}

/** Cards of a group stand under its heading. */
export const IssueHeading = createContext<'h3' | 'h4'>('h3');

const MARKS = { overlap: Layers2, torn: Unlink2, 'client-deleted': UserX, rejected: CloudAlert, gone: CloudAlert } as const;

export function IssueMark({ kind }: Pick<SyncIssue, 'kind'>) {
  const refused = kind === 'rejected' || kind === 'gone';
  const Mark = kind in MARKS ? MARKS[kind as keyof typeof MARKS] : GitMerge;
  return (
    <span
      className={`grid h-9 w-9 flex-none place-items-center rounded-md ${refused ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning'}`}
    >
      <Mark className="i" aria-hidden="true" />
    </span>
  );
}

/** The frame of every issue: what happened, with which record, when; below it both sides and what can be decided. */
export function IssueFrame(props: IssueFrameProps) {
  const { issue, words, title, name, path, detail, text, children, actions, failure } = props;
  const { t } = useTranslation('issues');
  const heading = useId();
  const Heading = useContext(IssueHeading);
  return (
    <article
      className="card p-4 outline-offset-2"
      aria-labelledby={heading}
      tabIndex={-1}
      data-issue={issue.kind}
      data-row={issue.rowId}
    >
      <header className="flex flex-wrap gap-3">
        <IssueMark kind={issue.kind} />
        <div className="min-w-24 flex-1 leading-snug">
          <div className="flex flex-wrap items-start gap-x-3">
            <Heading id={heading} className="min-w-24 flex-1 text-sm font-semibold break-words">
              {title}
            </Heading>
            <time dateTime={issue.at} className="flex-none text-xs text-ink-3">
              {momentText(issue.at, words)}
            </time>
          </div>
          {name ? (
            <p className="break-words text-ink-2">
              {path ? (
                <Link
                  to={path}
                  className="font-medium text-primary-ink underline underline-offset-2"
                  aria-label={t('open_record', { name })}
                >
                  {name}
                </Link>
              ) : (
                <b className="font-medium text-ink">{name}</b>
              )}
              {detail ? ` · ${detail}` : null}
            </p>
          ) : null}
          <p className="break-words text-ink-2">{text}</p>
        </div>
      </header>
      <div className="md:pl-12">
        {children}
        {failure ? <ErrorBox className="mt-3" title={t('failed_title')} detail={failure} /> : null}
        <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
      </div>
    </article>
  );
}
