import { describe, expect, it } from 'vitest';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { TABLE_NAMES, TABLES } from '#schemas/registry.ts';
import { changedColumns, type PendingNames, pendingRoute, pendingText } from './pending-words.ts';
import type { PendingRow } from './sync-types.ts';

const LANGUAGES = ['bg', 'en'] as const;
const NOBODY: PendingNames = {
  clients: new Map(),
  employees: new Map([['rado', 'Радослав']]),
  products: new Map([['p1', 'Тонер']]),
};

function pending(table: PendingRow['table'], row: object, base: object | null = null): PendingRow {
  const whole = { id: 'x1', deleted: false, pending: 1, base, sent: null, edited_at: null, ...row };
  const kind = 'deleted' in row && row.deleted ? 'deleted' : base === null ? 'new' : 'changed';
  return { table, id: 'x1', row: whole as unknown as LocalRow<PendingRow['table']>, kind, since: null };
}

function said(row: PendingRow, language: 'bg' | 'en' = 'bg') {
  const t = i18n.getFixedT(language, 'sync');
  return pendingText(row, NOBODY, { t, language, zone: 'Europe/Sofia' });
}

describe('what waits, in words', () => {
  it.each(LANGUAGES)('knows every table and every column in %s', (lng) => {
    const silent = new Set(['merged_into', 'erased_at', 'is_complete', 'intervals']);
    const sets = ['employee_weekly_shifts', 'employee_day_overrides'];
    const missing = TABLE_NAMES.flatMap((table) => {
      const columns = sets.includes(table) || table === 'product_revisions' ? [] : Object.keys(TABLES[table].columns);
      const acts = sets.includes(table) ? [] : ['new', 'changed', 'deleted'];
      return [
        `tables_${table}`,
        ...(sets.includes(table) ? [`table_${table}`] : []),
        ...acts.map((act) => `pending_${act}_${table}`),
        ...columns.filter((column) => !silent.has(column)).map((column) => `issues:field_${column}`),
      ];
    }).filter((key) => !i18n.exists(key.includes(':') ? key : `sync:${key}`, { lng, fallbackLng: [] }));
    expect(missing).toEqual([]);
  });

  it('names only what stands otherwise than the server last had it', () => {
    const base = { name: 'Анна', phone: '+359888100001', email: null, updated_at: 'a', deleted: false };
    const row = pending('clients', { name: 'Анна', phone: '+359888999111', email: null, updated_at: 'b' }, base);
    expect(changedColumns(row)).toEqual(['phone']);
    expect(said(row)).toEqual({ act: 'changed', title: 'Клиент: Анна', detail: 'телефон' });
  });

  it('says a word once, however many columns it stands for', () => {
    const base = { name: 'Анна Василева', first_name: 'Анна', last_name: 'Василева', deleted: false };
    const row = pending('clients', { name: 'Ана Василева', first_name: 'Ана', last_name: 'Василева' }, base);
    expect(said(row).detail).toBe('име');
  });

  it('says what was brought back, counted, freed', () => {
    expect(said(pending('clients', { name: 'Ива' }, { name: 'Ива', deleted: true })).detail).toBe('върнато');
    expect(said(pending('product_revisions', { product_id: 'p1', old_quantity: 1340, new_quantity: 280 }))).toEqual({
      act: 'new',
      title: 'Ревизия: Тонер',
      detail: '1\u202f340 → 280',
    });
    const day = { resource_id: 'rado', date: '2026-11-23', intervals: '[[null,null,"time_off"]]' };
    expect(said(pending('employee_day_overrides', day))).toMatchObject({
      title: 'Смяна за деня: Радослав, пн, 23/11/2026',
      detail: 'почивен ден',
    });
    const some = '[["09:00","12:00","additional_shift"],["14:00","15:00","time_off"]]';
    expect(said(pending('employee_day_overrides', { ...day, intervals: some })).detail).toBe(
      'на смяна 9:00–12:00, почива 14:00–15:00',
    );
    expect(said(pending('employee_day_overrides', { ...day, deleted: true })).detail).toBe('както всяка седмица');
    const week = { resource_id: 'rado', weekday: 0, intervals: '[["09:00","17:00"]]' };
    expect(said(pending('employee_weekly_shifts', week), 'en')).toMatchObject({
      title: 'Weekly shift: Радослав, Sunday',
      detail: '9:00–17:00',
    });
  });

  it('calls blocked time by one name', () => {
    const start = { start_time: '2026-11-23T15:00:00.000Z', end_time: '2026-11-23T16:00:00.000Z', resource_id: 'rado' };
    expect(said(pending('events', { ...start, type: 'blocking', title: 'Блокирано време' })).title).toBe('Блокирано време');
    expect(said(pending('events', { ...start, type: 'blocking', title: 'Блокирано време' }), 'en').title).toBe('Blocked time');
  });

  it.each([
    ['clients', '/clients/x1'],
    ['resources', '/employees/edit/x1'],
    ['services', '/services/edit/x1'],
    ['products', '/products/edit/x1'],
    ['employee_groups', '/employees'],
    ['service_groups', '/services/categories'],
    ['product_groups', '/products/groups'],
    ['product_revisions', '/products/revision'],
    ['salons', '/salon'],
    ['salon_settings', '/salon'],
  ] as const)('leads from %s to %s, and nowhere once deleted', (table, route) => {
    expect(pendingRoute(pending(table, {}), 'Europe/Sofia')).toBe(route);
    expect(pendingRoute(pending(table, { deleted: true }), 'Europe/Sofia')).toBeNull();
  });

  it('leads to shifts also from a set that was emptied', () => {
    expect(pendingRoute(pending('employee_weekly_shifts', { deleted: true }), 'Europe/Sofia')).toBe('/shifts');
  });
});
