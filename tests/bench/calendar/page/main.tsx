/** Our calendar for the bench: the real day grid on the real columns, fed by the adapter instead of the replica. */
import '#ui/style/styles.css';
import '#features/calendar/calendar.css';
import { useMemo, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { buildDay } from '#calendar/day/build-day.ts';
import { HourGrid } from '#calendar/day/hour-grid.tsx';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { todayIn } from '#domain/time/time.ts';
import { firstTexts } from '#i18n/i18n.ts';
import { type LocalRow, TABLES, type TableName } from '#schemas/registry.ts';
import type { BenchAdapter, BenchEvent, BenchResource } from '../adapter.ts';

const ZONE = 'Europe/Sofia';
/** Known before a day is opened, as in the app. */
const TODAY = todayIn(ZONE, Date.now());
const HOUR_HEIGHT = 80;
const SIZE = { width: 1280, height: 800 };

const FRAME = {
  salon_id: 1,
  rev: 1,
  deleted: false,
  created_at: null,
  updated_at: null,
  pending: 0,
  base: null,
  sent: null,
  edited_at: null,
};
const blankOf = (table: TableName) => ({
  ...Object.fromEntries(Object.entries(TABLES[table].columns).map(([name, column]) => [name, column.initial])),
  ...FRAME,
});
const BLANK = { events: blankOf('events'), clients: blankOf('clients'), resources: blankOf('resources') };

const rowOf = <N extends keyof typeof BLANK>(table: N, values: Partial<LocalRow<N>> & { id: string }): LocalRow<N> =>
  ({ ...BLANK[table], ...values }) as LocalRow<N>;

const rows = new WeakMap<BenchEvent, LocalRow<'events'>>();
const clients = new Map<string, LocalRow<'clients'>>();

/** The title stands as the client's name: it is what an appointment shows at any height. */
function eventOf(event: BenchEvent): LocalRow<'events'> {
  const known = rows.get(event);
  if (known) return known;
  const row = rowOf('events', {
    id: event.id,
    resource_id: event.resourceId,
    client_id: event.title,
    start_time: event.start.toISOString(),
    end_time: event.end.toISOString(),
    status: 'booked',
  });
  clients.set(event.title, rowOf('clients', { id: event.title, first_name: event.title }));
  rows.set(event, row);
  return row;
}

interface Shown {
  date: string;
  resources: readonly BenchResource[];
  events: readonly BenchEvent[];
  onMove(moved: unknown): void;
}

const COLORS = ['#7c3aed', '#3b82f6', '#0d9488', '#ca8a04', '#db2777'];
const SHIFT = [{ start: '08:00', end: '20:00' }];
const none = () => undefined;

/** All at work from 8 to 20 every day. */
function teamOf(resources: readonly BenchResource[]) {
  const employees = resources.map(({ id, title }, n) =>
    rowOf('resources', { id, name: title, color: COLORS[n % COLORS.length] ?? '' }),
  );
  const weekly = new Map(resources.flatMap(({ id }) => [0, 1, 2, 3, 4, 5, 6].map((day) => [weeklyKey(id, day), SHIFT] as const)));
  return [employees, weekly] as const;
}

const NO_OVERRIDES = new Map();

function Bench({ shown }: { shown: Shown }) {
  const { t } = useTranslation('calendar');
  const last = useRef<readonly ColumnView[]>([]);
  const place = useRef<number | null>(0);
  const { date, resources, events, onMove } = shown;
  const [employees, weekly] = useMemo(() => teamOf(resources), [resources]);
  last.current = buildDay(
    {
      ...{ date, t, zone: ZONE, language: 'bg' as const, maxLanes: 3 },
      events: events.map(eventOf),
      onlyRead: new Set(),
      employees,
      client: (id) => clients.get(id),
      service: none,
      weekly,
      overrides: NO_OVERRIDES,
      ...{ troubles: new Map(), openOverlaps: new Set<string>(), hidden: new Set<string>(), moving: new Map() },
    },
    last.current,
  );
  return (
    <HourGrid
      {...{ date, place, zone: ZONE, interval: 15, hourHeight: HOUR_HEIGHT, hit: 24, text: 1, columns: last.current }}
      today={TODAY}
      dayLabel={date}
      hold={() => none}
      selected={null}
      onBook={none}
      onOpen={none}
      onDrop={(event, target) => onMove({ id: event.id, ...target })}
      onRefuse={none}
      onNoShift={none}
    />
  );
}

let root: Root | null = null;
let shown: Shown | null = null;
const draw = () => {
  if (root && shown) root.render(<Bench shown={shown} />);
};

const adapter: BenchAdapter = {
  eventSelector: '.cal [data-event]',
  virtual: true,
  mount(element, day) {
    const box = document.createElement('div');
    // The grid scrolls in a box of its own, of the size of the window, as on the page.
    box.style.cssText = `position:sticky;left:0;top:0;display:flex;flex-direction:column;width:${SIZE.width}px;height:${SIZE.height}px;--cal-hour-h:${HOUR_HEIGHT}px;--cal-col-min:120px`;
    element.append(box);
    root = createRoot(box);
    shown = { ...day };
    draw();
  },
  setEvents(events) {
    if (shown) shown = { ...shown, events };
    draw();
  },
  setDate(date, events) {
    if (shown) shown = { ...shown, date, events };
    draw();
  },
};
// They are there before the app draws anything; a missing text is an error with its stack, which costs.
await firstTexts();
window.benchAdapter = adapter;
