import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { undoVisit, type VisitEdit } from '#data/events/visit-edits.ts';
import { lineUpVisit, separateLeg, setVisitClient } from '#data/events/visits.commands.ts';
import { type SyncIssue, tornVisit$ } from '#data/issues/issues.queries.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import { type Torn, tornBy } from '#domain/visits.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { useLiveSteady } from '#ui/use-live.ts';
import { IssueChoice } from './issue-choice.tsx';
import { IssueFrame } from './issue-frame.tsx';
import { recordPath } from './issue-path.ts';
import { type IssueWords, recordName, referredName, textOf, timesText } from './issue-words.ts';
import { useResolution } from './use-resolution.ts';

type Legs = readonly [LocalRow<'events'>, ...LocalRow<'events'>[]];

/** A visit whose parts cannot be as they stand; it goes by itself once they can. */
export function IssueTorn({ issue, config }: { issue: SyncIssue; config: SalonConfig }) {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  const visit = useLiveSteady(() => tornVisit$(replica, issue), [replica, issue.rowId]);
  if (!visit) return null; // read in a moment
  const { legs, referred } = visit;
  const torn = tornBy(legs);
  const [first, ...rest] = legs;
  if (!first || torn === null) return null; // mended; the issue goes in a moment
  return <TornVisit issue={issue} torn={torn} legs={[first, ...rest]} words={{ t, language, config, referred }} />;
}

function TornVisit({ issue, torn, legs, words }: { issue: SyncIssue; torn: Torn; legs: Legs; words: IssueWords }) {
  const { t, config } = words;
  const replica = useReplica();
  const [asked, setAsked] = useState(legs[0].id);
  const kept = legs.find(({ id }) => id === asked) ?? legs[0];
  const name = recordName('events', { ...kept }, words);
  const resolution = useResolution(name);
  const isOfClients = torn === 'clients';
  const run = (decision: string, said: string, write: () => Promise<VisitEdit>) =>
    void resolution.run(decision, said, async () => {
      const edit = await write();
      return () => undoVisit(replica, edit);
    });
  const mend = () => (isOfClients ? setVisitClient(replica, kept.id, kept.client_id ?? '') : lineUpVisit(replica, kept.id));
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_torn')}
      name={name}
      path={recordPath('events', kept.id, { ...kept }, config.timezone)}
      text={t(`text_torn_${torn}`)}
      failure={resolution.failure}
      actions={
        <>
          <Button
            variant="primary"
            size="sm"
            breaks
            busy={resolution.busy === 'mend'}
            busyLabel={t('working')}
            onClick={() => run('mend', t('said_lined_up'), mend)}
          >
            {t(isOfClients ? 'all_for_client' : 'line_up')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            breaks
            busy={resolution.busy === 'separate'}
            busyLabel={t('working')}
            onClick={() => run('separate', t('said_separated'), () => separateLeg(replica, kept.id))}
          >
            {t('separate_part')}
          </Button>
        </>
      }
    >
      <IssueChoice
        label={t(isOfClients ? 'choose_client' : 'choose_stays')}
        value={kept.id}
        onChange={setAsked}
        disabled={resolution.busy !== null}
        sides={legs.map((leg) => ({
          value: leg.id,
          title: referredName('services', leg.service_id, words) ?? textOf(leg.title) ?? recordName('events', { ...leg }, words),
          from: referredName('resources', leg.resource_id, words) ?? undefined,
          children: (
            <>
              <b className="tnum block font-semibold">{timesText(leg.start_time, leg.end_time, words)}</b>
              {isOfClients ? <span className="block">{recordName('events', { ...leg }, words)}</span> : null}
            </>
          ),
        }))}
      />
    </IssueFrame>
  );
}
