import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type OverrideSets, overrideKey } from '#domain/availability.ts';
import type { LocalDate } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ShiftDialog } from '#shifts/dialog/shift-dialog.tsx';
import { TimeOffDialog } from '#shifts/time-off/time-off-dialog.tsx';

interface Opened {
  readonly id: string;
  readonly date: LocalDate;
  readonly repeat: boolean;
  readonly what: 'shift' | 'time_off';
}

/** The dialogs over the week: `open` shows an employee's shifts of a date, `shown` stands in the page. */
export function useShiftDialogs(
  employees: readonly LocalRow<'resources'>[] | undefined,
  overrides: OverrideSets | undefined,
  today: LocalDate,
  zone: string,
): { open: (employeeId: string, date: LocalDate) => void; shown: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const sets = useRef(overrides);
  useLayoutEffect(() => {
    sets.current = overrides;
  });
  /** The switch begins on, unless the date has shifts of its own. */
  const open = useCallback((id: string, date: LocalDate) => {
    const own = sets.current?.get(overrideKey(id, date)) ?? [];
    setOpened({ id, date, repeat: !own.some(({ type }) => type === 'additional_shift'), what: 'shift' });
  }, []);
  if (!opened) return { open, shown: null };
  const employee = employees?.find(({ id }) => id === opened.id) ?? null;
  const onClose = () => setOpened(null);
  const key = `${opened.id}/${opened.date}`;
  if (opened.what === 'time_off' && employee) {
    const props = { employee, employees: employees ?? [], date: opened.date, today, zone, onClose };
    return { open, shown: <TimeOffDialog key={key} {...props} /> };
  }
  const onTimeOff = (date: LocalDate) => setOpened({ ...opened, date, what: 'time_off' });
  const { date, repeat } = opened;
  return { open, shown: <ShiftDialog key={key} {...{ employee, date, repeat, today, onClose, onTimeOff }} /> };
}
