import { useState } from 'react';
import { addCounts, isTwoCounts, keepMine, keepTheirs, sumOfCounts } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { mayDecide } from '#data/issues/role-refusals.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { Button } from '#ui/page/button.tsx';
import { type Fact, factsOf, isAnswer, labelsOf, shownColumns } from './issue-facts.ts';
import { DecisionButton, Facts, IssueChoice, IssueFrame, SetLines, type SideProps } from './issue-frame.tsx';
import { Reach } from './issue-reach.tsx';
import { HandOver, type KnownIssue, useRecordCard } from './issue-record.tsx';
import { type IssueContent, type IssueWords, issueMomentText, roleText } from './issue-words.ts';

const THEIRS = 'theirs';
/** Of two counts of a product. */
const SUM = 'sum';

/**
 * Changed differently here and there: one field group, or a whole set of shifts. Of several contents of ours one is chosen, or
 * none: either way all of them are decided.
 */
export function IssueConflict({ issues, known }: { issues: Issues; known: KnownIssue }) {
  const { words } = known;
  const { t } = words;
  const [issue, ...beside] = issues;
  const { frame, busy, run, replica } = useRecordCard(issue, known);
  const [wanted, setAsked] = useState(issue.id);
  const rights = useRights();
  const mayTake = mayDecide(issue, 'mine', rights, known.standing);
  const asked = mayTake ? wanted : THEIRS;
  const sides = sidesOf(issues, known);
  const { contents, settled } = sides;
  const [explained, more] = toldOf(issues, sides, words);
  const chosen = asked === THEIRS ? undefined : (contents.find(({ id }) => id === asked) ?? contents[0]);

  const sum = contents.length === 1 && isTwoCounts(issue) ? sumOfCounts(issue, sides.theirs) : null;

  const letGo = (said: string) => void run('choice', said, () => keepTheirs(replica, issue, beside));
  const decide = () => {
    if (asked === SUM && chosen) return void run('choice', t('said_sum'), () => addCounts(replica, chosen, beside));
    if (!chosen) return letGo(t('said_theirs'));
    const others = issues.filter(({ id }) => id !== chosen.id);
    void run('choice', t('said_mine'), () => keepMine(replica, chosen, others));
  };
  return (
    <IssueFrame
      {...frame}
      title={titleOf(issues, words)}
      text={
        <>
          {explained}
          {more ? <span className="block font-medium text-ink">{more}</span> : null}
          {mayTake || settled ? null : <span className="block">{roleText(issue, words, rights, 'mine', known.standing)}</span>}
          {isAnswer(issue) && !settled ? (
            <span className="block">
              <Reach booking={sides.theirs} words={words} />
            </span>
          ) : null}
        </>
      }
      actions={
        settled ? (
          <Button size="sm" breaks busy={busy !== null} onClick={() => letGo(t('said_kept'))}>
            {t('understood')}
          </Button>
        ) : (
          <>
            <DecisionButton decision="choice" busy={busy} variant="primary" onClick={decide}>
              {t('save_choice')}
            </DecisionButton>
            {mayTake ? null : <HandOver name={known.name} />}
          </>
        )
      }
    >
      {settled ? null : (
        <IssueChoice
          label={t(issue.kind === 'set' ? 'choose_set' : 'choose_side')}
          value={asked === SUM ? SUM : (chosen?.id ?? THEIRS)}
          onChange={setAsked}
          disabled={busy !== null || !mayTake}
          sides={[...shownSides(issues, sides, known), ...(sum === null || sides.removed ? [] : [sumSide(sum, known)])]}
        />
      )}
    </IssueFrame>
  );
}

/** Two people who counted a part each may have it added up; it is never done unasked. */
function sumSide(sum: number, { words }: KnownIssue): SideProps {
  return {
    value: SUM,
    title: words.t('together'),
    from: words.t('together_hint'),
    children: <Facts bare facts={factsOf('products', ['quantity'], { quantity: sum }, words)} />,
  };
}

