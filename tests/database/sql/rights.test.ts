/**
 * The rights matrix, read from the catalog: every table and column that a client may write × everybody who might, by push and by
 * a plain statement under that person's database role, which is what PATCH does on hosted Supabase. Of each cell: the verdict, what
 * the database holds after it, and that both agree. A column without a line in schemas/rights.ts fails here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { may, mayFill, mayMake, mayManage, RIGHTS, type WritableColumn } from '#schemas/rights.ts';
import { bothWays, makeBothWays, type Tried } from '../support/both-ways.ts';
import { Database, type Person } from '../support/database.ts';
import { OTHER_ROWS, OTHER_VALUES } from '../support/other-values.ts';
import { DOCS, idOf, oneOfEach } from '../support/rows.ts';

const WHO = ['owner', 'administrator', 'manager', 'staff', 'removed', 'stranger'] as const;
type Name = (typeof WHO)[number];
/** The rights that each of them has; null: none at all. */
const ROLE: Record<Name, SalonRole | null> = {
  ...{ owner: 'owner', administrator: 'owner', manager: 'manager', staff: 'staff' },
  ...{ removed: null, stranger: null },
};
type Column = WritableColumn<TableName>;
type Doc = Record<string, unknown>;

let db: Database;
let salonId: number;
let people: Record<Name, Person>;
beforeAll(async () => {
  db = await Database.open();
  await makeBothWays(db);
  const administrator = await db.signUp();
  const made = await db.salon();
  salonId = made.salonId;
  const [manager, staff, removed] = await Promise.all([db.member(salonId), db.member(salonId, 'staff'), db.member(salonId)]);
  await db.sql`update users set salon_id = null where id = ${removed.id}`;
  people = { owner: made.owner, administrator, manager, staff, removed, stranger: (await db.salon()).owner };
  const verdicts = await db.push(made.owner, salonId, [...oneOfEach(salonId, made.owner.id), ...OTHER_ROWS]);
  expect(verdicts.filter(({ v }) => v !== 'applied')).toEqual([]);
});
afterAll(() => db.close());

