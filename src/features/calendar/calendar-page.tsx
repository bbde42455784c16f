import './calendar.css';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarFailed, CalendarLoading } from '#calendar/day/calendar-states.tsx';
import { DayScreen } from '#calendar/day/day-screen.tsx';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { type Reads, useReads, useSalonPart } from '#calendar/reads/use-day.ts';
import { usePausedUpdates } from '#calendar/reads/use-paused-updates.ts';
import { useToday } from '#calendar/reads/use-today.ts';
import { RequestsButton } from '#calendar/requests/requests-button.tsx';
import { draftOfSlot } from '#calendar/reservation/draft.ts';
import { pointAtSoon } from '#calendar/state/focus-soon.ts';
import { type CalendarState, useCalendarState } from '#calendar/state/use-calendar-state.ts';
import { useCutId } from '#calendar/state/use-cut.ts';
import { useDaySteps } from '#calendar/state/use-day-steps.ts';
import { useMine } from '#calendar/state/use-mine.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { Button } from '#ui/page/button.tsx';
import { Page } from '#ui/page/page.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { BarActions, type BarProps, BarStrip } from './calendar-bar.tsx';
import { DaySpoken, DaySteps, DayTitle, useHasStrip } from './calendar-title.tsx';
import { CountedCommits } from './counted-commits.tsx';
import { EventLayer } from './event-layer.tsx';
import { useCalendarActions } from './use-calendar-actions.ts';
import { useAskedEvent, useExtra, useOpenedDialog } from './use-opened.ts';

const DaySheetDialog = lazyPart(() => import('#calendar/print/day-sheet-dialog.tsx').then((m) => m.DaySheetDialog));
const DelayDialog = lazyPart(() => import('./delay-dialog.tsx').then((m) => m.DelayDialog));
const ShownPaper = lazyPart(() => import('#calendar/print/calendar-paper.tsx').then((m) => m.ShownPaper));
const FindSlotDialog = lazyPart(() => import('#calendar/find-slot/find-slot-dialog.tsx').then((m) => m.FindSlotDialog));
const CalendarKeysHelp = lazyPart(() => import('./calendar-keys-help.tsx').then((m) => m.CalendarKeysHelp));
const OlderBooking = lazyPart(() => import('#calendar/event/older-booking.tsx').then((m) => m.OlderBooking));
const RequestsDialog = lazyPart(() => import('#calendar/requests/requests-dialog.tsx').then((m) => m.RequestsDialog));
const RepeatDialog = lazyPart(() => import('#calendar/repeat/repeat-dialog.tsx').then((m) => m.RepeatDialog));
const ReservationDialog = lazyPart(() => import('#calendar/reservation/reservation-dialog.tsx').then((m) => m.ReservationDialog));
const WeekScreen = lazyPart(() => import('#calendar/week/week-screen.tsx').then((m) => m.WeekScreen));
const CalendarOptions = lazyPart(() => import('./calendar-options.tsx').then((m) => m.CalendarOptions));

/** /calendar, /calendar/add, which opens the dialog over it, and /calendar?day=…&event=…, which opens a booking on its day (to move it, to show it: use-opened.ts). */
export function CalendarPage() {
  const { t } = useTranslation('calendar');
  const { pause$, hold } = usePausedUpdates();
  const salon = useSalonPart(pause$);
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
  return <Calendar salon={salon.value} pause$={pause$} hold={hold} />;
}

interface CalendarProps extends ReturnType<typeof usePausedUpdates> {
  salon: SalonPart;
}

