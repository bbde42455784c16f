import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { FoundMark } from '#calendar/find-slot/found-mark.tsx';
import type { DropTarget } from '#calendar/move/drag-geometry.ts';
import { useDrag } from '#calendar/move/use-drag.ts';
import { bareStop, type ColumnView, type EventView } from '#calendar/reads/day-view.ts';
import { eventIs, SELECTED } from '#calendar/reads/grid-dom.ts';
import { GRID_END, GRID_START, yOf } from '#domain/booking/day-layout.ts';
import type { PlaceRefusal } from '#domain/booking/placing.ts';
import { type LocalDate, zonedPartsOfMs } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { DayColumn } from './day-column.tsx';
import type { BoxSize } from './event-box.ts';
import type { EventListRequest } from './event-list.tsx';
import { freeFrom, listBehind } from './list-behind.ts';
import { useColumnRange } from './use-drawn-range.ts';
import { useFoldingStrip } from './use-folding-strip.ts';
import { useNarrowColumns } from './use-grid-size.ts';
import { useNowLine } from './use-now-line.ts';
import { useRovingFocus } from './use-roving-focus.ts';
import { useSlotPointer } from './use-slot-pointer.ts';
import { useZoom, useZoomAnchor, useZoomGestures } from './zoom.ts';

const EventList = lazyPart(() => import('./event-list.tsx').then((m) => m.EventList));
const HOURS = Array.from({ length: (GRID_END - GRID_START) / 60 }, (_, i) => GRID_START + i * 60);
/** Minutes between the stronger lines (CAL-15). */
const MAJOR = 15;
/** The keyboard begins here on a day that is not today. */
const MORNING = 9 * 60;

export interface HourGridProps extends BoxSize {
  columns: readonly ColumnView[];
  date: LocalDate;
  today: LocalDate;
  dayLabel: string;
  zone: string;
  interval: number;
  /** @param minutes of that length; without them as long as a new one is */
  onBook(columnId: string, minute: number, minutes?: number): void;
  onOpen(eventId: string): void;
  /** Somebody does not work that day, and was pressed: at a minute, or by the button that says so. */
  onNoShift(column: ColumnView, minute: number | null): void;
  onDrop(event: EventView, target: DropTarget): void;
  onRefuse(event: EventView, target: DropTarget, refusal: PlaceRefusal): void;
  hold(): () => void;
  /** The appointment whose dialog is open. */
  selected: string | null;
  /** Stands above the ruler. */
  corner?: ReactNode;
  /** The scroll position of the last day, px; it survives while another day loads. */
  place: RefObject<number | null>;
}

