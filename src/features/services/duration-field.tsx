import { useField } from 'formik';
import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LONGEST_SERVICE_MINUTES } from '#domain/service-duration.ts';
import { afterPress } from '#ui/after-press.ts';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { typedText } from '#ui/typed-text.ts';
import { DURATION_STEP } from './service-form-values.ts';

/** To the next full step in that direction, never below the least or above the most. */
export function stepped(text: string, direction: 1 | -1): string {
  const minutes = Number.parseInt(text, 10);
  if (Number.isNaN(minutes)) return String(DURATION_STEP);
  const steps = minutes / DURATION_STEP;
  const next = direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return String(Math.min(Math.max(1, next) * DURATION_STEP, LONGEST_SERVICE_MINUTES));
}

/** Minutes, typed or by steps of five. What is typed may be wrong: then the field says so. */
export function DurationField({ className }: { className: string }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation('services');
  const [field, meta, set] = useField<string>('duration');
  const error = meta.touched && meta.error ? t(meta.error) : undefined;
  const by = (direction: 1 | -1) => void set.setValue(stepped(field.value, direction));
  return (
    <Field label={own('duration')} hint={own('duration_hint')} error={error} className={className}>
      {(control) => (
        <span className={classNames('stepper w-full', error && 'border-danger')}>
          <button
            type="button"
            aria-label={own('duration_less')}
            disabled={Number(field.value) <= DURATION_STEP}
            onClick={() => by(-1)}
          >
            <Minus className="i" aria-hidden="true" />
          </button>
          <span className="val flex! min-w-0 flex-1 items-center justify-center gap-1">
            <input
              {...control}
              className="w-14 min-w-0 bg-transparent text-right outline-none"
              inputMode="numeric"
              autoComplete="off"
              value={field.value}
              onChange={(event) => void set.setValue(typedText(event.target))}
              onBlur={() => afterPress(() => void set.setTouched(true))}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                event.preventDefault();
                by(event.key === 'ArrowUp' ? 1 : -1);
              }}
            />
            <span className="text-sm font-normal text-ink-3">{own('minutes')}</span>
          </span>
          <button type="button" aria-label={own('duration_more')} onClick={() => by(1)}>
            <Plus className="i" aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}
