import { Plus } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, HOURS, MINUTES, waitOf, withCurrentValue } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { newId } from '#data/new-id.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy, termsWith } from '#domain/booking/service-offers.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { isLocalDate, type LocalDate, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { DateField } from '#ui/form/date-field.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Button } from '#ui/page/button.tsx';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { clockOptions, DeadEnd, employeeOption, serviceOptions } from './choices.tsx';
import { ClientLines, UsualService, useClientFacts } from './chosen-client.tsx';
import { ClientBox } from './client-box.tsx';
import {
  DURATIONS,
  extraTimesOf,
  NO_TIMES,
  type ReservationValues,
  withBlock,
  withEmployee,
  withService,
} from './reservation-form.ts';
import type { VisitReady } from './reservation-legs.tsx';
import { hintOf, type MeanwhileWords, type Unavailable } from './reservation-meanwhile.tsx';
import { ReservationOffers } from './reservation-offers.tsx';
import { ReservationWarnings, useChecks } from './reservation-warnings.tsx';
import { useLegFocus } from './use-leg-order.ts';
import { withNewLeg } from './visit-values.ts';

const BlockName = lazyPart(() => import('./block-name.tsx').then((m) => m.BlockName));
const LegTimes = lazyPart(() => import('./leg-times.tsx').then((m) => m.LegTimes));
const ReservationLegs = lazyPart(() => import('./reservation-legs.tsx').then((m) => m.ReservationLegs));

/** The hint says one length, the chosen one; how it stands to the service's own it says in words. */
const lengthBeside = (chosen: number, usual: number) => (chosen === usual ? 'usual' : chosen < usual ? 'shorter' : 'longer');

const NONE_USUAL: readonly string[] = [];

interface FieldsProps {
  values: ReservationValues;
  /** The values that the dialog opened with: their employee, minute, duration and service stay among the choices. */
  opened: ReservationValues;
  /** The appointment as it is saved now; null for a new one. */
  saved: Pick<LocalRow<'events'>, 'id' | 'status' | 'visit_id'> | null;
  /** The changes by another device meanwhile, by field. */
  beside: MeanwhileWords['beside'];
  /** The same of a visit's parts, by their keys. */
  notes: MeanwhileWords['notes'];
  unavailable: Unavailable;
  salon: SalonPart;
  today: LocalDate;
  onChange(values: ReservationValues): unknown;
  /** Called with the overlaps that the fields show: a person who saves then agrees to them. */
  onOver(over: readonly LocalRow<'events'>[]): void;
  /** Several services: each with its own time and employee. */
  onVisit(ready: VisitReady): void;
}

