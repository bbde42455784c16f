import type { CSSProperties, ReactNode } from 'react';
import type { TableName } from '#schemas/registry.ts';
import { type Fact, setLines } from './issue-facts.ts';
import type { Content, IssueWords } from './issue-words.ts';

/** What one side says, with the fields' names; `bare` where the card has named the only one. */
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
export function SetLines({ table, content, words }: { table: TableName; content: Content; words: IssueWords }) {
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
