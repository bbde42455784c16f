/**
 * The rights matrix, read from the catalog: every table and column that a client may write × everybody who might, by push and by
 * a plain statement under that person's database role, which is what PATCH does on hosted Supabase. Of each cell: the verdict, what
 * the database holds after it, and that both agree. A column without a line in schemas/rights.ts fails here.
 */
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { may, mayFill, mayMake, mayManage, RIGHTS, type WritableColumn } from '#schemas/rights.ts';
import { become, Database, type Person, push, type Verdict } from '../support/database.ts';
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

class Undo extends Error {}
type Begin = <T>(work: (sql: postgres.TransactionSql) => Promise<T>) => Promise<unknown>;
/** Does it, looks, and takes it back. */
async function undone<T>(begin: Begin, work: (sql: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const results: T[] = [];
  await begin(async (sql) => {
    results.push(await work(sql));
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return results[0] as T;
}

/** What a statement of that person comes to: rows, or the refusal. It leaves the transaction with the superuser's rights. */
async function tried<T>(sql: postgres.TransactionSql, who: Person, work: (sql: postgres.TransactionSql) => Promise<T>) {
  try {
    return await sql.savepoint(async (inner) => {
      await become(inner, who);
      const done = await work(inner);
      await inner`reset role`;
      return { done };
    });
  } catch (error) {
    const { code, hint, constraint_name, column_name } = error as Record<string, string | undefined>;
    if (!code) throw error;
    return { refused: { code, hint, constraint: constraint_name, columns: column_name } };
  }
}

const rowOf = async (sql: postgres.TransactionSql, table: TableName, id: string): Promise<Doc | null> => {
  const [found] = await sql`select to_jsonb(w) as row from ${sql(`wire.${table}`)} w where salon_id = ${salonId} and id = ${id}`;
  return (found?.row as Doc | undefined) ?? null;
};
const holds = (row: Doc | null, doc: Doc) =>
  row !== null && Object.entries(doc).every(([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value));

/** `applied`, or why not. */
function said(result: Awaited<ReturnType<typeof tried<Verdict[] | number>>>): string {
  if (result === undefined) return 'nothing';
  if ('refused' in result) {
    const { code, hint, constraint } = result.refused;
    return `${code} ${constraint === 'role' ? 'role' : (hint ?? '')}`.trim();
  }
  if (typeof result.done === 'number') return result.done === 1 ? 'applied' : 'nothing';
  const [verdict] = result.done;
  return verdict?.v === 'rejected' ? `${verdict.code} ${verdict.constraint ?? ''}`.trim() : (verdict?.v ?? 'nothing');
}

/** By push and by a plain statement: what it came to, and whether it stands there. */
async function bothWays(all: postgres.TransactionSql, name: Name, table: TableName, doc: Doc, isNew: boolean) {
  const who = people[name];
  const id = isNew ? newIdOf(table) : idOf(table, salonId);
  const given = isNew && table === 'product_revisions' ? { ...doc, user_id: who.id } : doc;
  const prepare = async (sql: postgres.TransactionSql) => {
    // A salon has one row of these; it is made once.
    if (isNew && table === 'salon_settings') await sql`delete from salon_settings where salon_id = ${salonId}`;
  };
  const apart: Begin = (work) => all.savepoint(work);
  const byPush = await undone(apart, async (sql) => {
    await prepare(sql);
    const rev = Number((await rowOf(sql, table, id))?.rev ?? 0);
    const result = await tried(sql, who, (inner) => push(inner, salonId, [{ table, id, base_rev: rev, doc: given }]));
    const columns = result && 'done' in result ? result.done[0]?.columns : undefined;
    return { said: said(result), stands: holds(await rowOf(sql, table, id), given), columns };
  });
  const plainly = await undone(apart, async (sql) => {
    await prepare(sql);
    const result = await tried(sql, who, async (inner) =>
      isNew
        ? (await inner`insert into ${inner(table)} ${inner({ salon_id: salonId, id, ...(given as Record<string, string>) })}`)
            .count
        : (
            await inner`update ${inner(table)} set ${inner(given as Record<string, string>)} where salon_id = ${salonId} and id = ${id}`
          ).count,
    );
    return { said: said(result), stands: holds(await rowOf(sql, table, id), given) };
  });
  return { byPush, plainly };
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
    await undone(db.sql.begin.bind(db.sql), async (sql) => {
      for (const column of changing) {
        const doc = otherOf(table, column) as Doc;
        const { byPush, plainly } = await bothWays(sql, name, table, doc, false);
        const cell = `${name} ${table}.${column}`;
        const refused = (Object.keys(doc) as Column[]).filter((one) => role === null || !may(role, table, one)).sort();
        const expected = refused.length === 0 ? ['applied', true] : ['42501 role', false];
        expect([byPush.said, byPush.stands], `${cell} by push`).toEqual(role === null ? ['42501 membership', false] : expected);
        expect([plainly.said, plainly.stands], `${cell} plainly`).toEqual(role === null ? ['nothing', false] : expected);
        if (role !== null && refused.length > 0) expect(byPush.columns, cell).toEqual(refused);
      }
    });
  });

  /** A new row, and where somebody makes rows without all of their columns, one with each. */
  const docs = [newDocOf(table), ...(isMadeInPart(table) ? changing.map((column) => newDocWith(table, column)) : [])];

  it.each(WHO)('takes a new row from %s where the role says so, and nowhere else', async (name) => {
    const role = ROLE[name];
    await undone(db.sql.begin.bind(db.sql), async (sql) => {
      for (const doc of docs) {
        const { byPush, plainly } = await bothWays(sql, name, table, doc, true);
        const cell = `${name} ${table} ${JSON.stringify(doc)}`;
        // Nobody makes a salon but create_salon.
        const makes = table !== 'salons' && role !== null && mayMake(role, table);
        const allowed = makes && (Object.keys(doc) as Column[]).every((one) => mayFill<TableName>(role, table, one));
        const expected = allowed ? ['applied', true] : ['42501 role', false];
        const closed = table === 'salons' || role === null;
        if (role === null) expect(byPush.said, cell).toBe('42501 membership');
        if (closed) expect([byPush.stands, plainly.said, plainly.stands], cell).toEqual([false, '42501', false]);
        else expect([byPush.said, byPush.stands], `${cell} by push`).toEqual(expected);
        if (!closed) expect([plainly.said, plainly.stands], `${cell} plainly`).toEqual(expected);
      }
    });
  });
});

it('a value that stands there already is nobody’s change: what comes along with it is written', async () => {
  const [row] = await db.sql`select to_jsonb(w) as row from wire.products w where salon_id = ${salonId} and id = 'products-1'`;
  const { rev, name, sale_price } = { ...(row?.row as { rev: number; name: string; sale_price: number }) };
  const doc = { name, sale_price, quantity: 1 };
  const { byPush, plainly } = await undone(db.sql.begin.bind(db.sql), (sql) => bothWays(sql, 'staff', 'products', doc, false));
  expect([byPush.said, plainly.said]).toEqual(['applied', 'applied']);
  const verdict = await db.pushOne(people.staff, salonId, {
    table: 'products',
    id: 'products-1',
    base_rev: rev,
    doc: { ...doc, name: 'x' },
  });
  expect(verdict).toMatchObject({ v: 'rejected', code: '42501', constraint: 'role', columns: ['name'] });
});
