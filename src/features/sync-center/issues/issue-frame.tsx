import { Radio, RadioGroup } from '@headlessui/react';
import { Circle, CircleCheckBig, CloudAlert, GitMerge, Layers2, Unlink2, UserX } from 'lucide-react';
import { Component, type CSSProperties, createContext, type ErrorInfo, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import type { TableName } from '#schemas/registry.ts';
import { Button, type ButtonProps } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { type Fact, setLines } from './issue-facts.ts';
import { type IssueContent, type IssueWords, issueMomentText } from './issue-words.ts';

export interface IssueFrameProps {
  issue: SyncIssue;
  words: IssueWords;
  title: string;
  /** Which record, with the way to its form while it is there. */
  name?: string | undefined;
  path?: string | null | undefined;
  detail?: string | null | undefined;
  text: ReactNode;
  /** The content of the card, with its choices. */
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
              {issueMomentText(issue.at, words)}
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

interface DecisionButtonProps {
  /** The decision that the button makes, as `useResolution` names it. */
  decision: string;
  /** The decision that is being carried out. */
  busy: string | null;
  variant?: ButtonProps['variant'] | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** A decision at the foot of a card; it says so while it is carried out. */
export function DecisionButton({ decision, busy, variant, onClick, children }: DecisionButtonProps) {
  const { t } = useTranslation('issues');
  return (
    <Button size="sm" breaks variant={variant} busy={busy === decision} busyLabel={t('working')} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Catches the failure of one card (an issue of a newer version, for example), so that the list and the screen stay. */
export class IssueBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error('An issue cannot be shown', error, componentStack);
  }

  override render() {
    return this.state.failed ? <Unshown /> : this.props.children;
  }
}

function Unshown() {
  const { t } = useTranslation('issues');
  return <ErrorBox title={t('unshown_title')} detail={t('unshown_text')} />;
}

export interface SideProps {
  /** The value that is chosen with this side. */
  value: string;
  title: string;
  /** Which device, when. */
  from?: string | undefined;
  children: ReactNode;
}

interface IssueChoiceProps {
  label: string;
  value: string;
  /** Ours, and theirs as the last. */
  sides: readonly SideProps[];
  disabled?: boolean | undefined;
  onChange(value: string): void;
}

/** Ours and theirs side by side, one of them chosen. */
export function IssueChoice({ label, value, sides, disabled = false, onChange }: IssueChoiceProps) {
  return (
    <RadioGroup
      value={value}
      onChange={onChange}
      disabled={disabled}
      aria-label={label}
      className="mt-3 grid gap-2 sm:grid-cols-2"
    >
      {sides.map((side) => (
        <SideCard key={side.value} {...side} />
      ))}
    </RadioGroup>
  );
}

function SideCard({ value, title, from, children }: SideProps) {
  return (
    <Radio
      value={value}
      as="button"
      type="button"
      className={({ checked }) =>
        classNames(
          'flex min-w-0 flex-col items-stretch justify-start rounded-md p-3 text-left outline-offset-2',
          checked
            ? 'bg-primary-soft shadow-[inset_0_0_0_2px_var(--color-primary)]'
            : 'shadow-[inset_0_0_0_1px_var(--color-line-strong)]',
        )
      }
    >
      {({ checked }) => (
        <>
          <span
            className={classNames('flex items-center gap-2 text-xs font-medium', checked ? 'text-primary-ink' : 'text-ink-2')}
          >
            {title}
            {checked ? (
              <CircleCheckBig className="i i-sm ml-auto" aria-hidden="true" />
            ) : (
              <Circle className="i i-sm ml-auto text-ink-3" aria-hidden="true" />
            )}
          </span>
          <span className="mt-1 block">{children}</span>
          {from ? <span className="mt-0.5 block text-xs text-ink-2">{from}</span> : null}
        </>
      )}
    </Radio>
  );
}

/** The values of one side with the fields' names; `bare`: the card has named the only field already. */
export function Facts({ facts, bare = false }: { facts: readonly Fact[]; bare?: boolean }) {
  const named = !(bare && facts.length === 1);
  return (
    <>
      {facts.map(({ label, text, color }) => (
        <span key={label} className="block break-words whitespace-pre-line">
          {named && label ? <span className="text-ink-2">{label}: </span> : null}
          {color ? <i className="dot mr-1.5 inline-block" style={{ '--c': color } as CSSProperties} aria-hidden="true" /> : null}
          <b className="font-semibold">{text}</b>
        </span>
      ))}
    </>
  );
}

/** A set of shifts, a line for each. */
export function SetLines({ table, content, words }: { table: TableName; content: IssueContent; words: IssueWords }) {
  return (
    <>
      {setLines(table, content, words).map((line) => (
        <b key={line} className="tnum block font-semibold">
          {line}
        </b>
      ))}
    </>
  );
}

/** The frame of content that stands by itself, without a choice. */
export function ContentFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-3 min-w-0 rounded-md border border-line-strong p-3" data-content>
      <h4 className="text-xs font-medium text-ink-2">{title}</h4>
      <div className="mt-1">{children}</div>
    </div>
  );
}

export function ContentCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <ContentFrame title={title}>
      <Facts facts={facts} />
    </ContentFrame>
  );
}
