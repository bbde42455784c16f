import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayFailed } from '#calendar/event/event-actions.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { useIsMounted } from '#calendar/reads/use-is-mounted.ts';
import { addRepeats, takeBackRepeats } from '#data/events/series.commands.ts';
import { cutAfter, type Repetition, repeatsOf } from '#domain/booking/repeat.ts';
import { addDays, daysBetween, type LocalDate, todayIn, zonedParts } from '#domain/time/time.ts';
import { offerUndo } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { checkedRepeats$ } from './repeat-checks.ts';

/** Both ends stay as they were set while one looks at the other. */
export interface Rule {
  everyWeeks: number;
  ends: 'count' | 'until';
  count: number;
  until: LocalDate;
}

const RULE = ['everyWeeks', 'ends', 'count', 'until'] as const satisfies readonly (keyof Rule)[];
const FIRST_COUNT = 4;
const FIRST_WEEKS = 12;

export const repetitionOf = ({ everyWeeks, ends, count, until }: Rule): Repetition => ({
  everyWeeks,
  end: ends === 'count' ? { count } : { until },
});

interface RepeatInput {
  was: LocalRow<'events'>;
  salon: SalonPart;
  name: string;
  onClose(): void;
}

/** The rule, what follows from it, which repeats are left out, and saving them all at once. */
export function useRepeat({ was, salon, name, onClose }: RepeatInput) {
  const replica = useReplica();
  const { t } = useTranslation('reservation');
  const { config, weekly, rooms } = salon;
  const { timezone: zone } = config;
  const [first] = useState((): Rule => {
    const today = todayIn(zone, Date.now());
    const { date } = zonedParts(was.start_time, zone);
    const passed = Math.max(0, daysBetween(date, today)); // an old one is repeated from now on
    return { everyWeeks: 1, ends: 'count', count: FIRST_COUNT, until: addDays(date, passed + FIRST_WEEKS * 7) };
  });
  const [rule, setRule] = useState(first);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const isMounted = useIsMounted();

  const repeats = useMemo(() => repeatsOf(was, repetitionOf(rule), zone, new Date().toISOString()), [was, rule, zone]);
  const {
    value: checked,
    phase,
    retry,
  } = useLiveState(
    () => checkedRepeats$(replica, was, repeats, { config, weekly, rooms }),
    [replica, was, repeats, config, weekly, rooms],
  );
  // The days stand at once, what is known of them follows: nothing jumps while one looks for the right rule.
  const listed = checked ?? repeats.map((repeat) => ({ ...repeat, over: [], off: null }));
  const wanted = repeats.filter(({ date }) => !skipped.has(date));

  const save = async () => {
    if (wanted.length === 0 || busy || !checked) return;
    setBusy(true);
    const shown = checked
      .filter(({ date }) => !skipped.has(date))
      .map((repeat) => ({ ...repeat, over: repeat.over.map(({ event }) => event) }));
    try {
      const series = await saving(name, () => addRepeats(replica, was, shown));
      if (isMounted.current) onClose();
      offerUndo({
        text: `${name} · ${t('repeat.saved', { count: wanted.length })}`,
        undo: () => takeBackRepeats(replica, series),
        eventId: was.id,
      });
    } catch (error) {
      setBusy(false);
      sayFailed(t, 'save_failed', error);
    }
  };
  const dirty = RULE.some((field) => rule[field] !== first[field]) || skipped.size > 0;
  return {
    rule,
    setRule,
    listed,
    skipped,
    setSkipped,
    count: wanted.length,
    cutAfter: cutAfter(repeats, repetitionOf(rule)),
    dirty,
    ready: checked !== undefined,
    busy,
    save,
    onRetry: phase === 'failed' ? retry : null,
  };
}
