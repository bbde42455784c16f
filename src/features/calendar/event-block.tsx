import { CircleCheckBig, CircleX, CloudAlert, CloudUpload, Layers2, Lock, UserRoundCheck, UserRoundX } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#domain/date-format.ts';
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

/** How much fits into a height on screen (DESIGN.md §4): zooming in adds lines and never changes the type size. */
export function linesOf(height: number): 'tiny' | 'one' | 2 | 3 | 4 {
  if (height < 20) return 'tiny';
  if (height < 36) return 'one';
  if (height < 52) return 2;
  return height < 76 ? 3 : 4;
}

/** Most appointments have none: they ask for no words. */
export const Marks = memo(function Marks({ event }: { event: EventView }) {
  const Icon = event.fill in FILL_ICON ? FILL_ICON[event.fill as keyof typeof FILL_ICON] : null;
  if (!Icon && !event.double && !event.unsent && !event.trouble) return null;
  return (
    <span className="st" aria-hidden="true">
      {event.double ? <DoubleMark /> : null}
      {event.trouble ? (
        <CloudAlert className="i cloud alert" aria-hidden="true" />
      ) : event.unsent ? (
        <CloudUpload className="i cloud" aria-hidden="true" />
      ) : null}
      {Icon ? <Icon className="i" aria-hidden="true" /> : null}
    </span>
  );
});

function DoubleMark() {
  const { t } = useTranslation('calendar');
  return (
    <span className="x2" title={t('status.double')}>
      <Layers2 className="i" aria-hidden="true" />
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
  const style = {
    '--top': event.top,
    '--len': length,
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
      {/* In the order of the accessible name, which has to hold what is seen (WCAG 2.5.3); spaces stand between the parts. */}
      {small ? null : (
        <span className="t">
          {event.time.includes('–') ? (
            event.time
          ) : (
            <span>
              {event.time}
              <i className="rest">–{formatTime(event.to)}</i>
            </span>
          )}
          {blocked ? null : <Marks event={event} />}
        </span>
      )}{' '}
      {blocked ? (
        <span className="n flex max-w-full items-center gap-1">
          {small ? null : <Lock className="i i-sm" aria-hidden="true" />}
          <span className="truncate">{event.name}</span>
          {small ? <Lock className="i i-sm" aria-hidden="true" /> : null}
        </span>
      ) : (
        <span className="n">{event.name}</span>
      )}{' '}
      {!blocked && lines !== 'tiny' && lines !== 2 && event.service ? <span className="s">{event.service}</span> : null}{' '}
      {lines === 4 && event.note ? <span className="s mt-0.5">{event.note}</span> : null}
      {small || blocked ? <Marks event={event} /> : null}
    </button>
  );
});
