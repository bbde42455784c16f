import { Sun, Sunrise, Sunset } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { DeadEnd } from '#calendar/reads/dead-end.tsx';
import { useToday } from '#calendar/reads/use-today.ts';
import { serviceOptions } from '#calendar/reservation/service-options.tsx';
import type { Stretch } from '#domain/availability.ts';
import { durationOf } from '#domain/service-duration.ts';
import { type LocalDate, MINUTES_OF_DAY } from '#domain/time.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { DateField } from '#ui/date-field.tsx';
import { Select } from '#ui/select.tsx';
import { FindSlotResults } from './find-slot-results.tsx';
import { FoundCell } from './shown-mark.tsx';

/** A free slot that a person chose; `draftOfSlot` of reservation-form.ts makes the draft of a reservation of it. */
export interface PickedSlot {
  readonly resourceId: string;
  /** ISO UTC. */
  readonly start: string;
  readonly minutes: number;
  readonly serviceId: string;
}

export interface FindSlotDialogProps {
  /** The day that the calendar shows: the search begins there, never before now. */
  date: LocalDate;
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
] as const satisfies readonly (readonly [string, unknown, Stretch])[];
type Part = (typeof PARTS)[number][0];

interface FindSlotFormProps extends Pick<FindSlotDialogProps, 'date' | 'onShow' | 'onPick'> {
  salon: SalonPart;
  service: LocalRow<'services'> | undefined;
  setServiceId(id: string): void;
}

/** What is looked for, and what was found. */
export function FindSlotForm({ date, onShow, onPick, salon, service, setServiceId }: FindSlotFormProps) {
  const { t } = useTranslation(['reservation', 'calendar']);
  const language = useLanguage();
  const today = useToday(salon.config.timezone);
  const [asked, setAsked] = useState(ANYONE);
  const [from, setFrom] = useState(date < today ? today : date);
  const [part, setPart] = useState<Part | null>(null);

  const active = useMemo(() => salon.employees.filter((one) => one.active), [salon.employees]);
  const employee = active.some(({ id }) => id === asked) ? asked : ANYONE; // who leaves meanwhile is not looked for
  const minutes = durationOf(service);
  // It stands there from the beginning: what comes into it is read out.
  const [said, setSaid] = useState('');
  return (
    <>
      <div className="find-fields">
        <Select<string>
          className="col-span-2"
          autoFocus
          label={t('calendar:reservation.service')}
          value={service?.id ?? null}
          placeholder={t('calendar:reservation.choose')}
          emptyText={t('calendar:reservation.no_services')}
          hint={salon.services.size === 0 ? <DeadEnd what="service" /> : undefined}
          options={serviceOptions(salon.services, language, t)}
          onChange={setServiceId}
        />
        <Select<string>
          label={t('find.with')}
          value={employee}
          options={[
            { value: ANYONE, label: t('find.anyone') },
            ...active.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <EmployeeAvatar name={name} color={color} className="h-6! w-6! text-[.65rem]!" />,
            })),
          ]}
          onChange={setAsked}
        />
        <DateField label={t('find.from')} value={from} today={today} min={today} weekday={false} onChange={setFrom} />
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
            key={`${service.id}/${employee}/${from}/${part}`}
            salon={salon}
            date={from}
            today={today}
            minutes={minutes}
            resourceIds={employee === ANYONE ? active.map(({ id }) => id) : [employee]}
            part={PARTS.find(([name]) => name === part)?.[2] ?? null}
            onSaid={setSaid}
            onShow={onShow}
            onPick={({ resourceId, start }) => onPick({ resourceId, start, minutes, serviceId: service.id })}
          />
        ) : (
          <p className="py-6 text-center text-ink-3">{t('find.choose_service')}</p>
        )}
      </div>
    </>
  );
}
