import type { TFunction } from 'i18next';
import { type CSSProperties, memo } from 'react';
import { bareStop, type ColumnView, type EventView } from '#calendar/reads/day-view.ts';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { Marks } from '#features/shared/event-marks.tsx';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { type BoxSize, boxInset } from './event-box.ts';
import { EventBoxes } from './event-boxes.tsx';

interface DayColumnProps extends BoxSize {
  column: ColumnView;
  /** Some column has appointments before or after the grid's hours: all leave the same room for them. */
  early: boolean;
  late: boolean;
  phone: boolean;
  /** Only columns in view draw more than an empty head. */
  drawn: boolean;
  t: TFunction<'calendar'>;
}

/** One employee's day. It is drawn again only when something of it changed. */
export const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { column, hourHeight, hit, text, early, late, phone, drawn, t } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid's roving focus is on slots and appointments
    // biome-ignore lint/a11y/useSemanticElements: a grid whose rows are the employees (src/README.md, “The calendar”)
    <div role="row" className="cal-column" data-column={column.id} aria-label={column.name}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        role="rowheader"
        className={classNames('cal-head', column.mark !== null && 'away')}
        style={{ '--c': column.color } as CSSProperties}
        title={column.name}
        aria-label={drawn ? undefined : column.name}
      >
        {drawn ? (
          <Head
            name={column.name}
            head={column.head}
            shift={column.shift}
            mark={column.mark}
            color={column.color}
            phone={phone}
          />
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="gridcell">
        {early && !drawn ? <div className="cal-edge" /> : null}
        {early && drawn ? (
          <Edge
            column={column}
            events={column.before}
            words={t('before_hours', { count: column.before.length, time: formatTime(GRID_START) })}
          />
        ) : null}
        <div className="cal-col" data-col={column.id} style={{ '--c': column.color } as CSSProperties}>
          {drawn ? (
            <>
              {column.off.map(({ from, to }) => (
                <div key={from} className="offshift" style={{ '--from': from, '--to': to } as CSSProperties} />
              ))}
              {column.mark === null
                ? column.away?.map(({ from, to }) => (
                    <span key={from} className="cal-away" style={{ '--from': from, '--to': to } as CSSProperties}>
                      {t('away')}
                    </span>
                  ))
                : null}
              <button type="button" data-cursor hidden tabIndex={-1} className="cal-cursor" />
              {column.bare ? (
                <button
                  type="button"
                  tabIndex={-1}
                  data-stop={bareStop(column.id)}
                  aria-haspopup="dialog"
                  className="cal-bare"
                  aria-label={t('bare_label', { name: column.name })}
                >
                  <b>{t('bare')}</b> <span>{t('set_hours')}</span>
                </button>
              ) : null}
              {column.events.map(({ id, waitFrom, waitTo, span, lanes, rail }) =>
                waitFrom !== undefined && waitTo !== undefined && span === lanes && rail === null ? (
                  <div key={id} className="cal-wait" style={boxInset(waitFrom, waitTo)} />
                ) : null,
              )}
              <EventBoxes events={column.events} {...{ hourHeight, hit, text }} />
              {column.overflow.map((more) => (
                <button
                  key={more.id}
                  type="button"
                  tabIndex={-1}
                  data-stop={`+${more.id}`}
                  aria-haspopup="dialog"
                  className={classNames('evt-more', more.events.some(({ open }) => open) && 'double')}
                  style={boxInset(more.top, more.bottom)}
                  aria-label={t('more', { count: more.count, from: formatTime(more.top), to: formatTime(more.bottom) })}
                >
                  +{more.count}
                </button>
              ))}
            </>
          ) : null}
        </div>
        {late && !drawn ? <div className="cal-edge" /> : null}
        {late && drawn ? (
          <Edge
            column={column}
            events={column.after}
            words={t('after_hours', { count: column.after.length, time: formatTime(GRID_END) })}
          />
        ) : null}
      </div>
    </div>
  );
});

type HeadProps = Pick<ColumnView, 'name' | 'head' | 'shift' | 'mark' | 'color'> & { phone: boolean };

/** The employee's name and hours. It is not drawn again with the appointments. */
const Head = memo(function Head({ name, head, shift, mark, color, phone }: HeadProps) {
  const hasLeft = mark === 'inactive' || mark === 'removed';
  return (
    <>
      {phone ? null : <EmployeeAvatar name={name} color={color} />}
      <span className={classNames('min-w-0 leading-tight', phone && 'flex items-baseline gap-2')}>
        <span
          className={classNames('block truncate font-semibold', phone && 'max-w-full shrink-0', mark !== null && 'text-ink-2')}
        >
          {head}
        </span>
        <span className={classNames('block truncate text-2xs tnum', hasLeft ? 'mark font-semibold' : 'text-ink-3')}>{shift}</span>
      </span>
    </>
  );
});

/** The appointments outside the grid's hours: a chip that opens the only one, or a count that opens their list. */
function Edge({ column, events, words }: { column: ColumnView; events: readonly EventView[]; words: string }) {
  const [only] = events;
  return (
    <div className="cal-edge">
      {events.length === 1 && only ? (
        <button
          type="button"
          tabIndex={-1}
          data-event={only.id}
          data-fixed
          data-read={only.onlyRead || undefined}
          className="cal-chip"
          style={{ '--c': column.color } as CSSProperties}
          aria-label={only.label}
          title={only.label}
        >
          {only.time} <b className={only.fill === 'cancelled' ? 'line-through' : undefined}>{only.name}</b>
          <Marks event={only} />
        </button>
      ) : events.length > 1 ? (
        <button
          type="button"
          tabIndex={-1}
          data-stop={`+${only?.id}`}
          aria-haspopup="dialog"
          className="cal-chip"
          style={{ '--c': column.color } as CSSProperties}
          title={words}
        >
          <b>{words}</b>
        </button>
      ) : null}
    </div>
  );
}
