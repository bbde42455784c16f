-- Error reports do not pile up: a report is never from the future (one from `infinity` stood first in the administrator's list
-- for ever), a person stores at most 50 in 24 hours, and a report goes after 90 days. What is too many is dropped in silence:
-- a device that fails in a loop must not fail at reporting it, too.

-- By the server's clock and without a grant: `created_at` is what the device says.
alter table public.user_errors add column reported_at timestamptz(3) not null default now();
create index user_errors_reported_idx on public.user_errors (user_id, reported_at);
drop index public.user_errors_user_id_idx; -- the new one begins with the same column
update public.user_errors set created_at = reported_at where created_at > reported_at;

-- As its owner, because a person does not read their own reports; only for what clients write (the trigger's `when`).
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
revoke execute on function private.limit_user_errors() from public, anon, authenticated;

create or replace function private.purge_all() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.purge(h.salon_id) from public.sync_heads h;
  delete from public.system_health_checks c where c.check_date < now() - interval '90 days';
  delete from public.user_errors e where e.reported_at < now() - interval '90 days';
end $$;
