-- Who a person is: one row per account, made by the database alone (document 1 §6).

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  role text default 'employee' check (role in ('admin', 'employee')), -- null counts as employee
  salon_id bigint, -- the membership; its foreign key follows with the salons
  created_at timestamptz(3) not null default now(),
  -- What the person is in that salon, and nothing of it without one: their role (schemas/rights.ts), the name that the others read,
  -- the employee that they are, since when.
  salon_role text check (salon_role in ('owner', 'manager', 'staff')),
  name text check (name = btrim(name) and length(name) between 1 and 80),
  resource_id text collate "C",
  joined_at timestamptz(3),
  constraint users_role_in_a_salon check ((salon_id is null) = (salon_role is null))
);
create index users_salon_id_idx on public.users (salon_id);
create unique index users_one_owner_idx on public.users (salon_id) where salon_role = 'owner';
-- One account an employee. A partial index is no key that others refer to: to change these columns locks out no reference to the account.
create unique index users_one_account_an_employee_idx on public.users (salon_id, resource_id) where resource_id is not null;

/* me() → who asks; null: nobody (no token, or the owner of the database). Every policy and function asks this and never
   auth.uid(): a token is good for up to an hour, but its session may end before, by a new password, a sign-out everywhere or an
   administrator. Such a token, and one that names no session, is refused as PostgREST refuses one that has expired (401), with
   the hint by which a device knows that it is signed out. */
create function private.me() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if me is null then return null; end if;
  perform from auth.sessions s
  where s.id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
    and s.user_id = me and (s.not_after is null or s.not_after > now());
  if not found then raise exception 'this session has ended' using errcode = 'PT401', hint = 'signed-out'; end if;
  return me;
end $$;

-- The two questions that every policy asks. Policies call them as `(select …)`, so that they are answered once a statement.
create function private.my_salon() returns bigint
language sql stable security definer set search_path = '' as $$
  select u.salon_id from public.users u where u.id = (select private.me())
$$;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.users u where u.id = (select private.me()) and u.role = 'admin')
$$;

/* my_role(salon) → owner, manager or staff; an administrator who looks into a salon has an owner's rights; null: no member.
   Asked for each row that a member writes: a role that was taken away holds for nothing that is written afterwards. In plpgsql,
   which keeps its plan. */
create function private.my_role(p_salon_id bigint) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.me();
begin
  return (select case when u.salon_id = p_salon_id then u.salon_role when u.role = 'admin' then 'owner' end
    from public.users u where u.id = me);
end $$;

-- Whatever takes the salon from an account takes all that the person was in it.
create function private.membership_gone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.salon_id is null then
    new.salon_role := null; new.name := null; new.resource_id := null; new.joined_at := null;
  end if;
  return new;
end $$;
create trigger membership_gone before insert or update on public.users
  for each row execute function private.membership_gone();

-- The first account is the administrator's, all later ones are employees'. An account counts, and has its row, once its address
-- is confirmed: where no mails are sent that is at once, elsewhere a mistyped or a stranger's address would own every salon. The
-- lock makes two simultaneous first ones one after the other; the check runs in a statement of its own and so sees what the
-- other one committed.
create function private.account_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('greben: the first account is the administrator', 0));
  select not exists (select from public.users) into first;
  insert into public.users (id, email, role)
  values (new.id, new.email, case when first then 'admin' else 'employee' end)
  on conflict (id) do nothing;
  return null;
end $$;

create function private.account_email_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users u set email = new.email where u.id = new.id;
  return null;
end $$;

create trigger greben_account_confirmed after insert or update of confirmed_at on auth.users
  for each row when (new.confirmed_at is not null) execute function private.account_confirmed();
create trigger greben_account_email_changed after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.account_email_changed();

-- Accounts that were there before this migration; the one confirmed first is the administrator's.
insert into public.users (id, email, role, created_at)
select u.id, u.email, case when row_number() over (order by u.confirmed_at, u.created_at, u.id) = 1 then 'admin' else 'employee' end,
  coalesce(u.created_at, now())
from auth.users u where u.confirmed_at is not null;
