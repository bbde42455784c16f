/** Whoever reads a function reads the one that runs: each has one current text, and the database has that one. */
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../support/database.ts';
import { currentTexts, sqlFiles } from './current-texts.ts';

let db: Database;
beforeAll(async () => {
  db = await Database.open();
});
afterAll(() => db.close());

const { migrations, current } = sqlFiles();
const { texts, wrong } = currentTexts(migrations, current);

/** `private.stamp()` → all that the database knows of it but its rights. */
async function known(sql: postgres.Sql | postgres.TransactionSql): Promise<Map<string, string>> {
  const rows = await (sql as postgres.Sql)<{ name: string; text: string }[]>`
    select n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name, pg_get_functiondef(p.oid) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private', 'wire')
    union all
    select n.nspname || '.' || c.relname, pg_get_viewdef(c.oid) || coalesce(c.reloptions::text, '')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and n.nspname in ('public', 'private', 'wire')
    order by 1`;
  return new Map(rows.map(({ name, text }) => [name, text]));
}

it('each function and view has one place where its current text stands', () => {
  expect(wrong).toEqual([]);
});

it('they are all that a migrated database has, and no two share a name', async () => {
  const names = [...(await known(db.sql)).keys()].map((name) => name.replace(/\(.*/, ''));
  expect(names.sort()).toEqual([...texts.keys()].sort());
  expect(names.length).toBeGreaterThan(60);
});

it('and it has them with those texts', async () => {
  const before = await known(db.sql);
  const after = await db.sql
    .begin(async (sql) => {
      for (const text of texts.values()) await sql.unsafe(text.replace(/^create (?:or replace )?/, 'create or replace '));
      throw await known(sql); // what was tried is taken back
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof Map) return thrown as Map<string, string>;
      throw thrown;
    });
  expect(after).toEqual(before);
});

describe('it is noticed when', () => {
  const body = (n: number) => `create or replace function private.f() returns int language sql as $$ select ${n}; $$;`;
  const of = (...files: [string, string][]) => new Map(files);
  const complaints = (first: ReadonlyMap<string, string>, second = of()) => currentTexts(first, second).wrong;

  it('a second migration writes a function once more', () => {
    expect(complaints(of(['1_a.sql', body(1)], ['2_b.sql', body(2)]))).toEqual([expect.stringMatching(/1_a.sql and 2_b.sql/)]);
    expect(complaints(of(['1_a.sql', `${body(1)}\n${body(2)}`]))).toHaveLength(1);
  });

  it('the text that stands apart is not needed, or is of nothing', () => {
    const apart = of(['private.f.sql', body(1)]);
    expect(complaints(of(['1_a.sql', body(1)]), apart)).toHaveLength(1);
    expect(complaints(of(), apart)).toEqual(['private.f is made by no migration']);
  });

  it('but the one that stands apart counts once a later migration has replaced it', () => {
    const both = currentTexts(of(['1_a.sql', body(1)], ['2_b.sql', body(2)]), of(['private.f.sql', body(2)]));
    expect(both).toEqual({ wrong: [], texts: new Map([['private.f', body(2)]]) });
  });
});
