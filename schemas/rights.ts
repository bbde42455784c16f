/**
 * The rights of each role in a salon. Every member reads everything. Its twin in SQL is `private.role_rights` of
 * `…_roles.sql`, which decides; a screen that asks here only spares people a refusal. A test compares both cell by cell, and with
 * the columns that the database lets anybody write: a column without a line here fails the types and that test.
 */
import { SALON_ROLES, type SalonRole } from './constants.ts';
import type { TABLES, TableName, Values } from './registry.ts';

/** The columns of a table that people write, `deleted` where rows can be deleted. */
export type WritableColumn<N extends TableName> = N extends 'salons' | 'salon_settings'
  ? Exclude<keyof (typeof TABLES)[N]['columns'], 'owner_id' | 'is_complete'> & string
  : Exclude<keyof Values<N> & string, N extends 'events' ? 'source' : never>;

interface TableRights<N extends TableName> {
  /** The lowest role that makes rows. */
  readonly makes: SalonRole;
  /** The lowest role that changes a column of a row that is there. */
  readonly changes: Readonly<Record<WritableColumn<N>, SalonRole>>;
  /** True where a maker of a row fills all of it, also the columns that they may not change afterwards. */
  readonly wholeWhenMade?: true;
}

const by = <const C extends string>(role: SalonRole, ...columns: readonly C[]) =>
  Object.fromEntries(columns.map((column) => [column, role])) as Record<C, SalonRole>;

/** The lowest role of each right; who stands above it has it too. An administrator who looks into a salon has an owner's rights. */
export const RIGHTS = {
  salons: {
    makes: 'owner',
    changes: {
      ...by('owner', 'name_bg', 'name_en', 'comment', 'language', 'interval_calendar', 'default_view', 'date_format', 'currency'),
      ...by('owner', 'no_show_policy', 'split_payment', 'any_barber', 'waiting_list', 'timezone'),
    },
  },
  salon_settings: {
    makes: 'owner',
    changes: {
      ...by('owner', 'timezone', 'calendar_interval', 'default_view', 'date_format', 'currency'),
      ...by('owner', 'no_show_policy', 'split_payment'),
      ...by('manager', 'opening_hours', 'closed_days', 'rooms'),
    },
  },
  employee_groups: { makes: 'manager', changes: by('manager', 'name', 'color', 'show_online', 'deleted') },
  service_groups: { makes: 'manager', changes: by('manager', 'name', 'deleted') },
  product_groups: { makes: 'manager', changes: by('manager', 'name', 'color', 'parent_id', 'show_online', 'deleted') },
  resources: {
    makes: 'manager',
    changes: {
      ...by('manager', 'name', 'color', 'email', 'role', 'active', 'position', 'phone', 'username', 'start_date', 'end_date'),
      ...by('manager', 'group_id', 'avatar', 'deleted'),
    },
  },
  services: {
    makes: 'manager',
    changes: {
      ...by('manager', 'name', 'name_bg', 'name_en', 'duration', 'price', 'currency', 'category', 'color', 'show_online'),
      ...by('manager', 'processing_after', 'processing_minutes', 'buffer_after', 'resource_ids', 'own_terms', 'room_id'),
      ...by('manager', 'notes', 'deleted'),
    },
  },
  products: {
    makes: 'manager',
    changes: {
      ...by('staff', 'quantity'),
      ...by('manager', 'name', 'barcode', 'group_name', 'group_id', 'supply_price', 'sale_price', 'price', 'unit'),
      ...by('manager', 'low_stock_at', 'currency', 'supply_currency', 'notes', 'deleted'),
    },
  },
  clients: {
    makes: 'staff',
    changes: {
      ...by('staff', 'name', 'first_name', 'last_name', 'email', 'phone', 'address', 'city', 'birth_date', 'notes'),
      ...by('manager', 'merged_into', 'deleted'),
      ...by('owner', 'erased_at'),
    },
  },
  employee_weekly_shifts: {
    makes: 'manager',
    changes: by('manager', 'resource_id', 'weekday', 'start_time', 'end_time', 'intervals', 'deleted'),
  },
  employee_day_overrides: {
    makes: 'staff',
    changes: by('staff', 'resource_id', 'date', 'type', 'start_time', 'end_time', 'intervals', 'off_reason', 'deleted'),
  },
  events: {
    makes: 'staff',
    changes: {
      ...by('staff', 'resource_id', 'client_id', 'service_id', 'title', 'start_time', 'end_time', 'notes', 'type', 'status'),
      ...by('staff', 'arrived_at', 'series_id', 'price', 'currency', 'overlap_agreed', 'processing_after', 'processing_minutes'),
      ...by('staff', 'buffer_after', 'visit_id', 'visit_pos', 'requested_until', 'deleted'),
    },
  },
  product_revisions: {
    makes: 'staff',
    changes: by('manager', 'product_id', 'old_quantity', 'new_quantity', 'difference', 'user_id', 'deleted'),
    wholeWhenMade: true,
  },
} as const satisfies { readonly [N in TableName]: TableRights<N> };

/** The lowest role that may call a function. Those about people and invitations ask `mayManage`. */
const ACTIONS = { set_resource_password: 'manager', ask_approval_again: 'owner' } as const satisfies Record<string, SalonRole>;
export type Action = keyof typeof ACTIONS;

const isAtLeast = (role: SalonRole, least: SalonRole) => SALON_ROLES.indexOf(role) <= SALON_ROLES.indexOf(least);
const rightsOf = (table: TableName): TableRights<TableName> => RIGHTS[table] as TableRights<TableName>;

/** Tells whether a role may change that column of a row that is there. */
export const may = <N extends TableName>(role: SalonRole, table: N, column: WritableColumn<N>): boolean =>
  isAtLeast(role, rightsOf(table).changes[column]);

/** Tells whether a role may make rows in a table. */
export const mayMake = (role: SalonRole, table: TableName): boolean => isAtLeast(role, rightsOf(table).makes);

/**
 * Tells whether a new row by that role may say anything in a column. `deleted` may always be said: a row that was made and taken back
 * before it was sent arrives so.
 */
export const mayFill = <N extends TableName>(role: SalonRole, table: N, column: WritableColumn<N>): boolean =>
  mayMake(role, table) && (column === 'deleted' || rightsOf(table).wholeWhenMade === true || may(role, table, column));

/** Tells whether a role may call that function. */
export const mayDo = (role: SalonRole, action: Action): boolean => isAtLeast(role, ACTIONS[action]);

/** Tells whether a role invites, changes and removes people of the other one: an owner managers and staff, a manager staff. */
export const mayManage = (role: SalonRole, other: SalonRole): boolean => !isAtLeast(other, role);