/** The day: a comb of hours at the left, one column for each employee. It scrolls inside its own box. */
export function HourGrid(props: HourGridProps) {
  const { columns, date, today, zone, interval, hourHeight, place, selected } = props;
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const hover = useRef<HTMLDivElement>(null);

  const label = useMemo(() => t('grid', { day: props.dayLabel }), [t, props.dayLabel]);
  const [listed, setListed] = useState<EventListRequest | null>(null);
  const closeList = useCallback(() => setListed(null), []);
  const list = (stop: string, opener: HTMLElement) => {
    const bare = columns.find(({ id }) => bareStop(id) === stop);
    if (bare) return props.onNoShift(bare, null);
    const found = listBehind(columns, stop, freeFrom(date, today, zone), interval);
    if (found) setListed({ ...found, opener });
  };
  const handlers = {
    ...{ columns, interval, hourHeight, list, noShift: props.onNoShift },
    ...{ book: props.onBook, open: props.onOpen, drop: props.onDrop, refuse: props.onRefuse, hold: props.hold },
  };
  const host = useRef(handlers);
  useLayoutEffect(() => {
    host.current = handlers;
  });

  const now = useMemo(() => zonedPartsOfMs(Date.now(), zone).minute, [zone]);
  const start = date === today ? Math.max(GRID_START, now) : MORNING;
  const zoom = useZoom();
  const slots = useSlotPointer(grid, hover, host);
  const focus = useRovingFocus(grid, columns, interval, start, t);
  const drawn = useColumnRange(scroller, columns.length);
  useDrag(grid, scroller, host);
  useNowLine(grid, date, zone, columns, hourHeight / 60);

  useDayPlace(scroller, date, today, zone, hourHeight, place);
  useZoomAnchor(scroller, hourHeight, useZoomGestures(scroller, zoom));
  useSelectedMark(grid, selected, columns);
  useFoldingStrip(scroller, date);

  const early = columns.some((column) => column.early);
  const late = columns.some((column) => column.late);
  return (
    <div
      className="cal-scroll"
      ref={scroller}
      onScroll={(event) => {
        place.current = event.currentTarget.scrollTop;
      }}
    >
      <div
        ref={grid}
        className="cal day"
        role="presentation"
        data-early={early || undefined}
        data-late={late || undefined}
        data-step={interval === MAJOR ? undefined : interval}
        style={{ '--cal-cols': columns.length, '--step': interval } as CSSProperties}
        {...slots}
        {...focus}
      >
        <Ruler early={early} late={late} corner={props.corner} count={columns.length} first={columns[0]?.id} />
        {/* biome-ignore lint/a11y/useSemanticElements: a grid whose rows are the employees (src/README.md, “The calendar”) */}
        <div role="grid" className="contents" aria-label={label}>
          {columns.map((column, index) => (
            <DayColumn
              key={column.id}
              column={column}
              hourHeight={hourHeight}
              hit={props.hit}
              text={props.text}
              early={early}
              late={late}
              phone={phone}
              t={t}
              drawn={index >= drawn.from && index < drawn.to}
            />
          ))}
        </div>
        <div ref={hover} className="cal-hover" hidden aria-hidden="true" />
        <FoundMark date={date} columns={columns} />
      </div>
      {listed ? <EventList {...listed} onOpen={props.onOpen} onClose={closeList} /> : null}
    </div>
  );
}

interface RulerProps {
  early: boolean;
  late: boolean;
  corner: ReactNode;
  count: number;
  first: string | undefined;
}

/** The comb of hours at the left. */
const Ruler = memo(function Ruler({ early, late, corner, count, first }: RulerProps) {
  const ruler = useRef<HTMLDivElement>(null);
  useNarrowColumns(ruler, count, first);
  return (
    <div ref={ruler} className="cal-ruler">
      <div className="cal-corner">{corner}</div>
      {early ? <div className="cal-edge" /> : null}
      <div className="cal-gutter" aria-hidden="true">
        {HOURS.map((minute) => (
          <div key={minute} className="h">
            <span>{formatTime(minute)}</span>
          </div>
        ))}
        <span className="cal-now-tag" />
      </div>
      {late ? <div className="cal-edge" /> : null}
    </div>
  );
});

/** Opening today puts the now line at a third of the height; other days keep the place, so that days can be compared. */
function useDayPlace(
  scroller: RefObject<HTMLElement | null>,
  date: LocalDate,
  today: LocalDate,
  zone: string,
  hourHeight: number,
  place: RefObject<number | null>,
): void {
  // Zooming keeps the time in view in place itself (zoom.ts).
  // biome-ignore lint/correctness/useExhaustiveDependencies: an hour's height decides where, not when
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (date === today) box.scrollTop = yOf(zonedPartsOfMs(Date.now(), zone).minute, hourHeight) - box.clientHeight / 3;
    else if (place.current !== null) box.scrollTop = place.current;
  }, [scroller, date, today, zone, place]);
}

/** Marks the appointment whose dialog is open, also after it was drawn elsewhere. */
function useSelectedMark(grid: RefObject<HTMLElement | null>, selected: string | null, columns: readonly ColumnView[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new columns may have drawn the appointment elsewhere
  useLayoutEffect(() => {
    const all = (which: string) => grid.current?.querySelectorAll<HTMLElement>(which) ?? [];
    for (const event of all(`[${SELECTED}]`)) event.removeAttribute(SELECTED);
    if (selected !== null) for (const event of all(eventIs(selected))) event.setAttribute(SELECTED, '');
  }, [grid, selected, columns]);
}
