import { type ReactNode, useId } from 'react';

export interface RadioRowsProps<V extends string> {
  label: ReactNode;
  value: V;
  options: readonly { value: V; label: string; note?: string | undefined }[];
  onChange: (value: V) => void;
}

/** A choice of a few things that need a sentence each: native radio buttons in rows. */
export function RadioRows<V extends string>({ label, value, options, onChange }: RadioRowsProps<V>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="label">{label}</legend>
      <div className="grid grid-cols-1 gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-(--control-h) cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name={name}
              className="mt-1 h-4 w-4 flex-none accent-(--color-primary)"
              checked={option.value === value}
              aria-describedby={option.note ? `${name}-${option.value}` : undefined}
              aria-label={option.label}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{option.label}</span>
              {option.note ? (
                <span id={`${name}-${option.value}`} className="block text-ink-2 text-sm">
                  {option.note}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
