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
        ...{ zone: salon.config.timezone, weekly: salon.weekly, troubles: salon.troubles },
        ...{ events: day.events, onlyRead: day.onlyRead, overrides: day.overrides },
        employees: withOthers(salon.employees, day.resources),
        client: (id) => day.clients.get(id),
        service: (id) => salon.services.get(id) ?? day.services.get(id),
      },
      last.current,
    );
    return last.current;
  }, [date, salon, day, hidden, moving, maxLanes, language, t]);
}

/** Those who worked here then and are not on this device any more have their names from the server. */
function withOthers(
  employees: SalonPart['employees'],
  resources: DayPart['resources'],
): readonly SalonPart['employees'][number][] {
  const others = [...resources.values()].filter(({ id }) => !employees.some((employee) => employee.id === id));
  return others.length === 0 ? employees : [...employees, ...others];
}
