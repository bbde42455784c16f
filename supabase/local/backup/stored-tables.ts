/**
 * Reads from the catalog which tables a backup holds, so that a new table is never forgotten: every table and sequence of every
 * schema, except PostgreSQL's own, temporary ones and those of an extension. Views hold no data, and generated columns are
 * computed again.
 */
import type { Sql, TransactionSql } from 'postgres';

type Asking = Sql | TransactionSql;

export interface QualifiedName {
  schema: string;
  name: string;
}

export interface StoredTable extends QualifiedName {
  columns: string[];
}

export interface StoredSequence extends QualifiedName {
  /** In digits, because it is a bigint. */
  last: string;
  called: boolean;
}

export interface ForeignKey {
  name: string;
  /** The referring and the referred table, as SQL. */
  from: string;
  to: string;
  columns: string[];
  referred: string[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quotedName = ({ schema, name }: QualifiedName): string => `${quoted(schema)}.${quoted(name)}`;

/** Names a table and its columns for COPY. */
export const copied = (table: StoredTable): string =>
  table.columns.length > 0 ? `${quotedName(table)} (${table.columns.map(quoted).join(', ')})` : quotedName(table);

const OURS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relpersistence <> 't'
  and not exists (select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Settings that make values read back as they were, whatever the settings of the database or the login are. */
export const EXACT_VALUES = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = '';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off;`;

export const storedTables = (sql: Asking) =>
  sql.unsafe<StoredTable[]>(`
    select n.nspname::text as schema, c.relname::text as name,
      array(select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${OURS} order by 1, 2`);

/** Reads the sequences. They are outside of every snapshot. They are read after the rows, so they are never behind them. */
export async function storedSequences(sql: Asking): Promise<StoredSequence[]> {
  const found = await sql.unsafe<QualifiedName[]>(`
    select n.nspname::text as schema, c.relname::text as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${OURS} order by 1, 2`);
  const stored: StoredSequence[] = [];
  for (const { schema, name } of found) {
    const [state] = await sql.unsafe<{ last: string; called: boolean }[]>(
      `select last_value::text as last, is_called as called from ${quotedName({ schema, name })}`,
    );
    if (state) stored.push({ schema, name, ...state });
  }
  return stored;
}

export const foreignKeys = (sql: Asking) =>
  sql.unsafe<ForeignKey[]>(`
    select k.conname::text as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
      array(select a.attname::text from unnest(k.conkey) with ordinality as u (num, place)
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.place) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality as u (num, place)
        join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by u.place) as referred
    from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.convalidated and ${OURS} order by 2, 1`);

/** Counts the rows that refer to a missing row. */
export async function orphans(sql: Asking, { from, to, columns, referred }: ForeignKey): Promise<number> {
  const given = columns.map((column) => `f.${quoted(column)} is not null`).join(' and ');
  const same = columns.map((column, i) => `t.${quoted(referred[i] ?? '')} = f.${quoted(column)}`).join(' and ');
  const [row] = await sql.unsafe<{ n: number }[]>(
    `select count(*)::int as n from ${from} f where ${given} and not exists (select from ${to} t where ${same})`,
  );
  return row?.n ?? 0;
}
