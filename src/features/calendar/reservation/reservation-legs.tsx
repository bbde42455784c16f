import './reservation-legs.css';
import { GripVertical, Plus, X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, waitOf, withCurrentValue } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { newId } from '#data/new-id.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy, termsWith } from '#domain/booking/service-offers.ts';
import { visitIdOf } from '#domain/booking/visits.ts';
import { sumsOf } from '#domain/money/money.ts';
import { shownSums } from '#domain/money/shown-money.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Select } from '#ui/form/select.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { employeeOption, serviceOptions } from './choices.tsx';
import { LegTimes } from './leg-times.tsx';
import { DURATIONS, type LegValues, NO_TIMES, type ReservationValues } from './reservation-form.ts';
import { ReservationWarnings } from './reservation-warnings.tsx';
import { type LegState, useLegChecks } from './use-leg-checks.ts';
import { useLegDrag } from './use-leg-order.ts';
import { ANYONE, legsOf, movedLeg, reservationsOf, withLegs, withNewLeg } from './visit-values.ts';

/** The part of the legs that the form needs for saving. */
export interface VisitReady {
  /** With their times and employees. */
  readonly legs: readonly ReservationValues[];
  readonly over: readonly LocalRow<'events'>[];
}

interface LegsProps {
  values: ReservationValues;
  /** The values that the dialog opened with. */
  opened: ReservationValues;
  salon: SalonPart;
  /** As it is saved; null for a new one. */
  saved: Pick<LocalRow<'events'>, 'id' | 'visit_id'> | null;
  /** The changes by another device to each part, by the part's key. */
  notes: ReadonlyMap<string, string>;
  onChange(values: ReservationValues): unknown;
  onReady(ready: VisitReady): void;
  /** The services that the client usually has. */
  usual: readonly string[];
}

/** The services of a visit in their order, each with its employee and length; what they come to. */
export function ReservationLegs({ values, opened, salon, saved, notes, onChange, onReady, usual }: LegsProps) {
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
            usual={usual}
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

interface LegCardProps {
  at: number;
  state: LegState;
  /** The chosen employee, or the choice of any who is free. */
  asked: string;
  /** As it is saved; null: it is new. */
  was: ReservationValues | null;
  salon: SalonPart;
  usual: readonly string[];
  /** The change by another device, in words. */
  note: string | undefined;
  dragged: boolean;
  grip: ReturnType<ReturnType<typeof useLegDrag>['handle']>;
  onChange(change: Partial<LegValues>): void;
  onRemove(): void;
}

/** One service of a visit: what, with whom, how long; when that is, and what is to be known of it. */
function LegCard({ at, state, asked, was, salon, usual, note, dragged, grip, onChange, onRemove }: LegCardProps) {
  const { t } = useTranslation(['visits', 'calendar', 'reservation']);
  const language = useLanguage();
  const zone = salon.config.timezone;
  const { values, checks } = state;
  const service = salon.services.get(values.service);
  const employee = salon.employees.find(({ id }) => id === values.employee);
  const terms = service && termsWith(service, values.employee || null);
  const { from, to } = clockOf(values, zone);
  const waits = waitOf(values, zone);
  const number = at + 1;
  const name = service ? serviceName(service, language) : values.title || t('part', { number });
  const isOffered = (id: string) => !service || isOfferedBy(service, id);
  const listed = salon.employees.filter(({ id, active }) => active || id === asked);
  const choose = (id: string) => {
    const next = salon.services.get(id);
    if (!next) return onChange({ service: id });
    const { minutes, times } = termsWith(next, asked === ANYONE ? null : asked);
    onChange({ service: id, title: serviceName(next, language), duration: minutes, ...times, typed: null });
  };
  const give = (id: string) => {
    const own = service && values.duration === terms?.minutes ? termsWith(service, id === ANYONE ? null : id) : null;
    onChange({ employee: id, ...(own ? { duration: own.minutes, ...(values.typed ? {} : own.times) } : {}) });
  };
  return (
    <li data-leg className={classNames('visit-leg', dragged && 'dragged')} aria-label={t('part', { number })}>
      <button type="button" className="grip" aria-label={t('reorder', { name })} {...grip}>
        <GripVertical className="i" aria-hidden="true" />
      </button>
      <div className="grid min-w-0 flex-1 grid-cols-6 gap-2">
        <p className="col-span-6 flex min-h-(--hit-min) items-center gap-x-2">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-tight">
            <b className="font-semibold whitespace-nowrap tnum">{formatTimeRange(from, to)}</b>
            {waits ? <span className="text-sm whitespace-nowrap text-ink-2 tnum">{t('waits', { range: waits })}</span> : null}
          </span>
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            className="ml-auto"
            label={t('remove', { name })}
            icon={<X className="i" aria-hidden="true" />}
            onClick={onRemove}
          />
        </p>
        <Select<string>
          className="col-span-6"
          label={t('service', { number })}
          hideLabel
          value={values.service || null}
          placeholder={t('choose_service')}
          options={[
            ...(values.service && !service ? [{ value: values.service, label: values.title || '–' }] : []),
            ...serviceOptions(salon, { language, t }, { employee, usual }),
          ]}
          onChange={choose}
        />
        <Select<string>
          className="col-span-4 max-md:col-span-6"
          label={t('employee', { number })}
          hideLabel
          value={asked || null}
          placeholder={t('choose_employee')}
          options={[
            {
              value: ANYONE,
              label: asked === ANYONE && employee ? t('anyone_is', { name: employee.name }) : t('anyone'),
            },
            ...listed.map((one) => employeeOption(one, t, isOffered(one.id))),
          ]}
          onChange={give}
        />
        <Select<number>
          className="col-span-2 max-md:col-span-3"
          label={t('duration', { number })}
          hideLabel
          value={values.duration}
          options={withCurrentValue(DURATIONS, values.duration, terms?.minutes ?? Number.NaN, was?.duration ?? Number.NaN).map(
            (minutes) => ({
              value: minutes,
              label: t('calendar:reservation.minutes', { count: minutes }),
            }),
          )}
          onChange={(duration) => onChange({ duration })}
        />
        <LegTimes
          label={t('times_of', { number })}
          before={was && was.service === values.service ? was : (terms?.times ?? NO_TIMES)}
          color={employee?.color}
          {...{ values, service, onChange }}
        />
        {note ? (
          <p className="hint col-span-6" role="note">
            {note}
          </p>
        ) : null}
        {asked === ANYONE && !employee && values.service ? (
          <Notice tone="warn" className="col-span-6 py-2.5!">
            <p data-warning="nobody-free">{t('nobody_free')}</p>
          </Notice>
        ) : (
          <ReservationWarnings
            {...{ checks, values, zone, was }}
            onRetry={null}
            employeeName={employee?.name ?? t('calendar:unknown_employee')}
            notOffered={service && employee && !isOffered(employee.id) ? serviceName(service, language) : null}
          />
        )}
      </div>
    </li>
  );
}
