import { useState } from 'react';
import { addCounts, isTwoCounts, keepMine, keepTheirs, sumOfCounts } from '#data/issues/issues.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { IssueChoice, type SideProps } from './issue-choice.tsx';
import { Facts, SetLines } from './issue-content.tsx';
import { factsOf } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import { type Issues, ourWhence, sidesOf, theirWhence, titleOf, toldOf } from './issue-sides.ts';
import type { Content } from './issue-words.ts';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

const THEIRS = 'theirs';
/** Of two counts of a product. */
const SUM = 'sum';

/**
 * Changed differently here and there: one field group, or a whole set of shifts. Of several contents of ours one is chosen, or
 * none: either way all of them are decided.
 */
export function IssueConflict({ issues, known }: { issues: Issues; known: KnownIssue }) {
  const { words, name, detail, path } = known;
  const { t } = words;
  const replica = useReplica();
  const resolution = useResolution(name);
  const [issue, ...beside] = issues;
  const [asked, setAsked] = useState(issue.id);
  const sides = sidesOf(issues, known);
  const { contents, settled } = sides;
  const [explained, more] = toldOf(issues, sides, words);
  const chosen = asked === THEIRS ? undefined : (contents.find(({ id }) => id === asked) ?? contents[0]);

  const sum = contents.length === 1 && isTwoCounts(issue) ? sumOfCounts(issue, sides.theirs) : null;

  const letGo = (said: string) => void resolution.run('choice', said, () => keepTheirs(replica, issue, beside));
  const decide = () => {
    if (asked === SUM && chosen) return void resolution.run('choice', t('said_sum'), () => addCounts(replica, chosen, beside));
    if (!chosen) return letGo(t('said_theirs'));
    const others = issues.filter(({ id }) => id !== chosen.id);
    void resolution.run('choice', t('said_mine'), () => keepMine(replica, chosen, others));
  };
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={titleOf(issues, words)}
      name={name}
      detail={detail}
      path={path}
      text={
        <>
          {explained}
          {more ? <span className="block font-medium text-ink">{more}</span> : null}
        </>
      }
      failure={resolution.failure}
      actions={
        settled ? (
          <Button size="sm" breaks busy={resolution.busy !== null} onClick={() => letGo(t('said_kept'))}>
            {t('understood')}
          </Button>
        ) : (
          <Button variant="primary" size="sm" breaks busy={resolution.busy !== null} busyLabel={t('working')} onClick={decide}>
            {t('save_choice')}
          </Button>
        )
      }
    >
      {settled ? null : (
        <IssueChoice
          label={t(issue.kind === 'set' ? 'choose_set' : 'choose_side')}
          value={asked === SUM ? SUM : (chosen?.id ?? THEIRS)}
          onChange={setAsked}
          disabled={resolution.busy !== null}
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
  const shown = (content: Content) =>
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
