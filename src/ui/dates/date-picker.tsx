import type { ReactNode } from 'react';
import type { ControlProps } from '#ui/form/field.tsx';
import { PanelButton } from '#ui/overlay/popover.tsx';
import { lazyPart } from '#ui/timing/lazy-component.tsx';

const DatePanel = lazyPart(() => import('./date-panel.tsx').then((m) => m.DatePanel));

export interface DatePickerProps {
  /** yyyy-MM-dd or null. */
  value: string | null;
  onChange: (date: string) => void;
  /** Today in the salon's time zone; the device's own if it is left out. */
  today?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Offers the choice of a year, for dates that lie decades away. */
  years?: boolean | undefined;
  /** The date whose month opens if none is chosen. */
  startAt?: string | undefined;
  /** Returns what is to be known of a date; null: nothing. */
  noteOf?: ((date: string) => string | null) | undefined;
  disabled?: boolean | undefined;
  /** Ties the button to the label of a field. */
  buttonProps?: ControlProps | undefined;
  buttonClassName?: string | undefined;
  /** The button's accessible name if its text does not say enough. */
  label?: string | undefined;
  children: ReactNode;
}

/** A button that opens a month; the week starts on Monday. */
export function DatePicker(props: DatePickerProps) {
  const { value, onChange, years = false, today, min, max, startAt, noteOf, buttonProps, children } = props;
  const { buttonClassName: className = 'btn btn-ghost', label, disabled } = props;
  const named = label ? { 'aria-label': label } : {};
  return (
    <PanelButton
      button={{ ...buttonProps, ...named, className, disabled, children, ...{ 'data-value': value ?? undefined } }}
      panel={(opening) => <DatePanel {...{ opening, value, onChange, years, today, min, max, startAt, noteOf }} />}
    />
  );
}
