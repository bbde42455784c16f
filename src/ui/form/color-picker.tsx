import { Radio, RadioGroup } from '@headlessui/react';
import { Check } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import { typedText } from './typed-text.ts';

/** The colours of events and dots are derived from the hue, so each of these keeps enough contrast. */
export const SWATCHES = [
  '#7c3aed',
  '#3b82f6',
  '#3498db',
  '#0d9488',
  '#16a34a',
  '#84cc16',
  '#f59e0b',
  '#ea580c',
  '#dc2626',
  '#ec4899',
  '#a16207',
  '#64748b',
] as const;

export interface ColorPickerProps {
  label: string;
  value: string;
  onChange: (color: string) => void;
  onBlur?: (() => void) | undefined;
  /** Initials of the employee who already has a colour, by its hex in lower case. */
  taken?: ReadonlyMap<string, string> | undefined;
  hint?: ReactNode;
  error?: ReactNode;
}

/** Twelve swatches and a field for any other colour. */
export function ColorPicker({ label, value, onChange, onBlur, taken, hint, error }: ColorPickerProps) {
  const note = useId();
  const chosen = value.trim().toLowerCase();
  return (
    <div>
      <RadioGroup value={chosen} onChange={onChange} className="swatches" aria-label={label}>
        {SWATCHES.map((color) => {
          const who = taken?.get(color);
          return (
            <Radio
              key={color}
              value={color}
              as="button"
              type="button"
              className={classNames('swatch', color === chosen && 'on')}
              style={{ '--c': color } as CSSProperties}
              aria-label={who ? `${color}, ${who}` : color}
            >
              {color === chosen ? <Check className="i i-sm" aria-hidden="true" /> : who}
            </Radio>
          );
        })}
      </RadioGroup>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          className={classNames('input tnum w-32! flex-none', error ? 'is-error' : false)}
          aria-label={`${label}, #`}
          aria-describedby={note}
          aria-invalid={error ? true : undefined}
          value={value}
          maxLength={9}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(typedText(event.target))}
          onBlur={onBlur}
        />
        <p
          id={note}
          className={error ? 'error mt-0!' : 'hint mt-0! min-w-[min(12rem,100%)] flex-1'}
          role={error ? 'alert' : undefined}
        >
          {error ?? hint}
        </p>
      </div>
    </div>
  );
}
