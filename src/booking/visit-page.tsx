import { CalendarPlus, Copy, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { CancelAnswer, PublicBooking, PublicSalon } from '#schemas/online.ts';
import { useCopy } from '#ui/input/use-copy.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import type { BookingServer, CallFailure } from './booking-server.ts';
import { calendarFile } from './calendar-file.ts';
import { CallSalon } from './call-salon.tsx';
import { MoveVisit } from './move-visit.tsx';
import { changeLink } from './page-frame.ts';
import { phoneText } from './phone-text.ts';
import { salonName } from './salon-head.tsx';
import { bookedPrice, ownTime, titlesOf, untilText, whenText } from './shown.ts';
import { StepCard } from './step-card.tsx';
import { callFailureOf } from './use-call.ts';

interface VisitPageProps {
  /** The salon's page; null where it takes no bookings now. Its visits are there all the same. */
  salon: PublicSalon | null;
  visit: PublicBooking;
  server: BookingServer;
  token: string;
  isFramed: boolean;
  /** The start that was asked for where it was booked just now; null for whoever comes by the link. */
  madeFor: string | null;
  /** It was moved here just now. */
  isMoved: boolean;
  onAnother: () => void;
  /** It was changed, or is another one than it was taken for. */
  onChanged: (isMoved: boolean) => void;
}

const Ways = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-2">{children}</div>;

const TITLES = {
  booked: 'yours_title',
  requested: 'requested_title',
  cancelled: 'cancelled_title',
  expired: 'expired_title',
  past: 'past_title',
} as const satisfies Record<PublicBooking['state'], string>;

type Act = 'none' | 'cancel' | 'move';

/** `/b/<slug>#v=<token>`: the visit, as the server has it now, and how to change it. */
export function VisitPage(props: VisitPageProps) {
  const { salon, visit, server, token, isFramed, madeFor, isMoved, onAnother, onChanged } = props;
  const { t } = useTranslation('book');
  const language = useLanguage();
  const [act, setAct] = useState<Act>('none');
  const { zone, phone, address } = visit;
  const [first] = visit.legs;
  const now = new Date().toISOString();
  const isLive = visit.state === 'booked' || visit.state === 'requested';
  const isChangeable = isLive && visit.change_until !== null && visit.change_until > now;
  const isMovable = isChangeable && salon !== null && visit.live && visit.services.length > 0;
  if (act === 'move' && salon && isMovable) {
    return <MoveVisit {...{ salon, server, token, visit, onChanged }} onBack={() => setAct('none')} />;
  }
  const when = first ? whenText(first.start, visit.legs.at(-1)?.end ?? first.end, zone, language) : '';
  const yours = first ? ownTime(first.start, zone, language) : null;
  const link = changeLink(window.location.origin, visit.slug, token);
  const until = visit.change_until ? untilText(visit.change_until, zone, language, now) : null;
  const titles = titlesOf(visit.legs, salon?.services ?? [], language);
  const price = isLive ? bookedPrice(visit.legs, language) : null;
  return (
    <StepCard key={visit.state} title={madeFor !== null && visit.state === 'booked' ? t('done_title') : t(TITLES[visit.state])}>
      <div className="flex flex-col gap-4">
        <Said {...{ visit, madeFor, isMoved }} />
        {first ? (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <Fact label={t('when')} note={yours ? t('at_yours', yours) : undefined}>
              {when}
            </Fact>
            <Fact label={t('what')}>{titles}</Fact>
            <Fact label={t('who')}>{[...new Set(visit.legs.map(({ employee }) => employee))].join(', ')}</Fact>
            {address ? <Fact label={t('where')}>{address}</Fact> : null}
            {price ? <Fact label={t('price')}>{price}</Fact> : null}
          </dl>
        ) : null}
        {isLive && visit.seen_at ? (
          <p className="text-ink-2 text-sm">{t('seen', { time: untilText(visit.seen_at, zone, language, now) })}</p>
        ) : null}
        {isLive && first ? <CalendarButton {...{ visit, titles, token }} /> : null}
        {isFramed ? (
          <>
            {isChangeable && until ? <p>{t('keep_window', { until })}</p> : null}
            <a href={link} target="_blank" rel="noopener" className="btn btn-secondary breaks">
              <ExternalLink className="i i-sm" aria-hidden="true" />
              {t('open_in_window')}
            </a>
          </>
        ) : isLive ? (
          <>
            <p>{isChangeable && until ? t('keep_link', { until }) : t('keep_link_plain')}</p>
            <LinkField link={link} />
            {act === 'cancel' && isChangeable ? (
              <CancelQuestion
                {...{ when, phone }}
                cancel={() => server.cancel(token)}
                onKeep={() => setAct('none')}
                onDone={() => onChanged(false)}
              />
            ) : isChangeable ? (
              <Ways>
                {isMovable ? (
                  <Button breaks onClick={() => setAct('move')}>
                    {t('move')}
                  </Button>
                ) : null}
                <Button variant="danger-ghost" breaks onClick={() => setAct('cancel')}>
                  {t('cancel_visit')}
                </Button>
              </Ways>
            ) : (
              <>
                <Notice quiet>{until ? t('too_late_change', { until }) : t('no_move')}</Notice>
                <Ways>
                  <CallSalon phone={phone} />
                </Ways>
              </>
            )}
          </>
        ) : (
          <Ways>
            {visit.live ? (
              <Button breaks onClick={onAnother}>
                {t('book_another')}
              </Button>
            ) : null}
            <CallSalon phone={phone} />
          </Ways>
        )}
      </div>
    </StepCard>
  );
}

interface SaidProps {
  visit: PublicBooking;
  madeFor: string | null;
  isMoved: boolean;
}

/** The state of the visit in sentences, as far as the title does not say it. */
function Said({ visit, madeFor, isMoved }: SaidProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const { state, zone, phone } = visit;
  const until = visit.until ? untilText(visit.until, zone, language, new Date().toISOString()) : '';
  const orCall = phone ? ` ${t('or_call', { phone: phoneText(phone) })}` : '';
  if (state === 'requested') {
    return (
      <Notice tone="info">
        {t(visit.waits_for === 'approval' ? 'waits_approval' : visit.seen_at ? 'waits_seen' : 'waits_desk', { until })}
        {orCall}
      </Notice>
    );
  }
  if (state === 'expired') return <Notice tone="warn">{t('waits_no_more')}</Notice>;
  if (state === 'cancelled') {
    return <Notice tone="warn">{visit.by === 'customer' ? t('cancelled_by_you') : t('cancelled_by_salon')}</Notice>;
  }
  if (isMoved) {
    return (
      <Notice tone="info">
        <p>{t('moved')}</p>
        <p>{t('moved_calendar')}</p>
      </Notice>
    );
  }
  const start = visit.legs[0]?.start;
  const isOther = madeFor !== null && start !== undefined && Date.parse(madeFor) !== Date.parse(start);
  return isOther && state === 'booked' ? <Notice tone="warn">{t('already')}</Notice> : null;
}

function Fact({ label, note, children }: { label: string; note?: string | null | undefined; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">
        {children}
        {note ? <span className="block font-normal text-ink-2">{note}</span> : null}
      </dd>
    </>
  );
}

function CalendarButton({ visit, titles, token }: { visit: PublicBooking; titles: string; token: string }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const save = async () => {
    const start = visit.legs[0]?.start ?? visit.made_at;
    const text = calendarFile({
      // One entry for a visit, also after it was moved; the key itself stays out of calendars, which others read.
      id: `${await idOf(token)}@${window.location.hostname}`,
      start,
      end: visit.legs.at(-1)?.end ?? start,
      title: `${salonName(visit, language)}: ${titles}`,
      place: visit.address,
      text: visit.phone,
      made: new Date().toISOString(),
      // A later file takes the place of an earlier one, also where the visit was moved in between.
      version: Math.max(0, Math.round((Date.now() - Date.parse(visit.made_at)) / 1000)),
    });
    const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = 'appointment.ics';
    anchor.click();
    // The browser reads the address after this turn.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <Button breaks icon={<CalendarPlus className="i i-sm" aria-hidden="true" />} onClick={() => void save()}>
      {t('add_to_calendar')}
    </Button>
  );
}

/** A name of the visit that leads to no key. */
async function idOf(token: string): Promise<string> {
  const [{ sha256 }, { bytesToHex, utf8ToBytes }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ]);
  return bytesToHex(sha256(utf8ToBytes(`greben calendar entry ${token}`))).slice(0, 32);
}

