/** Collects the rows of one salon as the database would have them, with the derived rows of sets. */
import { type Agreement, agreementsText } from '#schemas/agreements.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import { type OverrideInterval, overrideIntervalsText, type ShiftInterval, shiftIntervalsText } from '#schemas/intervals.ts';
import { TABLES, type TableName, type Values } from '#schemas/registry.ts';

export interface SeedRow {
  table: TableName;
  /** The time at which it was made; revisions follow this order. */
  at: string;
  row: Record<string, unknown>;
}

/** The server's own columns may be given, too. The type allows null everywhere; the database refuses it where it must not be. */
type Given<N extends TableName> = { [K in keyof Values<N>]?: Values<N>[K] | null } & Record<string, unknown>;

export class SalonRows {
  readonly id: number;
  readonly founded: string;
  readonly rows: SeedRow[] = [];

  constructor(id: number, founded: string) {
    this.id = id;
    this.founded = founded;
  }

  /** The currency of the salon and so of its prices, from its own row, which is added first. */
  private currency: unknown = TABLES.salons.columns.currency.initial;

  /** Adds a row with the defaults of its table. Returns its id. */
  add<N extends TableName>(table: N, id: string, values: Given<N>, at: string = this.founded): string {
    const initial = Object.entries(TABLES[table].columns).map(([name, column]) => [name, column.initial]);
    const frame = { id, salon_id: this.id, deleted: false, created_at: at, updated_at: at };
    const row: Record<string, unknown> = { ...Object.fromEntries(initial), ...frame, ...values };
    if (table === 'salons') this.currency = row.currency;
    else if ('price' in row) row.currency = table === 'events' && row.price === null ? null : this.currency;
    if ('supply_price' in row) row.supply_currency = row.supply_price === null ? null : this.currency;
    this.rows.push({ table, at, row });
    return id;
  }

  /** Adds the whole set of one weekday (0 is Sunday). */
  weekly(resource: string, weekday: number, set: readonly ShiftInterval[]): void {
    if (set.length === 0) return;
    const intervals = shiftIntervalsText(set);
    for (const [n, [start_time, end_time]] of (JSON.parse(intervals) as [string, string][]).entries()) {
      const values = { resource_id: resource, weekday, start_time, end_time, intervals: n === 0 ? intervals : null };
      this.add('employee_weekly_shifts', `${resource}/${weekday}/${n}`, values);
    }
  }

  /** Adds the whole set of one date, and the reason of its time off. */
  override(resource: string, date: string, set: readonly OverrideInterval[], off_reason: TimeOffReason | null = null): void {
    const intervals = overrideIntervalsText(set);
    type Entry = [string | null, string | null, OverrideInterval['type']];
    for (const [n, [start_time, end_time, type]] of (JSON.parse(intervals) as Entry[]).entries()) {
      const whole = n === 0 ? { intervals, off_reason } : { intervals: null };
      const values = { resource_id: resource, date, type, start_time, end_time, ...whole };
      this.add('employee_day_overrides', `${resource}/${date}/${n}`, values, this.founded);
    }
  }

  /** Marks all overlaps of a seed as agreed, in the event that was made later. */
  agreeToOverlaps(): void {
    const events = this.rows
      .filter(({ table, row }) => table === 'events' && row.status !== 'cancelled' && !row.deleted)
      .map(({ row, at }) => ({
        row,
        at,
        ...(row as unknown as Pick<Values<'events'>, 'resource_id' | 'start_time' | 'end_time' | 'buffer_after' | 'visit_id'>),
      }))
      .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0));
    const agreed = new Map<Record<string, unknown>, Agreement[]>();
    events.forEach((one, n) => {
      const cleaned = new Date(Date.parse(one.end_time) + one.buffer_after * 60_000).toISOString();
      for (let next = n + 1; next < events.length; next++) {
        const other = events[next];
        if (!other || other.start_time >= cleaned) break;
        // An overlap in the waiting time is agreed as well; it has no effect there.
        if (one.resource_id !== other.resource_id || (one.visit_id !== null && one.visit_id === other.visit_id)) continue;
        const [later, earlier] = one.at > other.at ? [one, other] : [other, one];
        const said: Agreement = {
          ...{ other: String(earlier.row.id), resource: later.resource_id, start: later.start_time, end: later.end_time },
          ...{ otherStart: earlier.start_time, otherEnd: earlier.end_time },
        };
        agreed.set(later.row, [...(agreed.get(later.row) ?? []), said]);
      }
    });
    for (const [row, all] of agreed) row.overlap_agreed = agreementsText(all);
  }
}
