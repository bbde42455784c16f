import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPastMidnight } from '#domain/shifts/shift-hours.ts';
import type { TimeOffRun } from '#domain/shifts/time-off.ts';
import { type LocalDate, minuteOfClock } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { timesWith } from '#features/shared/shift-times.ts';
import { TIME_OFF_REASONS, type TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { reasonWords, timeOffWords } from '#shifts/reads/shift-words.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { Select } from '#ui/form/select.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { TimeOffTouched } from './time-off-touched.tsx';
import { type LeftTimeOff, type TimeOffProps, useTimeOff } from './use-time-off.ts';

export interface TimeOffDialogProps extends TimeOffProps {
  employees: readonly LocalRow<'resources'>[];
  /** Hears that one of its appointments is gone to: the list of the others is wanted when one returns. */
  onLeave: (left: LeftTimeOff) => void;
}

/** The first values of the hours. */
const HOURS = { start: '09:00', end: '12:00' };

/** When an employee is away: whole days or hours, one day or a range. Then the appointments that it touches. */
export function TimeOffDialog(props: TimeOffDialogProps) {
  const { employee, employees, today, onClose, onLeave } = props;
  const { t } = useTranslation(['shifts', 'common']);
  const off = useTimeOff(props);
  const { times } = off;
  const form = useRef<HTMLDivElement>(null);
  useFocusAgain(form, off.known.length);
  // Stays while other days are read: whoever chose them has the focus in it.
  const [begun, setBegun] = useState(false);
  if (off.ready && !begun) setBegun(true);
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={off.dirty}
      noticesAbove
      title={`${employee.name} · ${t('time_off')}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (off.ready && !off.saved) void off.save();
      }}
      footer={
        off.saved ? (
          <LeaveButton variant="primary" className="ml-auto">
            {t('done')}
          </LeaveButton>
        ) : (
          <>
            <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
            <Button type="submit" variant="primary" busy={off.busy}>
              {t('common:save')}
            </Button>
          </>
        )
      }
    >
      {(off.saved ? off.working : begun) ? null : <SkeletonRows />}
      {off.working && off.saved ? (
        <TimeOffTouched
          touched={off.touched}
          employees={employees}
          events={off.events}
          working={off.working}
          onLeave={() => onLeave({ from: off.from, to: off.to, times })}
        />
      ) : null}
      {begun && !off.saved ? (
        <div ref={form} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          {off.problem ? <Notice tone="bad">{t(off.problem)}</Notice> : null}
          <div className="flex flex-wrap gap-3">
            <DateField className="min-w-24 flex-1" label={t('from_date')} value={off.from} today={today} onChange={off.setFrom} />
            <DateField
              className="min-w-24 flex-1"
              label={t('to_date')}
              value={off.to}
              min={off.from}
              max={off.latest}
              today={today}
              onChange={off.setTo}
            />
          </div>
          <Switch label={t('whole_days')} checked={times === null} onChange={(whole) => off.setTimes(whole ? null : HOURS)} />
          {times ? (
            <div className="flex flex-wrap gap-3">
              <Select
                className="min-w-24 flex-1"
                label={t('start')}
                value={times.start}
                options={timesWith(times.start)}
                onChange={off.setStart}
              />
              <Select
                className="min-w-24 flex-1"
                label={t('end')}
                value={times.end}
                options={timesWith(times.end)}
                onChange={(end) => off.setTimes({ ...times, end })}
                hint={isPastMidnight(times) ? t('past_midnight', { time: formatTime(minuteOfClock(times.end)) }) : undefined}
              />
            </div>
          ) : null}
          <div>
            <span className="label" aria-hidden="true">
              {t('reason')}
            </span>
            <Segmented<TimeOffReason>
              wide
              label={t('reason')}
              value={off.reason}
              onChange={off.setReason}
              options={TIME_OFF_REASONS.map((value) => ({ value, label: t(`why.${value}`) }))}
            />
            <p className="hint">{t('reason_hint')}</p>
          </div>
          {off.touched.length > 0 ? <Notice tone="warn">{t('touches_before', { count: off.touched.length })}</Notice> : null}
          <TimeOffKnown known={off.known} rangeWords={off.rangeWords} onRemove={(run) => void off.remove(run)} />
        </div>
      ) : null}
    </Dialog>
  );
}

interface TimeOffKnownProps {
  known: readonly TimeOffRun<TimeOffReason>[];
  rangeWords: (from: LocalDate, to: LocalDate) => string;
  onRemove: (run: TimeOffRun<TimeOffReason>) => void;
}

/** The known time off, days in a row as one line; each line can be removed. */
function TimeOffKnown({ known, rangeWords, onRemove }: TimeOffKnownProps) {
  const { t } = useTranslation('shifts');
  if (known.length === 0) return null;
  return (
    <section aria-label={t('known_time_off')}>
      <h3 className="mb-1 text-sm font-semibold">{t('known_time_off')}</h3>
      <ul>
        {known.map((run) => {
          const days = rangeWords(run.from, run.to);
          return (
            <li key={run.from} className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
              <span className="min-w-0 flex-1">
                {days}
                <span className="block text-sm text-ink-2">
                  {timeOffWords(run.off, t)}
                  {reasonWords(run.reason, t)}
                </span>
              </span>
              <Button
                variant="ghost"
                iconOnly
                label={t('remove_time_off', { days })}
                icon={<X className="i" aria-hidden="true" />}
                onClick={() => onRemove(run)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
