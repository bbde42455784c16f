import { Radio, RadioGroup } from '@headlessui/react';
import { ChevronDown, Circle, CircleCheckBig, CloudUpload, Inbox } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { declineRequest, keepBoth, moveTo } from '#data/issues/issues.commands.ts';
import { overlapPair$, type SyncIssue } from '#data/issues/issues.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { rooms$ } from '#data/rooms.queries.ts';
import { isAgreed, isUndecided } from '#domain/booking/agreed-overlaps.ts';
import { isRequest } from '#domain/booking/event-status.ts';
import type { FreeSlot } from '#domain/booking/free-slots.ts';
import { overlaps } from '#domain/booking/overlap.ts';
import { roomOf } from '#domain/booking/taken-rooms.ts';
import { firstNameInitial } from '#domain/people/names.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { MINUTE_MS, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useNow } from '#sync-center/status/use-now.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLive, useLiveSteady } from '#ui/timing/use-live.ts';
import { DecisionButton, IssueFrame } from './issue-frame.tsx';
import { Reach } from './issue-reach.tsx';
import { dayText, type IssueWords, recordName, recordPath, referredName, textOf, timesText } from './issue-words.ts';
import { isMovable, type OverlapEvent, useSlots } from './use-overlap.ts';
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
  ours: OverlapEvent;
  theirs: OverlapEvent;
}

function Overlap({ issue, words, ours, theirs }: OverlapProps) {
  const { t, config } = words;
  const replica = useReplica();
  const now = new Date(Math.floor(useNow() / MINUTE_MS) * MINUTE_MS).toISOString();
  const bookings = ours.start_time <= theirs.start_time ? ([ours, theirs] as const) : ([theirs, ours] as const);
  const movable = new Set([ours, theirs].filter((booking) => isMovable(booking, now)).map(({ id }) => id));
  const [asked, setAsked] = useState<string | null>(null);
  const request = [ours, theirs].find(isRequest) ?? null;
  // A request moves, whose customer was promised nothing; else the one booked here: it is the one whose client was told last.
  const first = [asked, request?.id, ours.id, theirs.id].find((id) => id && movable.has(id));
  const moving = first === theirs.id ? theirs : ours;
  const confirms = isRequest(moving);
  const name = recordName('events', { ...moving }, words);
  const resolution = useResolution(name);
  const slots = useSlots(moving, config, now);
  const [wanted, setWanted] = useState<string | null>(null);
  const slot = slots?.find((one) => slotKey(one) === wanted) ?? slots?.[0];
  const employees = useLive(() => employees$(replica), [replica]);
  const rooms = useLive(() => rooms$(replica), [replica]);
  const employee = (id: string) =>
    employees?.find((one) => one.id === id)?.name ?? referredName('resources', id, words) ?? t('removed_resources');
  const busy = resolution.busy;
  const place = ({ resourceId, start, end }: FreeSlot) => ({ resource_id: resourceId, start_time: start, end_time: end });

  if (!rooms || !isUndecided(ours, theirs, rooms)) return null; // decided; the issue goes in a moment
  // Where both questions are open, that of the employee comes first.
  const room = overlaps(ours, theirs) && !isAgreed(ours, theirs) ? null : roomOf(ours, rooms);
  const later = bookings[1];
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={room ? t('title_room', { room: room.name }) : t('title_overlap', { employee: employee(ours.resource_id) })}
      text={[
        `${timesText(later.start_time, null, words)}.`,
        room ? t('text_room', { count: room.count }) : t('text_overlap'),
        request ? t('text_overlap_request') : '',
      ].join(' ')}
      failure={resolution.failure}
      actions={
        <>
          {slot && movable.size > 0 ? (
            <DecisionButton
              decision="move"
              busy={busy}
              variant="primary"
              onClick={() =>
                void resolution.run('move', t(confirms ? 'said_moved_confirmed' : 'said_moved'), () =>
                  moveTo(replica, issue, moving.id, place(slot)),
                )
              }
            >
              {t(confirms ? 'move_to_confirm' : 'move_to', { when: slotWhen(slot, moving, words) })}
            </DecisionButton>
          ) : null}
          <Link
            to={recordPath('events', moving.id, { ...moving }, config.timezone)}
            className="btn btn-secondary btn-sm"
            aria-label={t('another_time_named', { name })}
          >
            {t('another_time')}
          </Link>
          {request ? (
            <DecisionButton
              decision="decline"
              busy={busy}
              variant="danger-ghost"
              onClick={() => void resolution.run('decline', t('said_declined'), () => declineRequest(replica, request.id))}
            >
              {t('decline_request')}
            </DecisionButton>
          ) : null}
          <DecisionButton
            decision="both"
            busy={busy}
            variant="ghost"
            onClick={() =>
              void resolution.run('both', t(request ? 'said_both_confirmed' : 'said_both'), () => keepBoth(replica, issue))
            }
          >
            {request ? t(room ? 'keep_all_confirm' : 'keep_both_confirm') : t(room ? 'keep_all' : 'keep_both')}
          </DecisionButton>
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

interface OverlapBookingsProps {
  bookings: readonly [OverlapEvent, OverlapEvent];
  words: IssueWords;
  /** Which of them is to be moved. */
  moving: string;
  movable: ReadonlySet<string>;
  disabled: boolean;
  onMoving(id: string): void;
}

/** Both bookings as the calendar draws them; which one moves is chosen here. Below each, how to reach the client. */
function OverlapBookings({ bookings, words, moving, movable, disabled, onMoving }: OverlapBookingsProps) {
  const { t } = words;
  return (
    <>
      <RadioGroup
        value={movable.has(moving) ? moving : null}
        onChange={(id) => id && onMoving(id)}
        disabled={disabled}
        aria-label={t('which_moves')}
        className="mt-3 grid gap-2 sm:grid-cols-2"
      >
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} words={words} canMove={movable.has(booking.id)} />
        ))}
      </RadioGroup>
      <ul className="mt-2 grid gap-x-2 gap-y-1 sm:grid-cols-2">
        {bookings.map((booking) => (
          <li key={booking.id} className="min-w-0">
            <Reach booking={{ ...booking }} words={words} />
          </li>
        ))}
      </ul>
    </>
  );
}

