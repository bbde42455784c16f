import './calendar.css';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isLocalDate, type LocalDate } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';
import { useIsPhone } from '#ui/use-media.ts';
import { BarActions, DaySteps, DayTitle, TeamStrip, useHasStrip } from './calendar-bar.tsx';
import { keepDay, keepHidden, keptDay, keptHidden } from './calendar-memory.ts';
import type { SalonPart } from './calendar-reads.ts';
import { CalendarFailed, CalendarLoading, NobodyChosen, NoEmployees } from './calendar-states.tsx';
import { DayScreen } from './day-screen.tsx';
import { OlderBooking } from './older-booking.tsx';
import { ReservationDialog } from './reservation-dialog.tsx';
import { type Draft, draftOf } from './reservation-form.ts';
import { useHold, useSalonPart } from './use-day.ts';
import type { Opened } from './use-reservation.ts';
import { useToday } from './use-today.ts';

/** /calendar, /calendar/add, which opens the dialog over it, and /calendar?day=…&event=…, which opens a booking on its day. */
export function CalendarPage() {
  const { t } = useTranslation('calendar');
  const { held$, hold } = useHold();
  const salon = useSalonPart(held$);
  if (salon.phase === 'failed') {
    return (
      <Page flush title={t('title')}>
        <CalendarFailed onRetry={salon.retry} />
      </Page>
    );
  }
  if (salon.phase === 'loading' || (salon.value.employees.length === 0 && !salon.value.complete)) {
    return (
      <Page flush title={t('title')}>
        <CalendarLoading />
      </Page>
    );
  }
  return <Calendar salon={salon.value} held$={held$} hold={hold} />;
}

interface CalendarProps extends ReturnType<typeof useHold> {
  salon: SalonPart;
}

function Calendar({ salon, held$, hold }: CalendarProps) {
  const { t } = useTranslation('calendar');
  const { salonId } = useReplica();
  const phone = useIsPhone();
  const strip = useHasStrip();
  const today = useToday(salon.config.timezone);
  const [date, setDate] = useState(() => keptDay(today));
  const [hidden, setHidden] = useState(() => keptHidden(salonId));
  const dialog = useOpenedDialog(salon, setDate);
  useEffect(() => keepDay(date, today), [date, today]);

  const active = salon.employees.filter((employee) => employee.active);
  const onHidden = (next: ReadonlySet<string>) => {
    setHidden(next);
    keepHidden(salonId, next);
  };
  const team = { employees: active, hidden, onHidden };
  const steps = { date, today, onDate: setDate };
  const onNew = () => dialog.open({ kind: 'new', draft: { date } });
  return (
    <Page
      flush
      className="relative bg-surface"
      title={<DayTitle {...steps} />}
      documentTitle={t('title')}
      bar={strip && active.length > 0 ? <TeamStrip {...team} /> : null}
      lead={<DaySteps {...steps} />}
      actions={<BarActions {...steps} {...team} onNew={onNew} />}
    >
      {salon.employees.length === 0 ? (
        <NoEmployees />
      ) : active.length > 0 && active.every(({ id }) => hidden.has(id)) ? (
        <NobodyChosen onAll={() => onHidden(new Set())} />
      ) : (
        <DayScreen
          salon={salon}
          date={date}
          today={today}
          hidden={hidden}
          held$={held$}
          hold={hold}
          onOpen={dialog.open}
          opened={dialog.opened}
        />
      )}
      {phone && salon.employees.length > 0 ? (
        <Button
          variant="primary"
          iconOnly
          label={t('new_appointment')}
          icon={<Plus className="i i-lg" aria-hidden="true" />}
          className="absolute right-3 bottom-3 z-(--z-bar) h-14! w-14! rounded-full! shadow-(--shadow-lift)"
          onClick={onNew}
        />
      ) : null}
      {dialog.opened?.kind === 'read' ? (
        <OlderBooking {...dialog.opened} onClose={dialog.close} />
      ) : dialog.opened ? (
        <ReservationDialog
          key={dialog.opened.kind === 'edit' ? dialog.opened.id : 'new'}
          opened={dialog.opened}
          salon={salon}
          today={today}
          onSaved={setDate}
          onClose={dialog.close}
        />
      ) : null}
    </Page>
  );
}

/** The dialog is opened by the grid, or by the address; closing that leads to /calendar. */
function useOpenedDialog(salon: SalonPart, onDate: (date: LocalDate) => void) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [opened, open] = useState<Opened | null>(null);
  const byAddress = pathname === '/calendar/add';
  const draft = byAddress ? draftOf(params, salon.config.timezone) : null;
  const event = byAddress ? null : params.get('event');
  const asked = params.get('day') ?? '';
  const day = byAddress ? draft?.date : isLocalDate(asked) ? asked : undefined;
  useEffect(() => {
    if (day) onDate(day);
  }, [day, onDate]);
  const isOpen = opened !== null || byAddress || event !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The focus goes back to what opened the dialog; if that is gone (deleted), to the day.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[data-calendar] [tabindex="0"]')?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return {
    opened: opened ?? byAddressOpened(draft, event),
    open,
    close() {
      open(null);
      if (byAddress || event) void navigate('/calendar', { replace: true });
    },
  };
}

function byAddressOpened(draft: Draft | null, event: string | null): Opened | null {
  if (draft) return { kind: 'new', draft };
  return event ? { kind: 'edit', id: event } : null;
}
