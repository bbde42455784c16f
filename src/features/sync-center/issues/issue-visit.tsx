import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { map } from 'rxjs';
import { undoVisit, type VisitEdit } from '#data/events/visit-edits.ts';
import { lineUpVisit, separateLeg, setVisitClient } from '#data/events/visits.commands.ts';
import { type SyncIssue, tornVisit$ } from '#data/issues/issues.queries.ts';
import { decideVisit, type VisitMatter, type VisitVersions, visitVersions$ } from '#data/issues/visit-matters.ts';
import { type Torn, tornBy } from '#domain/booking/visits.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveSteady } from '#ui/timing/use-live.ts';
import { factsOf, isAnswer, shownColumns } from './issue-facts.ts';
import { ContentFrame, DecisionButton, IssueChoice, IssueFrame } from './issue-frame.tsx';
import { Reach } from './issue-reach.tsx';
import { EditedActions, LostActions, lostKeys } from './issue-record.tsx';
import { type IssueWords, recordName, recordPath, referredName, textOf, timesText } from './issue-words.ts';
import { useResolution } from './use-resolution.ts';

type Event = LocalRow<'events'>;
const SIDES = ['mine', 'theirs'] as const;

/** A visit that was changed here and there, or deleted by one and changed by the other: decided once for all its parts. */
export function IssueVisit({ visit, config }: { visit: VisitMatter; config: SalonConfig }) {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  // Another part of it in conflict is no other visit: the card stays, with what was chosen.
  const read = useLiveSteady(
    () => visitVersions$(replica, visit).pipe(map((versions) => ({ visit, versions }))),
    [replica, JSON.stringify(visit)],
  );
  if (!read) return null;
  const Card = CARDS[read.visit.kind];
  return <Card {...read} words={{ t, language, config, referred: read.versions.referred }} />;
}

interface CardProps {
  visit: VisitMatter;
  versions: VisitVersions;
  words: IssueWords;
}

const CARDS = { field: VisitChoice, 'deleted-there': VisitLost, 'edited-there': VisitEdited };

/** Returns the props of the frame that the cards of a visit share, and the function that decides. */
function useVisitCard({ visit, versions, words }: CardProps) {
  const { config, t } = words;
  const replica = useReplica();
  const [{ issues }] = visit.matters as readonly [VisitMatter['matters'][number]];
  const [issue] = issues;
  const [first = versions.ours[0]] = versions.theirs;
  const name = first ? recordName('events', { ...first }, words) : t('nameless_events');
  const path =
    first && !versions.deleted.includes(first.id) ? recordPath('events', first.id, { ...first }, config.timezone) : null;
  const { busy, failure, run } = useResolution(name);
  const decide = (decision: Parameters<typeof decideVisit>[2], said: string) =>
    void run(decision, said, () => decideVisit(replica, visit, decision));
  return { frame: { issue, words, name, path, failure }, busy, decide };
}

/** The columns that the cards of its parts would show. @param standing the parts as they stand, where ours is not shown */
function columnsOf({ matters }: VisitMatter, standing?: readonly Event[]): readonly string[] {
  return matters.flatMap(({ issues: [issue] }) => {
    const now = standing?.find(({ id }) => id === issue.rowId);
    return shownColumns(now ? { ...issue, server: { ...now } } : issue);
  });
}

