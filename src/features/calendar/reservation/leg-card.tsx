import { GripVertical, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clockOf, waitOf, withOwn } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { isOfferedBy, termsWith } from '#domain/offers.ts';
import { serviceName } from '#domain/service-duration.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';
import { LegTimes } from './leg-times.tsx';
import { DURATIONS, type LegValues, NO_TIMES, type ReservationValues } from './reservation-form.ts';
import { ReservationWarnings } from './reservation-warnings.tsx';
import { serviceOptions } from './service-options.tsx';
import type { LegState } from './use-leg-checks.ts';
import type { useLegDrag } from './use-leg-drag.ts';
import { ANYONE } from './visit-values.ts';

interface LegCardProps {
  at: number;
  state: LegState;
  /** Who was chosen, which may be whoever is free. */
  asked: string;
  /** As it is saved; null: it is new. */
  was: ReservationValues | null;
  salon: SalonPart;
  /** What another device changed of it. */
  note: string | undefined;
  dragged: boolean;
  grip: ReturnType<ReturnType<typeof useLegDrag>['handle']>;
  onChange(change: Partial<LegValues>): void;
  onRemove(): void;
}

/** One service of a visit: what, with whom, how long; when that is, and what is to be known of it. */
export function LegCard({ at, state, asked, was, salon, note, dragged, grip, onChange, onRemove }: LegCardProps) {
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
    <li className={classNames('visit-leg', dragged && 'dragged')} aria-label={t('part', { number })}>
      <button type="button" className="grip" aria-label={t('reorder', { name })} {...grip}>
        <GripVertical className="i" aria-hidden="true" />
      </button>
      <div className="grid min-w-0 flex-1 grid-cols-6 gap-2">
        <p className="col-span-6 flex min-h-(--hit-min) items-center gap-x-2">
          <b className="font-semibold whitespace-nowrap tnum">{formatTimeRange(from, to)}</b>
          {waits ? <span className="text-sm text-ink-2 tnum">{t('waits', { range: waits })}</span> : null}
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
            ...serviceOptions(salon.services, language, t),
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
            ...listed.map(({ id, name: label, color, active }) => ({
              value: id,
              label: active ? label : t('calendar:reservation.inactive_option', { name: label }),
              icon: <EmployeeAvatar name={label} color={color} className="h-6! w-6! text-[.65rem]!" />,
              ...(isOffered(id) ? {} : { note: t('not_offered_note') }),
            })),
          ]}
          onChange={give}
        />
        <Select<number>
          className="col-span-2 max-md:col-span-3"
          label={t('duration', { number })}
          hideLabel
          value={values.duration}
          options={withOwn(DURATIONS, values.duration, terms?.minutes ?? Number.NaN, was?.duration ?? Number.NaN).map(
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
