/** The thirteen replicated tables, in the order in which they are pushed: what is referred to comes first. */
import { clients } from './clients.ts';
import { employee_day_overrides } from './employee_day_overrides.ts';
import { employee_groups } from './employee_groups.ts';
import { employee_weekly_shifts } from './employee_weekly_shifts.ts';
import { events } from './events.ts';
import { product_groups } from './product_groups.ts';
import { product_revisions } from './product_revisions.ts';
import { products } from './products.ts';
import { resources } from './resources.ts';
import { salon_settings } from './salon_settings.ts';
import { salons } from './salons.ts';
import { service_groups } from './service_groups.ts';
import { services } from './services.ts';
import type { RowOf, ValuesOf } from './table.ts';

export const TABLES = {
  salons,
  salon_settings,
  employee_groups,
  service_groups,
  product_groups,
  resources,
  services,
  products,
  clients,
  employee_weekly_shifts,
  employee_day_overrides,
  events,
  product_revisions,
} as const;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** A row as the server has it. */
export type Row<N extends TableName> = RowOf<(typeof TABLES)[N]>;
/** The columns of a table that a person may write, `deleted` among them. */
export type Values<N extends TableName> = ValuesOf<(typeof TABLES)[N]['columns']> & { deleted: boolean };

/** A row as this device has it. */
export type LocalRow<N extends TableName> = Row<N> & {
  /** 1 while something of it has not been confirmed by the server. */
  pending: 0 | 1;
  /** While pending: the columns as the server last had them; null for a row that was made here. */
  base: Record<string, unknown> | null;
  /** While pending: per column, the values that have left this device since `base` was taken. */
  sent: Record<string, unknown[]> | null;
  /** Device clock, ISO UTC, for display only. */
  edited_at: string | null;
};
