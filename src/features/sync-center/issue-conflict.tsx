import { useState } from 'react';
import { keepMine, keepTheirs } from '#data/issues.commands.ts';
import type { SyncIssue } from '#data/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { IssueChoice, type Side } from './issue-choice.tsx';
import { Facts, SetLines } from './issue-content.tsx';
import { type Fact, factsOf, labelsOf, shownColumns } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import { type Content, momentText } from './issue-words.ts';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

/** Changed differently here and there: one field group, or a whole set of shifts. Theirs is the record as it stands now. */
export function IssueConflict({ issue, known }: { issue: SyncIssue; known: KnownIssue }) {
  const { words, standing, now, name, detail, path } = known;
  const { t } = words;
  const replica = useReplica();
  const resolution = useResolution(name);
  const [side, setSide] = useState<Side>('mine');
  const { table } = issue;
  const ours = issue.ours ?? {};
  const isSet = issue.kind === 'set';
  const columns = shownColumns(issue);
  const theirs: Content = now ?? { ...issue.server, deleted: true };
  const removed = !isSet && standing.state !== 'there';
  const same = !removed && columns.every((column) => (ours[column] ?? null) === (theirs[column] ?? null));
  const settled = same && (!isSet || (ours.deleted === true) === (theirs.deleted === true));
  const newer = !removed && !settled && columns.some((column) => (issue.server?.[column] ?? null) !== (theirs[column] ?? null));

  const decide = () =>
    side === 'mine'
      ? resolution.run('choice', t('said_mine'), () => keepMine(replica, issue))
      : resolution.run('choice', t('said_theirs'), () => keepTheirs(replica, issue));
  // One decision may be about several fields; those that say the same on both sides are not worth a word.
  const inDispute = removed ? columns : differing(factsOf(table, columns, ours, words), factsOf(table, columns, theirs, words));
  const explained = isSet ? t('text_set') : t('text_field', { fields: labelsOf(table, inDispute, words) });
  const more = settled ? t('same_by_now') : removed ? t('also_deleted') : newer ? t('changed_again') : null;
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={isSet ? t('title_set') : t('title_field', { what: t(`of_${table}`) })}
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
          <Button
            size="sm"
            busy={resolution.busy !== null}
            onClick={() => resolution.run('ok', t('said_kept'), () => keepTheirs(replica, issue))}
          >
            {t('understood')}
          </Button>
        ) : (
          <Button
            variant="primary"
            size="sm"
            busy={resolution.busy !== null}
            busyLabel={t('working')}
            onClick={() => void decide()}
          >
            {t('save_choice')}
          </Button>
        )
      }
    >
      {settled ? null : (
        <IssueChoice
          label={t(isSet ? 'choose_set' : 'choose_side')}
          value={side}
          onChange={setSide}
          disabled={resolution.busy !== null}
          mine={{
            title: t(isSet ? 'my_set' : 'mine'),
            from: t('this_device'),
            children: isSet ? (
              <SetLines table={table} content={ours} words={words} />
            ) : (
              <Facts bare facts={factsOf(table, inDispute, ours, words)} />
            ),
          }}
          theirs={{
            title: t(isSet ? 'their_set' : 'theirs'),
            from: whence(known, issue),
            children: isSet ? (
              <SetLines table={table} content={theirs} words={words} />
            ) : removed ? (
              <b className="block font-semibold">{t('deleted_side')}</b>
            ) : (
              <Facts bare facts={factsOf(table, inDispute, theirs, words)} />
            ),
          }}
        />
      )}
    </IssueFrame>
  );
}

/** The columns of what both sides tell differently; all of them where nothing shows a difference. */
function differing(ours: readonly Fact[], theirs: readonly Fact[]): readonly string[] {
  const told = ours.filter(({ text }, at) => text !== theirs[at]?.text);
  return (told.length > 0 ? told : ours).flatMap(({ columns }) => columns);
}

/** „друго устройство, 10:52“: the server says when, not who. A time after the conflict may be of a write of ours. */
function whence({ words, standing }: KnownIssue, issue: SyncIssue): string {
  const at = standing.row?.updated_at;
  if (!at || at > issue.at) return words.t('other_device');
  return words.t('other_device_at', { time: momentText(at, words) });
}
