-- How people come into a salon: invitations. An account belongs to one salon at most; what the person is in it stands in `users`. Of these
-- functions a stranger may call look_at_invitation alone.
--
-- Refusals, here and in …_people.sql, say why in the hint: right (the role may not), unknown, expired, withdrawn, used, member (of this
-- salon already), has_salon, name, note, role, resource, linked, most_invitations, most_people, oneself, owner, person, not_manager,
-- not_empty.
--
-- Locks are taken in one order: the salon's head, accounts, the salon's people. A push holds the head and refers to its account, so an
-- account is locked `for no key update`, which lets references pass.

-- The code itself is stored nowhere: whoever reads this table, or a backup of it, joins nothing.
create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  salon_id bigint not null references public.salons (id) on delete cascade,
  hash bytea not null unique, -- SHA-256 of the code
  role text not null check (role in ('manager', 'staff')),
  resource_id text collate "C", -- which employee the person will be; no reference: who is gone by then is not linked
  note text check (note = btrim(note) and length(note) <= 80), -- for whom it is
  made_by uuid not null references public.users (id) on delete cascade,
  made_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_by uuid references public.users (id) on delete set null,
  used_at timestamptz(3),
  withdrawn_at timestamptz(3)
);
create index invitations_salon_id_idx on private.invitations (salon_id, made_at desc);
create index invitations_made_by_idx on private.invitations (made_by);
create index invitations_used_by_idx on private.invitations (used_by);

alter table private.invitations enable row level security;
revoke all on private.invitations from public, anon, authenticated;

-- ---- what the functions share ---------------------------------------------------------------------------------------

/* A text that people type, trimmed; refused with that hint where it is blank (nothing but what a browser trims), too long or has a sign
   that nobody sees. */
create function private.required_words(p_text text, p_most integer, p_hint text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := btrim(p_text, E' \t\r\n');
begin
  if coalesce(length(words), 0) not between 1 and p_most or words ~ '[\u0001-\u001f\u007f-\u009f]'
    or words !~ '[^ \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
    or not private.fits(to_jsonb(words), 'text'::regtype, -1) then
    raise exception 'this takes 1 to % characters', p_most using errcode = '22023', hint = p_hint;
  end if;
  return words;
end $$;

/* As people read a code out and type it: small letters, any hyphens and blanks, O for 0, I and L for 1. */
create function private.invitation_hash(p_code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(translate(regexp_replace(upper(left(p_code, 100)), '[^0-9A-Z]', '', 'g'), 'OIL', '011'), 'UTF8'))
$$;

/* 16 characters of Crockford's base 32, 80 bits, in four groups. */
create function private.new_invitation_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(b.bits from n * 5 + 1 for 5)::integer + 1, 1)
    || case when n in (3, 7, 11) then '-' else '' end, '' order by n)
  from (select ('x' || encode(extensions.gen_random_bytes(10), 'hex'))::bit(80) as bits) b, generate_series(0, 15) n
$$;

/* open, used, withdrawn or expired; unknown where there is none. */
create function private.invitation_state(p_invitation private.invitations) returns text
language sql stable set search_path = '' as $$
  select case when (p_invitation).id is null then 'unknown'
    when (p_invitation).used_at is not null then 'used'
    when (p_invitation).withdrawn_at is not null then 'withdrawn'
    when (p_invitation).expires_at <= now() then 'expired'
    else 'open' end
$$;

/* Whoever counts the people or invitations of a salon, or adds one, waits until the one before is done. */
create function private.lock_people(p_salon_id bigint) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('greben: people of salon ' || p_salon_id, 0))
$$;