function LinkField({ link }: { link: string }) {
  const { t } = useTranslation('book');
  const id = useId();
  const { field, copied, copy } = useCopy<HTMLInputElement>(link);
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <label className="label" htmlFor={id}>
            {t('link')}
          </label>
          <input ref={field} id={id} className="input" value={link} readOnly onFocus={(event) => event.target.select()} />
        </div>
        <Button breaks icon={<Copy className="i i-sm" aria-hidden="true" />} onClick={() => void copy()}>
          {t('copy_link')}
        </Button>
      </div>
      <p className="hint" role="status">
        {copied === null ? '' : t(copied ? 'copied' : 'not_copied')}
      </p>
    </div>
  );
}

interface CancelQuestionProps {
  when: string;
  phone: string | null;
  /** Null: the link leads to nothing any more. */
  cancel: () => Promise<CancelAnswer | null>;
  onKeep: () => void;
  onDone: () => void;
}

function CancelQuestion({ when, phone, cancel, onKeep, onDone }: CancelQuestionProps) {
  const { t } = useTranslation('book');
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<CallFailure | 'late' | null>(null);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    question.current?.focus();
  }, []);
  const go = async () => {
    setBusy(true);
    setWhy(null);
    try {
      const answer = await cancel();
      if (answer?.state !== 'too_late') return onDone();
      setWhy('late');
    } catch (error) {
      setWhy(callFailureOf(error));
    }
    setBusy(false);
  };
  return (
    <Notice tone="warn" quiet>
      <p ref={question} tabIndex={-1} className="mb-3 font-semibold outline-none">
        {t('cancel_ask', { when })}
      </p>
      {why ? (
        <p className="mb-3" role="alert">
          {t(why === 'line' ? 'cancel_failed_line' : why === 'late' ? 'refused.cancel_too_late' : why)}
        </p>
      ) : null}
      <Ways>
        {why === 'late' ? <CallSalon phone={phone} /> : null}
        <Button variant="danger" breaks busy={busy} busyLabel={t('loading')} onClick={() => void go()}>
          {t('cancel_yes')}
        </Button>
        <Button breaks onClick={onKeep}>
          {t('cancel_no')}
        </Button>
      </Ways>
    </Notice>
  );
}
