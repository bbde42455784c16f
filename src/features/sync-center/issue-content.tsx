import type { TableName } from '#schemas/registry.ts';
import { type Fact, setLines } from './issue-facts.ts';
import type { Content, IssueWords } from './issue-words.ts';

/** What one side says: a single value by itself, several with their names. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const [only] = facts;
  if (only && facts.length === 1) return <b className="block font-semibold break-words whitespace-pre-line">{only.text}</b>;
  return (
    <>
      {facts.map(({ label, text }) => (
        <span key={label} className="block break-words whitespace-pre-line">
          <span className="text-ink-2">{label}: </span>
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

/** Content that stands by itself, without a choice. */
export function ContentCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <div className="mt-3 min-w-0 rounded-md border border-line-strong p-3" data-content>
      <h4 className="text-xs font-medium text-ink-2">{title}</h4>
      <div className="mt-1">
        <Facts facts={facts} />
      </div>
    </div>
  );
}
