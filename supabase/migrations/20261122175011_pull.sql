-- Reading: pull_changes, read_events, replica_checksums. All STABLE, which makes each call one snapshot: the head and the
-- rows of one answer belong together, and a cursor may move to the head of that snapshot.

-- What time it is here: a device whose clock is wrong learns of it from each pull. A function of its own, so that a test may have
-- its own time. Null: nothing is said.
create function private.server_time() returns timestamptz
language sql volatile set search_path = '' as $$ select clock_timestamp() $$;

/* What the caller is in a salon: {role, resource_id}; a null of each for who is no member. */
create function private.you(p_salon_id bigint) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('role', private.my_role(p_salon_id),
    'resource_id', (select u.resource_id from public.users u where u.id = (select private.me()) and u.salon_id = p_salon_id))
$$;

/* pull_changes(p_salon_id, p_cursors, p_limit, p_horizon, p_request)
   → {salon_id, request, now, you, head, purged_rev, epoch, total?, tables: {t: {rows, more, cursor}}}; `now`: this server's clock;
   `you`: {role, resource_id}, what the caller is in this salon and which employee, if any.
   p_cursors: {t: [rev, id], …, horizon_rev?}; a table without a cursor is read from its beginning. p_limit: rows in all.
   Rows with (rev, id) above the cursor, in that order, deleted ones too; a table read to its end gets the cursor
   [head, "~"]. An answer ends after some megabytes of rows, too: a salon may fill a row with 30 KB, and 5,000 of these would hold up
   everybody's server while it sends them. Events and product revisions older than p_horizon are left out unless they changed after `horizon_rev`
   (the head when the first sync began). `total`, on the first page only, is how many rows there are to come. */
