import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { anchored } from './anchored.ts';
import type { ControlProps } from './field.tsx';
import { MonthGrid } from './month-grid.tsx';
import { OpenPanel } from './open-panels.ts';
import { YearsAndMonth } from './years-and-month.tsx';

export interface DatePickerProps {
  /** yyyy-MM-dd or null. */
  value: string | null;
  onChange: (date: string) => void;
  /** Today in the salon's time zone; the device's own where it is not given. */
  today?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** With the choice of a year: for dates that lie decades away. */
  years?: boolean | undefined;
  /** Where it begins while there is no date. */
  startAt?: string | undefined;
  disabled?: boolean | undefined;
  /** Ties the button to the label of a field. */
  buttonProps?: ControlProps | undefined;
  buttonClassName?: string | undefined;
  /** The button's accessible name where its text does not say enough. */
  label?: string | undefined;
  children: ReactNode;
}

/** What `DatePicker` becomes once its code is there. */
export function OpeningDatePicker(props: DatePickerProps) {
  const { value, onChange, buttonProps, buttonClassName = 'btn btn-ghost', label, disabled = false, children } = props;
  const { t } = useTranslation('common');
  const Panel = props.years ? YearsAndMonth : MonthGrid;
  return (
    <Popover className="contents">
      <PopoverButton
        {...buttonProps}
        type="button"
        disabled={disabled}
        className={buttonClassName}
        data-value={value ?? undefined}
        {...(label ? { 'aria-label': label } : {})}
      >
        {children}
      </PopoverButton>
      <PopoverPanel transition anchor={anchored('bottom start')} className="pop layer-pop" aria-label={t('choose_date')}>
        {({ close }) => (
          <>
            <OpenPanel />
            <Panel
              value={value}
              today={props.today}
              min={props.min}
              max={props.max}
              startAt={props.startAt}
              onChange={(date) => {
                close();
                onChange(date);
              }}
            />
          </>
        )}
      </PopoverPanel>
    </Popover>
  );
}
