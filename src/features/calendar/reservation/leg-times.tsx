import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fittingTimes, waitsWithin } from '#domain/booking/busy-spans.ts';
import { TIMES_FIELDS, type TimesField, timeParts, typedTimes } from '#domain/booking/typed-times.ts';
import { TimePartsPicture } from '#features/shared/time-parts-picture.tsx';
import type { LocalRow } from '#schemas/registry.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { afterPress } from '#ui/input/after-press.ts';
import { Button } from '#ui/page/button.tsx';
import { type FormTimes, faultsOf, type Times, withTyped } from './reservation-form.ts';

interface LegTimesProps {
  /** Of the fields together. */
  label: string;
  values: FormTimes & { readonly duration: number };
  /** The times before somebody typed. */
  before: Times;
  service: LocalRow<'services'> | undefined;
  /** The employee's. */
  color: string | undefined;
  onChange(times: FormTimes): unknown;
}

const hasAny = (times: Times | undefined) => times !== undefined && TIMES_FIELDS.some((field) => times[field] > 0);

/**
 * The three times of a booking: the stretch as a picture, and the fields behind it. Nothing where neither the service nor the
 * booking has any. What is wrong is said beside its field once that was left, and never folded away.
 */
export function LegTimes({ label, values, before, service, color, onChange }: LegTimesProps) {
  const { t } = useTranslation(['visits', 'services']);
  const [asked, setAsked] = useState(false);
  const [leftFields, setLeftFields] = useState<ReadonlySet<TimesField>>(() => new Set(values.typed ? TIMES_FIELDS : []));
  const body = useId();
  const leave = (fields: readonly TimesField[]) => afterPress(() => setLeftFields((before) => new Set([...before, ...fields])));
  if (!hasAny(service) && !hasAny(values) && !hasAny(before) && values.typed === null) return null;
  const { duration } = values;
  const typed = values.typed ?? typedTimes(duration, values);
  const faults = faultsOf(values);
  const wrong = Object.keys(faults).length > 0;
  const open = asked || wrong;
  const isDropped = values.typed === null && values.processing_minutes > 0 && !waitsWithin(duration, values);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a line that is folded
    <div
      className="col-span-6 flex flex-col gap-1.5"
      role="group"
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (open && !currentTarget.contains(relatedTarget)) leave(TIMES_FIELDS); // two fields say one thing
      }}
    >
      <div className="flex items-center gap-2 max-md:flex-wrap">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 flex-none"
          aria-expanded={open}
          aria-controls={body}
          icon={open ? <ChevronDown className="i" aria-hidden="true" /> : <ChevronRight className="i" aria-hidden="true" />}
          onClick={() => setAsked(!open)}
        >
          {t('times')}
        </Button>
        {wrong ? null : (
          <div className="min-w-32 flex-1">
            <TimePartsPicture parts={timeParts(duration, fittingTimes(duration, values))} color={color} small />
          </div>
        )}
      </div>
      <div id={body} className="grid grid-cols-3 items-start gap-2" hidden={!open}>
        {open
          ? TIMES_FIELDS.map((field) => (
              <TextField
                key={field}
                label={t(field)}
                inputMode="numeric"
                autoComplete="off"
                affix={t('services:minutes')}
                value={typed[field]}
                error={faults[field] && leftFields.has(field) ? t(`services:${faults[field]}`) : undefined}
                onBlur={() => leave([field])}
                onChange={(text) => onChange(withTyped(values, { ...typed, [field]: text }, before))}
              />
            ))
          : null}
      </div>
      {/* It stands there when there is nothing to say, too: what comes into it is read out. */}
      <p className={isDropped ? 'hint' : 'sr-only'} role="status">
        {isDropped ? t('times_gone') : ''}
      </p>
    </div>
  );
}
