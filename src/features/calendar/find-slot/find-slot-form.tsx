import { Plus, Sun, Sunrise, Sunset, X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { useToday } from '#calendar/reads/use-today.ts';
import { DeadEnd, serviceOptions } from '#calendar/reservation/choices.tsx';
import { useLegFocus } from '#calendar/reservation/use-leg-order.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy, termsWith } from '#domain/booking/service-offers.ts';
import type { LegSearch } from '#domain/booking/visit-slots.ts';
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import { type LocalDate, MINUTES_OF_DAY, minutesBetween } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { Select } from '#ui/form/select.tsx';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { FindSlotResults } from './find-slot-results.tsx';
import { type FoundPlace, foundSlot } from './found-slot.ts';
import { FoundCell } from './shown-mark.tsx';

/** A free slot that a person chose; `draftOfSlot` of reservation-form.ts makes the draft of a reservation of it. */
export interface PickedSlot {
  readonly resourceId: string;
  /** ISO UTC. */
  readonly start: string;
  readonly minutes: number;
  readonly serviceId: string;
  /** The services that follow it, each where it was found. */
  readonly others?: readonly Omit<PickedSlot, 'start' | 'others'>[];
}

export interface FindSlotDialogProps {
  /** The day that the calendar shows: the search begins there, never before now. */
  date: LocalDate;
  /** The service that it begins with; '' or left out: a person chooses. */
  service?: string;
  /** The day of the chosen slot: the calendar goes there, and back when the search is left. */
  onShow(date: LocalDate): void;
  onClose(): void;
  /** The search does not close itself: the reservation takes its place. */
  onPick(slot: PickedSlot): void;
}

const ANYONE = '';
const PARTS = [
  ['morning', Sunrise, { from: 0, to: 12 * 60 }],
  ['afternoon', Sun, { from: 12 * 60, to: 17 * 60 }],
  ['evening', Sunset, { from: 17 * 60, to: MINUTES_OF_DAY }],
] as const satisfies readonly (readonly [string, unknown, MinuteSpan])[];
type Part = (typeof PARTS)[number][0];

interface FindSlotFormProps extends Pick<FindSlotDialogProps, 'date' | 'onShow' | 'onPick'> {
  salon: SalonPart;
  service: LocalRow<'services'> | undefined;
  setServiceId(id: string): void;
  /** The services after the first; '' where none is chosen yet. */
  more: readonly string[];
  setMore(more: readonly string[]): void;
}

/** The fields of the search, and its results. */
export function FindSlotForm({ date, onShow, onPick, salon, service, setServiceId, more, setMore }: FindSlotFormProps) {
  const { t } = useTranslation(['reservation', 'calendar', 'visits']);
  const language = useLanguage();
  const today = useToday(salon.config.timezone);
  const [asked, setAsked] = useState(ANYONE);
  const [from, setFrom] = useState(date < today ? today : date);
  const [part, setPart] = useState<Part | null>(null);

  const active = useMemo(() => salon.employees.filter((one) => one.active), [salon.employees]);
  const employee = active.some(({ id }) => id === asked) ? asked : ANYONE; // who leaves meanwhile is not looked for
  const box = useLegFocus(more.length);
  const search = useSearch(service, more, employee, salon);
  // It stands there from the beginning: what comes into it is read out.
  const [said, setSaid] = useState('');
  return (
    <>
      <div ref={box} className="find-fields" onKeyDownCapture={bookFound}>
        <Select<string>
          className="col-span-2"
          autoFocus
          name={FIRST_SERVICE}
          label={t('calendar:reservation.service')}
          value={service?.id ?? null}
          placeholder={t('calendar:reservation.choose')}
          emptyText={t('calendar:reservation.no_services')}
          hint={salon.services.size === 0 ? <DeadEnd what="service" /> : undefined}
          options={serviceOptions(salon, { language, t })}
          onChange={setServiceId}
        />
        {service
          ? more.map((id, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields are their places
              <div key={at} data-leg className="col-span-2 flex items-end gap-2">
                <Select<string>
                  className="flex-1"
                  label={t('visits:service', { number: at + 2 })}
                  value={id || null}
                  placeholder={t('visits:choose_service')}
                  options={serviceOptions(salon, { language, t })}
                  onChange={(next) => setMore(more.map((one, own) => (own === at ? next : one)))}
                />
                <Button
                  variant="ghost"
                  iconOnly
                  label={t('visits:remove', { name: nameOf(salon, id, language) || t('visits:part', { number: at + 2 }) })}
                  icon={<X className="i" aria-hidden="true" />}
                  onClick={() => setMore(more.filter((_, own) => own !== at))}
                />
              </div>
            ))
          : null}
        {service ? (
          <Button
            variant="ghost"
            size="sm"
            className="col-span-2 -my-1 -ml-2 justify-self-start"
            icon={<Plus className="i i-sm" aria-hidden="true" />}
            data-add-leg
            onClick={() => setMore([...more, ''])}
          >
            {t('visits:add')}
          </Button>
        ) : null}
        <Select<string>
          label={t('find.with')}
          value={employee}
          options={[
            { value: ANYONE, label: t('find.anyone') },
            ...active.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <EmployeeAvatar name={name} color={color} className="h-6! w-6! text-[.65rem]!" />,
              ...(service && !isOfferedBy(service, id) ? { note: t('visits:not_offered_note') } : {}),
            })),
          ]}
          onChange={setAsked}
        />
        <DateField
          label={t('find.from')}
          value={from}
          today={today}
          min={today}
          weekday={false}
          noteOf={(day) => closedLabel(salon.config.open, day, language)}
          onChange={setFrom}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of toggles */}
        <div role="group" aria-label={t('find.part')} className="col-span-2 flex flex-wrap gap-1.5">
          {PARTS.map(([name, Icon]) => (
            <button
              key={name}
              type="button"
              className={classNames('chip', part === name && 'on')}
              aria-pressed={part === name}
              onClick={() => setPart(part === name ? null : name)}
            >
              <Icon className="i i-sm" aria-hidden="true" />
              {t(`find.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <FoundCell />
      <p className="sr-only" role="status">
        {service ? said : ''}
      </p>
      <div className="find-list">
        {service ? (
          <FindSlotResults
            key={`${service.id}/${more.join()}/${employee}/${from}/${part}`}
            salon={salon}
            date={from}
            today={today}
            {...search}
            part={PARTS.find(([name]) => name === part)?.[2] ?? null}
            onSaid={setSaid}
            onShow={onShow}
            onPick={(place) => onPick(pickedOf(place, [service.id, ...more.filter((id) => salon.services.has(id))]))}
          />
        ) : (
          <p className="py-6 text-center text-ink-3">{t('find.choose_service')}</p>
        )}
      </div>
    </>
  );
}

const FIRST_SERVICE = 'find-service';

/** Enter on the service that was looked for means the slot that was found for it, as that says itself; the list opens otherwise. */
function bookFound(event: KeyboardEvent<HTMLElement>) {
  const { shown } = foundSlot.getState();
  const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
  const isService = target instanceof HTMLButtonElement && target.name === FIRST_SERVICE && target.ariaExpanded !== 'true';
  if (!shown || !isService || key !== 'Enter' || ctrlKey || metaKey || altKey || repeat) return;
  event.preventDefault();
  event.stopPropagation();
  shown.book();
}

const nameOf = (salon: SalonPart, id: string, language: Language) => {
  const service = salon.services.get(id);
  return service ? serviceName(service, language) : '';
};

/** A place as a person chose it, with the service of each of its parts. */
function pickedOf({ legs, ...whole }: FoundPlace, services: readonly string[]): PickedSlot {
  const [first, ...others] = (legs ?? [whole]).map((leg, at) => ({
    ...{ resourceId: leg.resourceId, start: leg.start, serviceId: services[at] ?? '' },
    minutes: minutesBetween(leg.start, leg.end),
  }));
  if (!first) throw new RangeError('A place of nothing');
  return others.length > 0 ? { ...first, others } : first;
}

/**
 * Returns the employees searched for each service, with the minutes it takes each of them. One who does not offer the service is
 * among them only if the search is for that employee.
 */
function useSearch(first: LocalRow<'services'> | undefined, more: readonly string[], employee: string, salon: SalonPart) {
  const others = more.join();
  return useMemo(() => {
    const active = salon.employees.filter((one) => one.active).map(({ id }) => id);
    const askedFor = (service: LocalRow<'services'>) =>
      employee === ANYONE ? active.filter((id) => isOfferedBy(service, id)) : [employee];
    const roomFor = (service: LocalRow<'services'> | undefined) => (service && salon.rooms?.get(service.id)) ?? null;
    const legOf = (service: LocalRow<'services'>): LegSearch => ({
      room: roomFor(service),
      offers: askedFor(service).map((resourceId) => {
        const { minutes, times } = termsWith(service, resourceId);
        return { resourceId, minutes, times };
      }),
    });
    const services = [first, ...others.split(',').map((id) => salon.services.get(id))].filter((one) => one !== undefined);
    const { minutes, times } = first ? termsWith(first, employee || null) : { minutes: 0, times: {} };
    const alike = services.length < 2 && !(first?.own_terms && employee === ANYONE);
    const unoffered = services.find((service) => askedFor(service).length === 0) ?? null;
    const room = roomFor(first);
    return {
      minutes,
      times,
      room,
      resourceIds: first ? askedFor(first) : [],
      legs: alike ? null : services.map(legOf),
      unoffered,
    };
  }, [first, others, employee, salon]);
}
