-- Who is in a salon and on which devices, what they are there, and how they go. What refusals say, and in which order locks are taken:
-- …_invitations.sql. The caller's role is asked once the account is locked: whoever lost it while their call waited does nothing more.

-- ---- what is kept ---------------------------------------------------------------------------------------------------

-- A browser in which somebody opened the salon. It makes its random id itself.
create table private.devices (
  user_id uuid not null references public.users (id) on delete cascade,
  id uuid not null,
  salon_id bigint not null references public.salons (id) on delete cascade,
  name text check (length(name) <= 80), -- “Chrome · Android”, or what its person calls it
  app text check (length(app) <= 40), -- the app's version
  first_seen timestamptz(3) not null default now(),
  last_seen timestamptz(3) not null default now(),
  wrote_at timestamptz(3), -- its last push of an event
  rev bigint, -- the head that it has pulled
  unsent integer,
  visible boolean not null default false,
  aside boolean not null default false, -- put away by somebody of the salon: nothing waits for it until it speaks again
  primary key (user_id, id)
);
create index devices_salon_id_idx on private.devices (salon_id);

-- Who was in a salon: their name stands beside what they counted. It goes with their account.
create table private.former_people (
  salon_id bigint not null references public.salons (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  name text,
  left_at timestamptz(3) not null default now(),
  primary key (salon_id, user_id)
);
create index former_people_user_id_idx on private.former_people (user_id);

alter table private.devices enable row level security;
alter table private.former_people enable row level security;
revoke all on private.devices, private.former_people from public, anon, authenticated;

/* Whatever changes a membership: the salon says its owner, who leaves is remembered by name, and their open invitations to what they
   might not invite to any more are withdrawn, or they would come back by one. */
create function private.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.salon_role = 'owner' and (new.salon_id, new.salon_role) is distinct from (old.salon_id, old.salon_role) then
    update public.salons s set owner_id = null where s.id = old.salon_id and s.owner_id = old.id;
  end if;
  if new.salon_role = 'owner' then
    update public.salons s set owner_id = new.id where s.id = new.salon_id and s.owner_id is distinct from new.id;
  end if;
  if old.salon_id is distinct from new.salon_id then
    insert into private.former_people as f (salon_id, user_id, name)
    select s.id, old.id, old.name from public.salons s where s.id = old.salon_id
    on conflict (salon_id, user_id) do update set name = excluded.name, left_at = excluded.left_at;
    delete from private.former_people f where f.salon_id = new.salon_id and f.user_id = new.id;
  end if;
  update private.invitations i set withdrawn_at = now()
  where i.made_by = old.id and i.salon_id = old.salon_id and i.used_at is null and i.withdrawn_at is null
    and (new.salon_id is distinct from old.salon_id or not private.may_manage(new.salon_role, i.role));
  return null;
end $$;
create trigger membership_changed after update on public.users
  for each row when ((old.salon_id, old.salon_role) is distinct from (new.salon_id, new.salon_role))
  execute function private.membership_changed();

/* An account that goes takes `owner_id` from its salon, and for that the head. The head is locked before anything of the account is: a
   push of theirs that holds the head would wait for the account, and one of the two would end as a deadlock. */
create function private.account_goes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.sync_heads h join public.salons s on s.id = h.salon_id where s.owner_id = old.id for update of h;
  return old;
end $$;
create trigger greben_account_goes before delete on auth.users
  for each row execute function private.account_goes();

-- ---- who is there ---------------------------------------------------------------------------------------------------

/* salon_people(p_salon_id) → {people: [{user_id, name, email, role, resource_id, joined_at, last_seen, devices: [{id, name, app, last_seen,
   wrote_at, unsent, aside}]}], former: [{user_id, name}]}. E-mail addresses and devices are null and empty for staff, but for their own.
   `former`: who is gone and still stands beside counts of stock. */
create function public.salon_people(p_salon_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
  sees_all constant boolean := private.require_role(p_salon_id, 'staff') <> 'staff';
begin
  return jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'name', u.name, 'role', u.salon_role, 'resource_id', u.resource_id,
          'joined_at', private.iso(u.joined_at), 'email', case when sees_all or u.id = me then u.email end,
          'last_seen', private.iso(d.last_seen), 'devices', coalesce(d.list, '[]'))
        order by array_position('{owner,manager,staff}'::text[], u.salon_role), u.joined_at, u.id), '[]')
      from public.users u
      left join lateral (
        select max(x.last_seen) as last_seen, jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name, 'app', x.app,
          'last_seen', private.iso(x.last_seen), 'wrote_at', private.iso(x.wrote_at), 'unsent', coalesce(x.unsent, 0), 'aside', x.aside)
          order by x.last_seen desc, x.id) as list
        from private.devices x where x.user_id = u.id and x.salon_id = p_salon_id and (sees_all or u.id = me)
      ) d on true
      where u.salon_id = p_salon_id),
    'former', (
      select coalesce(jsonb_agg(jsonb_build_object('user_id', f.user_id, 'name', f.name) order by f.left_at, f.user_id), '[]')
      from private.former_people f
      where f.salon_id = p_salon_id
        and f.user_id::text in (select r.user_id from public.product_revisions r where r.salon_id = p_salon_id)));
