import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sameNight } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { Booking } from '#calendar/reads/use-booking.ts';
import { type ExtraTimes, hasWaiting } from '#domain/booking/busy-spans.ts';
import { partLengths, pulledParts } from '#domain/booking/pulled-parts.ts';
import { addMinutes, MINUTES_OF_DAY } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { usePlace } from './use-place.ts';

/** A quarter of an hour earlier or later, shorter or longer, also the parts before a waiting: with the tap that opened the card, two. */
export function NudgeButtons({ booking, salon }: { booking: Booking; salon: SalonPart }) {
  const { t } = useTranslation('booking');
  const place = usePlace(salon);
  const saving = useRef(false);
  const { interval, timezone: zone } = salon.config;
  const { event, from, minutes } = booking;
  const step = nudgeStep(interval);
  // Something is done after the waiting, however short it becomes.
  const waits = hasWaiting(event) ? event.processing_after + event.processing_minutes + 1 : 0;

  const put =
    (start: number, length: number, times: ExtraTimes = {}) =>
    async () => {
      if (saving.current) return; // the next tap means where it stands then
      saving.current = true;
      const start_time = sameNight(event.start_time, from, start, zone);
      const end_time = addMinutes(start_time, length);
      try {
        await place(booking, { start_time, end_time, resource_id: event.resource_id, ...times });
      } catch (error) {
        console.error('Nothing could be checked or moved', error);
        toast({ title: t('failed_title'), description: t('move_failed'), variant: 'destructive' });
      }
      saving.current = false;
    };
  const tap = (by: number, what: 'start' | 'length') => {
    const start = what === 'start' ? nudged(from, by, interval) : from;
    const length = what === 'start' ? minutes : nudged(from + minutes, by, interval) - from;
    const possible = start >= 0 && start < MINUTES_OF_DAY && length >= Math.max(Math.min(interval, minutes), waits);
    return { by, put: put(start, length), possible };
  };
  const stretch = { ...event, minutes };
  const lengths = partLengths(stretch);
  const pull = (by: number, part: 'work' | 'waiting'): Tap => {
    const edge = from + lengths.work + (part === 'work' ? 0 : lengths.waiting);
    const wanted = nudged(edge, by, interval) - edge;
    const { minutes: length, processing_after, processing_minutes } = pulledParts(stretch, part, wanted, interval);
    return { by, put: put(from, length, { processing_after, processing_minutes }), possible: length - minutes === wanted };
  };
  const part = (name: 'work' | 'waiting') => (
    <div className="min-w-36 flex-1">
      <p className="mb-1 truncate text-ink-2 text-xs" aria-hidden="true">
        {t(`nudge.${name}`)}
      </p>
      <div className="flex">
        <Pair
          label={t(`nudge.${name}`)}
          value={t('lift.minutes', { count: lengths[name] })}
          taps={[pull(-step, name), pull(step, name)]}
          words={['shorter', 'longer']}
        />
      </div>
    </div>
  );
  const all = (
    <div className="flex flex-wrap gap-2">
      <Pair
        label={t('nudge.start')}
        value={formatTime(from)}
        taps={[tap(-step, 'start'), tap(step, 'start')]}
        words={['earlier', 'later']}
      />
      <Pair
        label={t('nudge.length')}
        value={t('lift.minutes', { count: minutes })}
        taps={[tap(-step, 'length'), tap(step, 'length')]}
        words={['shorter', 'longer']}
      />
    </div>
  );
  return lengths.work === 0 ? (
    all
  ) : (
    <>
      {all}
      <div className="flex flex-wrap gap-2">
        {part('work')}
        {part('waiting')}
      </div>
    </>
  );
}

interface Tap {
  by: number;
  put(): Promise<void>;
  possible: boolean;
}

interface PairProps {
  label: string;
  value: string;
  taps: readonly [Tap, Tap];
  words: readonly ['earlier', 'later'] | readonly ['shorter', 'longer'];
}

function Pair({ label, value, taps, words }: PairProps) {
  const { t } = useTranslation('booking');
  const [less, more] = taps.map(({ by, put, possible }, i) => (
    <button
      key={by}
      type="button"
      className="text-sm tnum"
      aria-label={t(`nudge.${words[i] ?? words[0]}`, { count: Math.abs(by) })}
      disabled={!possible}
      onClick={() => void put()}
    >
      {by < 0 ? '−' : '+'}
      {Math.abs(by)}
    </button>
  ));
  return (
    <fieldset className="stepper flex-1" aria-label={label}>
      {less}
      <span className="val flex-1">{value}</span>
      {more}
    </fieldset>
  );
}

/** A quarter of an hour, or the first step after it that the salon's interval knows; minutes (src/README.md, “The calendar”: two taps at most). */
export const nudgeStep = (interval: number): number => Math.ceil(15 / interval) * interval;

/** So far on, or back where `step` is negative; what stood between two steps comes to stand on one, no further than asked. */
export function nudged(minute: number, step: number, interval: number): number {
  const to = (minute + step) / interval;
  return (step > 0 ? Math.floor(to) : Math.ceil(to)) * interval;
}
