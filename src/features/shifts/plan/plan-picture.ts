/** A bar's place in its track, written to the DOM by hand: while a bar is dragged or moved by keys React draws nothing. */
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';

const percent = (part: number) => `${part * 100}%`;
const within = (minute: number, axis: MinuteSpan) => Math.min(Math.max(minute, axis.from), axis.to);

export interface BarPlace {
  readonly left: string;
  readonly width: string;
}

/** Returns the place of a stretch on the axis, as CSS. */
export function barPlaceOf(bar: MinuteSpan, axis: MinuteSpan): BarPlace {
  const span = axis.to - axis.from;
  const from = within(bar.from, axis);
  return { left: percent((from - axis.from) / span), width: percent((within(bar.to, axis) - from) / span) };
}

/** The minute under a point of the window, not rounded. */
export function minuteAt(x: number, track: Pick<DOMRect, 'left' | 'width'>, axis: MinuteSpan): number {
  return axis.from + ((x - track.left) / track.width) * (axis.to - axis.from);
}

/** Shows the bar at this place, with its hours. */
export function putBar(element: HTMLElement, bar: MinuteSpan, axis: MinuteSpan): void {
  const { left, width } = barPlaceOf(bar, axis);
  element.hidden = false;
  element.style.left = left;
  element.style.width = width;
  const hours = element.querySelector('[data-hours]');
  if (hours) hours.textContent = formatTimeRange(bar.from, bar.to);
}
