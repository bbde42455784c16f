import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight, Users } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { activeEmployees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { offReasons$, overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { addDays, type LocalDate, mondayOf, todayIn, weekDates } from '#domain/time/time.ts';
import { keepUndoFor, undoLast } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { PlanWeek } from '#shifts/plan/plan-week.tsx';
import type { PlanScope } from '#shifts/plan/use-plan-save.ts';
import { planWeek } from '#shifts/reads/week-plan.ts';
import { DatePicker } from '#ui/dates/date-picker.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { isTypedIn } from '#ui/input/typed-in.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { isBusy } from '#ui/timing/busy.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { PlanMenu } from './plan-menu.tsx';
import { ShiftsTeam } from './shifts-team.tsx';
import { ShiftsWeek } from './shifts-week.tsx';
import { returnsTo, useShiftDialogs } from './use-shift-dialogs.tsx';

/** `/shifts`: who works when in a week, by employee or by day, and every way to change it. */
export function ShiftsPage() {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const salon = useLive(() => salon$(replica), [replica]);
  const known = Number.isInteger(replica.salonId) && replica.salonId > 0;
  if (salon && known) {
    const zone = salon.effective.timezone;
    return <ShiftsOfWeek zone={zone} open={salon.effective.open} today={todayIn(zone, Date.now())} />;
  }
  return (
    <Page title={t('title')} lead={known ? undefined : <BackLink to="/calendar" label={t('back')} />}>
      {known ? <SkeletonRows /> : <ErrorBox title={t('salon_id_not_found')} />}
    </Page>
  );
}

/** @param today in the salon's time zone, `zone` (IANA name) */
function ShiftsOfWeek({ today, zone, open: openDays }: { today: LocalDate; zone: string; open: SalonDays | null }) {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const phone = useIsPhone();
  const mayAdd = useRights().mayMake('resources');
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
        ? planWeek(employees.value, dates, weekly.value, overrides.value, reasons.value, openDays)
        : [],
    [employees.value, weekly.value, overrides.value, reasons.value, dates, openDays],
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
            <PlanMenu {...{ planned, dates, monday }} openDays={openDays} employees={employees.value} weekly={weekly.value} />
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
            mayAdd ? (
              <Link to="/employees/add" className="btn btn-primary">
                {t('add_employee')}
              </Link>
            ) : null
          }
          className="max-md:m-3"
        />
      ) : null}
      {plan && plan.length > 0 && view === 'team' ? (
        <ShiftsTeam
          plan={plan}
          today={today}
          openDays={openDays}
          onOpen={(id) => open(id, dates.includes(today) ? today : monday)}
        />
      ) : null}
      {plan && plan.length > 0 && view === 'week' ? <ShiftsWeek {...{ plan, dates, today, openDays }} onOpen={open} /> : null}
      {picture && employees.value && employees.value.length > 0 && weekly.value && overrides.value && reasons.value ? (
        <PlanWeek
          {...{ dates, today, scope, openDays }}
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

interface WeekBarProps {
  monday: LocalDate;
  sunday: LocalDate;
  today: LocalDate;
  onChange: (monday: LocalDate) => void;
  /** On phones the choice of the view, in a line of its own. */
  below?: ReactNode;
}

/** Previous, today, next, and the week's dates, which open a month. */
function WeekBar({ monday, sunday, today, onChange, below }: WeekBarProps) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const label = formatWeekLabel(monday, sunday, language);
  const step = (days: number) => onChange(addDays(monday, days));
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-5 py-2 max-md:px-2">
      <Button
        variant="ghost"
        iconOnly
        label={t('previous_week')}
        icon={<ChevronLeft className="i" aria-hidden="true" />}
        onClick={() => step(-7)}
      />
      <Button className="max-md:order-2" onClick={() => onChange(mondayOf(today))}>
        {t('today')}
      </Button>
      <Button
        variant="ghost"
        iconOnly
        label={t('next_week')}
        className="max-md:order-1"
        icon={<ChevronRight className="i" aria-hidden="true" />}
        onClick={() => step(7)}
      />
      <span className="order-1 hidden h-0 basis-full max-md:block" />
      <DatePicker
        value={monday}
        today={today}
        onChange={(date) => onChange(mondayOf(date))}
        buttonClassName="btn btn-ghost min-w-0 text-left text-ink! font-semibold! max-md:px-1.5! breaks"
        label={`${t('choose_week')}: ${label}`}
      >
        {label}
        <ChevronDown className="i i-sm" aria-hidden="true" />
      </DatePicker>
      {below ? <div className="order-3 flex-1">{below}</div> : null}
    </div>
  );
}

type ShiftsView = 'team' | 'week';

const KEY = 'greben.shifts-view';

/** Only a stored `week` is honoured (document 2 §2); a browser without storage opens the team. */
function storedShiftsView(): ShiftsView {
  try {
    return localStorage.getItem(KEY) === 'week' ? 'week' : 'team';
  } catch {
    return 'team'; // storage closed by a browser setting
  }
}

function keepShiftsView(view: ShiftsView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    console.info('The view cannot be kept in this browser.');
  }
}

/** Ctrl+Z takes back what was done last, on a screen without a table of keys of its own. A field keeps its own undo. */
function useUndoKey(): void {
  const replica = useReplica();
  useEffect(() => keepUndoFor(replica), [replica]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      const isZ = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ'; // a Cyrillic layout says another letter
      if (!isZ || !(ctrlKey || metaKey) || shiftKey || altKey || event.repeat || event.defaultPrevented || isBusy()) return;
      if (isTypedIn(target)) return;
      event.preventDefault();
      void undoLast();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
