/** The looks of an event by its status. Its small icons are made as plain elements, so that hundreds of boxes and chips can have them. */
import {
  CircleCheckBig,
  CircleX,
  CloudAlert,
  CloudUpload,
  createElement,
  type IconNode,
  Inbox,
  Layers2,
  UserRoundCheck,
  UserRoundX,
} from 'lucide';
import { type ShownStatus, shownStatus } from '#domain/booking/event-status.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/style/class-names.ts';

/** How the box of an event is filled: by its status, or as blocked time. */
export type EventFill = ShownStatus | 'blocked';

type Filled = Pick<LocalRow<'events'>, 'type' | 'status' | 'arrived_at'> & Partial<Pick<LocalRow<'events'>, 'requested_until'>>;

export const fillOf = (event: Filled): EventFill => (event.type === 'blocking' ? 'blocked' : shownStatus(event));

/** The class of each fill, for `.evt` and for `.wk`. */
export const FILL_CLASS: Record<EventFill, string> = {
  booked: 'booked',
  requested: 'requested',
  arrived: 'arrived',
  completed: 'completed',
  cancelled: 'cancelled',
  'no-show': 'noshow',
  blocked: 'block',
};

const FILL_ICON: Partial<Record<EventFill, IconNode>> = {
  requested: Inbox,
  arrived: UserRoundCheck,
  completed: CircleCheckBig,
  cancelled: CircleX,
  'no-show': UserRoundX,
};

interface Marked {
  fill: EventFill;
  /** `double`: it overlaps another one. `open`: nobody has agreed to that. */
  double: boolean;
  open: boolean;
  unsent: boolean;
  trouble: string | null;
}

export function iconOf(icon: IconNode, className: string): SVGElement {
  return createElement(icon, { class: className, 'aria-hidden': 'true' });
}

/** Most appointments have none. */
export const hasMarks = ({ fill, double, open, unsent, trouble }: Marked): boolean =>
  fill in FILL_ICON || double || open || unsent || trouble !== null;

/** The first of them stands where there is room for one only: sync before double before status; the others are extra. */
function makeMarks({ fill, double, open, unsent, trouble }: Marked): HTMLElement {
  const host = document.createElement('span');
  host.className = 'st';
  host.setAttribute('aria-hidden', 'true');
  const cloud = unsent || trouble !== null;
  if (double || open) {
    const tag = document.createElement('span');
    tag.className = classNames('x2', !open && 'agreed', cloud && 'extra');
    tag.title = i18n.t(open ? 'calendar:status.double' : 'calendar:status.double_agreed');
    tag.append(iconOf(Layers2, 'i'));
    host.append(tag);
  }
  if (trouble) host.append(iconOf(CloudAlert, 'i cloud alert'));
  else if (unsent) host.append(iconOf(CloudUpload, 'i cloud'));
  const status = FILL_ICON[fill];
  if (status) host.append(iconOf(status, cloud || double || open ? 'i extra' : 'i'));
  return host;
}

const made = new Map<string, HTMLElement>();

/** Each combination is put together once; further ones are copies. @returns null: it has none. */
export function drawMarks(event: Marked): HTMLElement | null {
  if (!hasMarks(event)) return null;
  const { fill, double, open, unsent, trouble } = event;
  const key = [i18n.language, fill, double, open, unsent, trouble].join();
  const first = made.get(key) ?? makeMarks(event);
  made.set(key, first);
  return first.cloneNode(true) as HTMLElement;
}

/** The same for what React draws: chips and lists. */
export function Marks({ event }: { event: Marked }) {
  const draw = (host: HTMLElement | null) => host?.replaceChildren(...(drawMarks(event)?.childNodes ?? []));
  return hasMarks(event) ? <span className="st" aria-hidden="true" ref={draw} /> : null;
}
