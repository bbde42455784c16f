import { Switch as HeadlessSwitch } from '@headlessui/react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

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

/** A setting that holds at once. A bar marks on and a ring marks off, so that colour is not needed. */
export function Switch({ label, hint, checked, onChange, disabled = false, layout = 'row', name, className }: SwitchProps) {
  const id = useId();
  const control = (
    <HeadlessSwitch
      checked={checked}
      onChange={onChange}
      disabled={disabled}
      className={classNames('switch', checked && 'on', disabled && 'opacity-60')}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      {...(name ? { 'data-name': name } : {})}
    />
  );
  const words = (
    <span className={classNames(layout === 'bare' && 'sr-only', layout === 'row' && 'flex-1')}>
      <span id={`${id}-label`} className={classNames('block', layout === 'row' && 'font-medium')}>
        {label}
      </span>
      {hint ? (
        <span id={`${id}-hint`} className="block text-xs text-ink-3">
          {hint}
        </span>
      ) : null}
    </span>
  );
  if (layout === 'row') {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for fingers; the switch itself takes the keyboard
      <div
        className={classNames('flex min-h-11 items-center gap-4', className)}
        onClick={(event) => {
          if (!disabled && !(event.target as Element).closest('.switch')) onChange(!checked);
        }}
      >
        {words}
        {control}
      </div>
    );
  }
  return (
    <span className={classNames('toggle-row', className)}>
      {control}
      {words}
    </span>
  );
}