function BookingCard({ booking, words, canMove }: { booking: OverlapEvent; words: IssueWords; canMove: boolean }) {
  const { t, config, referred } = words;
  const times = [booking.start_time, booking.end_time].map((iso) => formatTimeOf(iso, config.timezone)).join('–');
  const colour = referred.get('resources')?.get(booking.resource_id)?.row as { color?: string } | undefined;
  const service = referredName('services', booking.service_id, words) ?? textOf(booking.title);
  return (
    <Radio
      value={booking.id}
      disabled={!canMove}
      as="button"
      type="button"
      data-booking={booking.id}
      style={{ '--c': colour?.color } as CSSProperties}
      className={({ checked }) =>
        classNames(
          'evt tint static! min-w-0 p-2! pl-3! outline-offset-2',
          booking.pending === 1 ? 'unsynced' : 'double',
          isRequest(booking) && 'requested',
          checked && 'shadow-[inset_var(--cal-event-bar)_0_0_var(--bar),inset_0_0_0_2px_var(--color-primary)]!',
        )
      }
    >
      {({ checked }) => (
        <>
          <span className="t tnum">
            {times}
            <span className="st">
              {isRequest(booking) ? <Inbox className="i" role="img" aria-label={t('status_requested')} /> : null}
              {booking.pending === 1 ? <CloudUpload className="i" role="img" aria-label={t('unsent')} /> : null}
            </span>
          </span>
          <span className="n">{recordName('events', { ...booking }, words)}</span>
          <span className="flex items-end gap-2">
            <span className="s min-w-0 flex-1">{booking.type === 'blocking' ? '' : service}</span>
            <span className="inline-flex flex-none items-center gap-1 font-medium">
              {t(checked ? 'moves' : 'stays')}
              {checked ? (
                <CircleCheckBig className="i i-sm" aria-hidden="true" />
              ) : canMove ? (
                <Circle className="i i-sm" aria-hidden="true" />
              ) : null}
            </span>
          </span>
        </>
      )}
    </Radio>
  );
}

const slotKey = ({ resourceId, start }: FreeSlot) => `${resourceId}/${start}`;

/** „14:30“; on another day than the booking's „пн, 23/11/2026, 9:00“. */
function slotWhen({ start }: FreeSlot, moving: OverlapEvent, words: IssueWords): string {
  const zone = words.config.timezone;
  const { date } = zonedParts(start, zone);
  const time = formatTimeOf(start, zone);
  return date === zonedParts(moving.start_time, zone).date ? time : `${dayText(date, words)}, ${time}`;
}

interface IssueSlotsProps {
  slots: readonly FreeSlot[];
  chosen: FreeSlot;
  moving: OverlapEvent;
  name: string;
  words: IssueWords;
  employee(id: string): string;
  onChosen(slot: FreeSlot): void;
}

/** The best free place in a sentence; the others on demand. */
function IssueSlots({ slots, chosen, moving, name, words, employee, onChosen }: IssueSlotsProps) {
  const { t, language, config } = words;
  const [open, setOpen] = useState(false);
  const day = zonedParts(moving.start_time, config.timezone).date;
  const short = (slot: FreeSlot) => {
    const { date } = zonedParts(slot.start, config.timezone);
    const time = formatTimeOf(slot.start, config.timezone);
    return date === day ? time : `${formatWeekday(date, language, 'short')} ${time}`;
  };
  return (
    <>
      <Notice tone="info" className="mt-2.5 py-2.5!">
        <p className="text-sm">
          <Trans
            t={t}
            i18nKey="suggestion"
            values={{ name, when: slotWhen(chosen, moving, words), employee: employee(chosen.resourceId) }}
            components={{ b: <b className="font-semibold" /> }}
          />
        </p>
      </Notice>
      {slots.length > 1 ? (
        <Button
          variant="ghost"
          size="sm"
          breaks
          className="mt-1 -ml-2 text-left"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('more_slots')}
          <ChevronDown className={classNames('i i-sm', open && 'rotate-180')} aria-hidden="true" />
        </Button>
      ) : null}
      {open ? (
        <RadioGroup
          value={slotKey(chosen)}
          onChange={(key: string) => {
            const slot = slots.find((one) => slotKey(one) === key);
            if (slot) onChosen(slot);
          }}
          aria-label={t('slots_label', { name })}
          className="mt-1 flex flex-wrap gap-2"
        >
          {slots.map((slot) => (
            <Radio
              key={slotKey(slot)}
              value={slotKey(slot)}
              as="button"
              type="button"
              aria-label={`${slotWhen(slot, moving, words)}, ${employee(slot.resourceId)}`}
              className={({ checked }) => classNames('chip tnum outline-offset-2', checked && 'on')}
            >
              {short(slot)}
              <span className="font-normal text-ink-2">{firstNameInitial(employee(slot.resourceId))}</span>
            </Radio>
          ))}
        </RadioGroup>
      ) : null}
    </>
  );
}
