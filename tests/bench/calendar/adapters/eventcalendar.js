import { createCalendar, Interaction, ResourceTimeGrid } from '@event-calendar/core';
import '@event-calendar/core/index.css';
import { converted } from './support/converted.js';

const FIXED = {
  ...{ view: 'resourceTimeGridDay', slotMinTime: '08:00', slotMaxTime: '20:00', slotDuration: '00:15', slotHeight: 20 },
  ...{ allDaySlot: false, headerToolbar: { start: '', center: '', end: '' }, editable: true },
};
const eventOf = converted(({ id, resourceId, start, end, title, color }) => ({
  ...{ id, resourceIds: [resourceId], start, end, title, backgroundColor: color, textColor: '#222' },
}));
let calendar;

export default {
  eventSelector: '.ec-event:not(.ec-preview):not(.ec-ghost)',
  mount(element, { date, resources, events, onMove }) {
    const eventDrop = ({ event }) => onMove({ id: event.id });
    calendar = createCalendar(element, [ResourceTimeGrid, Interaction], {
      ...{ ...FIXED, date, resources, eventDrop },
      events: events.map(eventOf),
    });
  },
  setEvents(events) {
    calendar.setOption('events', events.map(eventOf));
  },
  setDate(date, events) {
    calendar.setOption('date', date);
    calendar.setOption('events', events.map(eventOf));
  },
};
