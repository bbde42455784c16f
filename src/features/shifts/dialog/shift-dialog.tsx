import { DoorClosed, Palmtree, Plus, Trash2, X } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { isPastMidnight, type RowsProblem, type ShiftTimes, totalHours } from '#domain/shifts/shift-hours.ts';
import { type LocalDate, minuteOfClock } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { timesWith } from '#features/shared/shift-times.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { everyWeekday, rowsWords, timeOffWords } from '#shifts/reads/shift-words.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { Select } from '#ui/form/select.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton, useLeaveDialog } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { type DraftRow, onceWords, type ShiftFormProps, type StoredDay, useShiftForm } from './use-shift-form.ts';

export interface ShiftDialogProps extends ShiftFormProps {
  today: LocalDate;
  /** Opens the employee's time off instead. */
  onTimeOff: (date: LocalDate) => void;
}

/** The shifts of one employee on one date, or on that weekday of every week. */
export function ShiftDialog(props: ShiftDialogProps) {
  const { employee, today, onClose, onTimeOff } = props;
  const { t } = useTranslation(['shifts', 'common', 'rights']);
  const maySetWeekly = useRights().may('employee_weekly_shifts', 'intervals');
  const form = useShiftForm({ ...props, repeat: props.repeat && maySetWeekly });
  const { date, repeat, stored, scope, problem } = form;
  const [asking, setAsking] = useState<'time_off' | 'delete' | null>(null);
  const name = employee?.name ?? '';
  const weekly = rowsWords(stored.weekly);
  const isStored = repeat ? stored.weekly.length > 0 : stored.extra.length + stored.timeOff.length > 0;
  const hours = totalHours(form.rows);
  const answered = (then: () => Promise<void>) => () => {
    setAsking(null);
    void then();
  };
  const deleteButton = {
    variant: 'danger-ghost',
    className: '-ml-2',
    icon: <Trash2 className="i" aria-hidden="true" />,
  } as const;

  return (
    <Dialog
      open
      onClose={onClose}
      title={name || t('shift')}
      dirty={form.dirty}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.ready || !form.check()) return;
        if (!repeat && stored.timeOff.length > 0) setAsking('time_off');
        else void form.save();
      }}
      footer={
        <>
          {isStored ? (
            <Button {...deleteButton} onClick={() => setAsking('delete')}>
              {t('delete_scope', { scope })}
            </Button>
          ) : (
            <LeaveButton {...deleteButton}>{t('common:delete')}</LeaveButton>
          )}
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem?.row === -1 ? <Notice tone="bad">{t(problem.key)}</Notice> : null}
        {/* Stays while another date is read: it has the focus of whoever chose that. */}
        <DateField label={t('date')} value={date} today={today} onChange={form.setDate} />
        {form.ready ? (
          <>
            <div>
              <ShiftFacts date={date} stored={stored} now={form.now} />
              <ClosedNotice date={date} />
              {employee ? <TimeOffButton onOpen={() => onTimeOff(date)} /> : null}
            </div>
            {form.changedMeanwhile ? (
              <Notice tone="info">
                <span role="status">{t('changed_meanwhile')}</span>
              </Notice>
            ) : null}
            <ShiftRows
              rows={form.rows}
              problem={problem}
              onChange={form.changeRow}
              onAdd={form.addRow}
              onRemove={form.removeRow}
            />
            <p className="flex items-baseline justify-between rounded-md bg-surface-2 px-4 py-3" aria-live="polite">
              <span className="text-ink-2">{t('total')}</span>
              <span>
                <b className="tnum text-xl font-semibold">{hours}</b>{' '}
                <span className="text-ink-2">{t('hours', { count: hours })}</span>
              </span>
            </p>
            <Switch
              label={t('repeat_weekly')}
              hint={
                repeat
                  ? t('replaces_weekly', { scope })
                  : `${t('replaces_once', { scope })}${weekly ? `. ${t(stored.hasOwnHours ? 'instead_of_weekly' : 'adds_to_weekly', { hours: weekly })}` : ''}`
              }
              checked={repeat}
              disabled={!maySetWeekly}
              onChange={form.setRepeat}
            />
            {maySetWeekly ? null : <RoleNote>{t('rights:weekly')}</RoleNote>}
          </>
        ) : (
          <SkeletonRows />
        )}
      </div>
      <ConfirmDialog
        open={asking === 'time_off'}
        title={t('drops_time_off_title')}
        confirmLabel={t('drops_time_off_yes')}
        onCancel={() => setAsking(null)}
        onConfirm={answered(form.save)}
      >
        {t('drops_time_off_body', { scope, name, hours: timeOffWords(stored.timeOff, t) })}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        title={t(repeat ? 'delete_weekly_title' : 'delete_once_title', { scope })}
        confirmLabel={t('delete_yes')}
        onCancel={() => setAsking(null)}
        onConfirm={answered(form.remove)}
      >
        {repeat
          ? t('delete_weekly_body', { scope, name, hours: weekly })
          : t('delete_once_body', { what: onceWords(stored, t), hours: weekly || t('none_stored') })}
      </ConfirmDialog>
    </Dialog>
  );
}

