import { Palmtree, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { totalHours } from '#domain/shift-hours.ts';
import type { LocalDate } from '#domain/time.ts';
import { rowsWords, timeOffWords } from '#shifts/reads/shift-words.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LeaveButton, useLeaveDialog } from '#ui/leave-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { onceWords } from './shift-draft.ts';
import { ShiftFacts } from './shift-facts.tsx';
import { ShiftRows } from './shift-rows.tsx';
import { type ShiftFormProps, useShiftForm } from './use-shift-form.ts';

export interface ShiftDialogProps extends ShiftFormProps {
  today: LocalDate;
  /** Opens the employee's time off instead. */
  onTimeOff: (date: LocalDate) => void;
}

/** The shifts of one employee on one date, or on that weekday of every week. */
export function ShiftDialog(props: ShiftDialogProps) {
  const { employee, today, onClose, onTimeOff } = props;
  const { t } = useTranslation(['shifts', 'common']);
  const form = useShiftForm(props);
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
              onChange={form.setRepeat}
            />
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

/** What was typed here is asked about before. */
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