function shownSides(issues: Issues, sides: ReturnType<typeof sidesOf>, known: KnownIssue) {
  const { contents, theirs, removed, newer, inDispute } = sides;
  const { words } = known;
  const { t } = words;
  const [issue, ...beside] = issues;
  const isSet = issue.kind === 'set';
  const shown = (content: IssueContent) =>
    isSet ? (
      <SetLines table={issue.table} content={content} words={words} />
    ) : (
      <Facts bare facts={factsOf(issue.table, inDispute, content, words)} />
    );
  return [
    ...contents.map(
      (one): SideProps => ({
        value: one.id,
        title: t(isSet ? 'my_set' : 'mine'),
        from: ourWhence(one, beside.length > 0, words),
        children: shown(one.ours ?? {}),
      }),
    ),
    {
      value: THEIRS,
      title: t(isSet ? 'their_set' : 'theirs'),
      from: theirWhence(known, issue, newer),
      children: removed ? <b className="block font-semibold">{t('deleted_side')}</b> : shown(theirs),
    },
  ];
}

/** The sides of a conflict as a card tells them: of ours there may be several contents, theirs is the record as it stands now. */
type Issues = readonly [SyncIssue, ...SyncIssue[]];

interface Sides {
  /** Ours that are not theirs already; the newest first. */
  readonly contents: readonly SyncIssue[];
  readonly theirs: IssueContent;
  /** The record is not there any more. */
  readonly removed: boolean;
  /** All sides say the same by now. */
  readonly settled: boolean;
  /** Theirs has changed since the conflict. */
  readonly newer: boolean;
  /** The columns that the sides tell differently. */
  readonly inDispute: readonly string[];
}

function sidesOf(issues: Issues, { words, standing, now }: KnownIssue): Sides {
  const [{ table, kind, server }] = issues;
  const isSet = kind === 'set';
  const columns = [...new Set(issues.flatMap(shownColumns))];
  const theirs: IssueContent = now ?? { ...server, deleted: true };
  const removed = !isSet && standing.state !== 'there';
  const saysTheirs = (side: IssueContent | null) =>
    columns.every((column) => (side?.[column] ?? null) === (theirs[column] ?? null));
  const isTheirs = ({ ours }: SyncIssue) =>
    !removed && saysTheirs(ours) && (!isSet || (ours?.deleted === true) === (theirs.deleted === true));
  const contents = issues.filter((issue) => !isTheirs(issue));
  const settled = contents.length === 0;
  const newer = !removed && !settled && issues.every((issue) => !saysTheirs(issue.server));
  const facts = (content: IssueContent | null) => factsOf(table, columns, content ?? {}, words);
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

function titleOf([issue, ...more]: Issues, { t }: IssueWords): string {
  const { kind, table } = issue;
  if (isAnswer(issue)) return t('title_answer');
  const many = more.length > 0 ? '_many' : '';
  if (kind === 'set') return t(`title_set${many}`);
  return kind === 'field' ? t(`title_field${many}`, { what: t(`of_${table}`) }) : t(`title_${kind}`);
}

/** Returns two sentences: the conflict itself, and the change since then (null if there was none). */
function toldOf([issue]: Issues, sides: Sides, words: IssueWords): readonly [string, string | null] {
  const { kind, table } = issue;
  const { t } = words;
  const { settled, removed, newer, inDispute } = sides;
  const since = settled ? t('same_by_now') : newer ? t('changed_again') : null;
  if (kind === 'set') return [t('text_set'), since];
  if (isAnswer(issue)) return [t('text_answer'), removed ? t('also_deleted') : since];
  if (kind !== 'field') return [t(removed ? `text_${kind}` : 'text_restored'), removed ? null : since];
  return [t('text_field', { fields: labelsOf(table, inDispute, words) }), removed ? t('also_deleted') : since];
}

/** „това устройство“; of several contents also when each was kept: „от файл, 10:41“. */
function ourWhence({ fromFile, at }: SyncIssue, several: boolean, words: IssueWords): string {
  const where = words.t(fromFile ? 'from_file' : 'this_device');
  return several ? words.t('where_at', { where, time: issueMomentText(at, words) }) : where;
}

/**
 * „друго устройство, 10:52“: the server says when, not who. A time after the conflict may be of a write of ours. Of what was written
 * here since, or before a file came, the time that is known is of an earlier version.
 */
function theirWhence({ words, standing }: KnownIssue, { at: since, fromFile }: SyncIssue, newer: boolean): string {
  const where = words.t('other_device');
  const at = newer || fromFile ? null : standing.row?.updated_at;
  return !at || at > since ? where : words.t('where_at', { where, time: issueMomentText(at, words) });
}
