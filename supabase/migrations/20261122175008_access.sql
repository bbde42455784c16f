-- Who may read and write what. The column grants are also the whitelist of push_changes, and hold against direct
-- requests. There is no delete for anyone on replicated tables. `revoke` first: Supabase grants everything by default.

revoke all on all tables in schema public, private from public, anon, authenticated;
revoke all on all sequences in schema public from public, anon, authenticated;
revoke execute on all functions in schema public, private from public, anon, authenticated;
grant select, insert, update, delete on all tables in schema public to service_role;
grant usage on all sequences in schema public to service_role;
grant execute on all functions in schema public to service_role;

-- What policies, and functions that run as their caller, need.
grant execute on function private.me(), private.my_salon(), private.my_role(bigint), private.is_admin(), private.is_client(), private.replicated_tables(),
  private.require_membership(bigint), private.lock_head(bigint), private.changed_since(bigint, text, text, text[], bigint),
  private.iso(timestamptz), private.fits(jsonb, oid, integer),
  private.refuse_misfit(text, text, jsonb), private.is_agreements(text), private.is_offerers(text), private.is_own_terms(text), private.is_rooms(text),
  private.is_opening_hours(text), private.day_of(text), private.is_closed_days(text), private.keep_erased(bigint, text)
  to authenticated, service_role;

-- ---- replicated tables: members of the salon and administrators -----------------------------------------------------
do $$
declare
  t record;
  mine constant text := '(salon_id = (select private.my_salon()) or (select private.is_admin()))';
begin
  for t in
    select * from (values
      -- table, columns that are written once, columns that may change; null: no rows are made by clients
      ('salons', null, 'name_bg, name_en, comment, language, interval_calendar, default_view, date_format, currency, no_show_policy, split_payment, any_barber, waiting_list, timezone'),
      ('salon_settings', 'salon_id, id', 'timezone, calendar_interval, default_view, date_format, currency, no_show_policy, split_payment, opening_hours, closed_days, rooms'),
      ('employee_groups', 'salon_id, id', 'name, color, show_online, deleted'),
      ('service_groups', 'salon_id, id', 'name, deleted'),
      ('product_groups', 'salon_id, id', 'name, color, parent_id, show_online, deleted'),
      ('resources', 'salon_id, id', 'name, color, email, role, active, position, phone, username, start_date, end_date, group_id, avatar, deleted'),
      ('services', 'salon_id, id', 'name, name_bg, name_en, duration, price, category, color, show_online, processing_after, processing_minutes, buffer_after, resource_ids, own_terms, currency, notes, room_id, deleted'),
      ('products', 'salon_id, id', 'name, barcode, group_name, group_id, supply_price, sale_price, price, quantity, unit, low_stock_at, currency, supply_currency, notes, deleted'),
      ('clients', 'salon_id, id', 'name, first_name, last_name, email, phone, address, city, birth_date, notes, merged_into, erased_at, deleted'),
      ('employee_weekly_shifts', 'salon_id, id, resource_id, weekday', 'start_time, end_time, intervals, deleted'),
      ('employee_day_overrides', 'salon_id, id, resource_id, date', 'type, start_time, end_time, intervals, off_reason, deleted'),
      ('events', 'salon_id, id', 'resource_id, client_id, service_id, title, start_time, end_time, notes, type, status, arrived_at, series_id, price, overlap_agreed, processing_after, processing_minutes, buffer_after, visit_id, visit_pos, currency, requested_until, deleted'),
      ('product_revisions', 'salon_id, id, user_id', 'product_id, old_quantity, new_quantity, difference, deleted')
    ) as rights (name, once, changing)
  loop
    execute format('alter table public.%I enable row level security', t.name);
    execute format('grant select, update (%s) on public.%I to authenticated', t.changing, t.name);
    execute format('create policy members_read on public.%I for select to authenticated using %s', t.name, mine);
    execute format('create policy members_update on public.%I for update to authenticated using %s with check %s', t.name, mine, mine);
    if t.once is not null then
      execute format('grant insert (%s, %s) on public.%I to authenticated', t.once, t.changing, t.name);
      execute format('create policy members_insert on public.%I for insert to authenticated with check %s', t.name, mine);
    end if;
  end loop;
end $$;

-- Who counted the stock is who says so.
create policy own_name on public.product_revisions as restrictive for insert to authenticated
  with check (user_id = (select private.me())::text);

alter table public.sync_heads enable row level security;
grant select (salon_id, rev, purged_rev, epoch) on public.sync_heads to authenticated;
create policy members_read on public.sync_heads for select to authenticated
  using (salon_id = (select private.my_salon()) or (select private.is_admin()));

-- ---- accounts: read one's own; nobody writes ------------------------------------------------------------------------
alter table public.users enable row level security;
grant select on public.users to authenticated;
create policy own_or_admin_read on public.users for select to authenticated
  using (id = (select private.me()) or (select private.is_admin()));

-- ---- the administrator's tables -------------------------------------------------------------------------------------
alter table public.salon_approvals enable row level security;
grant select, insert (salon_id, status, approval_date, rejected_date, rejection_reason),
  update (status, approval_date, rejected_date, rejection_reason) on public.salon_approvals to authenticated;
create policy admin_read on public.salon_approvals for select to authenticated using ((select private.is_admin()));
create policy admin_insert on public.salon_approvals for insert to authenticated with check ((select private.is_admin()));
create policy admin_update on public.salon_approvals for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

alter table public.system_health_checks enable row level security;
grant select on public.system_health_checks to authenticated;
create policy admin_read on public.system_health_checks for select to authenticated using ((select private.is_admin()));

-- Anyone signed in reports errors, in their own name and salon. What a salon hears of them comes by help_notices(), as its own
-- approval by approval_state().
alter table public.user_errors enable row level security;
grant select, insert (id, salon_id, created_at, error_type, error_message, error_stack, page_url, browser_info),
  update (has_popup_help) on public.user_errors to authenticated;
create policy admin_read on public.user_errors for select to authenticated using ((select private.is_admin()));
create policy own_insert on public.user_errors for insert to authenticated
  with check (user_id = (select private.me())
    and (salon_id is null or salon_id = (select private.my_salon()) or (select private.is_admin())));
create policy admin_update on public.user_errors for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

alter table public.salon_notes enable row level security;
grant select, insert (salon_id, note), update (note), delete on public.salon_notes to authenticated;
create policy admin_all on public.salon_notes for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

grant execute on function public.create_salon(jsonb, jsonb), public.set_resource_password(bigint, text, text),
  public.report_user_error(uuid, bigint, timestamptz, text, text, text, text, text) to authenticated;
