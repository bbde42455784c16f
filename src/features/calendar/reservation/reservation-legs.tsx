import './reservation-legs.css';
import { Plus } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { newId } from '#data/new-id.ts';
import { formatTime } from '#domain/date-format.ts';
import { sumsOf } from '#domain/money.ts';
import { termsWith } from '#domain/offers.ts';
import { shownSums } from '#domain/shown-money.ts';
import { visitIdOf } from '#domain/visits.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { LegCard } from './leg-card.tsx';
import type { ReservationValues } from './reservation-form.ts';
import { useLegChecks } from './use-leg-checks.ts';
import { useLegDrag } from './use-leg-drag.ts';
import { legsOf, movedLeg, reservationsOf, withLegs, withNewLeg } from './visit-values.ts';

/** What of the legs the form needs when it is saved. */
export interface VisitReady {
  /** With their times and employees. */
  readonly legs: readonly ReservationValues[];
  readonly over: readonly LocalRow<'events'>[];
}

interface LegsProps {
  values: ReservationValues;
  /** What the dialog opened with. */
  opened: ReservationValues;
  salon: SalonPart;
  /** As it is saved; null for a new one. */
  saved: Pick<LocalRow<'events'>, 'id' | 'visit_id'> | null;
  /** What another device changed of a part, by its key. */
  notes: ReadonlyMap<string, string>;
  onChange(values: ReservationValues): unknown;
  onReady(ready: VisitReady): void;
}

/** The services of a visit in their order, each with its employee and length; what they come to. */
export function ReservationLegs({ values, opened, salon, saved, notes, onChange, onReady }: LegsProps) {
  const { t } = useTranslation(['visits', 'calendar']);
  const language = useLanguage();
  const { timezone: zone, currency } = salon.config;
  const { legs: states, onRetry } = useLegChecks(values, salon, saved && visitIdOf(saved));
  const legs = legsOf(values);
  const drag = useLegDrag({ count: legs.length, onMove: (from, to) => onChange(movedLeg(values, from, to)) });
  useLayoutEffect(() => {
    const over = states.flatMap(({ checks }) => (checks?.over ?? []).map(({ event }) => event));
    onReady({ legs: states.map((state) => state.values), over });
  }, [states, onReady]);

  const before = saved ? reservationsOf(opened, zone) : [];
  const last = states.at(-1)?.values;
  const prices = states.flatMap(({ values: { service: id, employee } }) => {
    const service = salon.services.get(id);
    const terms = service && termsWith(service, employee || null);
    return terms ? [{ amount: terms.price, currency: terms.currency }] : [];
  });
  const minutes = legs.reduce((sum, { duration, gap }) => sum + duration + gap, 0);
  return (
    <div className="col-span-6 flex flex-col gap-2">
      <span className="label mb-0!" id="visit-legs">
        {t('legs')}
      </span>
      {onRetry ? <ErrorBox title={t('calendar:data_failed')} onRetry={onRetry} retryLabel={t('calendar:retry')} /> : null}
      <ol className="visit-legs" aria-labelledby="visit-legs" {...drag.surface}>
        {states.map((state, at) => (
          <LegCard
            key={state.values.legKey}
            at={at}
            state={state}
            asked={legs[at]?.employee ?? ''}
            was={before.find(({ legId }) => legId !== null && legId === state.values.legId) ?? null}
            salon={salon}
            note={notes.get(state.values.legKey)}
            dragged={drag.dragged === at}
            grip={drag.handle(at)}
            onChange={(change) =>
              onChange(
                withLegs(
                  values,
                  legs.map((leg, own) => (own === at ? { ...leg, ...change } : leg)),
                ),
              )
            }
            onRemove={() =>
              onChange(
                withLegs(
                  values,
                  legs.filter((_, own) => own !== at),
                ),
              )
            }
          />
        ))}
      </ol>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2 self-start"
        icon={<Plus className="i i-sm" aria-hidden="true" />}
        data-add-leg
        onClick={() => onChange(withNewLeg(values, newId()))}
      >
        {t('add')}
      </Button>
      {last ? (
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold" role="status">
          <span>
            {t('total', {
              length: t('calendar:reservation.minutes', { count: minutes }),
              end: formatTime(clockOf(last, zone).to),
            })}
          </span>
          <span className="tnum">{shownSums(sumsOf(prices), currency, language)}</span>
        </p>
      ) : null}
    </div>
  );
}
