import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
  /** Between the box and the words, such as an avatar. */
  icon?: ReactNode;
  /** At the right edge. */
  note?: ReactNode;
  disabled?: boolean | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

/** A choice that waits for Save (a switch does not). */
export function Checkbox({ label, checked, onChange, onBlur, icon, note, disabled, name, className }: CheckboxProps) {
  return (
    <label className={classNames('group flex min-h-(--hit-min) cursor-pointer items-center gap-2.5', className)}>
      <input
        type="checkbox"
        className="peer sr-only"
        checked={checked}
        disabled={disabled}
        name={name}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
      />
      <span
        className={classNames('check peer-focus-visible:is-focus', checked && 'on', disabled && 'opacity-60')}
        aria-hidden="true"
      >
        <Check className="i" />
      </span>
      {icon}
      <span className="min-w-0 flex-1">{label}</span>
      {note ? <span className="text-xs text-ink-3">{note}</span> : null}
    </label>
  );
}
