import { Info, Sun, Sunrise, Sunset } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stretch } from '#domain/availability.ts';
import { durationOf } from '#domain/service-duration.ts';
import { type LocalDate, MINUTES_OF_DAY } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { CombSpinner } from '#ui/comb-spinner.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Select } from '#ui/select.tsx';
import { useLive } from '#ui/use-live.ts';
import { type SalonPart, salonPart$ } from './calendar-reads.ts';
import { FindSlotResults } from './find-slot-results.tsx';
import { serviceOptions } from './service-options.tsx';
import { useToday } from './use-today.ts';

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
  onClose(): void;
  /** The dialog does not close itself: the reservation takes its place. */
  onPick(slot: PickedSlot): void;
}

const ANYONE = '';
const PARTS = [
  ['morning', Sunrise, { from: 0, to: 12 * 60 }],
  ['afternoon', Sun, { from: 12 * 60, to: 17 * 60 }],
  ['evening', Sunset, { from: 17 * 60, to: MINUTES_OF_DAY }],
] as const satisfies readonly (readonly [string, unknown, Stretch])[];
type Part = (typeof PARTS)[number][0];

/** The next free slots for a service, with anyone or with one employee, from a date on. */
export function FindSlotDialog(props: FindSlotDialogProps) {
  const { t } = useTranslation('reservation');
  const replica = useReplica();
  const salon = useLive(() => salonPart$(replica), [replica]);
  if (salon) return <FindSlot {...props} salon={salon} />;
  return (
    <Dialog open onClose={props.onClose} title={t('find.title')}>
      <div className="grid place-items-center py-10 text-primary-ink">
        <CombSpinner className="text-[2.25rem]" />
      </div>
    </Dialog>
  );
}

function FindSlot({ date, onClose, onPick, salon }: FindSlotDialogProps & { salon: SalonPart }) {
  const { t } = useTranslation(['reservation', 'calendar']);
  const language = useLanguage();
  const replica = useReplica();
  const today = useToday(salon.config.timezone);
  const [serviceId, setServiceId] = useState('');
  const [employee, setEmployee] = useState(ANYONE);
  const [from, setFrom] = useState(date < today ? today : date);
  const [part, setPart] = useState<Part | null>(null);
  const whole = useLive(() => replica.pulledOnce$, [replica]) ?? true;

  const active = useMemo(() => salon.employees.filter((one) => one.active), [salon.employees]);
  const service = salon.services.get(serviceId);
  const minutes = durationOf(service);
  return (
    <Dialog
      open
      onClose={onClose}
      tall
      title={t('find.title')}
      footer={
        <>
          <p className="mr-auto flex min-w-0 items-start gap-2 text-ink-2 text-xs">
            <Info className="i i-sm mt-px" aria-hidden="true" />
            {whole ? t('find.by_device') : t('find.loading_rest')}
          </p>
          <Button onClick={onClose}>{t('calendar:reservation.close')}</Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <Select<string>
          className="col-span-2"
          autoFocus
          label={t('calendar:reservation.service')}
          value={service ? serviceId : null}
          placeholder={t('calendar:reservation.choose')}
          emptyText={t('calendar:reservation.no_services')}
          options={serviceOptions(salon.services, language, t)}
          onChange={setServiceId}
        />
        <Select<string>
          className="max-md:col-span-2"
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
          onChange={setEmployee}
        />
        <DateField
          className="max-md:col-span-2"
          label={t('find.from')}
          value={from}
          today={today}
          min={today}
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
      <hr className="-mx-6 my-4 border-line max-md:-mx-4" />
      {service ? (
        <FindSlotResults
          key={`${serviceId}/${employee}/${from}/${part}`}
          salon={salon}
          date={from}
          today={today}
          minutes={minutes}
          resourceIds={employee === ANYONE ? active.map(({ id }) => id) : [employee]}
          part={PARTS.find(([name]) => name === part)?.[2] ?? null}
          onPick={({ resourceId, start }) => onPick({ resourceId, start, minutes, serviceId })}
        />
      ) : (
        <p className="py-6 text-center text-ink-3">{t('find.choose_service')}</p>
      )}
    </Dialog>
  );
}