/** That the salon is closed on the date: the shifts of every week are kept, and nobody can be booked in them. */
function ClosedNotice({ date }: { date: LocalDate }) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const replica = useReplica();
  const closed = closedLabel(useLive(() => salon$(replica), [replica])?.effective.open, date, language);
  if (closed === null) return null;
  return (
    <Notice tone="warn" icon={<DoorClosed className="i mt-px" aria-hidden="true" />} className="mt-3 py-2.5!">
      {closed}. {t('closed_day')}
    </Notice>
  );
}

/** The button that opens the time off; the dialog asks about unsaved rows before. */
function TimeOffButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('shifts');
  const leave = useLeaveDialog();
  return (
    <Button
      variant="ghost"
      className="-ml-2 mt-1"
      icon={<Palmtree className="i" aria-hidden="true" />}
      onClick={() => leave?.(onOpen)}
    >
      {t('add_time_off')}
    </Button>
  );
}

interface ShiftRowsProps {
  rows: readonly DraftRow[];
  problem: RowsProblem | null;
  onChange: (id: string, change: Partial<ShiftTimes>) => void;
  onAdd: () => void;
  onRemove: (id: string) => void;
}

/** Rows of start and end, with what adds one and what takes one away; one always stays. */
function ShiftRows({ rows, problem, onChange, onAdd, onRemove }: ShiftRowsProps) {
  const { t } = useTranslation('shifts');
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div>
      <div className="grid grid-cols-[1fr_auto_1fr_2.5rem] items-start gap-2">
        <span className="label mb-0!" aria-hidden="true">
          {t('start')}
        </span>
        <span />
        <span className="label mb-0!" aria-hidden="true">
          {t('end')}
        </span>
        <span />
        {rows.map((row, place) => {
          const number = place + 1;
          const wrong = problem?.row === place ? t(problem.key) : undefined;
          return (
            <Fragment key={row.id}>
              <Select
                hideLabel
                label={t('start_of', { row: number })}
                value={row.start || null}
                placeholder={t('choose_time')}
                options={timesWith(row.start)}
                onChange={(start) => onChange(row.id, { start })}
              />
              <span className="pt-2.5 text-ink-3" aria-hidden="true">
                –
              </span>
              <Select
                hideLabel
                label={t('end_of', { row: number })}
                value={row.end || null}
                placeholder={t('choose_time')}
                options={timesWith(row.end)}
                onChange={(end) => onChange(row.id, { end })}
                error={wrong}
                hint={isPastMidnight(row) ? t('past_midnight', { time: formatTime(minuteOfClock(row.end)) }) : undefined}
              />
              {rows.length > 1 ? (
                <Button
                  variant="ghost"
                  iconOnly
                  label={t('remove_row', { row: number })}
                  icon={<X className="i" aria-hidden="true" />}
                  onClick={() => {
                    onRemove(row.id);
                    add.current?.focus();
                  }}
                />
              ) : (
                <span />
              )}
            </Fragment>
          );
        })}
      </div>
      <Button
        ref={add}
        variant="ghost"
        className="-ml-2 mt-2 text-primary-ink!"
        icon={<Plus className="i" aria-hidden="true" />}
        onClick={onAdd}
      >
        {t('add_shift')}
      </Button>
    </div>
  );
}

/** The hours that hold on the date now, those of every week, and those of this date alone. */
function ShiftFacts({ date, stored, now }: { date: LocalDate; stored: StoredDay; now: string }) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const day = `${formatWeekday(date, language, 'long')}, ${formatDayMonth(date, language)}`;
  const facts = [
    { term: t('holds_now', { day }), words: now || t('off_that_day'), strong: true },
    { term: t('holds_every', { scope: everyWeekday(date, t) }), words: rowsWords(stored.weekly) || t('none_stored') },
    { term: t('holds_once'), words: onceWords(stored, t) || t('as_weekly') },
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm max-md:grid-cols-1 max-md:gap-y-0">
      {facts.map(({ term, words, strong }) => (
        <div key={term} className="contents max-md:mb-1 max-md:block">
          <dt className="text-ink-2">{term}</dt>
          <dd className={strong ? 'tnum font-semibold' : 'tnum'}>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
