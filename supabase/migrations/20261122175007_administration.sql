-- The administrator's tables, read online; how a salon comes to be; passwords of employees.

create table public.salon_approvals (
  id bigint generated always as identity primary key,
  salon_id bigint not null references public.salons (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  submission_date timestamptz(3) not null default now(),
  approval_date timestamptz(3),
  rejected_date timestamptz(3),
  rejection_reason text check (length(rejection_reason) <= 2000)
);
create index salon_approvals_salon_id_idx on public.salon_approvals (salon_id, submission_date desc);
create index salon_approvals_status_idx on public.salon_approvals (status, submission_date desc);

create table public.system_health_checks (
  id bigint generated always as identity primary key,
  salon_id bigint not null references public.salons (id) on delete cascade,
  check_date timestamptz(3) not null default now(),
  is_database_healthy boolean not null,
  is_api_healthy boolean not null,
  is_auth_healthy boolean not null,
  is_storage_healthy boolean not null,
  has_critical_issues boolean not null,
  services_count integer not null,
  resources_count integer not null,
  clients_count integer not null,
  events_count integer not null,
  last_event_date timestamptz(3)
);
create index system_health_checks_salon_id_idx on public.system_health_checks (salon_id);
create index system_health_checks_check_date_idx on public.system_health_checks (check_date desc);

-- The device makes the id, so that a report that was queued offline and sent twice is there once.
create table public.user_errors (
  id uuid primary key default gen_random_uuid(),
  salon_id bigint references public.salons (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  error_type text not null check (length(error_type) between 1 and 200),
  error_message text not null check (length(error_message) <= 4000),
  error_stack text check (length(error_stack) <= 20000),
  user_id uuid default private.me() references public.users (id) on delete set null,
  page_url text check (length(page_url) <= 2000),
  browser_info text check (length(browser_info) <= 1000),
  has_popup_help boolean not null default false,
  reported_at timestamptz(3) not null default now() -- by the server's clock and without a grant: `created_at` is the device's
);
create index user_errors_salon_id_idx on public.user_errors (salon_id);
create index user_errors_reported_idx on public.user_errors (user_id, reported_at);
create index user_errors_created_at_idx on public.user_errors (created_at desc);

create table public.salon_notes (
  id bigint generated always as identity primary key,
  salon_id bigint not null references public.salons (id) on delete cascade,
  author_id uuid default private.me() references public.users (id) on delete set null,
  note text not null check (length(btrim(note)) > 0 and length(note) <= 5000),
  created_at timestamptz(3) not null default now()
);
create index salon_notes_salon_id_idx on public.salon_notes (salon_id);
create index salon_notes_author_id_idx on public.salon_notes (author_id);

-- Write-only: no API role reads this table, and it is not replicated.
create table private.resource_passwords (
  salon_id bigint not null,
  resource_id text collate "C" not null,
  hash text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (salon_id, resource_id),
  foreign key (salon_id, resource_id) references public.resources (salon_id, id) on delete cascade
);
alter table private.resource_passwords enable row level security;

-- Who makes the first request for approval is nowhere said: the database does.
create function private.salon_created() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.salon_approvals (salon_id) values (new.id);
  return null;
end $$;
create trigger created after insert on public.salons
  for each row execute function private.salon_created();

/* create_salon(p_salon, p_settings) → {salon_id}
   Salon, settings, membership, approval and head in one transaction. Who has a salon gets its number and no second one,
   and so does a repeated call after a lost answer. Unknown keys and keys that only the server writes are ignored. */
create function public.create_salon(p_salon jsonb, p_settings jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select private.me());
  mine bigint;
  salon public.salons;
  settings public.salon_settings;
begin
  select u.salon_id into mine from public.users u where u.id = me for update;
  if not found then raise exception 'sign in first' using errcode = '42501'; end if;
  if mine is not null then return jsonb_build_object('salon_id', mine); end if;

  perform private.refuse_misfit(d.name, k.key, k.value)
  from (values ('salons', coalesce(p_salon, '{}')), ('salon_settings', coalesce(p_settings, '{}'))) d (name, doc)
  cross join jsonb_each(d.doc) k
  join pg_attribute a on a.attrelid = ('public.' || d.name)::regclass and a.attname = k.key and a.attnum > 0
  where a.attname not in ('id', 'salon_id', 'owner_id', 'is_complete', 'rev', 'deleted', 'created_at', 'updated_at')
    and not private.fits(k.value, a.atttypid, a.atttypmod);

  mine := nextval(pg_get_serial_sequence('public.salons', 'id'));
  salon := jsonb_populate_record(null::public.salons, coalesce(p_salon, '{}'));
  settings := jsonb_populate_record(null::public.salon_settings, coalesce(p_settings, '{}'));

  insert into public.sync_heads (salon_id) values (mine);
  insert into public.salons (id, salon_id, owner_id, name_bg, name_en, comment, language, interval_calendar, default_view,
    date_format, currency, no_show_policy, split_payment, any_barber, waiting_list, timezone)
  values (mine, mine, me, coalesce(salon.name_bg, ''), coalesce(salon.name_en, ''), salon.comment,
    coalesce(salon.language, 'bg'), coalesce(salon.interval_calendar, 15), coalesce(salon.default_view, 'day'),
    coalesce(salon.date_format, 'dd/MM/yyyy'), coalesce(salon.currency, 'BGN'), salon.no_show_policy,
    coalesce(salon.split_payment, false), coalesce(salon.any_barber, false), coalesce(salon.waiting_list, false),
    coalesce(salon.timezone, settings.timezone, 'Europe/Sofia'));
  insert into public.salon_settings (salon_id, id, timezone, calendar_interval, default_view, date_format, currency,
    no_show_policy, split_payment)
  values (mine, mine::text, coalesce(settings.timezone, salon.timezone, 'Europe/Sofia'),
    coalesce(settings.calendar_interval, salon.interval_calendar, 15),
    coalesce(settings.default_view, salon.default_view, 'day'),
    coalesce(settings.date_format, salon.date_format, 'dd/MM/yyyy'), coalesce(settings.currency, salon.currency, 'BGN'),
    coalesce(settings.no_show_policy, salon.no_show_policy), coalesce(settings.split_payment, salon.split_payment, false));
  update public.users u set salon_id = mine, salon_role = 'owner', joined_at = now() where u.id = me;
  return jsonb_build_object('salon_id', mine);
end $$;

/* set_resource_password: owners and managers; stores a bcrypt hash, nothing else ever leaves; null removes it. bcrypt reads 72 bytes. */
create function public.set_resource_password(p_salon_id bigint, p_resource_id text, p_password text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role(p_salon_id, 'manager');
  if p_password is null then
    delete from private.resource_passwords p where p.salon_id = p_salon_id and p.resource_id = p_resource_id;
    return;
  end if;
  if octet_length(p_password) not between 1 and 72 then
    raise exception 'a password has 1 to 72 bytes' using errcode = '22023';
  end if;
  insert into private.resource_passwords (salon_id, resource_id, hash)
  values (p_salon_id, p_resource_id, extensions.crypt(p_password, extensions.gen_salt('bf', 10)))
  on conflict (salon_id, resource_id) do update set hash = excluded.hash, changed_at = now();
end $$;

/* report_user_error: one uncaught error of a person, under their own name; a repeated id is there once. */
create function public.report_user_error(
  p_id uuid, p_salon_id bigint, p_created_at timestamptz, p_error_type text, p_error_message text,
  p_error_stack text default null, p_page_url text default null, p_browser_info text default null
) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.user_errors (id, salon_id, created_at, error_type, error_message, error_stack, page_url, browser_info)
  values (p_id, p_salon_id, least(p_created_at, now()), left(p_error_type, 200), left(p_error_message, 4000),
    left(p_error_stack, 20000), left(p_page_url, 2000), left(p_browser_info, 1000))
  on conflict do nothing
$$;

/* Reports do not pile up: a person stores at most 50 in 24 hours (what is more is dropped in silence: a device that fails in a
   loop must not fail at reporting it, too), and none is from the future (one from `infinity` stood first in the administrator's
   list for ever). As its owner, because a person does not read their own reports; only for what clients write. */
create function private.limit_user_errors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.user_errors e
      where e.user_id = new.user_id and e.reported_at > now() - interval '24 hours') >= 50 then
    return null;
  end if;
  new.created_at := greatest(least(new.created_at, now()), now() - interval '90 days');
  return new;
end $$;
create trigger limit_reports before insert on public.user_errors
  for each row when (private.is_client()) execute function private.limit_user_errors();
