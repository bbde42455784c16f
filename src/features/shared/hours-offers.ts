/** The offer for whoever has no shifts yet: the usual week, the salon's own, or chosen hours. The calendar and a new employee's form make it. */

import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { stillMay } from '#data/person-rights.ts';
import { activeEmployees$ } from '#data/resources.queries.ts';
import { replaceShiftSets, undoShiftPlan } from '#data/shifts.commands.ts';
import { weeklySets$ } from '#data/shifts.queries.ts';
import { hasShifts } from '#domain/shifts/availability.ts';
import { type ChosenHours, chosenWeek, salonWeek, USUAL_WEEK, type WeekOfShifts, weekRuns } from '#domain/shifts/usual-week.ts';
import { minuteOfClock } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { weekdayName } from './open-words.ts';
import { offerUndo, trackSave } from './undo.ts';
import { useReplica } from './use-replica.ts';
import { failureText, saving } from './use-saving.ts';

export interface HoursOffer {
  readonly id: 'salon' | 'usual' | 'chosen';
  readonly week: WeekOfShifts;
  /** „понеделник–петък 9:00–17:00“. */
  readonly words: string;
}

function wordsOf(week: WeekOfShifts, language: Language): string {
  const day = (weekday: number) => weekdayName(weekday, language, 'long');
  return weekRuns(week)
    .map(({ from, to, set }) => {
      const hours = set.map(({ start, end }) => formatTimeRange(minuteOfClock(start), minuteOfClock(end))).join(', ');
      return `${from === to ? day(from) : `${day(from)}–${day(to)}`} ${hours}`;
    })
    .join('; ');
}

/** Hours that a person chose, as an offer that is taken. */
export function chosenOffer(hours: ChosenHours, language: Language): HoursOffer {
  const week = chosenWeek(hours);
  return { id: 'chosen', week, words: wordsOf(week, language) };
}

/** The salon's own hours first where it has some, then the usual ones; and who of the active employees has no shifts. */
export function useHoursOffers() {
  const replica = useReplica();
  const language = useLanguage();
  const employees = useLive(() => activeEmployees$(replica), [replica]);
  const weekly = useLive(() => weeklySets$(replica), [replica]);
  return useMemo(() => {
    const own =
      employees && weekly
        ? salonWeek(
            weekly,
            employees.map(({ id }) => id),
          )
        : null;
    const weeks: [HoursOffer['id'], WeekOfShifts][] = [
      ...(own ? [['salon', own] as [HoursOffer['id'], WeekOfShifts]] : []),
      ['usual', USUAL_WEEK],
    ];
    return {
      offers: weeks.map(([id, week]): HoursOffer => ({ id, week, words: wordsOf(week, language) })),
      without: employees && weekly ? employees.filter(({ id }) => !hasShifts(weekly, id)) : [],
    };
  }, [employees, weekly, language]);
}

type Replica = ReturnType<typeof useReplica>;

async function set(replica: Replica, t: TFunction<'plan'>, ids: readonly string[], names: string, offer: HoursOffer) {
  const sets = ids.flatMap((resourceId) => offer.week.map((rows, weekday) => ({ resourceId, weekday, rows })));
  try {
    const edit = await saving(names, () => replaceShiftSets(replica, sets));
    offerUndo({
      text: `${names} · ${offer.words}`,
      back: t('no_shifts_back', { names }),
      about: 'shifts',
      allowed$: stillMay(replica, 'employee_weekly_shifts', 'intervals'),
      undo: () => undoShiftPlan(replica, edit),
    });
    return true;
  } catch (error) {
    console.error(error);
    toast({ title: t('not_saved'), description: failureText(error), variant: 'destructive' });
    return false;
  }
}

/** Gives the employees that week, as one action that can be taken back. False: it was not saved, and that was said. */
export function useSetHours() {
  const replica = useReplica();
  const { t } = useTranslation('plan');
  return (ids: readonly string[], names: string, offer: HoursOffer): Promise<boolean> =>
    trackSave(set(replica, t, ids, names, offer));
}
