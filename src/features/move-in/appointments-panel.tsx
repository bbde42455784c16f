import { useTranslation } from 'react-i18next';
import { employees$ } from '#data/resources.queries.ts';
import { APPOINTMENT_FIELDS, type AppointmentField, fieldOfLook } from '#domain/imports/appointments/appointment-columns.ts';
import type { AllDayUse, AppointmentChoices, CalendarUse } from '#domain/imports/appointments/planned-appointment.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Select } from '#ui/form/select.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { AppointmentList } from './appointment-list.tsx';
import { AppointmentWeeks } from './appointment-weeks.tsx';
import { ColumnsStep } from './columns-step.tsx';
import type { CalendarPart } from './parts.ts';
import { ServiceChoices } from './service-choices.tsx';
import { type TableChanges, TableSource } from './table-panel.tsx';
import { UntakenColumns } from './untaken-columns.tsx';
import type { PlannedAppointments } from './use-appointments.ts';

const USES: readonly CalendarUse[] = ['guess', 'appointments', 'blocking', 'left_out'];
const ALL_DAY_USES: readonly AllDayUse[] = ['guess', 'time_off', 'blocking', 'left_out'];

interface AppointmentsPanelProps {
  appointments: PlannedAppointments;
  /** The names of services that are moved in with them. */
  comingServices: readonly string[];
  today: LocalDate;
  changes: TableChanges;
}

/** The tab of appointments: the employee of each calendar, the service of a text, the weeks as they will be, and the fate of each entry. */
export function AppointmentsPanel({ appointments, comingServices, today, changes }: AppointmentsPanelProps) {
  const { t } = useTranslation('move-in');
  const replica = useReplica();
  const employees = useLive(() => employees$(replica), [replica]);
  const colors = new Map(employees?.map(({ id, color }) => [id, color ?? '']));
  const { parts, basis, failure, choices, planned, onChoices, retry } = appointments;
  return (
    <>
      {parts.map((part) =>
        part.form === 'calendar' ? (
          <CalendarCard key={part.id} part={part} onPutAway={() => changes.onPutAway(part)} />
        ) : (
          <div key={part.id} className="contents">
            <TableSource part={part} changes={changes} />
            <UntakenColumns
              part={part}
              fieldOf={(look) => fieldOfLook(look, part.columns)}
              fieldText={(field) => t(`appointment_fields.${field as AppointmentField}`)}
              onColumns={(columns) => changes.onPart({ ...part, columns })}
            />
            <ColumnsStep
              part={part}
              fields={APPOINTMENT_FIELDS.map((field) => ({ value: field, label: t(`appointment_fields.${field}`) }))}
              onColumns={(columns) => changes.onPart({ ...part, columns })}
            />
          </div>
        ),
      )}
      {failure === undefined ? null : <ErrorBox title={t('failed_to_load')} detail={failureText(failure)} onRetry={retry} />}
      {!basis && failure === undefined ? <SkeletonRows avatar={false} /> : null}
      {basis && choices ? (
        <>
          <Choices appointments={appointments} choices={choices} onChoices={onChoices} />
          <ServiceChoices
            planned={planned}
            services={basis.salon.services}
            coming={comingServices}
            chosen={choices.services}
            onChosen={(services) => onChoices({ ...choices, services })}
          />
          <AppointmentWeeks planned={planned} salon={basis.salon} today={today} colors={colors} />
          <AppointmentList planned={planned} faults={basis.read.faults} salon={basis.salon} />
        </>
      ) : null}
    </>
  );
}

function CalendarCard({ part, onPutAway }: { part: CalendarPart; onPutAway: () => void }) {
  const { t } = useTranslation('move-in');
  const name = part.source || t('pasted');
  return (
    <section className="card flex flex-wrap items-center gap-3 px-5 py-3 max-md:px-4" aria-label={name}>
      <h2 className="min-w-0 flex-1 text-base break-words">{name}</h2>
      <Button size="sm" label={t('put_away_name', { name })} onClick={onPutAway}>
        {t('put_away')}
      </Button>
    </section>
  );
}

interface ChoicesProps {
  appointments: PlannedAppointments;
  choices: AppointmentChoices;
  onChoices: (choices: AppointmentChoices) => void;
}

/**
 * The choices for all files: the employee of each calendar or value of the column, and the use of whole days and of past
 * appointments.
 */
function Choices({ appointments, choices, onChoices }: ChoicesProps) {
  const { t } = useTranslation('move-in');
  const { basis, planned } = appointments;
  const employees = basis?.salon.employees ?? [];
  const counts = new Map<string, number>();
  for (const { employee } of basis?.read.entries ?? []) counts.set(employee, (counts.get(employee) ?? 0) + 1);
  const hasAllDay = basis?.read.entries.some(({ allDay }) => allDay !== null);
  const isDeletedHere = choices.deletedHere === 'again' || planned.some(({ fate }) => fate.kind === 'deleted_here');
  const isGone = choices.gone === 'take_back' || planned.some(({ fate }) => fate.kind === 'gone');
  const change = (name: string, said: Partial<{ resourceId: string | null; use: CalendarUse }>) => {
    const own = choices.calendars.get(name) ?? { resourceId: null, use: 'guess' as const };
    onChoices({ ...choices, calendars: new Map(choices.calendars).set(name, { ...own, ...said }) });
  };
  return (
    <section className="card" aria-label={t('whose')}>
      <h2 className="border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 text-base max-md:px-4">{t('whose')}</h2>
      <ul>
        {[...choices.calendars].map(([name, { resourceId, use }]) => {
          const shown = name || t('no_calendar_name');
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-5 py-3 max-md:px-4">
              <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
                <b className="block font-semibold break-words">{shown}</b>
                <span className="tnum text-sm text-ink-3">{t('entries', { count: counts.get(name) ?? 0 })}</span>
              </span>
              <Select<string | null>
                label={t('employee_of', { name: shown })}
                hideLabel
                className="w-60 max-md:w-full"
                value={resourceId}
                placeholder={t('choose_employee')}
                options={employees.map((employee) => ({ value: employee.id, label: employee.name }))}
                onChange={(id) => change(name, { resourceId: id })}
              />
              <Select<CalendarUse>
                label={t('use_of', { name: shown })}
                hideLabel
                className="w-60 max-md:w-full"
                value={use}
                options={USES.map((one) => ({ value: one, label: t(`use_${one}`) }))}
                onChange={(next) => change(name, { use: next })}
              />
            </li>
          );
        })}
      </ul>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-end gap-4 p-5 max-md:p-4">
        {hasAllDay ? (
          <Select<AllDayUse>
            label={t('all_day')}
            value={choices.allDay}
            options={ALL_DAY_USES.map((one) => ({ value: one, label: t(`all_day_${one}`) }))}
            onChange={(allDay) => onChoices({ ...choices, allDay })}
          />
        ) : null}
        <Checkbox label={t('history')} checked={choices.history} onChange={(history) => onChoices({ ...choices, history })} />
        {isDeletedHere ? (
          <Checkbox
            label={t('deleted_again')}
            checked={choices.deletedHere === 'again'}
            onChange={(again) => onChoices({ ...choices, deletedHere: again ? 'again' : 'stay' })}
          />
        ) : null}
        {isGone ? (
          <Checkbox
            label={t('gone_back')}
            checked={choices.gone === 'take_back'}
            onChange={(goes) => onChoices({ ...choices, gone: goes ? 'take_back' : 'stay' })}
          />
        ) : null}
      </div>
    </section>
  );
}
