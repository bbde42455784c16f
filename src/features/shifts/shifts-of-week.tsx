import { CalendarDays, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { activeEmployees$ } from '#data/resources.queries.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { overrideKey } from '#domain/availability.ts';
import { addDays, type LocalDate, mondayOf, weekDates } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useUndoKey } from '#features/use-undo-key.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { PlanMenu } from './plan-menu.tsx';
import { PlanWeek } from './plan-week.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { ShiftsTeam } from './shifts-team.tsx';
import { keepShiftsView, type ShiftsView, storedShiftsView } from './shifts-view.ts';
import { ShiftsWeek } from './shifts-week.tsx';
import { WeekBar } from './week-bar.tsx';
import { planWeek } from './week-plan.ts';

/** @param today in the salon's time zone */
export function ShiftsOfWeek({ today }: { today: LocalDate }) {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const phone = useIsPhone();
  useUndoKey();
  const [view, setView] = useState(storedShiftsView);
  const [monday, setMonday] = useState(() => mondayOf(today));
  const [opened, setOpened] = useState<{ id: string; date: LocalDate; repeat: boolean } | null>(null);
  const dates = useMemo(() => weekDates(monday), [monday]);
  const sunday = dates[6] ?? monday;
  // What runs past midnight on Sunday may be cut by Monday's time off.
  const after = addDays(sunday, 1);

  const employees = useLiveState(() => activeEmployees$(replica), [replica]);
  const weekly = useLiveState(() => weeklySets$(replica), [replica]);
  const overrides = useLiveState(() => overrideSets$(replica, monday, after), [replica, monday, after]);
  const reads = [employees, weekly, overrides];
  const failed = reads.find((read) => read.phase === 'failed');
  const plan = useMemo(
    () =>
      employees.value && weekly.value && overrides.value ? planWeek(employees.value, dates, weekly.value, overrides.value) : null,
    [employees.value, weekly.value, overrides.value, dates],
  );

  /** The switch begins on, unless the date has shifts of its own. */
  const open = (id: string, date: LocalDate) => {
    const own = overrides.value?.get(overrideKey(id, date)) ?? [];
    setOpened({ id, date, repeat: !own.some(({ type }) => type === 'additional_shift') });
  };
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
          {plan && employees.value && weekly.value ? (
            <PlanMenu {...{ plan, dates, monday }} employees={employees.value} weekly={weekly.value} />
          ) : null}
        </>
      }
      bar={<WeekBar monday={monday} sunday={sunday} today={today} onChange={setMonday} below={phone ? views : null} />}
      className="max-md:p-0!"
    >
      {failed ? (
        <ErrorBox
          title={t('failed_to_load_shifts')}
          detail={String(failed.error)}
          onRetry={() => {
            for (const read of reads) if (read.phase === 'failed') read.retry();
          }}
        />
      ) : null}
      {plan || failed ? null : <SkeletonRows />}
      {plan?.length === 0 ? (
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
      {plan && plan.length > 0 ? (
        view === 'team' ? (
          <ShiftsTeam plan={plan} today={today} onOpen={(id) => open(id, dates.includes(today) ? today : monday)} />
        ) : phone || !employees.value || !weekly.value || !overrides.value ? (
          <ShiftsWeek plan={plan} dates={dates} today={today} onOpen={open} />
        ) : (
          <PlanWeek
            {...{ dates, today }}
            employees={employees.value}
            weekly={weekly.value}
            overrides={overrides.value}
            onOpen={open}
          />
        )
      ) : null}
      {opened ? (
        <ShiftDialog
          {...opened}
          key={`${opened.id}/${opened.date}`}
          employee={employees.value?.find(({ id }) => id === opened.id) ?? null}
          today={today}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </Page>
  );
}
