import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { stillMay } from '#data/person-rights.ts';
import { type PlannedSet, replaceShiftSets, undoShiftPlan } from '#data/shifts.commands.ts';
import { type MinuteSpan, subtractMinuteSpans, weeklyKey } from '#domain/shifts/availability.ts';
import { absencesOf } from '#domain/shifts/own-hours.ts';
import { datedSet, rowsOf } from '#domain/shifts/plan-bars.ts';
import { weekdayOf } from '#domain/time/time.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatDayLabel, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { leftOffWords } from '#shifts/reads/shift-words.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { hoursOf, type PlanRow, type Weekly } from './plan-rows.ts';

/** The scope of a change: the date alone, or that weekday of every week. */
export type PlanScope = 'once' | 'weekly';

/** The set to write, or why there is none. */
function setFor(row: PlanRow, bars: readonly MinuteSpan[], scope: PlanScope, weekly: Weekly): PlannedSet | 'exception' | 'night' {
  const { id: resourceId, date } = row;
  const weekday = weekdayOf(date);
  // What the date alone says would become every week's.
  if (scope === 'weekly') return row.own.length > 0 ? 'exception' : { resourceId, weekday, rows: rowsOf(bars) };
  const rows = datedSet(bars, weekly.get(weeklyKey(resourceId, weekday)) ?? [], row.tail, row.own);
  return rows === null ? 'night' : { resourceId, date, rows };
}

/**
 * Saves an employee's bars of a day as one action that can be taken back.
 * @param isNow whether a row stands as it was when its bar was taken
 * @returns whether it was saved; if not, that was said.
 */
export function usePlanSave(scope: PlanScope, weekly: Weekly, isNow: (row: PlanRow) => boolean) {
  const replica = useReplica();
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const latest = useRef(isNow);
  useLayoutEffect(() => {
    latest.current = isNow;
  });
  return useCallback(
    (row: PlanRow, bars: readonly MinuteSpan[]): Promise<boolean> => {
      const { name, date } = row;
      const day =
        scope === 'weekly' ? t('every', { day: formatWeekday(date, language, 'long') }) : formatDayLabel(date, language, 'short');
      const refuse = (words: string) => toast({ title: t('not_saved'), description: words, variant: 'destructive' });
      const save = async () => {
        if (!latest.current(row)) {
          refuse(t('refused_meanwhile', { name, day: formatDayLabel(date, language, 'short') }));
          return false;
        }
        const set = setFor(row, bars, scope, weekly);
        if (set === 'exception' || set === 'night') {
          refuse(t(`refused_${set}`, { name, day: formatDayLabel(date, language, 'short') }));
          return false;
        }
        const words = (hours: string) => `${name} · ${day}: ${hours || t('off')}`;
        try {
          const warning = await leftOffWords(replica, [set]);
          const edit = await saving(words(hoursOf(bars)), () => replaceShiftSets(replica, [set]));
          if (edit.length > 0) {
            const cut = absencesOf(row.own).some(({ start }) => start !== null);
            const shorter = cut && subtractMinuteSpans(row.bars, bars).length === 0 ? ` ${t('exception_changed')}` : '';
            offerUndo({
              ...{ text: words(hoursOf(bars)) + shorter, back: words(hoursOf(row.bars)), warning, about: 'shifts' },
              allowed$: scope === 'weekly' ? stillMay(replica, 'employee_weekly_shifts', 'intervals') : undefined,
              undo: () => undoShiftPlan(replica, edit),
            });
          }
          return true;
        } catch (error) {
          console.error(error);
          refuse(failureText(error));
          return false;
        }
      };
      return trackSave(save());
    },
    [replica, t, language, scope, weekly],
  );
}
