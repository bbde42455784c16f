/**
 * A change of a row, by push and by a plain statement under a person's database role, which is what PATCH and POST do on hosted Supabase.
 * Many of them are tried in one call of the database and each is taken back: asked one by one, the matrix of the rights was ten thousand
 * round trips.
 */
import type postgres from 'postgres';
import type { TableName } from '#schemas/registry.ts';
import { claimsOf, type Database, type Person, type Verdict } from './database.ts';

/** How one way ended: its verdict or the rows that it reached, or the refusal; and the row as it stands afterwards. */
interface Ended {
  verdict?: Verdict;
  count?: number;
  code?: string;
  hint?: string;
  constraint?: string;
  row: Record<string, unknown> | null;
}
export interface Tried {
  byPush: Ended;
  plainly: Ended;
}

const MADE = `
create function tried_both_ways(salon bigint, claims text, t text, row_id text, docs jsonb, is_new boolean) returns jsonb
language plpgsql as $$
declare
  doc jsonb;
  way text;
  ended jsonb;
  stands jsonb;
  tried jsonb;
  answers jsonb := '[]';
  reached bigint;
  base bigint;
  names text[];
  code text; said_hint text; violated text;
begin
  for doc in select e from jsonb_array_elements(docs) with ordinality as x (e, n) order by n loop
    names := array(select quote_ident(k) from jsonb_object_keys(doc) k order by 1);
    tried := '{}';
    foreach way in array '{byPush,plainly}'::text[] loop
      begin
        -- A salon has one row of these; it is made once.
        if is_new and t = 'salon_settings' then delete from public.salon_settings where salon_id = salon; end if;
        execute format('select max(rev) from wire.%I where salon_id = $1 and id = $2', t) into base using salon, row_id;
        begin
          perform set_config('request.jwt.claims', claims, true), set_config('request.jwt.claim.sub', claims::jsonb ->> 'sub', true),
            set_config('role', 'authenticated', true);
          if way = 'byPush' then
            ended := jsonb_build_object('verdict', public.push_changes(salon, jsonb_build_array(jsonb_build_object(
              'table', t, 'id', row_id, 'base_rev', coalesce(base, 0), 'doc', doc))) -> 'verdicts' -> 0);
          else
            if is_new then
              execute format('insert into public.%1$I (salon_id, id%2$s) select $1, $2::%3$s%4$s from jsonb_populate_record(null::public.%1$I, $3) n',
                t, (select string_agg(', ' || c, '') from unnest(names) c), case when t = 'salons' then 'bigint' else 'text' end,
                (select string_agg(', n.' || c, '') from unnest(names) c)) using salon, row_id, doc;
            else
              execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $3) n where t.salon_id = $1 and t.id::text = $2',
                t, (select string_agg(c || ' = n.' || c, ', ') from unnest(names) c)) using salon, row_id, doc;
            end if;
            get diagnostics reached = row_count;
            ended := jsonb_build_object('count', reached);
          end if;
          perform set_config('role', 'none', true);
        exception when others then
          get stacked diagnostics code = returned_sqlstate, said_hint = pg_exception_hint, violated = constraint_name;
          ended := jsonb_build_object('code', code, 'hint', said_hint, 'constraint', violated);
        end;
        execute format('select to_jsonb(w) from wire.%I w where salon_id = $1 and id = $2', t) into stands using salon, row_id;
        raise sqlstate 'UNDOO';
      exception when sqlstate 'UNDOO' then
        tried := tried || jsonb_build_object(way, ended || jsonb_build_object('row', stands));
      end;
    end loop;
    answers := answers || tried;
  end loop;
  return answers;
end $$`;

/** Makes the function in a test's database. */
export const makeBothWays = (db: Database) => db.sql.unsafe(MADE);

export interface Attempt {
  salonId: number;
  table: TableName;
  id: string;
  docs: readonly Readonly<Record<string, unknown>>[];
  isNew: boolean;
}

/** Tries each of these rows as that person, and takes each back. */
export async function bothWays(db: Database, who: Person, { salonId, table, id, docs, isNew }: Attempt): Promise<Tried[]> {
  const [row] =
    await db.sql`select tried_both_ways(${salonId}, ${claimsOf(who)}, ${table}, ${id}, ${db.sql.json(docs as postgres.JSONValue)}, ${isNew}) as tried`;
  return row?.tried as Tried[];
}
