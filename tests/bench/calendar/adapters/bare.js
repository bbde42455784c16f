/** The floor: absolutely positioned boxes from one innerHTML string, no framework. Not a product. */
const SLOT = 20;
const WIDTH = 120;
const GUTTER = 60;
const HEAD = 40;
let root;
let resources;
let events;
let elements;
let columns;

const minutes = (date) => date.getHours() * 60 + date.getMinutes();
const clock = (date) => `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
const escaped = (text) => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

function boxOf(event) {
  const left = GUTTER + columns.get(event.resourceId) * WIDTH;
  const top = HEAD + ((minutes(event.start) - 480) / 15) * SLOT;
  const height = ((event.end - event.start) / 900_000) * SLOT - 1;
  return `left:${left}px;top:${top}px;width:${WIDTH - 2}px;height:${height}px;background:${event.color}`;
}

const inside = (event) => `<b>${clock(event.start)}-${clock(event.end)}</b> ${escaped(event.title)}`;
const elementOf = (event) => `<div class="bare-event" data-id="${event.id}" style="${boxOf(event)}">${inside(event)}</div>`;

const STYLE = `.bare-event{position:absolute;overflow:hidden;font-size:11px;border-radius:4px;box-sizing:border-box;contain:strict;touch-action:none}
.bare-head{position:absolute;top:0;height:${HEAD}px}.bare-hour{position:absolute;left:0}
.bare-lines{position:absolute;inset:${HEAD}px 0 0 ${GUTTER}px;background:repeating-linear-gradient(#eee 0 1px,transparent 1px ${SLOT}px),repeating-linear-gradient(90deg,#ddd 0 1px,transparent 1px ${WIDTH}px)}`;

function paint() {
  const heads = resources.map(
    ({ title }, n) => `<div class="bare-head" style="left:${GUTTER + n * WIDTH}px">${escaped(title)}</div>`,
  );
  const hours = Array.from(
    { length: 12 },
    (_, n) => `<div class="bare-hour" style="top:${HEAD + n * 4 * SLOT}px">${8 + n}:00</div>`,
  );
  root.innerHTML = `<style>${STYLE}</style><div class="bare-lines"></div>${[...heads, ...hours, ...events.map(elementOf)].join('')}`;
  elements = new Map([...root.querySelectorAll('.bare-event')].map((element) => [element.dataset.id, element]));
}

function followDrags(onMove) {
  let drag = null;
  root.addEventListener('pointerdown', (press) => {
    const element = press.target.closest('.bare-event');
    if (!element) return;
    drag = { element, x: press.clientX, y: press.clientY, columns: 0, slots: 0 };
    element.setPointerCapture(press.pointerId);
    element.style.zIndex = 9;
  });
  root.addEventListener('pointermove', (move) => {
    if (!drag) return;
    drag.columns = Math.round((move.clientX - drag.x) / WIDTH);
    drag.slots = Math.round((move.clientY - drag.y) / SLOT);
    drag.element.style.transform = `translate(${drag.columns * WIDTH}px,${drag.slots * SLOT}px)`;
  });
  root.addEventListener('pointerup', () => {
    if (drag) onMove({ id: drag.element.dataset.id, columns: drag.columns, minutes: drag.slots * 15 });
    drag = null;
  });
}

export default {
  eventSelector: '.bare-event',
  mount(element, day) {
    root = element;
    resources = day.resources;
    events = day.events;
    columns = new Map(resources.map(({ id }, n) => [id, n]));
    paint();
    followDrags(day.onMove);
  },
  setEvents(next) {
    const before = new Map(events.map((event) => [event.id, event]));
    for (const event of next) {
      if (before.get(event.id) === event) continue;
      const element = elements.get(event.id);
      element.style.cssText = boxOf(event);
      element.innerHTML = inside(event);
    }
    events = next;
  },
  setDate(_date, next) {
    events = next;
    paint();
  },
};
