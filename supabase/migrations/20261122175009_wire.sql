-- How rows travel: instants as ISO UTC text with milliseconds, money as a JSON number without trailing zeros, ids as text.
-- `security_invoker`: the reader's own rights and policies hold.

create view wire.salons with (security_invoker) as
select salon_id, id::text collate "C" as id, owner_id::text as owner_id, name_bg, name_en, comment, language, interval_calendar,
  default_view, date_format, currency, no_show_policy, split_payment, any_barber, waiting_list, timezone, is_complete,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.salons;

create view wire.salon_settings with (security_invoker) as
select salon_id, id, timezone, calendar_interval, default_view, date_format, currency, no_show_policy, split_payment,
  opening_hours, closed_days, rooms, rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.salon_settings;

create view wire.employee_groups with (security_invoker) as
select salon_id, id, name, color, show_online,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.employee_groups;

create view wire.service_groups with (security_invoker) as
select salon_id, id, name,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.service_groups;

create view wire.product_groups with (security_invoker) as
select salon_id, id, name, color, parent_id, show_online,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.product_groups;

create view wire.resources with (security_invoker) as
select salon_id, id, name, color, email, role, active, position, phone, username, start_date, end_date, group_id, avatar,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.resources;

create view wire.services with (security_invoker) as
select salon_id, id, name, name_bg, name_en, duration, trim_scale(price) as price, category, color, show_online,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at,
  processing_after, processing_minutes, buffer_after, resource_ids, own_terms, currency, notes, room_id
from public.services;

create view wire.products with (security_invoker) as
select salon_id, id, name, barcode, group_name, group_id, trim_scale(supply_price) as supply_price,
  trim_scale(sale_price) as sale_price, trim_scale(price) as price, quantity, unit, low_stock_at,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at, currency, supply_currency, notes
from public.products;

create view wire.clients with (security_invoker) as
select salon_id, id, name, first_name, last_name, email, phone, address, city, birth_date, notes, merged_into,
  private.iso(erased_at) as erased_at,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.clients;

create view wire.employee_weekly_shifts with (security_invoker) as
select salon_id, id, resource_id, weekday, start_time, end_time, intervals,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.employee_weekly_shifts;

create view wire.employee_day_overrides with (security_invoker) as
select salon_id, id, resource_id, date, type, start_time, end_time, intervals, off_reason,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.employee_day_overrides;

create view wire.events with (security_invoker) as
select salon_id, id, resource_id, client_id, service_id, title, private.iso(start_time) as start_time,
  private.iso(end_time) as end_time, notes, type, status, private.iso(arrived_at) as arrived_at, series_id,
  trim_scale(price) as price,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at,
  overlap_agreed, processing_after, processing_minutes, buffer_after, visit_id, visit_pos, currency, source,
  private.iso(requested_until) as requested_until
from public.events;

create view wire.product_revisions with (security_invoker) as
select salon_id, id, product_id, old_quantity, new_quantity, difference, user_id,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at
from public.product_revisions;

revoke all on all tables in schema wire from public, anon, authenticated;
grant select on all tables in schema wire to authenticated, service_role;
