import { Radio, RadioGroup } from '@headlessui/react';
import { Circle, CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface SideProps {
  /** What is chosen by it. */
  value: string;
  title: string;
  /** Which device, when. */
  from?: string | undefined;
  children: ReactNode;
}

export interface IssueChoiceProps {
  label: string;
  value: string;
  /** Ours, and theirs as the last. */
  sides: readonly SideProps[];
  disabled?: boolean | undefined;
  onChange(value: string): void;
}

/** Ours and theirs side by side, one of them chosen. */
export function IssueChoice({ label, value, sides, disabled = false, onChange }: IssueChoiceProps) {
  return (
    <RadioGroup
      value={value}
      onChange={onChange}
      disabled={disabled}
      aria-label={label}
      className="mt-3 grid gap-2 sm:grid-cols-2"
    >
      {sides.map((side) => (
        <SideCard key={side.value} {...side} />
      ))}
    </RadioGroup>
  );
}

function SideCard({ value, title, from, children }: SideProps) {
  return (
    <Radio
      value={value}
      as="button"
      type="button"
      className={({ checked }) =>
        classNames(
          'flex min-w-0 flex-col items-stretch justify-start rounded-md p-3 text-left outline-offset-2',
          checked
            ? 'bg-primary-soft shadow-[inset_0_0_0_2px_var(--color-primary)]'
            : 'shadow-[inset_0_0_0_1px_var(--color-line-strong)]',
        )
      }
    >
      {({ checked }) => (
        <>
          <span
            className={classNames('flex items-center gap-2 text-xs font-medium', checked ? 'text-primary-ink' : 'text-ink-2')}
          >
            {title}
            {checked ? (
              <CircleCheckBig className="i i-sm ml-auto" aria-hidden="true" />
            ) : (
              <Circle className="i i-sm ml-auto text-ink-3" aria-hidden="true" />
            )}
          </span>
          <span className="mt-1 block">{children}</span>
          {from ? <span className="mt-0.5 block text-xs text-ink-2">{from}</span> : null}
        </>
      )}
    </Radio>
  );
}
