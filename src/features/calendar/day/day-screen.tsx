import { memo, type RefObject, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Observable } from 'rxjs';
import { useNoShift } from '#calendar/hours/use-no-shift.tsx';
import { useMove } from '#calendar/move/use-move.ts';
import { calendarInput } from '#calendar/reads/booking-view.ts';
import type { DayRows, SalonPart } from '#calendar/reads/calendar-reads.ts';
import { type ColumnView, findEvent, lengthOf, type Placement } from '#calendar/reads/day-view.ts';
import { UnheardLine } from '#calendar/reads/unheard-line.tsx';
import { type Reads, useRead } from '#calendar/reads/use-day.ts';
import type { Pause } from '#calendar/reads/use-paused-updates.ts';
import type { Opened } from '#calendar/reservation/use-opened-event.ts';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { formatDayLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { AgendaDay } from './agenda-list.tsx';
import { buildDay } from './build-day.ts';
import { EmptyTeam, ShownDays } from './calendar-states.tsx';
import { ClosedLine } from './closed-line.tsx';
import { HourGrid } from './hour-grid.tsx';
import { useGridSize } from './use-grid-size.ts';
import { ZoomControl } from './zoom-control.tsx';

/** The same each time: the ruler is not drawn again for it. */
const CORNER = <ZoomControl />;

interface DayScreenProps {
  salon: SalonPart;
  state: CalendarState;
  days: Reads;
  hold(): () => void;
  pause$: Observable<Pause>;
  onOpen(opened: Opened): void;
  opened: Opened | null;
}

/** The shown day. What opens over the calendar does not draw it again. */
export const DayScreen = memo(function DayScreen(props: DayScreenProps) {
  const { salon, days, state } = props;
  const { date } = state;
  const place = useRef<number | null>(null);
  return (
    <ShownDays read={useRead(days, date)} zone={salon.config.timezone} date={date}>
      {(day) => <ReadyDay {...props} day={day} place={place} />}
    </ShownDays>
  );
});

interface ReadyDayProps extends DayScreenProps {
  day: DayRows;
  place: RefObject<number | null>;
}

function ReadyDay({ salon, state, day, place, hold, pause$, onOpen, opened }: ReadyDayProps) {
  const language = useLanguage();
  const { date, today, hidden } = state;
  const zone = salon.config.timezone;
  const { moving, drop, refuse } = useMove(date, zone, day.events, pause$, salon);
  const count = salon.employees.filter(({ id, active }) => active && !hidden.has(id)).length;
  const { hourHeight, hit, text, maxLanes } = useGridSize(count);
  const columns = useColumns(date, salon, day, state, moving, maxLanes);
  const nameOf = (columnId: string) => columns.find(({ id }) => id === columnId)?.name ?? '';
  const open = useCallback(
    (id: string) => {
      const found = findEvent(columns, id);
      onOpen(found?.event.onlyRead ? { kind: 'read', id, date, ...found } : { kind: 'edit', id });
    },
    [columns, date, onOpen],
  );
  const noShift = useNoShift(date, salon.config.open, (draft) => onOpen({ kind: 'new', draft }));
  const lines = (
    <>
      <ClosedLine open={salon.config.open} date={date} />
      <UnheardLine date={date} zone={zone} />
    </>
  );
  if (columns.length === 0) {
    return (
      <>
        {lines}
        <EmptyTeam salon={salon} state={state} />
      </>
    );
  }
  const dayLabel = formatDayLabel(date, language, 'long');
  if (state.view === 'agenda') {
    return (
      <>
        {lines}
        <AgendaDay columns={columns} dayLabel={dayLabel} onOpen={open} />
      </>
    );
  }
  return (
    <>
      {lines}
      <HourGrid
        corner={CORNER}
        {...{ columns, date, today, zone, hourHeight, hit, text, hold, place, dayLabel }}
        interval={salon.config.interval}
        onBook={(employee, start, minutes) =>
          onOpen({ kind: 'new', draft: { employee, date, start, ...(minutes === undefined ? {} : { minutes }) } })
        }
        onNoShift={noShift.tell}
        onOpen={open}
        selected={opened && opened.kind !== 'new' ? opened.id : null}
        onDrop={(event, target) => void drop(event, target, nameOf)}
        onRefuse={(event, target, refusal) => refuse(nameOf(target.columnId), target, refusal, lengthOf(event))}
      />
      {noShift.dialog}
    </>
  );
}

/** The columns to draw; those that did not change are the same objects as before. */
function useColumns(
  date: LocalDate,
  salon: SalonPart,
  day: DayRows,
  { hidden, onShift }: CalendarState,
  moving: ReadonlyMap<string, Placement>,
  maxLanes: number,
): readonly ColumnView[] {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const last = useRef<readonly ColumnView[]>([]);
  return useMemo(() => {
    const shown = { date, language, t, hidden, onShift, moving, maxLanes, shiftsKnown: salon.complete };
    last.current = buildDay({ ...calendarInput(salon, day), ...shown }, last.current);
    return last.current;
  }, [date, salon, day, hidden, onShift, moving, maxLanes, language, t]);
}
