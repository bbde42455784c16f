import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { BehaviorSubject } from 'rxjs';
import type { LocalDate } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useLiveState } from '#ui/use-live.ts';
import { buildDay, type Placement } from './build-day.ts';
import { type DayPart, dayPart$, type SalonPart, salonPart$ } from './calendar-reads.ts';
import type { ColumnView } from './day-view.ts';
import { type DayState, WarmDays, whileFree } from './warm-days.ts';

/** Live reads wait while something is held; the answer of `hold` lets them go. */
export function useHold() {
  const [held$] = useState(() => new BehaviorSubject(false));
  const hold = useMemo(
    () => () => {
      held$.next(true);
      return () => held$.next(false);
    },
    [held$],
  );
  return { held$, hold };
}

export function useSalonPart(held$: BehaviorSubject<boolean>) {
  const replica = useReplica();
  return useLiveState(() => salonPart$(replica).pipe(whileFree(held$)), [replica, held$]);
}

export function useDayPart(
  date: LocalDate,
  zone: string,
  held$: BehaviorSubject<boolean>,
): DayState<DayPart> & { retry: () => void } {
  const replica = useReplica();
  const warm = useMemo(
    () => new WarmDays((day: LocalDate) => dayPart$(replica, day, zone).pipe(whileFree(held$))),
    [replica, zone, held$],
  );
  useEffect(() => warm.show(date), [warm, date]);
  useEffect(() => () => warm.close(), [warm]);
  const state = useSyncExternalStore(warm.subscribe, () => warm.stateOf(date));
  return { ...state, retry: () => warm.retry(date) };
}

/** The columns to draw; those that did not change are the same objects as before. */
export function useColumns(
  date: LocalDate,
  salon: SalonPart,
  day: DayPart,
  hidden: ReadonlySet<string>,
  moving: ReadonlyMap<string, Placement>,
  maxLanes: number,
): readonly ColumnView[] {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const last = useRef<readonly ColumnView[]>([]);
  return useMemo(() => {
    last.current = buildDay(
      {
        ...{ date, language, t, hidden, moving, maxLanes },
        ...{ zone: salon.config.timezone, employees: salon.employees, weekly: salon.weekly, troubles: salon.troubles },
        ...{ events: day.events, overrides: day.overrides },
        client: (id) => day.clients.get(id),
        service: (id) => salon.services.get(id),
      },
      last.current,
    );
    return last.current;
  }, [date, salon, day, hidden, moving, maxLanes, language, t]);
}
