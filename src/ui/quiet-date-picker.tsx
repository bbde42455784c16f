import { closedDatePicker, type DatePickerProps, loadDatePicker } from './date-picker.tsx';
import { lazyOpener } from './lazy-opener.tsx';

/** A `DatePicker` that is nothing but a button until somebody presses it: where a screen has much else to draw. */
export const QuietDatePicker = lazyOpener<DatePickerProps>(loadDatePicker, closedDatePicker, { whenPressed: true });