function Calendar({ salon, pause$, hold }: CalendarProps) {
  const { t } = useTranslation('calendar');
  const { salonId } = useReplica();
  const phone = useIsPhone();
  const strip = useHasStrip();
  const active = useMemo(() => salon.employees.filter((employee) => employee.active), [salon.employees]);
  const ids = useMemo(() => active.map(({ id }) => id), [active]);
  const whole = useCalendarState(salonId, useToday(salon.config.timezone), salon.config.defaultView);
  const { state: chosen, mine } = useMine(whole, ids);
  const cutId = useCutId();
  // A list has no free slots: while an appointment is cut, the day itself stands in its place.
  const asDay = useMemo((): CalendarState => ({ ...chosen, view: 'day' }), [chosen]);
  const state = cutId !== null && chosen.view === 'agenda' ? asDay : chosen;
  const { date, today } = state;
  const drawn = useDrawnLater(state);
  const openDay = useDaySteps(state);
  const zone = salon.config.timezone;
  const { days, weeks, monday } = useReads(drawn.date, drawn.view === 'week', zone, pause$);
  const dialog = useOpenedDialog(salon, state.onDate);
  // The dialog is painted first, the mark on the appointment behind it follows.
  const marked = useDeferredValue(dialog.opened);
  useAskedEvent();
  const { extra, service, setExtra, closeExtra } = useExtra();
  const [repeating, setRepeating] = useState<{ id: string } | null>(null);

  const bar: BarProps = {
    ...{ state, mine, employees: active },
    onNew: () => dialog.open({ kind: 'new', draft: { date } }),
    finding: extra === 'find',
    onFind: () => (extra === 'find' ? closeExtra() : setExtra('find')),
    onPrint: () => setExtra('print'),
    onDelay: () => setExtra('delay'),
    onKeys: () => setExtra('keys'),
    onRequests: () => setExtra('requests'),
    onOptions: () => setExtra('options'),
  };
  const printed = { salon, days, weeks, date, monday, week: state.view === 'week' };
  const letters = useCalendarActions({ ...bar, onHelp: bar.onKeys });
  return (
    <Page
      flush
      className="relative bg-surface"
      title={<DayTitle state={state} open={salon.config.open} />}
      documentTitle={t('title')}
      bar={strip && !(phone && active.length === 0) ? <BarStrip state={state} mine={mine} employees={active} /> : null}
      lead={<DaySteps state={state} />}
      actions={<BarActions {...bar} />}
    >
      <DaySpoken state={state} open={salon.config.open} />
      {drawn.view === 'week' ? (
        <WeekScreen {...{ salon, weeks, monday, hold }} state={drawn} onOpen={dialog.open} onDay={openDay} />
      ) : (
        <CountedCommits>
          <DayScreen {...{ salon, days, hold, pause$ }} state={drawn} onOpen={dialog.open} opened={marked} />
        </CountedCommits>
      )}
      {phone ? (
        <RequestsButton className="absolute bottom-3 left-3 z-(--z-bar) shadow-(--shadow-lift)" onOpen={bar.onRequests} />
      ) : null}
      {phone && active.length > 0 ? (
        <Button
          variant="primary"
          iconOnly
          label={t('new_appointment')}
          icon={<Plus className="i i-lg" aria-hidden="true" />}
          className="absolute right-3 bottom-3 z-(--z-bar) h-14! w-14! rounded-full! shadow-(--shadow-lift)"
          onClick={bar.onNew}
        />
      ) : null}
      {dialog.opened?.kind === 'read' ? (
        <OlderBooking {...dialog.opened} onClose={dialog.close} />
      ) : dialog.opened ? (
        <ReservationDialog
          key={dialog.opened.kind === 'edit' ? dialog.opened.id : 'new'}
          opened={dialog.opened}
          known={
            dialog.opened.kind === 'edit'
              ? rowIn(drawn.view === 'week' ? weeks.stateOf(monday) : days.stateOf(drawn.date), dialog.opened.id)
              : undefined
          }
          salon={salon}
          today={today}
          onSaved={dialog.saved}
          onClose={dialog.close}
        />
      ) : null}
      <EventLayer
        {...{ salon, today }}
        onDate={state.onDate}
        onEdit={({ id }) => dialog.open({ kind: 'edit', id })}
        onRepeat={setRepeating}
      />
      {repeating ? <RepeatDialog event={repeating} onClose={() => setRepeating(null)} /> : null}
      {extra === 'find' ? (
        <FindSlotDialog
          key={service}
          service={service}
          date={date}
          onShow={state.onDate}
          onClose={closeExtra}
          onPick={(slot) => {
            closeExtra();
            dialog.open({ kind: 'new', draft: draftOfSlot(slot, zone) });
          }}
        />
      ) : null}
      {extra === 'requests' ? (
        <RequestsDialog
          salon={salon}
          onClose={closeExtra}
          onShow={(day, event) => {
            closeExtra();
            state.onDate(day);
            pointAtSoon(event);
          }}
        />
      ) : null}
      {extra === 'delay' ? <DelayDialog {...{ salon, date, today }} onClose={closeExtra} /> : null}
      {extra === 'print' ? <DaySheetDialog {...printed} onClose={closeExtra} /> : <ShownPaper {...printed} />}
      {extra === 'keys' ? <CalendarKeysHelp {...letters} onClose={closeExtra} /> : null}
      {extra === 'options' ? <CalendarOptions {...bar} onClose={closeExtra} /> : null}
    </Page>
  );
}

/**
 * The state as the day or the week is drawn: a press that changes it is painted first in the title and in what was pressed, and
 * the many boxes follow.
 */
function useDrawnLater(state: CalendarState): CalendarState {
  const date = useDeferredValue(state.date);
  const view = useDeferredValue(state.view);
  const hidden = useDeferredValue(state.hidden);
  const onShift = useDeferredValue(state.onShift);
  return useMemo(() => ({ ...state, date, view, hidden, onShift }), [state, date, view, hidden, onShift]);
}

function rowIn(shown: ReturnType<Reads['stateOf']>, id: string) {
  return shown.phase === 'ready' ? shown.value.events.find((event) => event.id === id) : undefined;
}
