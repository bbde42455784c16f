/** The sides of a conflict as a card tells them: of ours there may be several contents, theirs is the record as it stands now. */
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { type Fact, factsOf, labelsOf, shownColumns } from './issue-facts.ts';
import { type Content, type IssueWords, momentText } from './issue-words.ts';
import type { KnownIssue } from './use-issue.ts';

export type Issues = readonly [SyncIssue, ...SyncIssue[]];

export interface Sides {
  /** Ours that are not theirs already; the newest first. */
  readonly contents: readonly SyncIssue[];
  readonly theirs: Content;
  /** The record is not there any more. */
  readonly removed: boolean;
  /** All sides say the same by now. */
  readonly settled: boolean;
  /** Theirs has changed since the conflict. */
  readonly newer: boolean;
  /** The columns that the sides tell differently. */
  readonly inDispute: readonly string[];
}

export function sidesOf(issues: Issues, { words, standing, now }: KnownIssue): Sides {
  const [{ table, kind, server }] = issues;
  const isSet = kind === 'set';
  const columns = [...new Set(issues.flatMap(shownColumns))];
  const theirs: Content = now ?? { ...server, deleted: true };
  const removed = !isSet && standing.state !== 'there';
  const saysTheirs = (side: Content | null) => columns.every((column) => (side?.[column] ?? null) === (theirs[column] ?? null));
  const isTheirs = ({ ours }: SyncIssue) =>
    !removed && saysTheirs(ours) && (!isSet || (ours?.deleted === true) === (theirs.deleted === true));
  const contents = issues.filter((issue) => !isTheirs(issue));
  const settled = contents.length === 0;
  const newer = !removed && !settled && issues.every((issue) => !saysTheirs(issue.server));
  const facts = (content: Content | null) => factsOf(table, columns, content ?? {}, words);
  const inDispute = removed
    ? columns
    : differing(
        contents.map(({ ours }) => facts(ours)),
        facts(theirs),
      );
  return { contents, theirs, removed, settled, newer, inDispute };
}

/** One decision may be about several fields: those that say the same on all sides are not worth a word, unless all do. */
function differing(ours: readonly (readonly Fact[])[], theirs: readonly Fact[]): readonly string[] {
  const told = theirs.filter(({ text }, at) => ours.some((facts) => facts[at]?.text !== text));
  return (told.length > 0 ? told : theirs).flatMap(({ columns }) => columns);
}

export function titleOf([{ kind, table }, ...more]: Issues, { t }: IssueWords): string {
  const many = more.length > 0 ? '_many' : '';
  if (kind === 'set') return t(`title_set${many}`);
  return kind === 'field' ? t(`title_field${many}`, { what: t(`of_${table}`) }) : t(`title_${kind}`);
}

/** What happened, and what happened to it since: the second null where nothing did. */
export function toldOf([{ kind, table }]: Issues, sides: Sides, words: IssueWords): readonly [string, string | null] {
  const { t } = words;
  const { settled, removed, newer, inDispute } = sides;
  const since = settled ? t('same_by_now') : newer ? t('changed_again') : null;
  if (kind === 'set') return [t('text_set'), since];
  if (kind !== 'field') return [t(removed ? `text_${kind}` : 'text_restored'), removed ? null : since];
  return [t('text_field', { fields: labelsOf(table, inDispute, words) }), removed ? t('also_deleted') : since];
}

/** „това устройство“; of several contents also when each was kept: „от файл, 10:41“. */
export function ourWhence({ fromFile, at }: SyncIssue, several: boolean, words: IssueWords): string {
  const where = words.t(fromFile ? 'from_file' : 'this_device');
  return several ? words.t('where_at', { where, time: momentText(at, words) }) : where;
}

/**
 * „друго устройство, 10:52“: the server says when, not who. A time after the conflict may be of a write of ours. Of what was written
 * here since, or before a file came, the time that is known is of an earlier version.
 */
export function theirWhence({ words, standing }: KnownIssue, { at: since, fromFile }: SyncIssue, newer: boolean): string {
  const where = words.t('other_device');
  const at = newer || fromFile ? null : standing.row?.updated_at;
  return !at || at > since ? where : words.t('where_at', { where, time: momentText(at, words) });
}
