import interaction from '@fullcalendar/interaction';
import FullCalendar from '@fullcalendar/react';
import resourceTimeGrid from '@fullcalendar/resource-timegrid';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { converted } from './support/converted.js';

const calendar = createRef();
const FIXED = {
  ref: calendar,
  plugins: [resourceTimeGrid, interaction],
  schedulerLicenseKey: 'CC-Attribution-NonCommercial-NoDerivatives',
  ...{ initialView: 'resourceTimeGridDay', resourceOrder: 'order', slotMinTime: '08:00', slotMaxTime: '20:00' },
  ...{ slotDuration: '00:15', allDaySlot: false, headerToolbar: false, height: '100%', editable: true },
};
const eventOf = converted(({ id, resourceId, start, end, title, color }) => ({
  ...{ id, resourceId, start, end, title, backgroundColor: color, textColor: '#222' },
}));
let root;
let shown;
const draw = () => root.render(createElement(FullCalendar, { ...FIXED, ...shown }));

export default {
  eventSelector: '.fc-event:not(.fc-event-mirror)',
  mount(element, { date, resources, events, onMove }) {
    root = createRoot(element);
    shown = {
      initialDate: date,
      resources: resources.map((resource, order) => ({ ...resource, order })),
      events: events.map(eventOf),
      eventDrop: ({ event }) => onMove({ id: event.id }),
    };
    draw();
  },
  setEvents(events) {
    shown = { ...shown, events: events.map(eventOf) };
    draw();
  },
  setDate(date, events) {
    shown = { ...shown, events: events.map(eventOf) };
    draw();
    calendar.current.getApi().gotoDate(date);
  },
};
