-- What each role in a salon may write. Every member reads everything: row level security (…_access.sql) says whose rows, the roles say
-- which of them. schemas/rights.ts is the twin, and a test compares both cell by cell.

/* What a role may write in a table. `fills`: the columns of which a new row may say anything ({*}: all; null: it makes no rows);
   `changes`: those that it may change in a row that is there. Asked for managers and staff only: an owner may do everything. Without `set`,
   so that it is inlined: it is asked for each row. */
create function private.role_rights(p_role text, p_table text) returns table (fills text[], changes text[])
language sql immutable parallel safe as $$
  select f::text[], c::text[] from (values
    ('manager', 'salons', null, '{}'),
    ('manager', 'salon_settings', null, '{opening_hours,closed_days,rooms}'),
    ('manager', 'employee_groups', '{*}', '{*}'),
    ('manager', 'service_groups', '{*}', '{*}'),
    ('manager', 'product_groups', '{*}', '{*}'),
    ('manager', 'resources', '{*}', '{*}'),
    ('manager', 'services', '{*}', '{*}'),
    ('manager', 'products', '{*}', '{*}'),
    ('manager', 'clients', '{name,first_name,last_name,email,phone,address,city,birth_date,notes,merged_into,deleted}',
      '{name,first_name,last_name,email,phone,address,city,birth_date,notes,merged_into,deleted}'),
    ('manager', 'employee_weekly_shifts', '{*}', '{*}'),
    ('manager', 'employee_day_overrides', '{*}', '{*}'),
    ('manager', 'events', '{*}', '{*}'),
    ('manager', 'product_revisions', '{*}', '{*}'),
    ('staff', 'salons', null, '{}'),
    ('staff', 'salon_settings', null, '{}'),
    ('staff', 'employee_groups', null, '{}'),
    ('staff', 'service_groups', null, '{}'),
    ('staff', 'product_groups', null, '{}'),
    ('staff', 'resources', null, '{}'),
    ('staff', 'services', null, '{}'),
    ('staff', 'products', null, '{quantity}'),
    -- What was made and taken back before it was sent arrives as a new row that is deleted.
    ('staff', 'clients', '{name,first_name,last_name,email,phone,address,city,birth_date,notes,deleted}',
      '{name,first_name,last_name,email,phone,address,city,birth_date,notes}'),
    ('staff', 'employee_weekly_shifts', null, '{}'),
    ('staff', 'employee_day_overrides', '{*}', '{*}'),
    ('staff', 'events', '{*}', '{*}'),
    ('staff', 'product_revisions', '{*}', '{}')
  ) as rights (r, t, f, c) where r = p_role and t = p_table
$$;

/* Refuses what the caller's role may not write: SQLSTATE 42501, constraint `role`, the columns in the place of the column's name (none:
   the role makes no rows there). A trigger and not column grants: a grant knows one database role for everybody, and a column
   without one is left out of a push without a word; the device would be told `applied` and keep a value that nobody else has.
   It runs as the caller, and first of all by its name: it judges what the client wrote and not what the database makes of it. What runs
   as its owner (sets of shifts, completeness, erasure) is not asked. The role is read for each row: it counts when the row is written. */
create function private.guard_role() returns trigger
language plpgsql set search_path = '' as $$
declare
  mine constant text := private.my_role(new.salon_id);
  may_fill text[];
  may_change text[];
  before jsonb;
  refused text;
begin
  if mine is null or mine = 'owner' then return new; end if; -- who is no member is refused by the policies
  select r.fills, r.changes into may_fill, may_change from private.role_rights(mine, tg_table_name) r;
  if tg_op = 'INSERT' then
    if may_fill = '{*}' then return new; end if;
    if may_fill is null then
      raise exception 'the role % makes no rows of %', mine, tg_table_name using errcode = '42501', constraint = 'role';
    end if;
    select string_agg(n.key, ',' order by n.key) into refused
    from jsonb_each(jsonb_strip_nulls(to_jsonb(new)) - '{salon_id,id,rev,created_at,updated_at}'::text[]) n
    where not n.key = any (may_fill);
  else
    if may_change = '{*}' then return new; end if;
    before := to_jsonb(old);
    select string_agg(n.key, ',' order by n.key) into refused from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from before -> n.key and not n.key = any (coalesce(may_change, '{}'));
  end if;
  if refused is not null then
    raise exception 'the role % may not write % of %', mine, refused, tg_table_name
      using errcode = '42501', constraint = 'role', column = refused;
  end if;
  return new;
end $$;

do $$
declare
  t text;
begin
  foreach t in array private.replicated_tables() loop
    execute format('create trigger check_role before insert or update on public.%I for each row
      when (private.is_client()) execute function private.guard_role()', t);
  end loop;
end $$;

/* Whether a role invites, changes and removes people of the other one. */
create function private.may_manage(p_role text, p_other text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_role = 'owner' and p_other in ('manager', 'staff') or p_role = 'manager' and p_other = 'staff', false)
$$;

/* Refuses who is no member (hint `membership`) and whose role is lower (hint `right`); returns the role. */
create function private.require_role(p_salon_id bigint, p_least text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  ranks constant text[] := '{owner,manager,staff}';
  mine text;
begin
  perform private.require_membership(p_salon_id);
  mine := private.my_role(p_salon_id);
  if array_position(ranks, mine) > array_position(ranks, p_least) then
    raise exception 'the role % may not do this', mine using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  return mine;
end $$;

revoke execute on function private.role_rights(text, text), private.guard_role(), private.may_manage(text, text),
  private.require_role(bigint, text) from public, anon, authenticated;
-- guard_role runs as its caller.
grant execute on function private.role_rights(text, text) to authenticated, service_role;