end $$;

/* Keeps the 20 devices of a person that were seen last: a device makes its id itself, and may make a new one each time. */
create function private.keep_latest_devices(p_user_id uuid) returns void
language sql volatile set search_path = '' as $$
  delete from private.devices d using (
    select x.id from private.devices x where x.user_id = p_user_id order by x.last_seen desc, x.id offset 20) old
  where d.user_id = p_user_id and d.id = old.id
$$;

/* report_device(p_salon_id, p_device, p_name, p_app, p_rev, p_unsent, p_visible) → {every}: in how many seconds the device says so again.
   Nobody sees an error of it: what is too long is cut, and a name with signs that nobody sees is none. A device that was put away is back.
   What was booked online and waits for a line becomes booked where nothing stands in its way any more (…_requests.sql). */
create function public.report_device(p_salon_id bigint, p_device uuid, p_name text default null, p_app text default null,
  p_rev bigint default null, p_unsent integer default null, p_visible boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
  said_name text := left(btrim(regexp_replace(p_name, '[\u0001-\u001f\u007f]', ' ', 'g')), 80);
  said_app constant text := left(btrim(regexp_replace(p_app, '[^ -~]', '', 'g')), 40);
  waiting boolean;
begin
  perform private.require_membership(p_salon_id);
  waiting := private.lock_head_of_requests(p_salon_id, p_rev); -- before the device's row, as a push of it does
  if not private.fits(to_jsonb(said_name), 'text'::regtype, -1) then said_name := null; end if;
  insert into private.devices as d (user_id, id, salon_id, name, app, rev, unsent, visible)
  values (me, p_device, p_salon_id, nullif(said_name, ''), nullif(said_app, ''), greatest(p_rev, 0), greatest(p_unsent, 0),
    coalesce(p_visible, false))
  on conflict (user_id, id) do update set salon_id = excluded.salon_id, name = excluded.name, app = excluded.app, rev = excluded.rev,
    unsent = excluded.unsent, visible = excluded.visible, last_seen = now(), aside = false,
    wrote_at = case when d.salon_id = excluded.salon_id then d.wrote_at end;
  perform private.keep_latest_devices(me);
  -- An administrator who looks into a salon is not the salon.
  if p_rev is not null and p_salon_id = private.my_salon() then perform private.requests_seen(p_salon_id, p_rev); end if;
  if waiting then perform private.settle_requests(p_salon_id); end if;
  return jsonb_build_object('every', case when private.is_live(p_salon_id) then 120 else 600 end);
end $$;

/* A push of that device has applied an event. It is no report: one that went dark and is back may have more that is unsent, and is dark
   until it says that it has not. */
create function private.note_event_of_device(p_salon_id bigint, p_device uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  insert into private.devices as d (user_id, id, salon_id, wrote_at) values (private.me(), p_device, p_salon_id, now())
  on conflict (user_id, id) do update set salon_id = excluded.salon_id, wrote_at = now();
  perform private.keep_latest_devices(private.me());
end $$;

-- ---- roles, names, the way out --------------------------------------------------------------------------------------

/* Locks a person of the salon and returns the caller's role. `right`: it may not touch that of theirs. */
create function private.require_manageable(p_salon_id bigint, p_user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  mine text;
  theirs text;
begin
  select u.salon_role into theirs from public.users u where u.id = p_user_id and u.salon_id = p_salon_id for no key update;
  mine := private.require_role(p_salon_id, 'manager');
  if theirs is null then raise exception 'no such person in this salon' using errcode = 'P0001', hint = 'person'; end if;
  if not private.may_manage(mine, theirs) then
    raise exception 'the role % may not do this to %', mine, theirs using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  return mine;
end $$;

create function private.refuse_oneself(p_user_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user_id = private.me() then raise exception 'not to oneself' using errcode = 'P0001', hint = 'oneself'; end if;
end $$;

/* set_person_role(p_salon_id, p_user_id, p_role): manager or staff; an owner becomes one by hand_over_salon alone. */
create function public.set_person_role(p_salon_id bigint, p_user_id uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mine text;
begin
  perform private.require_role(p_salon_id, 'manager');
  perform private.refuse_oneself(p_user_id);
  if p_role is null or p_role not in ('manager', 'staff') then
    raise exception 'a role is manager or staff' using errcode = '22023', hint = 'role';
  end if;
  mine := private.require_manageable(p_salon_id, p_user_id);
  if not private.may_manage(mine, p_role) then
    raise exception 'the role % makes no %', mine, p_role using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  update public.users u set salon_role = p_role where u.id = p_user_id;
end $$;

/* link_person(p_salon_id, p_user_id, p_resource_id): which employee the person is; null: none. An owner may link themselves. */
create function public.link_person(p_salon_id bigint, p_user_id uuid, p_resource_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.users u where u.id = p_user_id for no key update;
  if private.require_role(p_salon_id, 'manager') <> 'owner' or p_user_id is distinct from private.me() then
    perform private.require_manageable(p_salon_id, p_user_id);
  end if;
  perform private.lock_people(p_salon_id);
  if p_resource_id is not null then perform private.require_free_employee(p_salon_id, p_resource_id, p_user_id); end if;
  update public.users u set resource_id = p_resource_id where u.id = p_user_id and u.salon_id = p_salon_id;
end $$;

/* rename_person(p_salon_id, p_user_id, p_name): oneself, or the owner anybody. */
create function public.rename_person(p_salon_id bigint, p_user_id uuid, p_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.users u where u.id = p_user_id for no key update;
  if private.require_role(p_salon_id, 'staff') <> 'owner' and p_user_id is distinct from private.me() then
    raise exception 'only the owner gives others a name' using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  update public.users u set name = private.required_words(p_name, 80, 'name') where u.id = p_user_id and u.salon_id = p_salon_id;
  if not found then raise exception 'no such person in this salon' using errcode = 'P0001', hint = 'person'; end if;
end $$;

/* remove_person(p_salon_id, p_user_id): from this commit every call of theirs is refused, a push that waits for the head included. Who is
   not there any more was removed before: that is no error. */
create function public.remove_person(p_salon_id bigint, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role(p_salon_id, 'manager');
  perform private.refuse_oneself(p_user_id);
  perform from public.users u where u.id = p_user_id and u.salon_id = p_salon_id for no key update;
  if not found then return; end if;
  perform private.require_manageable(p_salon_id, p_user_id);
  update public.users u set salon_id = null where u.id = p_user_id;
end $$;

/* leave_salon(p_salon_id): everybody but the owner, who hands the salon over first. Who is not there any more has left before. */
create function public.leave_salon(p_salon_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
  mine text;
begin
  select u.salon_role into mine from public.users u where u.id = me and u.salon_id = p_salon_id for no key update;
  if mine is null then
    if exists (select from private.former_people f where f.salon_id = p_salon_id and f.user_id = me) then return; end if;
    raise exception 'not a member of this salon' using errcode = '42501', hint = 'membership';
  end if;
  if mine = 'owner' then raise exception 'an owner hands the salon over first' using errcode = 'P0001', hint = 'owner'; end if;
  update public.users u set salon_id = null where u.id = me;
end $$;

/* hand_over_salon(p_salon_id, p_user_id) → {owner_id, role}: a manager becomes the owner, the owner a manager, in one transaction; `role`
   is the caller's afterwards. Where that person is the owner already, as after a lost answer, nothing changes. */
create function public.hand_over_salon(p_salon_id bigint, p_user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
  owner_now uuid;
  theirs text;
begin
  perform private.lock_head(p_salon_id); -- of two at once the second one finds itself not the owner
  select s.owner_id into owner_now from public.salons s where s.id = p_salon_id;
  if owner_now = me then
    perform private.refuse_oneself(p_user_id);
    select u.salon_role into theirs from public.users u where u.id = p_user_id and u.salon_id = p_salon_id for no key update;
    if theirs is null then raise exception 'no such person in this salon' using errcode = 'P0001', hint = 'person'; end if;
    if theirs <> 'manager' then raise exception 'a salon goes to a manager' using errcode = 'P0001', hint = 'not_manager'; end if;
    update public.users u set salon_role = 'manager' where u.id = me;
    update public.users u set salon_role = 'owner' where u.id = p_user_id;
  elsif owner_now is distinct from p_user_id then
    raise exception 'only its owner hands a salon over' using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  return jsonb_build_object('owner_id', p_user_id, 'role', private.my_role(p_salon_id));
end $$;

/* admin_set_owner(p_salon_id, p_user_id): for a salon whose owner has lost their account, or has none. A member of it, or an account
   without a salon, becomes the owner; a former owner who is still there becomes a manager. */
create function public.admin_set_owner(p_salon_id bigint, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  theirs bigint;
begin
  perform private.require_admin();
  perform from public.sync_heads h where h.salon_id = p_salon_id for update;
  if not found or exists (select from public.salons s where s.id = p_salon_id and s.deleted) then
    raise exception 'no such salon' using errcode = 'PT404';
  end if;
  select u.salon_id into theirs from public.users u where u.id = p_user_id for no key update;
  if not found then raise exception 'no such account' using errcode = 'PT404'; end if;
  if theirs <> p_salon_id then raise exception 'in another salon' using errcode = 'P0001', hint = 'has_salon'; end if;
  if theirs is null then
    perform private.lock_people(p_salon_id);
    perform private.require_room_for_people(p_salon_id);
  end if;
  update public.users u set salon_role = 'manager' where u.salon_id = p_salon_id and u.salon_role = 'owner' and u.id <> p_user_id;
  update public.users u set salon_id = p_salon_id, salon_role = 'owner', joined_at = coalesce(u.joined_at, now()) where u.id = p_user_id;
end $$;

revoke execute on function private.membership_changed(), private.account_goes(), private.require_manageable(bigint, uuid), private.refuse_oneself(uuid),
  private.keep_latest_devices(uuid), private.note_event_of_device(bigint, uuid), public.salon_people(bigint),
  public.report_device(bigint, uuid, text, text, bigint, integer, boolean), public.set_person_role(bigint, uuid, text),
  public.link_person(bigint, uuid, text), public.rename_person(bigint, uuid, text), public.remove_person(bigint, uuid),
  public.leave_salon(bigint), public.hand_over_salon(bigint, uuid), public.admin_set_owner(bigint, uuid)
  from public, anon, authenticated;
grant execute on function private.note_event_of_device(bigint, uuid), -- push_changes runs as its caller
  public.salon_people(bigint), public.report_device(bigint, uuid, text, text, bigint, integer, boolean),
  public.set_person_role(bigint, uuid, text), public.link_person(bigint, uuid, text), public.rename_person(bigint, uuid, text),
  public.remove_person(bigint, uuid), public.leave_salon(bigint), public.hand_over_salon(bigint, uuid), public.admin_set_owner(bigint, uuid)
  to authenticated, service_role;
