import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type OverrideSets, overrideKey } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ShiftDialog } from '#shifts/dialog/shift-dialog.tsx';
import { TimeOffDialog } from '#shifts/time-off/time-off-dialog.tsx';
import type { LeftTimeOff } from '#shifts/time-off/use-time-off.ts';

/** Time off that was left for one of the appointments that it touches, by the history entry to which one returns. */
const leftFor = new Map<string, Opened>();

/** The day of the time off that one returns to on this history entry, if to any. */
export const returnsTo = (entry: string): LocalDate | null => leftFor.get(entry)?.date ?? null;

interface Opened {
  readonly id: string;
  readonly date: LocalDate;
  readonly repeat: boolean;
  readonly what: 'shift' | 'time_off';
  readonly left?: LeftTimeOff;
}

/** The dialogs over the week: `open` shows an employee's shifts of a date, `shown` stands in the page. */
export function useShiftDialogs(
  employees: readonly LocalRow<'resources'>[] | undefined,
  overrides: OverrideSets | undefined,
  today: LocalDate,
  zone: string,
): { open: (employeeId: string, date: LocalDate) => void; shown: ReactNode } {
  const { key: entry } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(() => leftFor.get(entry) ?? null);
  const sets = useRef(overrides);
  useLayoutEffect(() => {
    sets.current = overrides;
  });
  /** The switch begins on, unless the date has shifts of its own. */
  const open = useCallback((id: string, date: LocalDate) => {
    const own = sets.current?.get(overrideKey(id, date)) ?? [];
    setOpened({ id, date, repeat: !own.some(({ type }) => type === 'additional_shift'), what: 'shift' });
  }, []);
  if (!opened || (opened.left && !employees)) return { open, shown: null };
  const employee = employees?.find(({ id }) => id === opened.id) ?? null;
  const onClose = () => {
    leftFor.delete(entry);
    setOpened(null);
  };
  const key = `${opened.id}/${opened.date}`;
  if (opened.what === 'time_off' && employee) {
    const onLeave = (left: LeftTimeOff) => leftFor.set(entry, { ...opened, left });
    const onUndone = () => leftFor.delete(entry);
    const props = { employee, employees: employees ?? [], date: opened.date, today, zone, left: opened.left ?? null };
    return { open, shown: <TimeOffDialog key={key} {...props} {...{ onLeave, onUndone, onClose }} /> };
  }
  const onTimeOff = (date: LocalDate) => setOpened({ ...opened, date, what: 'time_off' });
  const { date, repeat } = opened;
  return { open, shown: <ShiftDialog key={key} {...{ employee, date, repeat, today, onClose, onTimeOff }} /> };
}
