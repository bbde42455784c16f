import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { keepBoth, moveTo } from '#data/issues/issues.commands.ts';
import { overlapPair$, type SyncIssue } from '#data/issues/issues.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { isAgreed } from '#domain/agreed-overlaps.ts';
import type { FreeSlot } from '#domain/free-slots.ts';
import { overlaps } from '#domain/overlap.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useNow } from '#sync-center/status/use-now.ts';
import { Button } from '#ui/button.tsx';
import { useLive, useLiveSteady } from '#ui/use-live.ts';
import { IssueFrame } from './issue-frame.tsx';
import { OverlapBookings } from './issue-overlap-bookings.tsx';
import { recordPath } from './issue-path.ts';
import { IssueSlots, slotKey, slotWhen } from './issue-slots.tsx';
import { type IssueWords, recordName, referredName, timesText } from './issue-words.ts';
import { type Booking, isMovable, useSlots } from './use-overlap.ts';
import { useResolution } from './use-resolution.ts';

/** Two bookings that lie over each other, and about which nobody has said that they may. */
export function IssueOverlap({ issue, config }: { issue: SyncIssue; config: SalonConfig }) {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  const pair = useLiveSteady(() => overlapPair$(replica, issue), [replica, issue.rowId, issue.otherId]);
  if (!pair) return null; // read in a moment; or one of them is gone, and the issue closes itself
  const words: IssueWords = { t, language, config, referred: pair.referred };
  return <Overlap issue={issue} words={words} ours={pair.ours} theirs={pair.theirs} />;
}

interface OverlapProps {
  issue: SyncIssue;
  words: IssueWords;
  ours: Booking;
  theirs: Booking;
}

function Overlap({ issue, words, ours, theirs }: OverlapProps) {
  const { t, config } = words;
  const replica = useReplica();
  const now = new Date(Math.floor(useNow() / MINUTE_MS) * MINUTE_MS).toISOString();
  const bookings = ours.start_time <= theirs.start_time ? ([ours, theirs] as const) : ([theirs, ours] as const);
  const movable = new Set([ours, theirs].filter((booking) => isMovable(booking, now)).map(({ id }) => id));
  const [asked, setAsked] = useState<string | null>(null);
  // The one booked here moves, unless it is over: it is the one whose client was told last.
  const moving = [asked, ours.id, theirs.id].find((id) => id !== null && movable.has(id)) === theirs.id ? theirs : ours;
  const name = recordName('events', { ...moving }, words);
  const resolution = useResolution(name);
  const slots = useSlots(moving, config, now);
  const [wanted, setWanted] = useState<string | null>(null);
  const slot = slots?.find((one) => slotKey(one) === wanted) ?? slots?.[0];
  const employees = useLive(() => employees$(replica), [replica]);
  const employee = (id: string) =>
    employees?.find((one) => one.id === id)?.name ?? referredName('resources', id, words) ?? t('removed_resources');
  const busy = resolution.busy;
  const place = ({ resourceId, start, end }: FreeSlot) => ({ resource_id: resourceId, start_time: start, end_time: end });

  if (!overlaps(ours, theirs) || isAgreed(ours, theirs)) return null; // decided; the issue goes in a moment
  const later = bookings[1];
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_overlap', { employee: employee(ours.resource_id) })}
      text={`${timesText(later.start_time, null, words)}. ${t('text_overlap')}`}
      failure={resolution.failure}
      actions={
        <>
          {slot && movable.size > 0 ? (
            <Button
              variant="primary"
              size="sm"
              breaks
              busy={busy === 'move'}
              busyLabel={t('working')}
              onClick={() => void resolution.run('move', t('said_moved'), () => moveTo(replica, issue, moving.id, place(slot)))}
            >
              {t('move_to', { when: slotWhen(slot, moving, words) })}
            </Button>
          ) : null}
          <Link
            to={recordPath('events', moving.id, { ...moving }, config.timezone)}
            className="btn btn-secondary btn-sm"
            aria-label={t('another_time_named', { name })}
          >
            {t('another_time')}
          </Link>
          <Button
            variant="ghost"
            size="sm"
            breaks
            busy={busy === 'both'}
            busyLabel={t('working')}
            onClick={() => void resolution.run('both', t('said_both'), () => keepBoth(replica, issue))}
          >
            {t('keep_both')}
          </Button>
        </>
      }
    >
      <OverlapBookings
        bookings={bookings}
        words={words}
        moving={moving.id}
        movable={movable}
        disabled={busy !== null}
        onMoving={(id) => {
          setAsked(id);
          setWanted(null);
        }}
      />
      {movable.size === 0 ? (
        <p className="mt-2 text-ink-2">{t('nothing_moves')}</p>
      ) : slot && slots ? (
        <IssueSlots
          slots={slots}
          chosen={slot}
          moving={moving}
          name={name}
          words={words}
          employee={employee}
          onChosen={(one) => setWanted(slotKey(one))}
        />
      ) : slots ? (
        <p className="mt-2 text-ink-2">{t('no_suggestion')}</p>
      ) : null}
    </IssueFrame>
  );
}
