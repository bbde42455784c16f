import { DayPilot, DayPilotCalendar } from '@daypilot/daypilot-lite-react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { converted } from './support/converted.js';

const FIXED = {
  ...{ viewType: 'Resources', businessBeginsHour: 8, businessEndsHour: 20, cellDuration: 15, cellHeight: 20 },
  ...{ heightSpec: 'BusinessHoursNoScroll', eventMoveHandling: 'Update' },
};
const eventOf = converted(({ id, title, start, end, resourceId, color }) => ({
  ...{ id, text: title, resource: resourceId, backColor: color },
  start: new DayPilot.Date(start, true),
  end: new DayPilot.Date(end, true),
}));
let root;
let shown;
const draw = () => root.render(createElement(DayPilotCalendar, { ...FIXED, ...shown }));

export default {
  eventSelector: '.calendar_default_event',
  mount(element, { date, resources, events, onMove }) {
    root = createRoot(element);
    shown = {
      startDate: date,
      columns: resources.map(({ id, title }) => ({ id, name: title })),
      events: events.map(eventOf),
      onEventMoved: (moved) => onMove({ id: moved.e.id() }),
    };
    draw();
  },
  setEvents(events) {
    shown = { ...shown, events: events.map(eventOf) };
    draw();
  },
  setDate(date, events) {
    shown = { ...shown, startDate: date, events: events.map(eventOf) };
    draw();
  },
};