create function private.require_room_for_people(p_salon_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (select count(*) from public.users u where u.salon_id = p_salon_id) >= 50 then
    raise exception 'a salon has at most 50 people' using errcode = 'P0001', hint = 'most_people';
  end if;
end $$;

/* Refuses an employee who is not there (hint `resource`) or whose account another person has (hint `linked`). */
create function private.require_free_employee(p_salon_id bigint, p_resource_id text, p_for uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.resources r where r.salon_id = p_salon_id and r.id = p_resource_id and not r.deleted) then
    raise exception 'no such employee' using errcode = '22023', hint = 'resource';
  end if;
  if exists (select from public.users u where u.salon_id = p_salon_id and u.resource_id = p_resource_id and u.id is distinct from p_for) then
    raise exception 'this employee has an account already' using errcode = '22023', hint = 'linked';
  end if;
end $$;

-- ---- coming in ------------------------------------------------------------------------------------------------------

/* invite(p_salon_id, p_role, p_resource_id, p_note) → {id, code, expires_at}: owners invite managers and staff, managers staff. The code
   is said this once; it joins one person within 72 hours. */
create function public.invite(p_salon_id bigint, p_role text, p_resource_id text default null, p_note text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
  mine text;
  code constant text := private.new_invitation_code();
  made private.invitations;
begin
  -- Who loses their role at this moment loses this invitation too, or has made none.
  perform from public.users u where u.id = me for share;
  mine := private.require_role(p_salon_id, 'manager');
  if p_role is null or p_role not in ('manager', 'staff') then
    raise exception 'an invitation is for a manager or staff' using errcode = '22023', hint = 'role';
  end if;
  if not private.may_manage(mine, p_role) then
    raise exception 'the role % invites no %', mine, p_role using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  perform private.lock_people(p_salon_id);
  perform private.require_room_for_people(p_salon_id);
  if p_resource_id is not null then perform private.require_free_employee(p_salon_id, p_resource_id, null); end if;
  if (select count(*) from private.invitations i where i.salon_id = p_salon_id and private.invitation_state(i) = 'open') >= 20 then
    raise exception 'a salon has at most 20 open invitations' using errcode = 'P0001', hint = 'most_invitations';
  end if;
  -- However many are made and withdrawn, the latest 200 that are over are kept.
  delete from private.invitations i using (
    select x.id from private.invitations x where x.salon_id = p_salon_id and private.invitation_state(x) <> 'open'
    order by x.made_at desc offset 200) old
  where i.id = old.id;
  insert into private.invitations (salon_id, hash, role, resource_id, note, made_by, expires_at)
  values (p_salon_id, private.invitation_hash(code), p_role, p_resource_id,
    case when coalesce(p_note, '') ~ '\S' then private.required_words(p_note, 80, 'note') end, me, now() + interval '72 hours')
  returning * into made;
  return jsonb_build_object('id', made.id, 'code', code, 'expires_at', private.iso(made.expires_at));
end $$;

/* invitations(p_salon_id) → [{id, role, resource_id, note, made_by, made_at, expires_at}]: the open ones that the caller may withdraw,
   newest first. */
create function public.invitations(p_salon_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  mine constant text := private.require_role(p_salon_id, 'manager');
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'role', i.role, 'resource_id', i.resource_id, 'note', i.note,
      'made_by', i.made_by, 'made_at', private.iso(i.made_at), 'expires_at', private.iso(i.expires_at)) order by i.made_at desc, i.id), '[]')
    from private.invitations i
    where i.salon_id = p_salon_id and private.invitation_state(i) = 'open' and private.may_manage(mine, i.role));
end $$;

