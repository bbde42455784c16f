import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stillMay } from '#data/person-rights.ts';
import { replaceDayOverrides, replaceWeeklyShifts, type ShiftPlanEdit, undoShiftPlan } from '#data/shifts.commands.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import {
  availableSpans,
  type OverrideSets,
  overrideKey,
  shiftLabel,
  tailInto,
  type WeeklySets,
  weeklyKey,
} from '#domain/shifts/availability.ts';
import { absencesOf, hasOwnHours } from '#domain/shifts/own-hours.ts';
import { barsOfSet, datedSet } from '#domain/shifts/plan-bars.ts';
import { DEFAULT_SHIFT, type RowsProblem, rowsProblem, type ShiftTimes } from '#domain/shifts/shift-hours.ts';
import { addDays, clockOfMinute, type LocalDate, minuteOfClock, weekdayOf } from '#domain/time/time.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { leftOffWords, rowsWords, scopeWords, timeOffWords } from '#shifts/reads/shift-words.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';

export interface ShiftFormProps {
  /** Null: they are not among the active ones any more. */
  employee: LocalRow<'resources'> | null;
  date: LocalDate;
  /** The switch is on at first. */
  repeat: boolean;
  onClose: () => void;
}

const NOTHING = { weekly: [], extra: [], timeOff: [], hasOwnHours: false };

