/** Which cell of the week lies under a pointer: plain arithmetic on what was measured when the drag began, in px of the scrolled content. */
import type { LocalDate } from '#domain/time.ts';

export interface WeekBoxes {
  readonly days: readonly { readonly date: LocalDate; readonly left: number; readonly right: number }[];
  readonly rows: readonly { readonly id: string; readonly top: number; readonly bottom: number }[];
}

export interface WeekCellId {
  readonly date: LocalDate;
  /** The employee's id. */
  readonly row: string;
}

/** The nearest where the pointer lies beside all of them: a drop is never lost for a few pixels. Null: there is no cell at all. */
export function cellAt({ days, rows }: WeekBoxes, x: number, y: number): WeekCellId | null {
  const day = days.find(({ right }) => x < right) ?? days.at(-1);
  const row = rows.find(({ bottom }) => y < bottom) ?? rows.at(-1);
  return day && row ? { date: day.date, row: row.id } : null;
}