create function public.pull_changes(
  p_salon_id bigint, p_cursors jsonb default '{}', p_limit integer default 1000, p_horizon timestamptz default null,
  p_request text default null
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  room integer := least(greatest(coalesce(p_limit, 1000), 1), 5000);
  most constant integer := 4194304; -- bytes of rows; one row may go above it
  bytes integer := 0;
  part text;
  parts text[];
  whole boolean; -- whether all that the table has was read
  horizon_rev bigint;
  head bigint;
  purged bigint;
  epoch_now uuid;
  total bigint;
  t text;
  after jsonb;
  page json;
  last_rev bigint;
  last_id text;
  further boolean;
  names text[] := '{}';
  pages json[] := '{}';
begin
  perform private.require_membership(p_salon_id);
  select h.rev, h.purged_rev, h.epoch into head, purged, epoch_now from public.sync_heads h where h.salon_id = p_salon_id;
  horizon_rev := coalesce((p_cursors ->> 'horizon_rev')::bigint, head);
  if not coalesce(p_cursors, '{}') ?| private.replicated_tables() then
    total := 0;
    foreach t in array private.replicated_tables() loop
      execute format('select $1 + count(*) from public.%I t where t.salon_id = $2 %s', t,
        case when p_horizon is null then ''
          when t = 'events' then 'and t.start_time >= $3'
          when t = 'product_revisions' then 'and t.created_at >= $3'
          else '' end)
      into total using total, p_salon_id, p_horizon;
    end loop;
  end if;

  foreach t in array private.replicated_tables() loop
    after := coalesce(p_cursors -> t, '[0, ""]');
    if (after ->> 0)::bigint > head or ((after ->> 0)::bigint = head and after ->> 1 = '~') then
      page := json_build_object('rows', '[]'::json, 'more', false, 'cursor', after);
    else
      parts := '{}';
      whole := false;
      if room > 0 and bytes < most then
        for part, last_rev, last_id in execute format(
          'select to_json(w)::text, w.rev, w.id from wire.%I w where w.salon_id = $1 and (w.rev, w.id) > ($2, $3) %s order by w.rev, w.id limit $4', t,
          case when p_horizon is null then ''
            when t = 'events' then 'and (w.start_time >= private.iso($5) or w.rev > $6)'
            when t = 'product_revisions' then 'and (w.created_at >= private.iso($5) or w.rev > $6)'
            else '' end)
        using p_salon_id, (after ->> 0)::bigint, after ->> 1, room, p_horizon, horizon_rev loop
          parts := array_append(parts, part);
          room := room - 1;
          bytes := bytes + octet_length(part);
          exit when bytes >= most;
        end loop;
        whole := room > 0 and bytes < most;
        if parts <> '{}' then after := jsonb_build_array(last_rev, last_id); end if;
      end if;
      further := false;
      if not whole then
        -- Whether a page that is just full is the last one. By the index alone: a row before the horizon costs a page, and no search.
        execute format('select exists (select from wire.%I w where w.salon_id = $1 and (w.rev, w.id) > ($2, $3))', t)
        into further using p_salon_id, (after ->> 0)::bigint, after ->> 1;
      end if;
      page := json_build_object('rows', ('[' || array_to_string(parts, ',') || ']')::json, 'more', further, 'cursor',
        case when further then after::json else json_build_array(head, '~') end);
    end if;
    names := array_append(names, t);
    pages := array_append(pages, page);
  end loop;
  return json_build_object('salon_id', p_salon_id, 'request', p_request, 'now', private.iso(private.server_time()), 'you', private.you(p_salon_id), 'head', head, 'purged_rev', purged, 'epoch', epoch_now, 'total', total,
    'tables', (select json_object_agg(n, p) from unnest(names, pages) as x (n, p)));
end $$;

/* read_events(p_salon_id, p_from, p_to, p_client_id, p_request) → {salon_id, request, events, clients, services, resources}
   What overlaps [p_from, p_to), of one client if p_client_id is given, with all the rows it refers to. A bound of null is
   open. An answer of more than 16 MB, several times that of 5,000 bookings as they are, is refused: it would hold up everybody's server. Serves the first week before the first sync, what is older than the horizon, and a client's history. */
create function public.read_events(
  p_salon_id bigint, p_from timestamptz default null, p_to timestamptz default null, p_client_id text default null,
  p_request text default null
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  answer json;
begin
  perform private.require_membership(p_salon_id);
  with found as materialized (
    select e.id, e.resource_id, e.client_id, e.service_id from public.events e
    where e.salon_id = p_salon_id and not e.deleted
      and (p_from is null or e.end_time > p_from) and (p_to is null or e.start_time < p_to)
      and (p_client_id is null or e.client_id = p_client_id)
    order by e.start_time desc limit 5000
  )
  select json_build_object(
    'salon_id', p_salon_id,
    'request', p_request,
    'events', (select coalesce(json_agg(to_json(w) order by w.start_time, w.id), '[]') from wire.events w
      where w.salon_id = p_salon_id and w.id in (select f.id from found f)),
    'clients', (select coalesce(json_agg(to_json(w)), '[]') from wire.clients w
      where w.salon_id = p_salon_id and w.id in (select f.client_id from found f)),
    'services', (select coalesce(json_agg(to_json(w)), '[]') from wire.services w
      where w.salon_id = p_salon_id and w.id in (select f.service_id from found f)),
    'resources', (select coalesce(json_agg(to_json(w)), '[]') from wire.resources w
      where w.salon_id = p_salon_id and w.id in (select f.resource_id from found f))
  ) into answer;
  if octet_length(answer::text) > 16777216 then
    raise exception 'too much for one answer: ask for a shorter time' using errcode = 'PT413';
  end if;
  return answer;
end $$;

/* replica_checksums(p_salon_id, p_tables, p_request) → {salon_id, request, head, tables: {t: [count, sum]}}
   p_tables: {t: {columns: ["id", "rev", …], from?: instant}}; rows that are not deleted, of events and product revisions
   those from `from` on. A row's number is the first 8 hex digits of the md5 of its columns as a JSON array's text. */
create function public.replica_checksums(p_salon_id bigint, p_tables jsonb, p_request text default null) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  head bigint;
  t text;
  wish jsonb;
  counted bigint;
  summed numeric;
  names text[] := '{}';
  sums json[] := '{}';
begin
  perform private.require_membership(p_salon_id);
  select h.rev into head from public.sync_heads h where h.salon_id = p_salon_id;
  for t, wish in select * from jsonb_each(p_tables) loop
    if not t = any (private.replicated_tables()) then raise exception 'no such table' using errcode = '42P01'; end if;
    execute format(
      'select count(*), coalesce(sum((''x'' || substr(md5(json_build_array(%s)::text), 1, 8))::bit(32)::bigint & 4294967295), 0)
       from wire.%I w where w.salon_id = $1 and not w.deleted %s',
      (select string_agg(format('w.%I', c), ', ' order by n) from jsonb_array_elements_text(wish -> 'columns') with ordinality as x (c, n)), t,
      case when wish ->> 'from' is null then ''
        when t = 'events' then 'and w.start_time >= private.iso($2)'
        when t = 'product_revisions' then 'and w.created_at >= private.iso($2)'
        else '' end)
    into counted, summed using p_salon_id, (wish ->> 'from')::timestamptz;
    names := array_append(names, t);
    sums := array_append(sums, json_build_array(counted, summed));
  end loop;
  return json_build_object('salon_id', p_salon_id, 'request', p_request, 'head', head, 'tables', (select coalesce(json_object_agg(n, s), '{}') from unnest(names, sums) as x (n, s)));
end $$;

revoke execute on function private.server_time(), private.you(bigint), public.pull_changes(bigint, jsonb, integer, timestamptz, text),
  public.read_events(bigint, timestamptz, timestamptz, text, text), public.replica_checksums(bigint, jsonb, text) from public, anon;
grant execute on function private.server_time(), private.you(bigint), public.pull_changes(bigint, jsonb, integer, timestamptz, text),
  public.read_events(bigint, timestamptz, timestamptz, text, text), public.replica_checksums(bigint, jsonb, text)
  to authenticated, service_role;
