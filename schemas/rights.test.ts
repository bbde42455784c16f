import { describe, expect, test } from 'vitest';
import { SALON_ROLES } from './constants.ts';
import { TABLE_NAMES, TABLES, type TableName } from './registry.ts';
import { may, mayDo, mayFill, mayMake, mayManage, RIGHTS, type WritableColumn } from './rights.ts';
import type { Table } from './table.ts';

/** What people write of a table. */
const writable = (name: TableName) => {
  const { columns, shape }: Table = TABLES[name];
  const own = Object.entries(columns).flatMap(([column, { readOnly }]) => (readOnly ? [] : [column]));
  return [...own, ...(shape === 'singleton' || name === 'salon_settings' ? [] : ['deleted'])] as WritableColumn<TableName>[];
};

test('there is a line for each column that people write, and for no other', () => {
  for (const name of TABLE_NAMES) expect(Object.keys(RIGHTS[name].changes).sort(), name).toEqual(writable(name).sort());
});

test('an owner may do everything, and a higher role all that a lower one may', () => {
  for (const name of TABLE_NAMES) {
    for (const column of writable(name)) {
      const [owner, manager, staff] = SALON_ROLES.map((role) => [may(role, name, column), mayFill(role, name, column)]);
      expect(owner, `${name}.${column}`).toEqual([true, true]);
      for (const way of [0, 1]) expect(!staff?.[way] || manager?.[way], `${name}.${column}`).toBe(true);
    }
  }
});

describe('what staff may do', () => {
  const whole = (name: TableName) => writable(name).every((column) => may('staff', name, column));
  const untouched = (name: TableName) =>
    !mayMake('staff', name) && writable(name).every((column) => !may('staff', name, column) && !mayFill('staff', name, column));

  test('is all of the bookings and single days, and nothing of the catalogues and the salon', () => {
    expect(TABLE_NAMES.filter(whole)).toEqual(['employee_day_overrides', 'events']);
    expect(TABLE_NAMES.filter(untouched)).toEqual(
      // biome-ignore format: a list of tables
      ['salons', 'salon_settings', 'employee_groups', 'service_groups', 'product_groups', 'resources', 'services', 'employee_weekly_shifts'],
    );
  });

  test('is to keep the client file, but not to merge, delete or erase anybody', () => {
    expect(mayMake('staff', 'clients')).toBe(true);
    const refused = writable('clients').filter((column) => !may('staff', 'clients', column as WritableColumn<'clients'>));
    expect(refused).toEqual(['merged_into', 'erased_at', 'deleted']);
    expect(mayFill('staff', 'clients', 'deleted')).toBe(true);
    expect(mayFill('staff', 'clients', 'merged_into')).toBe(false);
  });

  test('is to count the stock: quantities and new counts, and to change no count', () => {
    expect(writable('products').filter((column) => may('staff', 'products', column as WritableColumn<'products'>))).toEqual([
      'quantity',
    ]);
    for (const column of writable('product_revisions') as WritableColumn<'product_revisions'>[]) {
      expect(mayFill('staff', 'product_revisions', column)).toBe(true);
      expect(may('staff', 'product_revisions', column)).toBe(false);
    }
  });
});

test('a manager may do all but erase a client and what is the salon’s own', () => {
  const refused = TABLE_NAMES.flatMap((name) =>
    writable(name).flatMap((column) => (may('manager', name, column) ? [] : [`${name}.${column}`])),
  );
  const ofSettings = writable('salon_settings').filter((column) => !['opening_hours', 'closed_days', 'rooms'].includes(column));
  expect(refused).toEqual([
    ...writable('salons').map((column) => `salons.${column}`),
    ...ofSettings.map((column) => `salon_settings.${column}`),
    'clients.erased_at',
  ]);
});

test('people are invited, changed and removed by who stands above them', () => {
  const managed = SALON_ROLES.map((role) => SALON_ROLES.filter((other) => mayManage(role, other)));
  expect(managed).toEqual([['manager', 'staff'], ['staff'], []]);
});

test('passwords of employees are set by managers, the request for approval is the owner’s', () => {
  expect(SALON_ROLES.map((role) => mayDo(role, 'set_resource_password'))).toEqual([true, true, false]);
  expect(SALON_ROLES.map((role) => mayDo(role, 'ask_approval_again'))).toEqual([true, false, false]);
});
