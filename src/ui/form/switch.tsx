import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from '#ui/style/class-names.ts';

export interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  /** `row`: words left, switch at the right edge. `inline`: switch, then words. `bare`: the words are only for screen readers. */
  layout?: 'row' | 'inline' | 'bare' | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

/**
 * A setting that takes effect at once. A bar marks on and a ring marks off, so that colour is not needed. A press on the words
 * turns it, too. It does not use Headless UI, because every start draws it.
 */
export function Switch({ label, hint, checked, onChange, disabled = false, layout = 'row', name, className }: SwitchProps) {
  const id = useId();
  // Enter submits the form, as in its fields, and does not turn the switch.
  const sendForm = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  const control = (
    <button
      type="button"
      role="switch"
      id={id}
      aria-checked={checked}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      disabled={disabled}
      className={classNames('switch', checked && 'on', disabled && 'opacity-60')}
      data-name={name}
      onClick={() => onChange(!checked)}
      onKeyDown={sendForm}
    />
  );
  const words = (
    <span className={classNames(layout === 'bare' && 'sr-only', layout === 'row' && 'flex-1')}>
      <label id={`${id}-label`} htmlFor={id} className={classNames('block', layout === 'row' && 'font-medium')}>
        {label}
      </label>
      {hint ? (
        <span id={`${id}-hint`} className="block text-xs text-ink-3">
          {hint}
        </span>
      ) : null}
    </span>
  );
  return (
    <div className={classNames(layout === 'row' ? 'flex min-h-11 items-center gap-4' : 'toggle-row', className)}>
      {layout === 'row' ? words : control}
      {layout === 'row' ? control : words}
    </div>
  );
}
