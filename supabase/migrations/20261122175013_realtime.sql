-- Who may hear a salon's pokes: its members and administrators, looked up at the moment of joining. Nobody may send: pokes
-- come from the database. On its own and short, because it locks tables of Supabase until it commits.

create function private.may_hear(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_topic ~ '^salon:[1-9][0-9]{0,17}$'
    and (substr(p_topic, 7) = private.my_salon()::text or private.is_admin());
exception when sqlstate 'PT401' then
  return false; -- Realtime takes an error for a fault of the server; whose session has ended may not hear
end $$;
revoke execute on function private.may_hear(text) from public, anon;
grant execute on function private.may_hear(text) to authenticated, service_role;

-- On hosted Supabase realtime.messages is the platform's own since July 2026, and a policy on it is made in the SQL editor alone.
-- Without it nobody hears a poke, and devices look every 45 s.
do $$
declare
  statement constant text := $policy$create policy greben_members_hear_their_salon on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select private.may_hear((select realtime.topic()))));$policy$;
begin
  execute statement;
exception when insufficient_privilege then
  raise warning 'Nobody hears pokes until this is run in the SQL editor: %', statement;
end $$;
