import { Radio, RadioGroup } from '@headlessui/react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SegmentedProps<V extends string | number> {
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode; icon?: ReactNode; lang?: string | undefined; title?: string | undefined }[];
  onChange: (value: V) => void;
  /** The parts share the whole width. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** Two or three views of the same thing. */
export function Segmented<V extends string | number>({ label, value, options, onChange, wide, className }: SegmentedProps<V>) {
  return (
    <RadioGroup
      value={value}
      onChange={(next: V) => next !== value && onChange(next)}
      aria-label={label}
      className={classNames('segmented', wide && 'w-full', className)}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          as="button"
          type="button"
          lang={option.lang}
          title={option.title}
          aria-label={option.title}
          className={({ checked }) => classNames(checked && 'on', wide && 'flex-1')}
        >
          {option.icon}
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
