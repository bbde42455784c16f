import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
  /** Stands between the box and the words, such as an avatar. */
  icon?: ReactNode;
  /** Stands at the right edge. */
  note?: ReactNode;
  disabled?: boolean | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

/** A choice that takes effect with Save; a switch takes effect at once. */
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
      {note ? (
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
          <span className="min-w-24 flex-1 break-words">{label}</span>
          <span className="text-xs text-ink-3">{note}</span>
        </span>
      ) : (
        <span className="min-w-0 flex-1">{label}</span>
      )}
    </label>
  );
}
