import { memo, type RefObject, useCallback, useRef } from 'react';
import type { Observable } from 'rxjs';
import { useNoShift } from '#calendar/hours/use-no-shift.tsx';
import { useMove } from '#calendar/move/use-move.ts';
import { type DayPart, isKnown, type SalonPart } from '#calendar/reads/calendar-reads.ts';
import { findEvent, lengthOf } from '#calendar/reads/day-view.ts';
import { type Reads, useRead } from '#calendar/reads/use-day.ts';
import type { Held } from '#calendar/reads/use-hold.ts';
import type { Opened } from '#calendar/reservation/use-opened-event.ts';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import { formatDayLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AgendaDay } from './agenda-day.tsx';
import { CalendarFailed, CalendarLoading, EmptyTeam } from './calendar-states.tsx';
import { DayGrid } from './day-grid.tsx';
import { useColumns } from './use-columns.ts';
import { useEndOfStart } from './use-end-of-start.ts';
import { useGridSize } from './use-grid-size.ts';
import { ZoomControl } from './zoom-control.tsx';

const OlderLine = lazyPart(() => import('./older-day.tsx').then((m) => m.OlderLine));
const OlderUnknown = lazyPart(() => import('./older-day.tsx').then((m) => m.OlderUnknown));

/** The same each time: the ruler is not drawn again for it. */
const CORNER = <ZoomControl />;

interface DayScreenProps {
  salon: SalonPart;
  state: CalendarState;
  days: Reads;
  hold(): () => void;
  held$: Observable<Held>;
  onOpen(opened: Opened): void;
  opened: Opened | null;
}

/** The shown day. `data-ready` says that what stands here is this date's. What opens over the calendar does not draw it again. */
export const DayScreen = memo(function DayScreen(props: DayScreenProps) {
  const { salon, days, state } = props;
  const { date } = state;
  const day = useRead(days, date);
  const place = useRef<number | null>(null);
  useEndOfStart(day.phase !== 'loading');
  return (
    <div
      className="flex min-h-0 flex-1 flex-col"
      data-calendar
      data-date={date}
      data-ready={day.phase === 'ready' && isKnown(day.value)}
    >
      {day.phase === 'ready' && day.value.older.phase !== 'kept' ? (
        <OlderLine day={day.value} zone={salon.config.timezone} />
      ) : null}
      {day.phase === 'ready' && !isKnown(day.value) && day.value.events.length === 0 ? (
        <OlderUnknown older={day.value.older} />
      ) : day.phase === 'ready' ? (
        <ReadyDay {...props} day={day.value} place={place} />
      ) : day.phase === 'failed' ? (
        <CalendarFailed onRetry={day.retry} />
      ) : (
        <CalendarLoading />
      )}
    </div>
  );
});

interface ReadyDayProps extends DayScreenProps {
  day: DayPart;
  place: RefObject<number | null>;
}

function ReadyDay({ salon, state, day, place, hold, held$, onOpen, opened }: ReadyDayProps) {
  const language = useLanguage();
  const { date, today, hidden } = state;
  const zone = salon.config.timezone;
  const { moving, drop, refuse } = useMove(date, zone, day.events, held$, salon.services);
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
  const noShift = useNoShift(date, (draft) => onOpen({ kind: 'new', draft }));
  if (columns.length === 0) return <EmptyTeam salon={salon} state={state} />;
  const dayLabel = formatDayLabel(date, language, 'long');
  if (state.view === 'agenda') return <AgendaDay columns={columns} dayLabel={dayLabel} onOpen={open} />;
  return (
    <>
      <DayGrid
        corner={CORNER}
        {...{ columns, date, today, zone, hourHeight, hit, text, hold, place, dayLabel }}
        interval={salon.config.interval}
        onBook={(employee, start) => onOpen({ kind: 'new', draft: { employee, date, start } })}
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
