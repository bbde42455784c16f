import { Check, CircleCheckBig, ExternalLink, Pause, Play, Power, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addDays, instantOf, type LocalDate, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { type BookingPage, PAGE_NEEDS, type PageNeed } from '#schemas/online.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SectionCard } from '#ui/page/section-card.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { usePageChange } from './use-booking-page.ts';

interface PageStatusProps {
  page: BookingPage;
  /** Of the salon. */
  zone: string;
  readOnly: boolean;
}

/** The screens on which a missing thing is set up. */
const WAYS: Partial<Record<PageNeed, string>> = {
  approved: '/salon',
  service: '/services',
  employee: '/shifts',
  device: '/salon/people',
};

/** An instant with its day. */
function useWhen(zone: string): (iso: string) => string {
  const language = useLanguage();
  return (iso) => {
    const { date, minute } = zonedParts(iso, zone);
    return `${formatDay(date, language)}, ${formatTime(minute)}`;
  };
}

/** The state of the page: on or off, and what is in the way of it. */
export function PageStatus({ page, zone, readOnly }: PageStatusProps) {
  const { t } = useTranslation('online');
  const { busy, change } = usePageChange();
  const when = useWhen(zone);
  const [pausing, setPausing] = useState(false);
  const paused = page.paused_until !== null && Date.parse(page.paused_until) > Date.now() ? page.paused_until : null;
  const state = page.live ? (paused ? 'paused' : 'live') : page.enabled ? 'withdrawn' : 'off';
  const isReady = page.missing.length === 0;
  return (
    <SectionCard title={t('status')}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={state === 'live' ? 'ok' : state === 'off' ? 'neutral' : 'warn'} icon={<Mark state={state} />}>
            {t(`state.${state}`)}
          </Badge>
          <span className="min-w-[min(14rem,100%)] flex-1 text-ink-2">
            {t(`state.${state}_text`, { when: paused ? when(paused) : '' })}
          </span>
        </p>
        {page.live ? null : (
          <div>
            <p className="mb-1.5 font-semibold">{t('needs')}</p>
            <ul className="flex flex-col gap-1">
              {PAGE_NEEDS.map((need) => (
                <Need key={need} need={need} isMissing={page.missing.includes(need)} />
              ))}
            </ul>
          </div>
        )}
        {page.old_app_at ? <Notice tone="warn">{t('old_app', { when: when(page.old_app_at) })}</Notice> : null}
        {page.quota_at ? <Notice tone="warn">{t('quota', { when: when(page.quota_at) })}</Notice> : null}
        {page.live && page.silent ? (
          <Notice tone="warn">
            {t('silent')}{' '}
            <Link to="/salon/people" className="underline underline-offset-2">
              {t('silent_way')}
            </Link>
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {page.live && page.slug ? (
            <a href={`/b/${page.slug}`} target="_blank" rel="noopener" className="btn btn-secondary breaks">
              <ExternalLink className="i i-sm" aria-hidden="true" />
              {t('preview')}
            </a>
          ) : null}
          {readOnly ? null : (
            <>
              {page.live && !paused ? (
                <Button breaks icon={<Pause className="i i-sm" aria-hidden="true" />} onClick={() => setPausing(true)}>
                  {t('pause')}
                </Button>
              ) : null}
              {page.live && paused ? (
                <Button
                  breaks
                  icon={<Play className="i i-sm" aria-hidden="true" />}
                  busy={busy}
                  onClick={() => void change({ paused_until: null })}
                >
                  {t('resume')}
                </Button>
              ) : null}
              {page.enabled ? (
                <Button variant="danger-ghost" breaks busy={busy} onClick={() => void change({ enabled: false })}>
                  {t('switch_off')}
                </Button>
              ) : (
                <Button
                  variant="primary"
                  breaks
                  busy={busy}
                  aria-disabled={!isReady}
                  aria-describedby="online-switch-on"
                  className={isReady ? undefined : 'is-disabled'}
                  onClick={() => isReady && void change({ enabled: true })}
                >
                  {t('switch_on')}
                </Button>
              )}
            </>
          )}
        </div>
        {readOnly || page.enabled ? null : (
          <p id="online-switch-on" className="hint mt-0!">
            {t(isReady ? 'ready' : 'not_ready')}
          </p>
        )}
        {pausing ? (
          <PauseDialog
            zone={zone}
            busy={busy}
            onClose={() => setPausing(false)}
            onPause={async (until) => {
              const { done } = await change({ paused_until: until });
              if (done) setPausing(false);
            }}
          />
        ) : null}
      </div>
    </SectionCard>
  );
}

const MARKS = { live: CircleCheckBig, paused: Pause, withdrawn: X, off: Power } as const;

function Mark({ state }: { state: keyof typeof MARKS }) {
  const Icon = MARKS[state];
  return <Icon className="i" aria-hidden="true" />;
}

/** One of the things without which the page is not switched on. */
function Need({ need, isMissing }: { need: PageNeed; isMissing: boolean }) {
  const { t } = useTranslation('online');
  const Icon = isMissing ? X : Check;
  const way = WAYS[need];
  return (
    <li className="flex items-start gap-2">
      <Icon className={classNames('i i-sm mt-1', isMissing ? 'text-danger' : 'text-success')} aria-hidden="true" />
      <span className="flex min-w-0 flex-wrap gap-x-2 wrap-anywhere">
        <span className="sr-only">{t(isMissing ? 'missing' : 'there')}</span>
        <span className="min-w-0">{t(`need.${need}`)}</span>
        {isMissing && way ? (
          <Link to={way} className="underline underline-offset-2">
            {t(`way.${need}`)}
          </Link>
        ) : null}
      </span>
    </li>
  );
}

interface PauseDialogProps {
  zone: string;
  busy: boolean;
  onClose: () => void;
  /** @param until ISO UTC */
  onPause: (until: string) => Promise<void>;
}

/** Nothing is booked online before a day; what is booked stays. */
function PauseDialog({ zone, busy, onClose, onPause }: PauseDialogProps) {
  const { t } = useTranslation(['online', 'common']);
  const today = todayIn(zone, Date.now());
  const [date, setDate] = useState<LocalDate>(addDays(today, 1));
  return (
    <Dialog
      open
      size="narrow"
      title={t('online:pause_title')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onPause(instantOf(date, 0, zone));
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy}>
            {t('online:pause_do')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('online:pause_text')}</p>
      <DateField label={t('online:pause_until')} value={date} today={today} min={addDays(today, 1)} onChange={setDate} />
    </Dialog>
  );
}
