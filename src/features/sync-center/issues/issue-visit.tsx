import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  keepMineOfVisit,
  keepTheirsOfVisit,
  type VisitMatter,
  type VisitVersions,
  visitVersions$,
} from '#data/issues/visit-matters.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/use-live.ts';
import { IssueChoice } from './issue-choice.tsx';
import { factsOf, shownColumns } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import { recordPath } from './issue-path.ts';
import { type IssueWords, recordName, referredName, textOf } from './issue-words.ts';
import { useResolution } from './use-resolution.ts';

type Event = LocalRow<'events'>;
const SIDES = ['mine', 'theirs'] as const;

/** A visit that was changed here and there: both versions of all its parts, decided once. */
export function IssueVisit({ visit, config }: { visit: VisitMatter; config: SalonConfig }) {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  const ids = visit.matters.map(({ issues: [issue] }) => issue.id);
  const versions = useLive(() => visitVersions$(replica, visit), [replica, JSON.stringify(ids)]);
  if (!versions) return null;
  return <VisitChoice visit={visit} versions={versions} words={{ t, language, config, referred: versions.referred }} />;
}

function VisitChoice({ visit, versions, words }: { visit: VisitMatter; versions: VisitVersions; words: IssueWords }) {
  const { t, config } = words;
  const replica = useReplica();
  const [side, setSide] = useState<(typeof SIDES)[number]>('mine');
  const [{ issues }] = visit.matters as readonly [VisitMatter['matters'][number]];
  const [issue] = issues;
  const [first = versions.ours[0]] = versions.theirs;
  const name = first ? recordName('events', { ...first }, words) : t('nameless_events');
  const resolution = useResolution(name);
  const columns = [...new Set(visit.matters.flatMap(({ issues: [one] }) => shownColumns(one)))];
  const decide = () =>
    void resolution.run('choice', t(`said_${side}`), () => {
      const keep = side === 'mine' ? keepMineOfVisit : keepTheirsOfVisit;
      return keep(replica, visit);
    });
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_visit')}
      name={name}
      path={first ? recordPath('events', first.id, { ...first }, config.timezone) : null}
      text={t('text_visit')}
      failure={resolution.failure}
      actions={
        <Button variant="primary" size="sm" breaks busy={resolution.busy !== null} busyLabel={t('working')} onClick={decide}>
          {t('save_choice')}
        </Button>
      }
    >
      <IssueChoice
        label={t('choose_side')}
        value={side}
        onChange={(value) => setSide(value === 'mine' ? 'mine' : 'theirs')}
        disabled={resolution.busy !== null}
        sides={SIDES.map((value) => ({
          value,
          title: t(value),
          from: t(value === 'mine' ? 'this_device' : 'other_device'),
          children: (
            <Parts
              legs={value === 'mine' ? versions.ours : versions.theirs}
              gone={versions.deleted}
              columns={columns}
              words={words}
            />
          ),
        }))}
      />
    </IssueFrame>
  );
}

/** One version: a line for each part, those that the other version has deleted as well. */
function Parts(props: { legs: readonly Event[]; gone: readonly string[]; columns: readonly string[]; words: IssueWords }) {
  const { legs, gone, columns, words } = props;
  if (legs.length === 0) return <b className="block font-semibold">{words.t('deleted_side')}</b>;
  return (
    <ul>
      {legs.map((leg) => (
        <li key={leg.id} className="break-words">
          {referredName('services', leg.service_id, words) ?? textOf(leg.title)}{' '}
          <b className="tnum font-semibold">
            {factsOf('events', columns, { ...leg }, words)
              .map(({ text }) => text)
              .join(' · ')}
          </b>
          {gone.includes(leg.id) ? <span className="text-ink-2"> ({words.t('deleted_side')})</span> : null}
        </li>
      ))}
    </ul>
  );
}
