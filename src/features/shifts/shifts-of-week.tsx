import { CalendarDays, Users } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { activeEmployees$ } from '#data/resources.queries.ts';
import { offReasons$, overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { addDays, type LocalDate, mondayOf, weekDates } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import { useUndoKey } from '#features/use-undo-key.ts';
import { PlanWeek } from '#shifts/plan/plan-week.tsx';
import type { PlanScope } from '#shifts/plan/use-plan-save.ts';
import { planWeek } from '#shifts/reads/week-plan.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { PlanMenu } from './plan-menu.tsx';
import { ShiftsTeam } from './shifts-team.tsx';
import { keepShiftsView, type ShiftsView, storedShiftsView } from './shifts-view.ts';
import { ShiftsWeek } from './shifts-week.tsx';
import { returnsTo, useShiftDialogs } from './use-shift-dialogs.tsx';
import { WeekBar } from './week-bar.tsx';

/** @param today in the salon's time zone, `zone` (IANA name) */
export function ShiftsOfWeek({ today, zone }: { today: LocalDate; zone: string }) {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const phone = useIsPhone();
  useUndoKey();
  const [view, setView] = useState(storedShiftsView);
  const [scope, setScope] = useState<PlanScope>('once');
  const { key: entry } = useLocation();
  const [monday, setMonday] = useState(() => mondayOf(returnsTo(entry) ?? today));
  const dates = useMemo(() => weekDates(monday), [monday]);
  const sunday = dates[6] ?? monday;
  // What runs past midnight on Sunday may be cut by Monday's time off.
  const after = addDays(sunday, 1);

  const employees = useLiveState(() => activeEmployees$(replica), [replica]);
  const weekly = useLiveState(() => weeklySets$(replica), [replica]);
  const overrides = useLiveState(() => overrideSets$(replica, monday, after), [replica, monday, after]);
  const reasons = useLiveState(() => offReasons$(replica, monday, after), [replica, monday, after]);
  const reads = [employees, weekly, overrides, reasons];
  const failed = reads.find((read) => read.phase === 'failed');
  // The picture makes its own rows, so that its first frame does not wait for these.
  const picture = view === 'week' && !phone;
  const planned = useCallback(
    () =>
      employees.value && weekly.value && overrides.value && reasons.value
        ? planWeek(employees.value, dates, weekly.value, overrides.value, reasons.value)
        : [],
    [employees.value, weekly.value, overrides.value, reasons.value, dates],
  );
  const ready = reads.every((read) => read.phase === 'ready');
  const plan = useMemo(() => (ready && !picture ? planned() : null), [ready, picture, planned]);

  const { open, shown } = useShiftDialogs(employees.value, overrides.value, today, zone);
  const choose = (next: ShiftsView) => {
    setView(next);
    keepShiftsView(next);
  };
  const views = (
    <Segmented<ShiftsView>
      label={t('view')}
      wide={phone}
      value={view}
      onChange={choose}
      options={[
        { value: 'team', label: t('team'), icon: <Users className="i i-sm" aria-hidden="true" /> },
        { value: 'week', label: t('week'), icon: <CalendarDays className="i i-sm" aria-hidden="true" /> },
      ]}
    />
  );
  return (
    <Page
      title={t('title')}
      lead={<BackLink to="/calendar" label={t('back')} />}
      actions={
        <>
          {phone ? null : views}
          {ready && employees.value && weekly.value ? (
            <PlanMenu {...{ planned, dates, monday }} employees={employees.value} weekly={weekly.value} />
          ) : null}
        </>
      }
      bar={<WeekBar monday={monday} sunday={sunday} today={today} onChange={setMonday} below={phone ? views : null} />}
      className="max-md:p-0!"
    >
      {failed ? (
        <ErrorBox
          title={t('failed_to_load_shifts')}
          detail={failureText(failed.error)}
          onRetry={() => {
            for (const read of reads) if (read.phase === 'failed') read.retry();
          }}
        />
      ) : null}
      {ready || failed ? null : <SkeletonRows />}
      {ready && employees.value?.length === 0 ? (
        <EmptyState
          title={t('empty')}
          action={
            <Link to="/employees/add" className="btn btn-primary">
              {t('add_employee')}
            </Link>
          }
          className="max-md:m-3"
        />
      ) : null}
      {plan && plan.length > 0 && view === 'team' ? (
        <ShiftsTeam plan={plan} today={today} onOpen={(id) => open(id, dates.includes(today) ? today : monday)} />
      ) : null}
      {plan && plan.length > 0 && view === 'week' ? <ShiftsWeek plan={plan} dates={dates} today={today} onOpen={open} /> : null}
      {picture && employees.value && employees.value.length > 0 && weekly.value && overrides.value && reasons.value ? (
        <PlanWeek
          {...{ dates, today, scope }}
          onScope={setScope}
          employees={employees.value}
          weekly={weekly.value}
          overrides={overrides.value}
          reasons={reasons.value}
          onOpen={open}
        />
      ) : null}
      {shown}
    </Page>
  );
}
