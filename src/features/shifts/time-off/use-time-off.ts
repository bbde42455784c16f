import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { type PlannedDate, replaceShiftSets, undoShiftPlan } from '#data/shifts.commands.ts';
import { offReasons$, overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { overrideKey } from '#domain/shifts/availability.ts';
import { rowsProblem } from '#domain/shifts/shift-hours.ts';
import {
  datesBetween,
  LONGEST_TIME_OFF,
  type TimeOffRun,
  type TimeOffTimes,
  timeOffRuns,
  touchedBy,
  withoutTimeOff,
  withTimeOff,
} from '#domain/shifts/time-off.ts';
import { addDays, clockOfMinute, type LocalDate, MINUTES_OF_DAY, minuteOfClock } from '#domain/time/time.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';

/** How far ahead what is already off is listed, days. */
const AHEAD = 120;

export interface TimeOffProps {
  employee: LocalRow<'resources'>;
  /** The first day to begin with. */
  date: LocalDate;
  today: LocalDate;
  /** IANA name. */
  zone: string;
  /** Was saved before, and left for one of the appointments that it touches. */
  left: LeftTimeOff | null;
  onUndone: () => void;
  onClose: () => void;
}

/** Which time off it is whose appointments are looked through. */
export interface LeftTimeOff {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly times: TimeOffTimes;
}

/** The time off dialog's state, what it touches, and its writes. */
export function useTimeOff({ employee, date: firstDate, today, zone, left, onUndone, onClose }: TimeOffProps) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const replica = useReplica();
  const { id: resourceId, name } = employee;
  const [{ from, to }, setRange] = useState(left ?? { from: firstDate, to: firstDate });
  const [times, setTimes] = useState<TimeOffTimes>(left?.times ?? null);
  const [reason, setReason] = useState<TimeOffReason>('holiday');
  const [tried, setTried] = useState(false);
  const [saved, setSaved] = useState(left !== null);
  const [busy, setBusy] = useState(false);
  /** The time of opening, ISO UTC: bookings that had ended by then are not moved. */
  const [openedAt] = useState(() => new Date().toISOString());
  const start = from < today ? from : today;
  const end = addDays(to > today ? to : today, AHEAD);
  const weekly = useLive(() => weeklySets$(replica), [replica]);
  const overrides = useLive(() => overrideSets$(replica, start, end), [replica, start, end]);
  const reasons = useLive(() => offReasons$(replica, start, end), [replica, start, end]);
  const events = useLive(() => daysEvents$(replica, from, addDays(to, 1), zone), [replica, from, to, zone]);
  const dates = useMemo(() => datesBetween(from, to), [from, to]);
  const open = useLive(() => salon$(replica), [replica])?.effective.open;
  const working = useMemo(
    () => (weekly && overrides ? { weekly, overrides, zone, open: open ?? null } : null),
    [weekly, overrides, zone, open],
  );
  const setOf = (date: LocalDate) => overrides?.get(overrideKey(resourceId, date)) ?? [];
  const isOff = (date: LocalDate) => setOf(date).some((one) => one.type === 'time_off' && one.start === null);
  const tooLong = dates.length > LONGEST_TIME_OFF;
  const problemOfHours = () => (times ? (rowsProblem([times])?.key ?? (dates.every(isOff) ? 'time_off_covered' : null)) : null);
  const problem = saved ? null : tooLong ? 'time_off_too_long' : problemOfHours();
  const touched = useMemo(() => {
    if (!events || !working || problem) return [];
    const ahead = events.filter(({ end_time }) => end_time > openedAt);
    return touchedBy(ahead, { resourceId, dates, times }, working);
  }, [events, working, problem, openedAt, resourceId, dates, times]);
  const known = useMemo(
    () => (overrides && reasons ? timeOffRuns(resourceId, datesBetween(start, end), overrides, reasons) : []),
    [overrides, reasons, resourceId, start, end],
  );

  const rangeWords = (first: LocalDate, then: LocalDate) =>
    first === then ? formatDay(first, language) : `${formatDay(first, language)} – ${formatDay(then, language)}`;
  const write = async (sets: readonly PlannedDate[], text: string, said: string): Promise<boolean> => {
    const undo = async (edit: Parameters<typeof undoShiftPlan>[1]) => {
      const outcome = await undoShiftPlan(replica, edit);
      setSaved(false); // nothing is touched by it any more
      onUndone();
      return outcome;
    };
    try {
      const edit = await saving(name, () => replaceShiftSets(replica, sets));
      if (edit.length > 0) offerUndo({ text, saved: said, about: 'shifts', undo: () => undo(edit) });
      return true;
    } catch (error) {
      console.error(error);
      toast({ title: t('time_off_not_saved'), description: failureText(error), variant: 'destructive' });
      return false;
    }
  };

  const save = async () => {
    setTried(true);
    if (problem || !working) return;
    // A whole day off stands for its hours, with its own reason.
    const open = times ? dates.filter((date) => !isOff(date)) : dates;
    const sets = open.map((date) => ({ resourceId, date, rows: withTimeOff(setOf(date), times), reason }));
    if (!(await write(sets, `${name} · ${rangeWords(from, to)}`, t('time_off_added')))) return;
    if (touched.length === 0) onClose();
    else setSaved(true);
  };
  const remove = (run: TimeOffRun<TimeOffReason>) =>
    write(
      datesBetween(run.from, run.to).map((date) => ({ resourceId, date, rows: withoutTimeOff(setOf(date)) })),
      `${name} · ${rangeWords(run.from, run.to)}`,
      t('time_off_removed'),
    );

  /** One thing after the other: a second press is not meant once more. */
  const alone = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    await trackSave(work());
    setBusy(false);
  };

  return {
    ...{ from, to, times, setTimes, reason, setReason, busy },
    /** The end goes along where it would not lie after the start: as long as before, till midnight at most. */
    setStart: (start: string) => {
      if (!times) return;
      const length = minuteOfClock(times.end) - minuteOfClock(times.start);
      const goes = length > 0 && times.end <= start;
      const end = minuteOfClock(start) + length;
      setTimes({ start, end: goes ? clockOfMinute(Math.min(end, MINUTES_OF_DAY) % MINUTES_OF_DAY) : times.end });
    },
    /** The last day goes along where it would lie before. */
    setFrom: (date: LocalDate) => setRange({ from: date, to: to < date ? date : to }),
    setTo: (date: LocalDate) => setRange({ from, to: date }),
    problem: tried || tooLong ? problem : null,
    latest: addDays(from, LONGEST_TIME_OFF - 1),
    ready: working !== null && events !== undefined && reasons !== undefined,
    dirty: !saved && (from !== firstDate || to !== firstDate || times !== null || reason !== 'holiday'),
    ...{ saved, touched, known, rangeWords, working },
    events: events ?? [],
    save: () => alone(save),
    remove: (run: TimeOffRun<TimeOffReason>) => alone(() => remove(run)),
  };
}
