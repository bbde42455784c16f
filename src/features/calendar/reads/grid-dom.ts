/**
 * How the parts of the calendar find each other in the page: the one list of what is written into its elements for others to
 * find. Who draws an element writes the attribute (JSX, event-boxes.tsx, event-box.ts); everybody else asks with what stands
 * here. `tests/rules/grid-dom.test.ts` holds that; stories and the bench may name only what this list names.
 *
 * | attribute | stands on | says |
 * |---|---|---|
 * | `data-calendar` | the shown day or week | here the calendar's keys and cards work |
 * | `data-date` | the shown day | which one, yyyy-MM-dd |
 * | `data-ready` | the shown day or week | `true`: what stands here is this date's |
 * | `data-event` | an event's box, chip or row | its id |
 * | `data-fixed` | an event | it cannot be dragged here |
 * | `data-read` | an event | older than what this device keeps: it is only read |
 * | `data-updating` | an event | it is being moved: nothing is done to it until that is saved |
 * | `data-lifted` | an event | it is held by a drag or by the keys, and its picture flies |
 * | `data-edge` | an event | the pointer is where its length is pulled; `work` and `waiting`: an edge within it |
 * | `data-selected` | an event | its dialog is open |
 * | `data-column` | a column of the day; the cursor | the employee's id |
 * | `data-col` | what of a column takes presses | the employee's id |
 * | `data-cursor` | the free slot of a column that has the focus | with `data-column` and `data-minute` which one |
 * | `data-stop` | what else of a column takes the focus | its name for the arrows (use-roving-focus.ts) |
 * | `data-day`, `data-row` | a day and an employee of the week | the date, the employee's id |
 * | `data-now` | the day's grid | today: it has a line at the present minute |
 */

/** The shown day or week. */
export const CALENDAR = '[data-calendar]';
/** The shown day, with its date. */
export const DATED = '[data-date]';
export const READY = '[data-ready="true"]';

export const EVENT = '[data-event]';
/** The attribute with an event's id; the flying copy of an event has none. */
export const EVENT_ID = 'data-event';
export const FIXED = '[data-fixed]';
export const READ = '[data-read]';
export const UPDATING = '[data-updating]';
/** Set on an event as long as its picture flies. */
export const LIFTED = 'data-lifted';
/** Set on an event as long as the pointer is over the edge that changes its length. */
export const EDGE = 'data-edge';
/** Set on the event whose dialog is open. */
export const SELECTED = 'data-selected';
export const NOW = 'data-now';

export const COLUMN = '[data-column]';
/** The part of a column that takes presses. */
export const CELL = '[data-col]';
export const CURSOR = '[data-cursor]';
export const STOP = '[data-stop]';

/** A day and an employee of the week. */
export const WEEK_DAY = '[data-day]';
export const WEEK_ROW = '[data-row]';

/** The box that scrolls, with the names above the columns and the hours beside them. */
export const SCROLLER = '.cal-scroll';
export const HEAD = '.cal-head';
export const RULER = '.cal-ruler';
export const GUTTER = '.cal-gutter';
export const NOW_TAG = '.cal-now-tag';

const named = (attribute: string, value: string) => `[${attribute}="${CSS.escape(value)}"]`;

/** The event with this id; it may stand in the grid and in a list. */
export const eventIs = (id: string): string => named('data-event', id);
export const stopIs = (name: string): string => named('data-stop', name);
export const columnIs = (id: string): string => named('data-column', id);
export const cellIs = (id: string): string => named('data-col', id);
export const weekDayIs = (date: string): string => named('data-day', date);
export const weekRowIs = (employeeId: string): string => named('data-row', employeeId);

/** The id of the event that something belongs to; null: to none. */
export const eventIdOf = (element: Element | null | undefined): string | null =>
  element?.closest<HTMLElement>(EVENT)?.dataset.event ?? null;

/** The employee in whose column something stands. */
export const columnIdOf = (element: Element | null | undefined): string | undefined =>
  element?.closest<HTMLElement>(COLUMN)?.dataset.column;
