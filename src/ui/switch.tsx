import { Description, Field, Switch as HeadlessSwitch, Label } from '@headlessui/react';
import type { ReactNode } from 'react';
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

/** A setting that holds at once. A bar marks on and a ring marks off, so that colour is not needed. The words turn it too. */
export function Switch({ label, hint, checked, onChange, disabled = false, layout = 'row', name, className }: SwitchProps) {
  const control = (
    <HeadlessSwitch
      checked={checked}
      onChange={onChange}
      className={classNames('switch', checked && 'on', disabled && 'opacity-60')}
      data-name={name}
    />
  );
  const words = (
    <span className={classNames(layout === 'bare' && 'sr-only', layout === 'row' && 'flex-1')}>
      <Label className={classNames('block', layout === 'row' && 'font-medium')}>{label}</Label>
      {hint ? (
        <Description as="span" className="block text-xs text-ink-3">
          {hint}
        </Description>
      ) : null}
    </span>
  );
  return (
    <Field
      disabled={disabled}
      className={classNames(layout === 'row' ? 'flex min-h-11 items-center gap-4' : 'toggle-row', className)}
    >
      {layout === 'row' ? words : control}
      {layout === 'row' ? control : words}
    </Field>
  );
}
