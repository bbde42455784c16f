import { OctagonAlert, Plus, RefreshCw } from 'lucide-react';
import { type ReactNode, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type DayRows, isKnown, type SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { useRead } from '#calendar/reads/use-day.ts';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { FirstDaySlot } from '#features/shared/first-day-slot.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { endStart } from '#ui/timing/start-over.ts';

const OlderLine = lazyPart(() => import('./older-day.tsx').then((m) => m.OlderLine));
const OlderUnknown = lazyPart(() => import('./older-day.tsx').then((m) => m.OlderUnknown));

interface ShownDaysProps {
  read: ReturnType<typeof useRead>;
  zone: string;
  /** Of the shown day. */
  date?: LocalDate;
  /** Of the shown week. */
  monday?: LocalDate;
  /** Draws what was read. */
  children(days: DayRows): ReactNode;
}

/**
 * The day or the week, or why it is not drawn. `data-ready` says that what stands here is this date's. The start is over when the
 * first of them has been painted.
 */
export function ShownDays({ read, zone, children, date, monday }: ShownDaysProps) {
  const days = read.phase === 'ready' ? read.value : null;
  const known = days !== null && isKnown(days);
  const stands = read.phase !== 'loading';
  useEffect(() => {
    if (stands) deferUntilPaint(endStart);
  }, [stands]);
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-calendar data-date={date} data-week={monday} data-ready={known}>
      {days && days.older.phase !== 'kept' ? <OlderLine day={days} zone={zone} /> : null}
      {days && !known && days.events.length === 0 ? (
        <OlderUnknown older={days.older} />
      ) : days ? (
        children(days)
      ) : read.phase === 'failed' ? (
        <CalendarFailed onRetry={read.retry} />
      ) : (
        <CalendarLoading />
      )}
    </div>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="flex flex-1 items-center justify-center p-4">{children}</div>;
}

/** Its words appear after 300 ms: what this device has is there sooner. */
export function CalendarLoading() {
  const { t } = useTranslation('calendar');
  return (
    <Middle>
      <div className="cal-waiting flex flex-col items-center gap-4 text-primary-ink" role="status" data-calendar-loading>
        <CombSpinner className="text-[2.25rem]" />
        <span className="text-ink-2">{t('loading')}</span>
      </div>
    </Middle>
  );
}

export function CalendarFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('calendar');
  return (
    <Middle>
      <div className="w-96 max-w-full">
        <div className="notice bad items-center" role="alert">
          <OctagonAlert className="i" aria-hidden="true" />
          <span className="flex-1">{t('load_failed')}</span>
        </div>
        <div className="mt-3 flex justify-center">
          <Button icon={<RefreshCw className="i" aria-hidden="true" />} onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      </div>
    </Middle>
  );
}

export function NoEmployees() {
  const { t } = useTranslation('calendar');
  const FirstDay = useContext(FirstDaySlot);
  const mayAdd = useRights().mayMake('resources');
  const plain = (
    <Middle>
      <EmptyState
        className="border-0!"
        title={t('no_employees')}
        action={
          mayAdd ? (
            <Link to="/employees/add" className="btn btn-primary">
              <Plus className="i" aria-hidden="true" />
              {t('add_employee')}
            </Link>
          ) : null
        }
      >
        {t('no_employees_hint')}
      </EmptyState>
    </Middle>
  );
  return FirstDay ? <FirstDay>{plain}</FirstDay> : plain;
}

/** Why there is nobody to show: no employees, none chosen, or none on shift. */
export function EmptyTeam({ salon, state }: { salon: SalonPart; state: CalendarState }) {
  const { t } = useTranslation('calendar');
  const active = salon.employees.filter((employee) => employee.active);
  if (active.length === 0) return <NoEmployees />;
  const chosen = active.some(({ id }) => !state.hidden.has(id));
  const why = chosen ? 'nobody_on_shift' : 'nobody_chosen';
  const showAll = () => (chosen ? state.onOnShift(false) : state.onHidden(new Set()));
  return (
    <Middle>
      <EmptyState whole className="border-0!" title={t(why)} action={<Button onClick={showAll}>{t('show_all')}</Button>}>
        {t(`${why}_hint`)}
      </EmptyState>
    </Middle>
  );
}
