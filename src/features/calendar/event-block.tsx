import { CircleCheckBig, CircleX, CloudAlert, CloudUpload, Layers2, Lock, UserRoundCheck, UserRoundX } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { formatTime } from '#domain/date-format.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';
import { i18n } from '#i18n/i18n.ts';
import { classNames } from '#ui/class-names.ts';
import type { EventView } from './day-view.ts';
import type { EventFill } from './event-label.ts';

export const FILL_CLASS: Record<EventFill, string> = {
  booked: 'booked',
  arrived: 'arrived',
  completed: 'completed',
  cancelled: 'cancelled',
  'no-show': 'noshow',
  blocked: 'block',
};
const FILL_ICON = { arrived: UserRoundCheck, completed: CircleCheckBig, cancelled: CircleX, 'no-show': UserRoundX } as const;
/** The gap below an appointment, px (--cal-event-gap). */
const GAP = 2;

const share = (minutes: number) => `calc(${((minutes * 100) / (GRID_END - GRID_START)).toFixed(3)}% + 1px)`;

/** From one minute of the day to another, in shares of the column's height: zooming changes that alone. A pixel stays free at both ends. */
export const placeOf = (top: number, bottom: number) => ({ top: share(top - GRID_START), bottom: share(GRID_END - bottom) });

/** How much fits into a height on screen (DESIGN.md §4): zooming in adds lines and never changes the type size. */
export function linesOf(height: number): 'tiny' | 'one' | 2 | 3 | 4 {
  if (height < 20) return 'tiny';
  if (height < 36) return 'one';
  if (height < 52) return 2;
  return height < 76 ? 3 : 4;
}

const iconOf = (fill: EventFill) => (fill in FILL_ICON ? FILL_ICON[fill as keyof typeof FILL_ICON] : null);

/** Most appointments have none: their boxes ask first, and draw no part for them. */
export const hasMarks = ({ fill, double, unsent, trouble }: EventView): boolean =>
  fill in FILL_ICON || double || unsent || trouble !== null;

/** The first of them stands where there is room for one only: sync before double before status; the others are extra. */
export function Marks({ event }: { event: EventView }) {
  const Icon = iconOf(event.fill);
  if (!hasMarks(event)) return null;
  const cloud = event.unsent || event.trouble !== null;
  return (
    <span className="st" aria-hidden="true">
      {event.double ? (
        <span className={cloud ? 'x2 extra' : 'x2'} title={i18n.t('calendar:status.double')}>
          <Layers2 className="i" aria-hidden="true" />
        </span>
      ) : null}
      {event.trouble ? (
        <CloudAlert className="i cloud alert" aria-hidden="true" />
      ) : event.unsent ? (
        <CloudUpload className="i cloud" aria-hidden="true" />
      ) : null}
      {Icon ? <Icon className={cloud || event.double ? 'i extra' : 'i'} aria-hidden="true" /> : null}
    </span>
  );
}

interface EventBlockProps {
  event: EventView;
  /** Height of an hour, px. */
  hourHeight: number;
  /** The smallest hit area, px. */
  hit: number;
}

/** One appointment in its column. The button is found by its data-event; the grid listens for all of them. */
export const EventBlock = memo(function EventBlock({ event, hourHeight, hit }: EventBlockProps) {
  const length = event.bottom - event.top;
  const height = (length * hourHeight) / 60 - GAP;
  const lines = linesOf(height);
  const blocked = event.fill === 'blocked';
  const small = lines === 'tiny' || lines === 'one';
  const inLane = event.span < event.lanes || event.aside;
  const part = inLane || event.rail !== null;
  const marks = hasMarks(event) ? <Marks event={event} /> : null;
  const style = {
    ...placeOf(event.top, event.bottom),
    ...(part ? { '--lane': event.lane, '--lanes': event.lanes, '--span': event.span } : {}),
  } as CSSProperties;

  return (
    <button
      type="button"
      tabIndex={-1}
      data-event={event.id}
      data-fixed={event.fixed || undefined}
      data-read={event.onlyRead || undefined}
      data-lanes={part ? event.lanes : undefined}
      data-rail={event.rail ?? undefined}
      data-updating={event.updating || undefined}
      aria-disabled={event.updating || undefined}
      className={classNames(
        'evt',
        FILL_CLASS[event.fill],
        lines === 'tiny' && 'one tiny',
        lines === 'one' && 'one',
        height < hit && 'short',
        part && 'part lane',
        event.aside && 'aside',
        (event.unsent || event.trouble) && 'unsynced',
        event.double && 'double',
      )}
      style={style}
      aria-label={event.label}
    >
      {/* In the order of the accessible name, which has to hold what is seen (WCAG 2.5.3); a space ends each part. */}
      {small ? null : event.time.includes('–') && (blocked || !marks) ? (
        <span className="t">{`${event.time} `}</span>
      ) : (
        <span className="t marked">
          <span>
            {event.time}
            {event.time.includes('–') ? null : <i className="rest">–{formatTime(event.to)}</i>}{' '}
          </span>
          {blocked ? null : marks}
        </span>
      )}
      {blocked ? (
        <span className="n flex max-w-full items-center gap-1">
          {small ? null : <Lock className="i i-sm" aria-hidden="true" />}
          <span className="truncate">{`${event.name} `}</span>
          {small ? <Lock className="i i-sm" aria-hidden="true" /> : null}
        </span>
      ) : (
        <span className="n">{`${event.name} `}</span>
      )}
      {!blocked && lines !== 'tiny' && lines !== 2 && event.service ? <span className="s">{`${event.service} `}</span> : null}
      {lines === 4 && event.note ? <span className="s mt-0.5">{event.note}</span> : null}
      {small || blocked ? marks : null}
    </button>
  );
});