/** Both versions, of which one stays. */
function VisitChoice(props: CardProps) {
  const { visit, versions, words } = props;
  const { t } = words;
  const [side, setSide] = useState<(typeof SIDES)[number]>('mine');
  const { frame, busy, decide } = useVisitCard(props);
  const columns = columnsOf(visit);
  const answers = visit.matters.some(({ issues: [issue] }) => isAnswer(issue));
  return (
    <IssueFrame
      {...frame}
      title={t(answers ? 'title_answer' : 'title_visit')}
      text={
        answers ? (
          <>
            {t('text_answer')}
            <span className="block">
              <Reach booking={{ ...(versions.theirs[0] ?? versions.ours[0]) }} words={words} />
            </span>
          </>
        ) : (
          t('text_visit')
        )
      }
      actions={
        <DecisionButton decision={side} busy={busy} variant="primary" onClick={() => decide(side, t(`said_${side}`))}>
          {t('save_choice')}
        </DecisionButton>
      }
    >
      <IssueChoice
        label={t('choose_side')}
        value={side}
        onChange={(value) => setSide(value === 'mine' ? 'mine' : 'theirs')}
        disabled={busy !== null}
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

/** Changed here, deleted there: ours is kept, and can come back. */
function VisitLost(props: CardProps) {
  const { visit, versions, words } = props;
  const { t } = words;
  const { frame, busy, decide } = useVisitCard(props);
  const restored = versions.theirs.length > 0;
  const keys = lostKeys(false, restored);
  return (
    <IssueFrame
      {...frame}
      title={t('title_deleted-there')}
      text={t(keys.text)}
      actions={
        <LostActions
          words={words}
          keys={keys}
          busy={busy}
          onMine={() => decide('mine', t(keys.taken))}
          onTheirs={() => decide('theirs', t(keys.left))}
        />
      }
    >
      <ContentFrame title={t('mine')}>
        <Parts legs={versions.ours} gone={restored ? versions.deleted : []} columns={columnsOf(visit)} words={words} />
      </ContentFrame>
    </IssueFrame>
  );
}

/** Deleted here, changed there: the visit stands with their change until somebody says otherwise. */
function VisitEdited(props: CardProps) {
  const { visit, versions, words } = props;
  const { t } = words;
  const { frame, busy, decide } = useVisitCard(props);
  const { theirs } = versions;
  const there = theirs.length > 0;
  return (
    <IssueFrame
      {...frame}
      title={t('title_edited-there')}
      text={t(there ? 'text_edited-there' : 'text_edited_gone')}
      actions={
        <EditedActions
          words={words}
          there={there}
          busy={busy}
          onTheirs={(said) => decide('theirs', said)}
          onDelete={(said) => decide('delete', said)}
        />
      }
    >
      {there ? (
        <ContentFrame title={t('theirs')}>
          <Parts legs={theirs} gone={[]} columns={columnsOf(visit, theirs)} words={words} />
        </ContentFrame>
      ) : null}
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
  const chosenLeg = legs.find(({ id }) => id === asked) ?? legs[0];
  const name = recordName('events', { ...chosenLeg }, words);
  const resolution = useResolution(name);
  const isOfClients = torn === 'clients';
  const run = (decision: string, said: string, write: () => Promise<VisitEdit>) =>
    void resolution.run(decision, said, async () => {
      const edit = await write();
      return () => undoVisit(replica, edit);
    });
  const mend = () =>
    isOfClients ? setVisitClient(replica, chosenLeg.id, chosenLeg.client_id ?? '') : lineUpVisit(replica, chosenLeg.id);
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_torn')}
      name={name}
      path={recordPath('events', chosenLeg.id, { ...chosenLeg }, config.timezone)}
      text={t(`text_torn_${torn}`)}
      failure={resolution.failure}
      actions={
        <>
          <DecisionButton
            decision="mend"
            busy={resolution.busy}
            variant="primary"
            onClick={() => run('mend', t('said_lined_up'), mend)}
          >
            {t(isOfClients ? 'all_for_client' : 'line_up')}
          </DecisionButton>
          <DecisionButton
            decision="separate"
            busy={resolution.busy}
            variant="ghost"
            onClick={() => run('separate', t('said_separated'), () => separateLeg(replica, chosenLeg.id))}
          >
            {t('separate_part')}
          </DecisionButton>
        </>
      }
    >
      <IssueChoice
        label={t(isOfClients ? 'choose_client' : 'choose_stays')}
        value={chosenLeg.id}
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