const holds = (row: Doc | null, doc: Doc) =>
  row !== null && Object.entries(doc).every(([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value));

/** `applied`, or why not. */
function said({ verdict, count, code, hint, constraint }: Tried['byPush']): string {
  if (code !== undefined) return `${code} ${constraint === 'role' ? 'role' : (hint ?? '')}`.trim();
  if (count !== undefined) return count === 1 ? 'applied' : 'nothing';
  return verdict?.v === 'rejected' ? `${verdict.code} ${verdict.constraint ?? ''}`.trim() : (verdict?.v ?? 'nothing');
}

/** Of each of these rows: what it came to by push and by a plain statement, and whether it stands there. */
async function ways(name: Name, table: TableName, docs: readonly Doc[], isNew: boolean) {
  const who = people[name];
  const given = docs.map((doc) => (isNew && table === 'product_revisions' ? { ...doc, user_id: who.id } : doc));
  const id = isNew ? newIdOf(table) : idOf(table, salonId);
  const tried = await bothWays(db, who, { salonId, table, id, docs: given, isNew });
  return tried.map(({ byPush, plainly }, at) => {
    const end = (ended: Tried['byPush']) => [said(ended), holds(ended.row, given[at] ?? {})];
    return { doc: docs[at] ?? {}, byPush: end(byPush), plainly: end(plainly), columns: byPush.verdict?.columns };
  });
}

const newIdOf = (table: TableName) =>
  ({
    salons: '987654',
    salon_settings: String(salonId),
    employee_weekly_shifts: 'resources-1/5/0',
    employee_day_overrides: 'resources-1/2026-11-20/0',
  })[table as string] ?? `${table}-new`;
/** A row that a table does not have yet. */
function newDocOf(table: TableName): Doc {
  if (table === 'employee_weekly_shifts') return { ...DOCS.employee_weekly_shifts, weekday: 5 };
  if (table === 'employee_day_overrides') return { ...DOCS.employee_day_overrides, date: '2026-11-20' };
  if (table === 'product_revisions') return { product_id: 'products-1', old_quantity: 3, new_quantity: 5, difference: 2 };
  return table === 'salon_settings' || table === 'salons' ? {} : { ...DOCS[table as keyof typeof DOCS] };
}

/** Whether somebody makes rows there who may not fill all of their columns. */
const isMadeInPart = (table: TableName) =>
  (['manager', 'staff'] as const).some(
    (role) => mayMake(role, table) && columnsOf(table).some((column) => !mayFill<TableName>(role, table, column)),
  );

/** What is said of a client who is erased does not stand. */
const newDocWith = (table: TableName, column: Column): Doc => ({
  ...(column === 'erased_at' ? {} : newDocOf(table)),
  ...otherOf(table, column),
});

const columnsOf = (table: TableName) => Object.keys(RIGHTS[table].changes) as Column[];
const otherOf = (table: TableName, column: Column) => (OTHER_VALUES[table] as Record<string, Doc | null>)[column] ?? null;

describe('the table in schemas/ and its twin in SQL', () => {
  it('say the same of every role, table and column', async () => {
    for (const role of ['manager', 'staff'] as const) {
      for (const table of TABLE_NAMES) {
        const [found] = await db.sql`select r.fills, r.changes from private.role_rights(${role}, ${table}) r`;
        const { fills, changes } = found as unknown as { fills: string[] | null; changes: string[] };
        const has = (list: string[] | null, column: string) => list?.[0] === '*' || list?.includes(column) === true;
        for (const column of columnsOf(table)) {
          const inSql = { fills: has(fills, column), changes: has(changes, column) };
          const here = { fills: mayFill(role, table, column), changes: may(role, table, column) };
          expect(inSql, `${role} ${table}.${column}`).toEqual(here);
        }
        expect(fills !== null, `${role} ${table}`).toBe(mayMake(role, table));
        for (const list of [fills ?? [], changes])
          expect(list.filter((column) => column !== '*' && !columnsOf(table).includes(column as Column))).toEqual([]);
      }
    }
  });

  it('say the same of who manages whom', async () => {
    for (const role of ['owner', 'manager', 'staff'] as const)
      for (const other of ['owner', 'manager', 'staff'] as const) {
        const [found] = await db.sql`select private.may_manage(${role}, ${other}) as may`;
        expect(found?.may, `${role} ${other}`).toBe(mayManage(role, other));
      }
  });

  it('have a line for every column that the database lets a client write', async () => {
    for (const table of TABLE_NAMES) {
      const granted = await db.sql<{ name: string }[]>`select attname as name from pg_attribute
        where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'salon_id')
        and (has_column_privilege('authenticated', attrelid, attnum, 'UPDATE') or has_column_privilege('authenticated', attrelid, attnum, 'INSERT'))`;
      expect(granted.map(({ name }) => name).sort(), table).toEqual(columnsOf(table).sort());
    }
  });

  it('are asked before every other trigger of each of the thirteen tables, for what clients write', async () => {
    const first = await db.sql`
      select distinct on (t.tgrelid) t.tgrelid::regclass::text as table, t.tgname as name, pg_get_triggerdef(t.oid) as text
      from pg_trigger t where t.tgrelid in (select ('public.' || r)::regclass from unnest(private.replicated_tables()) r)
        and not t.tgisinternal and (t.tgtype & 3) = 3 order by t.tgrelid, t.tgname collate "C"`;
    expect(first.map((one) => one.table).sort()).toEqual([...TABLE_NAMES].sort());
    for (const { table, name, text } of first) {
      expect(name, table).toBe('check_role');
      expect(text).toMatch(/BEFORE INSERT OR UPDATE ON .* FOR EACH ROW WHEN \(private\.is_client\(\)\) EXECUTE/);
    }
  });
});

describe.each(TABLE_NAMES)('%s', (table) => {
  const changing = columnsOf(table).filter((column) => otherOf(table, column) !== null);

  it.each(WHO)('changes for %s where the role says so, and nowhere else', async (name) => {
    const role = ROLE[name];
    const docs = changing.map((column) => otherOf(table, column) as Doc);
    const tried = await ways(name, table, docs, false);
    expect(tried.map(({ doc }) => doc)).toEqual(docs);
    for (const { doc, byPush, plainly, columns } of tried) {
      const cell = `${name} ${table} ${JSON.stringify(doc)}`;
      const refused = (Object.keys(doc) as Column[]).filter((one) => role === null || !may(role, table, one)).sort();
      const expected = refused.length === 0 ? ['applied', true] : ['42501 role', false];
      expect(byPush, `${cell} by push`).toEqual(role === null ? ['42501 membership', false] : expected);
      expect(plainly, `${cell} plainly`).toEqual(role === null ? ['nothing', false] : expected);
      if (role !== null && refused.length > 0) expect(columns, cell).toEqual(refused);
    }
  });

  /** A new row, and where somebody makes rows without all of their columns, one with each. */
  const docs = [newDocOf(table), ...(isMadeInPart(table) ? changing.map((column) => newDocWith(table, column)) : [])];

  it.each(WHO)('takes a new row from %s where the role says so, and nowhere else', async (name) => {
    const role = ROLE[name];
    const tried = await ways(name, table, docs, true);
    expect(tried.map(({ doc }) => doc)).toEqual(docs);
    for (const { doc, byPush, plainly } of tried) {
      const cell = `${name} ${table} ${JSON.stringify(doc)}`;
      // Nobody makes a salon but create_salon.
      const makes = table !== 'salons' && role !== null && mayMake(role, table);
      const allowed = makes && (Object.keys(doc) as Column[]).every((one) => mayFill<TableName>(role, table, one));
      const expected = allowed ? ['applied', true] : ['42501 role', false];
      const closed = table === 'salons' || role === null;
      if (closed) expect(byPush, `${cell} by push`).toEqual([role === null ? '42501 membership' : '42501', false]);
      else expect(byPush, `${cell} by push`).toEqual(expected);
      expect(plainly, `${cell} plainly`).toEqual(closed ? ['42501', false] : expected);
    }
  });
});

it('a value that stands there already is nobody’s change: what comes along with it is written', async () => {
  const [row] = await db.sql`select to_jsonb(w) as row from wire.products w where salon_id = ${salonId} and id = 'products-1'`;
  const { rev, name, sale_price } = { ...(row?.row as { rev: number; name: string; sale_price: number }) };
  const doc = { name, sale_price, quantity: 1 };
  const [tried] = await ways('staff', 'products', [doc], false);
  expect([tried?.byPush, tried?.plainly]).toEqual([
    ['applied', true],
    ['applied', true],
  ]);
  const verdict = await db.pushOne(people.staff, salonId, {
    table: 'products',
    id: 'products-1',
    base_rev: rev,
    doc: { ...doc, name: 'x' },
  });
  expect(verdict).toMatchObject({ v: 'rejected', code: '42501', constraint: 'role', columns: ['name'] });
});
