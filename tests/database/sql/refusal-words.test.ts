/** Every rule of the database that a client can break has words on the screen: a new constraint without them does not pass. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import bg from '#i18n/bg/issues.json' with { type: 'json' };
import en from '#i18n/en/issues.json' with { type: 'json' };
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { REASON_KEYS, reasonOfConstraint, rejectionReasonOf } from '#sync-center/issues/issue-reason.ts';
import { Database } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await Database.open();
});
afterAll(() => db.close());

const hasText = (key: string) => `reason_${key}` in bg && `reason_${key}` in en;
const hasLabel = (field: string) => `field_${field}` in bg && `field_${field}` in en;

/** Checks, keys, references and unique indexes by their names; a missing value by the name that `push_changes` gives it. */
async function constraintsOf(table: TableName): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = ${`public.${table}`}::regclass and contype <> 't'
    union
    select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${`public.${table}`}::regclass and i.indisunique
    union
    select ${`${table}_`} || attname || '_not_null' from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attnotnull`;
  return rows.map(({ name }) => name);
}

describe.each(TABLE_NAMES)('%s', (table) => {
  it('has words for each of its constraints', async () => {
    const names = await constraintsOf(table);
    const reasons = names.map((name) => ({ name, reason: reasonOfConstraint(table, name) }));
    const wordless = reasons.filter(
      ({ reason }) => reason === null || !hasText(reason.key) || (reason.field !== undefined && !hasLabel(reason.field)),
    );
    expect(wordless).toEqual([]);
    expect(names.length).toBeGreaterThan(8);
  });
});

/** What the bodies of all functions hold by this pattern's first group. */
async function inFunctions(pattern: RegExp): Promise<ReadonlySet<string>> {
  const sources = await db.sql<{ source: string }[]>`
    select prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`;
  return new Set(sources.flatMap(({ source }) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')));
}

it('has words for each code that a function raises and push_changes makes a refusal of', async () => {
  const named = [...(await inFunctions(/state in \(([^)]+)\)/g))].flatMap((list) => [...list.matchAll(/'(\w+)'/g)]);
  const singled = new Set(named.map((match) => match[1] ?? ''));
  const raised = [...(await inFunctions(/errcode = '(\w+)'/g))];
  const refused = [...singled, ...raised.filter((code) => /^(22|23)/.test(code) || singled.has(code))];
  expect(refused).toEqual(expect.arrayContaining(['42501', 'P0001', '22023', '23514']));
  const wordless = refused.filter((code) => {
    const { key } = rejectionReasonOf({ table: 'events', code });
    return key === 'unknown' || !hasText(key);
  });
  expect(wordless).toEqual([]);
});

it('has words for each constraint that a trigger names', async () => {
  const raised = await inFunctions(/constraint\s*=\s*'(\w+)'/g);
  expect(raised.size).toBeGreaterThan(4);
  const wordless = [...raised].filter((name) => TABLE_NAMES.every((table) => reasonOfConstraint(table, name) === null));
  expect(wordless).toEqual([]);
});

it('has a text for every reason in both languages', () => {
  expect(REASON_KEYS.filter((key) => !hasText(key))).toEqual([]);
});

describe('the reason', () => {
  it('is the constraint’s before the code’s, and never none', () => {
    expect(rejectionReasonOf({ table: 'clients', code: '23514', constraint: 'clients_phone_check' })).toEqual({
      ...{ key: 'too_long', field: 'phone', max: 40 },
    });
    expect(rejectionReasonOf({ table: 'events', code: '23503', constraint: 'events_salon_id_client_id_fkey' })).toEqual({
      key: 'missing_clients',
    });
    expect(rejectionReasonOf({ table: 'events', code: '42501' })).toEqual({ key: 'no_right' });
    expect(rejectionReasonOf({ table: 'events', code: '23514', constraint: 'unheard_of' })).toEqual({ key: 'rule' });
    expect(rejectionReasonOf({ table: 'events', code: 'http-422' })).toEqual({ key: 'unreadable' });
    expect(rejectionReasonOf({ table: 'events' })).toEqual({ key: 'unknown' });
    for (const code of ['22000', '22P02', '23502', '23503', '23505', '23P01', 'PT413', 'PGRST102'])
      expect(rejectionReasonOf({ table: 'events', code }).key).not.toBe('unknown');
  });

  it('is unknown for the name of a constraint that nobody has put into words', () => {
    expect(reasonOfConstraint('events', 'events_colour_check')).toBeNull();
    expect(reasonOfConstraint('events', 'events_salon_id_room_id_fkey')).toBeNull();
    expect(reasonOfConstraint('events', 'events_never_on_sundays')).toBeNull();
  });
});
