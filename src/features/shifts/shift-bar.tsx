import type { Stretch } from '#domain/availability.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';

const SPAN = GRID_END - GRID_START;
const HOURS = Array.from({ length: SPAN / 60 - 1 }, (_, hour) => ((hour + 1) * 60) / SPAN);
const percent = (part: number) => `${part * 100}%`;
const inGrid = (minute: number) => Math.min(GRID_END, Math.max(GRID_START, minute)) - GRID_START;

/** The day's hours as a comb with the shifts drawn on it; the words beside it say the same. */
export function ShiftBar({ stretches, color }: { stretches: readonly Stretch[]; color: string }) {
  return (
    <span className="relative h-7 flex-1 overflow-hidden rounded-md bg-surface-2 max-md:hidden" aria-hidden="true">
      {HOURS.map((at) => (
        <i key={at} className="absolute top-0 h-1.5 w-px bg-line-strong" style={{ left: percent(at) }} />
      ))}
      {stretches.map(({ from, to }) => (
        <i
          key={from}
          className="absolute inset-y-1 rounded forced-color-adjust-none"
          style={{
            left: percent(inGrid(from) / SPAN),
            width: percent((inGrid(to) - inGrid(from)) / SPAN),
            background: `oklch(from ${color} var(--evt-bg-l) min(calc(c * .42), .075) h)`,
            boxShadow: `inset 3px 0 0 oklch(from ${color} var(--evt-bar-l) min(c, .2) h)`,
          }}
        />
      ))}
    </span>
  );
}
