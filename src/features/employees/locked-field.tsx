import { Lock } from 'lucide-react';
import { Field } from '#ui/field.tsx';

/** A field that cannot be changed here, and why. */
export function LockedField(props: { label: string; value: string; note?: string | undefined; className: string }) {
  const { label, value, note, className } = props;
  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="relative">
          <Lock className="i i-sm absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" aria-hidden="true" />
          <input {...control} className="input is-disabled pl-9!" value={value} disabled />
          {note ? <span className="absolute top-1/2 right-3 -translate-y-1/2 text-xs text-ink-3">{note}</span> : null}
        </div>
      )}
    </Field>
  );
}
