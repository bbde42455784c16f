import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { offReasons$ } from '#data/off-reasons.queries.ts';
import { type PlannedDate, replaceShiftSets, undoShiftPlan } from '#data/shift-plans.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { overrideKey } from '#domain/availability.ts';
import { rowsProblem } from '#domain/shift-hours.ts';
import { addDays, type LocalDate } from '#domain/time.ts';
import {
  datesBetween,
  LONGEST_TIME_OFF,
  type TimeOffRun,
  type TimeOffTimes,
  timeOffRuns,
  touchedBy,
  withoutTimeOff,
  withTimeOff,
} from '#domain/time-off.ts';
import { offerUndo, underWay } from '#features/undo.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/toast-store.ts';
import { useLive } from '#ui/use-live.ts';

/** How far ahead what is already off is listed, days. */
const AHEAD = 120;

export interface TimeOffProps {
  employee: LocalRow<'resources'>;
  /** The first day to begin with. */
  date: LocalDate;
  today: LocalDate;
  /** IANA name. */
  zone: string;
  onClose: () => void;
}

/** The time off dialog's state, what it touches, and its writes. */
export function useTimeOff({ employee, date: firstDate, today, zone, onClose }: TimeOffProps) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const replica = useReplica();
  const { id: resourceId, name } = employee;
  const [{ from, to }, setRange] = useState({ from: firstDate, to: firstDate });
  const [times, setTimes] = useState<TimeOffTimes>(null);
  const [reason, setReason] = useState<TimeOffReason>('holiday');
  const [tried, setTried] = useState(false);
  const [saved, setSaved] = useState(false);
  /** What has ended is nobody's to move. */
  const [openedAt] = useState(() => new Date().toISOString());
  const start = from < today ? from : today;
  const end = addDays(to > today ? to : today, AHEAD);
  const weekly = useLive(() => weeklySets$(replica), [replica]);
  const overrides = useLive(() => overrideSets$(replica, start, end), [replica, start, end]);
  const reasons = useLive(() => offReasons$(replica, start, end), [replica, start, end]);
  const events = useLive(() => daysEvents$(replica, from, addDays(to, 1), zone), [replica, from, to, zone]);
  const dates = useMemo(() => datesBetween(from, to), [from, to]);
  const working = useMemo(() => (weekly && overrides ? { weekly, overrides, zone } : null), [weekly, overrides, zone]);
  const tooLong = dates.length > LONGEST_TIME_OFF;
  const problem = tooLong ? 'time_off_too_long' : times ? (rowsProblem([times])?.key ?? null) : null;
  const touched = useMemo(() => {
    if (!events || !working || problem) return [];
    const ahead = events.filter(({ end_time }) => end_time > openedAt);
    return touchedBy(ahead, { resourceId, dates, times }, working);
  }, [events, working, problem, openedAt, resourceId, dates, times]);
  const known = useMemo(
    () => (overrides && reasons ? timeOffRuns(resourceId, datesBetween(start, end), overrides, reasons) : []),
    [overrides, reasons, resourceId, start, end],
  );

  const setOf = (date: LocalDate) => overrides?.get(overrideKey(resourceId, date)) ?? [];
  const rangeWords = (first: LocalDate, then: LocalDate) =>
    first === then ? formatDay(first, language) : `${formatDay(first, language)} – ${formatDay(then, language)}`;
  const write = async (sets: readonly PlannedDate[], text: string, said: string): Promise<boolean> => {
    try {
      const edit = await saving(name, () => replaceShiftSets(replica, sets));
      if (edit.length > 0) offerUndo({ text, saved: said, about: 'shifts', undo: () => undoShiftPlan(replica, edit) });
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
    const open = times
      ? dates.filter((date) => !setOf(date).some((one) => one.type === 'time_off' && one.start === null))
      : dates;
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

  return {
    ...{ from, to, times, setTimes, reason, setReason },
    /** The last day goes along where it would lie before. */
    setFrom: (date: LocalDate) => setRange({ from: date, to: to < date ? date : to }),
    setTo: (date: LocalDate) => setRange({ from, to: date }),
    problem: tried || tooLong ? problem : null,
    latest: addDays(from, LONGEST_TIME_OFF - 1),
    ready: working !== null && events !== undefined && reasons !== undefined,
    dirty: !saved && (from !== firstDate || to !== firstDate || times !== null || reason !== 'holiday'),
    ...{ saved, touched, known, rangeWords, working },
    events: events ?? [],
    save: () => underWay(save()),
    remove: (run: TimeOffRun<TimeOffReason>) => underWay(remove(run)),
  };
}
