import { Lock } from 'lucide';
import type { EventView } from '#calendar/reads/day-view.ts';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { drawMarks, FILL_CLASS, iconOf } from '#features/shared/event-marks.tsx';
import { classNames } from '#ui/style/class-names.ts';

/** The gap below an appointment, px (--cal-event-gap). */
const GAP = 2;
/** The height of a line of the smallest type, px: a quarter of an hour has room for one at the lowest zoom, without the gap. */
const LINE = 15;
/** The same after the time in which the client waits (`.after`): half an hour has two where an hour is lowest. */
const LINE_AFTER = 13;

const share = (minutes: number) => `calc(${((minutes * 100) / (GRID_END - GRID_START)).toFixed(3)}% + 1px)`;

/** From one minute of the day to another, in shares of the column's height: zooming changes that alone. A pixel stays free at both ends. */
export const boxInset = (top: number, bottom: number) => ({ top: share(top - GRID_START), bottom: share(GRID_END - bottom) });

/**
 * How much fits into a height on screen, px of text that nobody has enlarged (src/README.md, “How it looks”): zooming in adds lines and
 * never changes the type size.
 */
export function linesOf(height: number): 'tiny' | 'one' | 2 | 3 | 4 {
  if (height < 20) return 'tiny';
  if (height < 36) return 'one';
  if (height < 52) return 2;
  return height < 76 ? 3 : 4;
}

export interface BoxSize {
  /** Height of an hour, px. */
  hourHeight: number;
  /** The smallest hit area, px. */
  hit: number;
  /** How large the text is: 1 where nobody has chosen another size in the browser. */
  text: number;
}

function part(className: string, ...content: (Node | string | null)[]): HTMLElement {
  const made = document.createElement('span');
  made.className = className;
  for (const piece of content) if (piece !== null) made.append(piece);
  return made;
}

/** Sets an attribute only if it differs: the browser would compute the style again. */
function set(box: HTMLElement, name: string, value: string | null): void {
  if (box.getAttribute(name) === value) return;
  if (value === null) box.removeAttribute(name);
  else box.setAttribute(name, value);
}

/** The style that was set last on a box, because the browser gives it back in another spelling. */
const placed = new WeakMap<HTMLElement, string>();

/** Places a box by its `style` property, because the page's policy forbids the attribute; only if the place differs. */
function place(box: HTMLElement, asked: string): void {
  if (placed.get(box) === asked) return;
  box.style.cssText = asked;
  placed.set(box, asked);
}

/** The time: its end is read out also where there is no room for it. */
function timePart(event: EventView, marks: HTMLElement | null): HTMLElement {
  const whole = event.time.includes('–');
  if (whole && !marks) return part('t', `${event.time} `);
  const rest = document.createElement('i');
  rest.className = 'rest';
  rest.textContent = `–${formatTime(event.to)}`;
  const time = part('', event.time, whole ? null : rest, ' ');
  return part('t marked', time, marks);
}

type Lines = ReturnType<typeof linesOf>;

/**
 * Puts the start before a name, for a box of one line: so one speaks of the day. A style draws it from the attribute, because most
 * boxes of a full day have one line, and an element in each would be felt in its drawing.
 */
function withStart(name: HTMLElement, { time }: EventView): HTMLElement {
  name.dataset.start = time.split('–', 1)[0] ?? '';
  return name;
}

/** Time, name and service. What has no room before the time in which the client waits stands after it. */
function whoAndWhat(event: EventView, lines: Lines, again: number, marks: HTMLElement | null): HTMLElement[] {
  const inLine = lines === 'one' && again === 0;
  const timeFits = lines !== 'tiny' && lines !== 'one';
  const serviceFits = lines === 3 || lines === 4 || (lines === 'one' && again < 2);
  const timeAfter = !timeFits && again > 0;
  const serviceAfter = !serviceFits && again > (timeAfter ? 1 : 0);
  const parts: HTMLElement[] = [];
  if (timeFits || timeAfter) {
    const time = timePart(event, timeFits ? marks : null);
    if (timeAfter) time.classList.add('after');
    parts.push(time);
  }
  const name = part('n', `${event.name} `);
  parts.push(inLine ? withStart(name, event) : name);
  if (event.service && (serviceFits || serviceAfter)) parts.push(part(serviceAfter ? 's after' : 's', `${event.service} `));
  return parts;
}

/**
 * In the order of the accessible name, which has to hold what is seen (WCAG 2.5.3); a space ends each part.
 * @param again lines for which there is room after the time in which the client waits
 */
function partsOf(event: EventView, lines: Lines, again: number): HTMLElement[] {
  const small = lines === 'tiny' || lines === 'one';
  const marks = drawMarks(event);
  const parts: HTMLElement[] = [];
  if (event.fill === 'blocked') {
    const lock = iconOf(Lock, 'i i-sm');
    const name = part('truncate', `${event.name} `);
    if (lines === 'one') withStart(name, event);
    if (!small) parts.push(timePart(event, null));
    parts.push(part('n flex max-w-full items-center gap-1', ...(small ? [name, lock] : [lock, name])));
  } else parts.push(...whoAndWhat(event, lines, again, marks));
  if (lines === 4 && event.note) parts.push(part('s mt-0.5', event.note));
  if (marks && (small || event.fill === 'blocked')) parts.push(marks);
  return parts;
}

/** Draws an appointment into its box, a button; what others have set on it (selected, lifted) stays. */
export function drawBox(box: HTMLElement, event: EventView, { hourHeight, hit, text }: BoxSize): void {
  const { waitFrom, waitTo = 0 } = event;
  const whole = event.bottom - event.top;
  const height = (whole * hourHeight) / 60 - GAP;
  // What it says stands before the waiting, and what has no room there after it.
  const lines = linesOf((waitFrom === undefined ? height : ((waitFrom - event.top) * hourHeight) / 60) / text);
  const room = ((event.bottom - waitTo) * hourHeight) / 60 - GAP;
  const again = waitFrom === undefined ? 0 : Math.floor(room / (LINE_AFTER * text));
  const divided = event.span < event.lanes || event.aside || event.rail !== null;
  const { top, bottom } = boxInset(event.top, event.bottom);
  const lane = divided ? `--lane:${event.lane};--lanes:${event.lanes};--span:${event.span}` : '';
  const part = (minute: number) => `${(((minute - event.top) * 100) / whole).toFixed(2)}%`;
  const waits = waitFrom === undefined ? '' : `--w0:${part(waitFrom)};--w1:${part(waitTo)};`;
  const className = classNames(
    'evt',
    FILL_CLASS[event.fill],
    lines === 'tiny' && 'one tiny',
    lines === 'tiny' && height > LINE - GAP - 1 && 'whole-line',
    lines === 'one' && 'one',
    height < hit && 'short',
    divided && 'part lane',
    event.aside && 'aside',
    waits && 'waits',
    (event.unsent || event.trouble) && 'unsynced',
    event.open && 'double',
  );
  set(box, 'class', className);
  place(box, `top:${top};bottom:${bottom};${waits}${lane}`);
  set(box, 'aria-label', event.label);
  set(box, 'data-fixed', event.fixed ? 'true' : null);
  set(box, 'data-read', event.onlyRead ? 'true' : null);
  set(box, 'data-lanes', divided ? String(event.lanes) : null);
  set(box, 'data-rail', event.rail);
  set(box, 'data-visit', event.visit ?? null);
  set(box, 'data-updating', event.updating ? 'true' : null);
  set(box, 'aria-disabled', event.updating ? 'true' : null);
  box.replaceChildren(...partsOf(event, lines, again));
}
