-- Passwords that are set for somebody: by a one-time link of an administrator's, or on the server (`npm run password`).
-- No mail leaves a machine of one's own, so a forgotten password has no other way back.

-- One link a person, the latest. Of its token only the SHA-256 is here: whoever reads this table, or a backup of it, has no link.
create table private.password_links (
  user_id uuid primary key references public.users (id) on delete cascade,
  token_hash bytea not null unique,
  made_by uuid references public.users (id) on delete set null,
  made_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_links_made_by_idx on private.password_links (made_by);
alter table private.password_links enable row level security;
revoke all on private.password_links from public, anon, authenticated;

/* What registration asks of a password; bcrypt reads no further than 72 bytes. */
create function private.require_password(p_password text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_password is null or length(p_password) < 6 or octet_length(p_password) > 72 then
    raise exception 'a password has 6 characters at least and 72 bytes at most' using errcode = '22023';
  end if;
end $$;

/* Sets the password of an account and ends all of its sessions. The hash is one that GoTrue and bcryptjs read ($2a$, cost 10). */
create function private.set_password(p_user_id uuid, p_password text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_password(p_password);
  update auth.users u set encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10)), updated_at = now()
  where u.id = p_user_id;
  if not found then raise exception 'no such account' using errcode = '22023'; end if;
  perform private.end_sessions(p_user_id);
end $$;

/* Whichever way a password became another one: the link that was made for the former one is over, and so are those that were made by
   its account: whoever held it may have made links for others, to come back by them. */
create function private.account_password_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.password_links l set expires_at = least(l.expires_at, now())
  where new.id in (l.user_id, l.made_by) and l.used_at is null;
  return null;
end $$;
create trigger greben_account_password_changed after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function private.account_password_changed();

/* admin_make_password_link(p_user_id) → {email, token, expires_at}: a link of 24 hours in the place of an earlier one. The token is
   said here and never again. Also for another administrator, who has no other way back either, and sees in the list who made it;
   not for oneself: an unlocked tablet would be enough to take an administrator's account over. */
create function public.admin_make_password_link(p_user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  owner_email text;
  until constant timestamptz(3) := now() + interval '24 hours';
begin
  perform private.require_admin();
  if p_user_id = (select private.me()) then
    raise exception 'one''s own password is changed in the profile' using errcode = '22023';
  end if;
  select u.email into owner_email from public.users u where u.id = p_user_id;
  if owner_email is null then raise exception 'no account with an e-mail' using errcode = '22023'; end if;
  if not has_column_privilege('auth.users', 'encrypted_password', 'UPDATE') then
    raise exception 'this platform lets no function set a password: use its own recovery mails' using errcode = '0A000';
  end if;
  insert into private.password_links as l (user_id, token_hash, made_by, expires_at)
  values (p_user_id, sha256(convert_to(token, 'UTF8')), (select private.me()), until)
  on conflict (user_id) do update set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = now(),
    expires_at = excluded.expires_at, used_at = null;
  return jsonb_build_object('email', owner_email, 'token', token, 'expires_at', private.iso(until));
end $$;

/* redeem_password_link(p_token, p_password) → {email}: sets the password of the account that the link was made for; its e-mail is
   null where no link of that token holds: wrong, expired, used, replaced, and made by somebody who is no administrator any more, are
   one answer. Strangers call it: the token is 256 bits of chance, and only a link that holds costs the work of a hash. Of two at once
   the second waits for the first one's row lock and then finds the link used. */
create function public.redeem_password_link(p_token text, p_password text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  owner_id uuid;
begin
  perform private.require_password(p_password);
  update private.password_links l set used_at = now()
  where l.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and l.used_at is null and l.expires_at > now()
    and exists (select from public.users m where m.id = l.made_by and m.role = 'admin')
  returning l.user_id into owner_id;
  if owner_id is null then return '{"email": null}'; end if;
  perform private.set_password(owner_id, p_password);
  return (select jsonb_build_object('email', u.email) from public.users u where u.id = owner_id);
end $$;

/* admin_accounts(p_search, p_page) → {rows, total}: newest first, found by a part of the e-mail or of the salon's name, each with its
   latest link. A null asks for all. */
create function public.admin_accounts(p_search text default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant text := nullif(btrim(coalesce(p_search, '')), '');
  hits constant text := case when asked is null then '' else $q$ with hits as materialized (
      select n.id from public.users n where private.search_text(n.email) like $1
      union all
      select w.id from public.salons o join public.users w on w.salon_id = o.id
      where private.search_text(o.name_bg) || private.search_text(o.name_en) like $1) $q$ end;
  found_by constant text := ' from public.users u where true '
    || case when asked is null then '' else ' and u.id in (select h.id from hits h)' end;
  answer jsonb;
begin
  perform private.require_admin();
  execute hits || $q$ select jsonb_build_object(
      'rows', coalesce(jsonb_agg(to_jsonb(r) - 'at' order by r.at desc, r.id desc), '[]'),
      'total', (select count(*) from (select $q$ || found_by || $q$ limit 10000) c))
    from (select p.id, p.at, p.email, p.role, p.salon_id, s.name_bg, s.name_en,
        private.iso(p.at) as created_at, private.iso(a.last_sign_in_at) as last_sign_in_at,
        private.iso(l.made_at) as link_made_at, m.email as link_made_by, private.iso(l.expires_at) as link_expires_at,
        private.iso(l.used_at) as link_used_at, coalesce(l.used_at is null and l.expires_at > now() and m.role = 'admin', false) as link_holds
      from (select u.id, u.created_at as at, u.email, coalesce(u.role, 'employee') as role, u.salon_id $q$ || found_by || $q$
        order by u.created_at desc, u.id desc limit 50 offset private.rows_before($2)) p
      join auth.users a on a.id = p.id
      left join public.salons s on s.id = p.salon_id
      left join private.password_links l on l.user_id = p.id
      left join public.users m on m.id = l.made_by) r $q$
  into answer using private.search_pattern(asked), p_page;
  return answer;
end $$;

revoke execute on function private.require_password(text), private.set_password(uuid, text), private.account_password_changed(),
  public.admin_make_password_link(uuid), public.redeem_password_link(text, text), public.admin_accounts(text, integer)
  from public, anon, authenticated;
grant execute on function public.admin_make_password_link(uuid), public.admin_accounts(text, integer)
  to authenticated, service_role;
-- Strangers may call it: whoever has forgotten the password cannot sign in first.
grant execute on function public.redeem_password_link(text, text) to anon, service_role;
