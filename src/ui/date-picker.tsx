import type { ButtonHTMLAttributes } from 'react';
import type { DatePickerProps } from './date-picker-open.tsx';
import { lazyOpener } from './lazy-opener.tsx';

export type { DatePickerProps } from './date-picker-open.tsx';

export const loadDatePicker = () => import('./date-picker-open.tsx').then((m) => m.OpeningDatePicker);
export const closedDatePicker = (
  { value, buttonProps, buttonClassName = 'btn btn-ghost', label, disabled = false, children }: DatePickerProps,
  first: ButtonHTMLAttributes<HTMLButtonElement>,
) => (
  <button
    {...buttonProps}
    type="button"
    disabled={disabled}
    className={buttonClassName}
    aria-expanded={false}
    data-value={value ?? undefined}
    {...(label ? { 'aria-label': label } : {})}
    {...first}
  >
    {children}
  </button>
);

/** A button that opens a month; the week starts on Monday. */
export const DatePicker = lazyOpener<DatePickerProps>(loadDatePicker, closedDatePicker);
