import { format, getDay, parse, startOfWeek } from 'date-fns';
import { createElement } from 'react';
import { Calendar, dateFnsLocalizer } from 'react-big-calendar';
import addon from 'react-big-calendar/lib/addons/dragAndDrop';
import { createRoot } from 'react-dom/client';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';

const DragCalendar = (addon.default ?? addon)(Calendar);
const nothing = () => undefined;
const FIXED = {
  localizer: dateFnsLocalizer({ format, parse, startOfWeek, getDay, locales: {} }),
  ...{ views: ['day'], view: 'day', toolbar: false, step: 15, timeslots: 4, resizable: true, selectable: true },
  ...{ min: new Date(2026, 0, 1, 8), max: new Date(2026, 0, 1, 20), style: { height: '100%' } },
  ...{ onView: nothing, onNavigate: nothing, onEventResize: nothing },
  resourceIdAccessor: (resource) => resource.id,
  resourceTitleAccessor: (resource) => resource.title,
  resourceAccessor: (event) => event.resourceId,
  eventPropGetter: (event) => ({ style: { background: event.color, color: '#222' } }),
};
const noon = (date) => new Date(`${date}T12:00`);
let root;
let shown;
const draw = () => root.render(createElement(DragCalendar, { ...FIXED, ...shown }));

export default {
  eventSelector: '.rbc-event',
  mount(element, { date, resources, events, onMove }) {
    root = createRoot(element);
    shown = { date: noon(date), resources, events, onEventDrop: ({ event }) => onMove({ id: event.id }) };
    draw();
  },
  setEvents(events) {
    shown = { ...shown, events };
    draw();
  },
  setDate(date, events) {
    shown = { ...shown, date: noon(date), events };
    draw();
  },
};
