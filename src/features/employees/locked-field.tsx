import { Lock } from 'lucide-react';
import { Field } from '#ui/field.tsx';

/** A field that cannot be changed here, and why. */
export function LockedField(props: { label: string; value: string; note?: string | undefined; className: string }) {
  const { label, value, note, className } = props;
  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="input is-disabled flex-wrap">
          <Lock className="i i-sm text-ink-3" aria-hidden="true" />
          <input {...control} className="min-w-24 flex-1" value={value} disabled />
          {note ? <span className="text-xs text-ink-3">{note}</span> : null}
        </div>
      )}
    </Field>
  );
}