/** The fields of the dialog. The dialog around them is drawn again more often than they are. */
export const ReservationFields = memo(function ReservationFields({
  values,
  opened,
  saved,
  beside,
  notes,
  unavailable,
  salon,
  today,
  onChange,
  onOver,
  onVisit,
}: FieldsProps) {
  const { t } = useTranslation(['calendar', 'reservation', 'visits']);
  const language = useLanguage();
  const { timezone: zone, currency } = salon.config;
  const set = (change: Partial<ReservationValues>) => onChange({ ...values, ...change });
  const choose = t('reservation.choose');

  const employees = salon.employees.filter(({ id, active }) => active || id === opened.employee || id === values.employee);
  const employee = salon.employees.find(({ id }) => id === values.employee);
  const { checks, onRetry } = useChecks(values, saved, salon);
  useLayoutEffect(() => onOver((checks?.over ?? []).map(({ event }) => event)), [checks, onOver]);
  const several = values.more.length > 0;
  const facts = useClientFacts(values.block ? '' : values.client);
  const usual = facts?.usualServices ?? NONE_USUAL;
  const box = useLegFocus(values.more.length);
  const clockWidth = several ? undefined : 'min-w-20 flex-1';
  const service = salon.services.get(values.service);
  const terms = service && termsWith(service, values.employee || null);
  const isOffered = (id: string) => !service || isOfferedBy(service, id);
  // A saved one keeps what it names, removed or not.
  const ownEmployee =
    saved && opened.employee && !salon.employees.some(({ id }) => id === opened.employee)
      ? [{ value: opened.employee, label: t('unknown_employee') }]
      : [];
  const ownService =
    saved && opened.service && !salon.services.has(opened.service) ? [{ value: opened.service, label: opened.title || '–' }] : [];
  const end = isLocalDate(values.date) ? formatTime(clockOf(values, zone).to) : '';
  const waits = isLocalDate(values.date) ? waitOf(values, zone) : undefined;
  /** The values that ticking the box took away: a person who ticked it by mistake gets them back. */
  const unblocked = useRef<Partial<ReservationValues>>({});
  /** And the name of the blocked time, for a person who takes the tick away by mistake. */
  const blockName = useRef('');
  const onBlock = (block: boolean) => {
    const { client, newClient, service, title, typed } = values;
    if (block) unblocked.current = { client, newClient, service, title, ...extraTimesOf(values), typed };
    else blockName.current = title;
    onChange({ ...withBlock(values, block, blockName.current || t('blocked_title')), ...(block ? {} : unblocked.current) });
  };

  return (
    <div ref={box} className="grid grid-cols-6 gap-4">
      {several ? null : (
        <Select<string>
          className="col-span-3 max-md:col-span-6"
          label={t('reservation.employee')}
          name="employee"
          value={values.employee || null}
          placeholder={choose}
          emptyText={t('reservation.no_employees')}
          hint={employees.length + ownEmployee.length === 0 ? <DeadEnd what="employee" /> : beside.employee}
          error={unavailable.employee ? t(`reservation:gone.${employee ? 'inactive' : 'employee'}`) : undefined}
          options={[...ownEmployee, ...employees.map((one) => employeeOption(one, t, isOffered(one.id)))]}
          onChange={(next) => onChange(withEmployee(values, next, service))}
        />
      )}
      <DateField
        className="col-span-3 max-md:col-span-6"
        label={t('reservation.date')}
        name="date"
        value={values.date || null}
        today={today}
        noteOf={(date) => closedLabel(salon.config.open, date, language)}
        onChange={(date) => set({ date })}
      />
      <div className={several ? 'col-span-3 grid grid-cols-2 gap-4 max-md:col-span-6' : 'col-span-6 flex flex-wrap gap-4'}>
        <Select<number>
          className={clockWidth}
          label={t('reservation.hour')}
          name="hour"
          value={values.hour}
          options={clockOptions(HOURS)}
          onChange={(hour) => set({ hour })}
        />
        <Select<number>
          className={clockWidth}
          label={t('reservation.minute')}
          name="minute"
          value={values.minute}
          options={clockOptions(withCurrentValue(MINUTES, opened.minute, values.minute))}
          onChange={(minute) => set({ minute })}
        />
        {several ? null : (
          <Select<number>
            className={clockWidth}
            label={t('reservation.duration')}
            name="duration"
            value={values.duration}
            options={withCurrentValue(DURATIONS, opened.duration, values.duration, terms ? terms.minutes : Number.NaN).map(
              (minutes) => ({
                value: minutes,
                label: t('reservation.minutes', { count: minutes }),
              }),
            )}
            onChange={(duration) => set({ duration })}
          />
        )}
      </div>
      {beside.time ? (
        <p className="hint col-span-6 -mt-3" role="note">
          {beside.time}
        </p>
      ) : null}
      {several ? null : (
        <>
          <ReservationWarnings
            {...{ checks, onRetry, values, zone }}
            was={saved ? opened : null}
            employeeName={employee?.name ?? t('unknown_employee')}
            notOffered={service && employee && !isOffered(employee.id) ? serviceName(service, language) : null}
          />
          {values.block ? null : (
            <ReservationOffers
              values={values}
              eventId={saved?.id ?? null}
              salon={salon}
              today={today}
              open={checks !== undefined && (checks.over.length > 0 || checks.off !== null)}
              onPick={({ resourceId, start }) => {
                const at = zonedParts(start, zone);
                set({ employee: resourceId, date: at.date, hour: Math.floor(at.minute / 60), minute: at.minute % 60 });
              }}
            />
          )}
          <Checkbox
            className="col-span-6"
            name="block"
            checked={values.block}
            onChange={onBlock}
            label={
              <>
                {t('reservation.block_time')} <span className="text-ink-3">{t('reservation.block_hint')}</span>
              </>
            }
          />
        </>
      )}
      {values.block ? (
        <BlockName title={values.title} note={beside.name} onChange={(title) => set({ title })} />
      ) : (
        <>
          <ClientBox
            client={values.client}
            newClient={values.newClient}
            first={!saved}
            unavailable={unavailable.client}
            note={beside.client}
            onClient={(client) => set({ client, newClient: null })}
            onNewClient={(newClient) => set({ client: '', newClient })}
          />
          <ClientLines client={values.client} {...{ facts, salon }} />
          {several ? (
            <ReservationLegs {...{ values, opened, salon, saved, notes, onChange, usual }} onReady={onVisit} />
          ) : (
            <>
              <Select<string>
                className="col-span-6"
                label={t('reservation.service')}
                name="service"
                value={values.service || null}
                placeholder={choose}
                emptyText={t('reservation.no_services')}
                hint={
                  salon.services.size + ownService.length === 0 ? (
                    <DeadEnd what="service" />
                  ) : (
                    hintOf(
                      terms &&
                        t(`reservation:service_hint.${lengthBeside(values.duration, terms.minutes)}`, {
                          duration: values.duration,
                          price: shownMoney({ amount: terms.price, currency: terms.currency }, currency, language),
                          end,
                        }),
                      waits && t('visits:waits', { range: waits }),
                      beside.service,
                    )
                  )
                }
                error={unavailable.service ? t('reservation:gone.service') : undefined}
                options={[...ownService, ...serviceOptions(salon, { language, t }, { employee, usual })]}
                onChange={(id) => {
                  const chosen = salon.services.get(id);
                  onChange(chosen ? withService(values, chosen, language) : { ...values, service: id, title: opened.title });
                }}
              />
              <UsualService {...{ values, facts, salon, onChange }} />
              <LegTimes
                label={t('visits:times')}
                before={saved && opened.service === values.service ? opened : (terms?.times ?? NO_TIMES)}
                color={employee?.color}
                {...{ values, service }}
                onChange={set}
              />
              {salon.services.size === 0 ? null : ( // without any, the way to make one stands above
                <Button
                  variant="ghost"
                  size="sm"
                  breaks
                  className="col-span-6 -my-2 -ml-2 justify-self-start text-left"
                  icon={<Plus className="i i-sm" aria-hidden="true" />}
                  data-add-leg
                  onClick={() => onChange(withNewLeg(values, newId()))}
                >
                  {t('visits:add')}
                </Button>
              )}
            </>
          )}
          <TextArea
            className="col-span-6"
            label={t('reservation.notes')}
            name="notes"
            optional
            rows={2}
            hint={beside.notes}
            maxLength={5000}
            placeholder={t('reservation.notes_placeholder')}
            value={values.notes}
            onChange={(notes) => set({ notes })}
          />
        </>
      )}
    </div>
  );
});
