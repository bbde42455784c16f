import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SalonPart, salonPart$ } from '#calendar/reads/calendar-reads.ts';
import { eventName } from '#calendar/reads/event-words.ts';
import { useToday } from '#calendar/reads/use-today.ts';
import { FooterNote } from '#calendar/reservation/reservation-warnings.tsx';
import { clientsById$ } from '#data/clients.queries.ts';
import { event$ } from '#data/events/events.queries.ts';
import { MOST_REPEATS, MOST_WEEKS } from '#domain/booking/repeat.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay, formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { Select } from '#ui/form/select.tsx';
import { Stepper } from '#ui/form/stepper.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { RepeatList } from './repeat-list.tsx';
import { type Rule, useRepeat } from './use-repeat.ts';

export interface RepeatDialogProps {
  /** The booking that is repeated, as it is saved; only its id is needed. */
  event: { readonly id: string };
  onClose(): void;
}

/** Repeats a booking every so many weeks; each repeat is an ordinary event. */
export function RepeatDialog({ event, onClose }: RepeatDialogProps) {
  const { t } = useTranslation(['reservation', 'calendar']);
  const replica = useReplica();
  const salonRead = useLiveState(() => salonPart$(replica), [replica]);
  // What was set outlives a read that fails later.
  const [salon, setSalon] = useState<SalonPart | null>(null);
  if (salonRead.value && salonRead.value !== salon) setSalon(salonRead.value);
  const read = useLiveState(() => event$(replica, event.id), [replica, event.id]);
  // What is repeated is what the person saw: a change of another device does not change it underneath.
  const [was, setWas] = useState<LocalRow<'events'> | null>(null);
  if (was === null && read.value) setWas(read.value);
  const failed = [read, salonRead].filter(({ phase }) => phase === 'failed');
  if (salon && was) return <Repeat was={was} salon={salon} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('repeat.title')}
      footer={
        <Button className="ml-auto" onClick={onClose}>
          {t('calendar:reservation.close')}
        </Button>
      }
    >
      {failed.length > 0 ? (
        <ErrorBox
          title={t('calendar:data_failed')}
          onRetry={() => {
            for (const one of failed) one.retry();
          }}
          retryLabel={t('calendar:retry')}
        />
      ) : read.phase === 'ready' && read.value === null ? (
        <ErrorBox title={t('calendar:reservation.not_found')} />
      ) : (
        <div className="grid place-items-center py-10 text-primary-ink">
          <CombSpinner className="text-[2.25rem]" />
        </div>
      )}
    </Dialog>
  );
}

function Repeat({ was, salon, onClose }: { was: LocalRow<'events'>; salon: SalonPart; onClose(): void }) {
  const { t } = useTranslation(['reservation', 'calendar']);
  const language = useLanguage();
  const replica = useReplica();
  const zone = salon.config.timezone;
  const today = useToday(zone);
  // Where it cannot be read the title stands for the name.
  const clients = useLiveState(() => clientsById$(replica, was.client_id ? [was.client_id] : []), [replica, was.client_id]).value;
  const client = clients?.get(was.client_id ?? '');
  const booked = salon.services.get(was.service_id ?? '');
  const service = booked ? serviceName(booked, language) : was.title;
  const works = salon.employees.find(({ id }) => id === was.resource_id);
  const employeeOf = (id: string) => salon.employees.find((one) => one.id === id)?.name ?? t('calendar:unknown_employee');
  const whose =
    works && !works.active ? t('calendar:reservation.inactive_option', { name: works.name }) : employeeOf(was.resource_id);
  const { date, from: minute, to } = clockSpan(was, zone);
  const range = formatTimeRange(minute, to);
  const who = eventName(was, clients ? client : 'unread', t);
  const repeat = useRepeat({ was, salon, name: `${who}, ${range}`, onClose });
  const { count } = repeat;

  return (
    <Dialog
      open
      onClose={onClose}
      tall
      dirty={repeat.dirty}
      title={t('repeat.title')}
      badge={<span className="badge info tnum ml-1">{range}</span>}
      onSubmit={(submit) => {
        submit.preventDefault();
        void repeat.save();
      }}
      footer={
        <>
          <FooterNote>{count === 0 ? t('repeat.nothing') : null}</FooterNote>
          <LeaveButton className={count === 0 ? undefined : 'ml-auto'}>{t('calendar:reservation.cancel')}</LeaveButton>
          <Button
            type="submit"
            variant="primary"
            disabled={(count === 0 || !repeat.ready) && !repeat.busy}
            busy={repeat.busy}
            busyLabel={t('calendar:reservation.saving')}
          >
            {t('repeat.save', { count })}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">
        <b className="font-semibold text-ink">{who}</b>
        {service && client ? `, ${service}` : null}
        <br />
        {t('repeat.from', { day: formatDay(date, language), employee: whose })}
      </p>
      <RepeatRule rule={repeat.rule} onRule={repeat.setRule} first={date} today={today} cutAfter={repeat.cutAfter} />
      {repeat.onRetry ? (
        <ErrorBox className="mt-5" title={t('calendar:data_failed')} onRetry={repeat.onRetry} retryLabel={t('calendar:retry')} />
      ) : null}
      <RepeatList
        repeats={repeat.listed}
        skipped={repeat.skipped}
        onSkipped={repeat.setSkipped}
        employeeOf={employeeOf}
        zone={zone}
        minute={minute}
        className="mt-5"
      />
    </Dialog>
  );
}

const WEEKS = Array.from({ length: MOST_WEEKS }, (_, n) => n + 1);

interface RuleProps {
  rule: Rule;
  onRule(rule: Rule): void;
  first: LocalDate;
  today: LocalDate;
  /** The day of the last repeat where the date asks for more than there can be at once. */
  cutAfter: LocalDate | null;
}

/** Every so many weeks, so often or until a date. */
function RepeatRule({ rule, onRule, first, today, cutAfter }: RuleProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <Select<number>
        className="col-span-2"
        label={t('repeat.how_often')}
        value={rule.everyWeeks}
        options={WEEKS.map((weeks) => ({ value: weeks, label: t('repeat.every', { count: weeks }) }))}
        onChange={(everyWeeks) => onRule({ ...rule, everyWeeks })}
      />
      <div className="max-md:col-span-2">
        <p className="label" aria-hidden="true">
          {t('repeat.ends')}
        </p>
        <Segmented<Rule['ends']>
          wide
          label={t('repeat.ends')}
          value={rule.ends}
          options={[
            { value: 'count', label: t('repeat.by_count') },
            { value: 'until', label: t('repeat.by_date') },
          ]}
          onChange={(ends) => onRule({ ...rule, ends })}
        />
      </div>
      {rule.ends === 'count' ? (
        <div className="max-md:col-span-2">
          <p className="label" aria-hidden="true">
            {t('repeat.count')}
          </p>
          <Stepper
            label={t('repeat.count')}
            value={rule.count}
            min={1}
            max={MOST_REPEATS}
            onChange={(count) => onRule({ ...rule, count })}
          />
        </div>
      ) : (
        <DateField
          className="max-md:col-span-2"
          label={t('repeat.until')}
          value={rule.until}
          today={today}
          min={addDays(first, 7)}
          hint={cutAfter ? t('repeat.cut', { most: MOST_REPEATS, day: formatShortDate(cutAfter, language) }) : undefined}
          onChange={(until) => onRule({ ...rule, until })}
        />
      )}
    </div>
  );
}
