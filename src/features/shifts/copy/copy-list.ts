import type { TFunction } from 'i18next';
import type { PlannedSet } from '#data/shifts.commands.ts';
import { shiftLabel } from '#domain/shifts/availability.ts';
import { byTurns, copyDates, copyEveryWeek, toFollowingWeeks, toOthers } from '#domain/shifts/plan-copies.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import { formatDay, formatWeekday } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';
import type { Overrides, Weekly } from '#shifts/plan/plan-rows.ts';

export type CopyKind = 'weeks' | 'people' | 'rotation';

/** The choices in the dialog. */
export interface CopyChoice {
  readonly kind: CopyKind;
  /** The id of the employee whose week is copied; empty for everybody's. */
  readonly employee: string;
  readonly weeks: number;
  /** The ids of the employees who get a copy, if it goes to others. */
  readonly others: ReadonlySet<string>;
  /** To others: what holds every week, not this week alone. */
  readonly everyWeek: boolean;
}

/** A line of the list: whose, when, and what was and will be. */
export interface CopyLine {
  readonly key: string;
  readonly who: string;
  readonly when: string;
  readonly before: string;
  readonly after: string;
  /** Hours off that go with it. */
  readonly lost: string;
}

export interface CopyList {
  readonly sets: readonly PlannedSet[];
  readonly lines: readonly CopyLine[];
  readonly left: number;
}

export interface CopySource {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly monday: LocalDate;
  readonly weekly: Weekly;
  readonly overrides: Overrides;
  readonly language: Language;
  readonly t: TFunction<'plan'>;
}

/** Some Sunday: weekdays are named after dates. */
const SUNDAY = '2026-11-15';

/** Everything that saving would write, and in words what it replaces. */
export function copyListOf(choice: CopyChoice, { people, monday, weekly, overrides, language, t }: CopySource): CopyList {
  const { kind, employee, weeks, everyWeek } = choice;
  const ids = employee ? [employee] : people.map(({ id }) => id);
  const others = people.map(({ id }) => id).filter((id) => choice.others.has(id));
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? '';
  const hours = (bars: Parameters<typeof shiftLabel>[0]) => shiftLabel(bars) || t('off');

  if (kind === 'people' && everyWeek) {
    const days = copyEveryWeek(employee, others, weekly);
    const lines = days.map((day) => ({
      key: `${day.resourceId}/${day.weekday}`,
      who: nameOf(day.resourceId),
      when: t('every', { day: formatWeekday(addDays(SUNDAY, day.weekday), language, 'long') }),
      ...{ before: hours(day.before), after: hours(day.after), lost: '' },
    }));
    return { sets: days.map(({ resourceId, weekday, rows }) => ({ resourceId, weekday, rows })), lines, left: 0 };
  }
  const pairs =
    kind === 'weeks'
      ? toFollowingWeeks(ids, monday, weeks)
      : kind === 'rotation'
        ? byTurns(ids, monday, weeks)
        : toOthers(employee, others, monday);
  const { changed, left } = copyDates(pairs, weekly, overrides);
  const lines = changed.map((day) => ({
    key: `${day.resourceId}/${day.date}`,
    who: nameOf(day.resourceId),
    when: formatDay(day.date, language),
    ...{ before: hours(day.before), after: hours(day.after), lost: shiftLabel(day.lost) },
  }));
  return { sets: changed.map(({ resourceId, date, rows }) => ({ resourceId, date, rows })), lines, left: left.length };
}