/* withdraw_invitation(p_id): an open one; one that is over stays as it is, but a used one is refused: the person has joined. */
create function public.withdraw_invitation(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation private.invitations;
begin
  perform private.me(); -- who is signed out hears that first
  select * into invitation from private.invitations i where i.id = p_id for update;
  if invitation.id is null then raise exception 'no such invitation' using errcode = 'P0001', hint = 'unknown'; end if;
  if not private.may_manage(private.require_role(invitation.salon_id, 'manager'), invitation.role) then
    raise exception 'the role may not do this' using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  if invitation.used_at is not null then raise exception 'somebody has joined with it' using errcode = 'P0001', hint = 'used'; end if;
  update private.invitations i set withdrawn_at = coalesce(i.withdrawn_at, now()) where i.id = p_id;
end $$;

/* look_at_invitation(p_code) → {state, role, salon_id, name_bg, name_en, by, expires_at}: for whoever has the code, signed in or not.
   A code that is none says `unknown` and nothing else; 80 bits are not guessed. */
create function public.look_at_invitation(p_code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invitation private.invitations;
begin
  select * into invitation from private.invitations i where i.hash = private.invitation_hash(p_code);
  return (select jsonb_build_object('state', private.invitation_state(invitation), 'role', invitation.role, 'salon_id', invitation.salon_id,
      'name_bg', s.name_bg, 'name_en', s.name_en, 'by', m.name, 'expires_at', private.iso(invitation.expires_at))
    from (select) one
    left join public.salons s on s.id = invitation.salon_id
    left join public.users m on m.id = invitation.made_by and m.salon_id = invitation.salon_id); -- elsewhere they may have another name
end $$;

/* redeem_invitation(p_code, p_name) → {salon_id, role}: the caller joins the salon. The account is locked first, then one update takes
   the invitation: of fifty people with one code one joins, and one person with fifty codes uses one. Whoever has joined with this code
   and is there still gets the same answer again. An employee who is gone, or who has an account by now, is not linked.
   p_name: what the others read; null: none yet. */
create function public.redeem_invitation(p_code text, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
  mine public.users;
  invitation private.invitations;
  state text;
  words text;
begin
  select * into mine from public.users u where u.id = me for no key update;
  if mine.id is null then raise exception 'sign in first' using errcode = '42501'; end if;
  select * into invitation from private.invitations i where i.hash = private.invitation_hash(p_code);
  if invitation.used_by = me and mine.salon_id = invitation.salon_id then
    return jsonb_build_object('salon_id', mine.salon_id, 'role', mine.salon_role);
  end if;
  if mine.salon_id = invitation.salon_id then
    raise exception 'a member of this salon already' using errcode = 'P0001', hint = 'member';
  end if;
  state := private.invitation_state(invitation);
  if state = 'open' then
    if mine.salon_id is not null then raise exception 'in another salon' using errcode = 'P0001', hint = 'has_salon'; end if;
    if p_name is not null then words := private.required_words(p_name, 80, 'name'); end if;
    perform private.lock_people(invitation.salon_id);
    perform private.require_room_for_people(invitation.salon_id);
    update private.invitations i set used_by = me, used_at = now()
    where i.id = invitation.id and i.used_at is null and i.withdrawn_at is null and i.expires_at > now() returning * into invitation;
    if invitation.id is not null then
      begin
        if invitation.resource_id is not null then perform private.require_free_employee(invitation.salon_id, invitation.resource_id, me); end if;
      exception when sqlstate '22023' then
        invitation.resource_id := null;
      end;
      update public.users u set salon_id = invitation.salon_id, salon_role = invitation.role, name = words, resource_id = invitation.resource_id,
        joined_at = now() where u.id = me;
      return jsonb_build_object('salon_id', invitation.salon_id, 'role', invitation.role);
    end if;
    select private.invitation_state(i) into state from private.invitations i where i.hash = private.invitation_hash(p_code);
  end if;
  raise exception 'this invitation is %', coalesce(state, 'unknown') using errcode = 'P0001', hint = coalesce(state, 'unknown');
end $$;

/* give_up_salon(p_salon_id): a salon that its owner made by mistake (nobody else in it, no client, no event) is marked deleted, its
   request for approval goes, and its owner may join another. Repeated after a lost answer it changes nothing. */
create function public.give_up_salon(p_salon_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
begin
  if exists (select from private.former_people f join public.salons s on s.id = f.salon_id
    where f.salon_id = p_salon_id and f.user_id = me and s.deleted) then return; end if;
  perform private.lock_head(p_salon_id);
  perform from public.users u where u.id = me and u.salon_id = p_salon_id and u.salon_role = 'owner' for no key update;
  if not found then
    raise exception 'its owner gives a salon up' using errcode = '42501', hint = 'right', constraint = 'role';
  end if;
  perform private.lock_people(p_salon_id);
  if exists (select from public.users u where u.salon_id = p_salon_id and u.id <> me)
    or exists (select from public.clients c where c.salon_id = p_salon_id and not c.deleted)
    or exists (select from public.events e where e.salon_id = p_salon_id and not e.deleted) then
    raise exception 'there is something in this salon' using errcode = 'P0001', hint = 'not_empty';
  end if;
  update private.invitations i set withdrawn_at = now() where i.salon_id = p_salon_id and i.used_at is null and i.withdrawn_at is null;
  delete from public.salon_approvals a where a.salon_id = p_salon_id;
  update public.salons s set deleted = true where s.id = p_salon_id;
  update public.users u set salon_id = null where u.id = me;
end $$;

revoke execute on function private.required_words(text, integer, text), private.invitation_hash(text), private.new_invitation_code(),
  private.invitation_state(private.invitations), private.lock_people(bigint), private.require_room_for_people(bigint),
  private.require_free_employee(bigint, text, uuid), public.invite(bigint, text, text, text), public.invitations(bigint),
  public.withdraw_invitation(uuid), public.look_at_invitation(text), public.redeem_invitation(text, text), public.give_up_salon(bigint)
  from public, anon, authenticated;
grant execute on function public.invite(bigint, text, text, text), public.invitations(bigint), public.withdraw_invitation(uuid),
  public.redeem_invitation(text, text), public.give_up_salon(bigint)
  to authenticated, service_role;
grant execute on function public.look_at_invitation(text) to anon, authenticated, service_role;