/** The shift dialog's state, its checks and its writes; what was typed stays when the date or the switch is changed. */
export function useShiftForm({ employee, date: firstDate, repeat: firstRepeat, onClose }: ShiftFormProps) {
  const { t } = useTranslation(['shifts', 'common']);
  const language = useLanguage();
  const replica = useReplica();
  const [date, setDate] = useState(firstDate);
  const [repeat, setRepeat] = useState(firstRepeat);
  const [typed, setTyped] = useState<readonly DraftRow[] | null>(null);
  /** The stored rows in words when a person began to type over them, by date and switch. */
  const [over, setOver] = useState<Record<string, string>>({});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const made = useRef(0);
  const id = employee?.id ?? '';
  const weekly = useLive(() => weeklySets$(replica), [replica]);
  const overrides = useLive(() => overrideSets$(replica, addDays(date, -1), addDays(date, 1)), [replica, date]);
  const ready = weekly !== undefined && overrides !== undefined;
  const stored = useMemo(
    () => (weekly && overrides ? storedDay(weekly, overrides, id, date) : NOTHING),
    [weekly, overrides, id, date],
  );
  const now = weekly && overrides ? shiftLabel(availableSpans(date, weekly, overrides, id)) : '';
  const rows = useMemo(() => typed ?? rowsToBegin(stored, repeat), [typed, stored, repeat]);
  const problem: RowsProblem | null = employee ? rowsProblem(rows) : { key: 'all_fields_required', row: -1 };
  const scope = scopeWords(repeat, date, t, language);
  const storedWords = rowsWords(repeat ? stored.weekly : stored.extra);
  const type = (changed: readonly DraftRow[]) => {
    setTyped(changed);
    setOver({ [scope]: storedWords, ...over });
  };

  /** They add to the weekly shifts (document 2 §4); on a date that has hours of its own they are all that is worked, unless a weekly shift goes on past midnight. */
  const setOfDate = (set: readonly ShiftTimes[]): readonly OverrideInterval[] => {
    const extra = set.map(({ start, end }) => ({ start, end, type: 'additional_shift' as const }));
    if (set.length === 0 || !stored.hasOwnHours || !weekly || !overrides) return extra;
    return datedSet(barsOfSet(set), stored.weekly, tailInto(date, weekly, overrides, id)) ?? extra;
  };

  /** The hours that hold once the set is written: on one date the weekly shifts may hold beside it. */
  const hoursAfter = (set: readonly ShiftTimes[]): string => {
    if (repeat || !weekly) return rowsWords(set);
    const after = new Map(overrides).set(overrideKey(id, date), setOfDate(set));
    return shiftLabel(availableSpans(date, weekly, after, id));
  };

  /** Says beforehand whom the change leaves without anybody on shift. */
  const write = async (set: readonly ShiftTimes[]): Promise<{ edit: ShiftPlanEdit; warning: string | undefined }> => {
    const weekday = weekdayOf(date);
    const rows = setOfDate(set);
    const warning = await leftOffWords(replica, [
      repeat ? { resourceId: id, weekday, rows: set } : { resourceId: id, date, rows },
    ]);
    const edit = repeat ? replaceWeeklyShifts(replica, id, weekday, set) : replaceDayOverrides(replica, id, date, rows);
    return { edit: await edit, warning };
  };

  const carryOut = async (set: readonly ShiftTimes[], said: string): Promise<void> => {
    const name = employee?.name ?? '';
    setBusy(true);
    try {
      const { edit, warning } = await saving(name, () => write(set));
      const text = `${name} · ${scope}: ${hoursAfter(set) || t('shifts:none_stored')}`;
      const undo = () => undoShiftPlan(replica, edit);
      const allowed$ = repeat ? stillMay(replica, 'employee_weekly_shifts', 'intervals') : undefined;
      offerUndo({ text, back: `${name} · ${scope}`, saved: said, warning, about: 'shifts', allowed$, undo });
      onClose();
    } catch (error) {
      console.error(error);
      toast({ title: t('shifts:not_saved'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  return {
    date,
    setDate,
    repeat,
    setRepeat,
    rows,
    ready,
    stored,
    now,
    scope,
    busy,
    /** Another device or window has changed what these rows replace. */
    changedMeanwhile: !busy && (over[scope] ?? storedWords) !== storedWords,
    /** The typed rows differ from the stored ones; another date or switch alone is no change. */
    dirty: typed !== null && (!ready || rowsWords(typed) !== rowsWords(rowsToBegin(stored, repeat))),
    problem: tried ? problem : null,
    changeRow: (rowId: string, change: Partial<ShiftTimes>) =>
      type(rows.map((row) => (row.id === rowId ? { ...row, ...change } : row))),
    addRow: () => {
      made.current += 1;
      type([...rows, { ...nextRow(rows), id: `made-${made.current}` }]);
    },
    removeRow: (rowId: string) => type(rows.filter((row) => row.id !== rowId)),
    /** False: something is wrong with the rows, and the form says so now. */
    check: () => {
      setTried(true);
      return problem === null;
    },
    save: () => trackSave(carryOut(rows, t('shifts:shift_added_successfully'))),
    remove: () => trackSave(carryOut([], t('shifts:shifts_removed'))),
  };
}

/** A further row: an hour's break after the last one, then four hours; without times where that overlaps another row. */
function nextRow(rows: readonly ShiftTimes[]): ShiftTimes {
  const start = minuteOfClock(rows.at(-1)?.end ?? '') + 60;
  const next = { start: clockOfMinute(start), end: clockOfMinute(start + 240) };
  return Number.isNaN(start) || rowsProblem([...rows, next]) ? { start: '', end: '' } : next;
}

/** A row of the dialog; the id tells rows of the same times apart. */
export interface DraftRow extends ShiftTimes {
  readonly id: string;
}

/** The stored hours of an employee's date. */
export interface StoredDay {
  /** The weekday's shifts, of every week. */
  readonly weekly: readonly ShiftInterval[];
  /** The date's own shifts. */
  readonly extra: readonly ShiftInterval[];
  /** When somebody is away. */
  readonly timeOff: readonly OverrideInterval[];
  /** The weekly shifts do not hold on the date (own-hours.ts). */
  readonly hasOwnHours: boolean;
}

function storedDay(weekly: WeeklySets, overrides: OverrideSets, resourceId: string, date: LocalDate): StoredDay {
  const own = overrides.get(overrideKey(resourceId, date)) ?? [];
  return {
    weekly: weekly.get(weeklyKey(resourceId, weekdayOf(date))) ?? [],
    extra: own.flatMap(({ type, start, end }) =>
      type === 'additional_shift' && start !== null && end !== null ? [{ start, end }] : [],
    ),
    timeOff: absencesOf(own),
    hasOwnHours: hasOwnHours(own),
  };
}

/** „допълнително 18:00–20:00; отсъства 9:00–10:00“, what holds on the date alone; empty: nothing does. */
export function onceWords({ extra, timeOff, hasOwnHours: isOwn }: StoredDay, t: TFunction<'shifts'>): string {
  const shifts = extra.length > 0 ? t(isOwn ? 'own_hours' : 'extra', { hours: rowsWords(extra) }) : '';
  const away = timeOff.length > 0 ? t('time_off_of', { hours: timeOffWords(timeOff, t) }) : '';
  return [shifts, away].filter(Boolean).join('; ');
}

/** The rows that the dialog begins with: those that saving would replace, or 9:00 to 17:00 (SHIFT-28). */
function rowsToBegin(stored: StoredDay, repeat: boolean): DraftRow[] {
  const rows = repeat ? stored.weekly : stored.extra;
  return (rows.length > 0 ? rows : [DEFAULT_SHIFT]).map((row, place) => ({ ...row, id: `stored-${place}` }));
}
