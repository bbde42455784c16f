-- How values are written wherever rows travel or are compared: instants, JSON, agreements, who offers a service, when a salon is open.

/* An instant as it travels: ISO UTC with milliseconds. STABLE, not immutable, and without `set`: so it is inlined into the
   views of `wire`. */
create function private.iso(t timestamptz) returns text
language sql stable parallel safe as $$
  select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"
$$;

/* Whether a JSON value is one of a column of that type (`atttypid`, `atttypmod`): text and UUIDs are strings, dates
   yyyy-MM-dd, instants ISO with an offset and at most milliseconds, money a number of at most so many decimals. Null always
   fits: whether it may be null is the column's own rule. Without `set`, so that it is inlined.

   A text has none of the signs that nobody sees: `schemas/clean-text.ts` takes all of `\p{Cf}` out, here stand those that contacts
   apps, chats and web pages bring along. Joiners and tags, which hold emoji together, pass.

   PostgreSQL reads more than the wire speaks: `{}` is a text to it, "0x10" is money, "today", "epoch" and "infinity" are
   instants, and a third decimal of an amount is rounded away. Such a row would come back to the device as another than it sent,
   and no door of the app could have written it. */
create function private.fits(p_value jsonb, p_type oid, p_modifier integer) returns boolean
language sql immutable parallel safe as $$
  select case jsonb_typeof(p_value)
    when 'null' then true
    when 'boolean' then p_type = 'boolean'::regtype
    when 'number' then case p_type
      when 'numeric'::regtype then scale(trim_scale(p_value::numeric)) <= (p_modifier - 4) & 65535
      else p_type in ('integer'::regtype, 'bigint'::regtype) end
    when 'string' then case p_type
      when 'date'::regtype then p_value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      when 'timestamptz'::regtype then p_value #>> '{}' ~
        '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?(Z|[+-][0-9]{2}:[0-9]{2})$'
      when 'text'::regtype then
        p_value #>> '{}' !~ '[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]'
      else p_type = 'uuid'::regtype end
    else false
  end
$$;

-- Refuses a value that does not fit: a text that is no date, or has a sign that nobody sees, as PostgreSQL does what is like it, the
-- rest as what no column takes.
create function private.refuse_misfit(p_table text, p_column text, p_value jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  takes constant regtype := (select a.atttypid from pg_attribute a
    where a.attrelid = ('public.' || quote_ident(p_table))::regclass and a.attname = p_column);
begin
  if jsonb_typeof(p_value) = 'string' and takes in ('date'::regtype, 'timestamptz'::regtype) then
    raise exception '%.% is no date in ISO form', p_table, p_column using errcode = '22007';
  end if;
  if jsonb_typeof(p_value) = 'string' and takes = 'text'::regtype then
    raise exception '%.% has a character that nobody sees', p_table, p_column using errcode = '22P05';
  end if;
  raise exception '%.% has another type', p_table, p_column using errcode = '42804';
end $$;

/* Whether a text is a list of agreements (over which other bookings somebody has let this one lie) in canonical form: 1 to 50
   entries of other booking, employee, own times and the other's times, in order and each once; `schemas/agreements.ts` is its
   twin. Instants are compared with what they say when they are read and written again, so that no 30 February passes. */
create function private.is_agreements(p_text text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  id constant text := '"(?!(?:__proto__|constructor|prototype)")[A-Za-z0-9_./:-]{1,120}"';
  instant constant text := '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z"';
  entry constant text := '\[' || id || ',' || id || ',' || instant || ',' || instant || ',' || instant || ',' || instant || '\]';
  entries jsonb;
begin
  if length(p_text) > 20000 or p_text !~ ('^\[' || entry || '(?:,' || entry || ')*\]$') then return false; end if;
  entries := p_text::jsonb;
  return jsonb_array_length(entries) <= 50
    and not exists (
      select from (select e::text collate "C" as this, lag(e::text collate "C") over (order by n) as before
        from jsonb_array_elements(entries) with ordinality as x (e, n)) as pairs
      where before >= this)
    and not exists (
      select from jsonb_array_elements(entries) as e, generate_series(2, 5) as at
      where private.iso((e ->> at)::timestamptz) <> e ->> at
        or e ->> at < '1900' or e ->> at > '9999-12-31T00:00:00.000Z');
exception
  when data_exception then return false; -- an hour of 25, a month of 13
end $$;

/* Whether a text names who offers a service, in canonical form: 1 to 100 employees, in order and each once;
   `schemas/own-terms.ts` is its twin. */
create function private.is_offerers(p_text text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case when length(p_text) <= 13000
    and p_text ~ ('^\["(?!(?:__proto__|constructor|prototype)")[A-Za-z0-9_./:-]{1,100}"'
      || '(?:,"(?!(?:__proto__|constructor|prototype)")[A-Za-z0-9_./:-]{1,100}")*\]$')
    then jsonb_array_length(p_text::jsonb) <= 100 and not exists (
      select from (select e collate "C" as this, lag(e collate "C") over (order by n) as before
        from jsonb_array_elements_text(p_text::jsonb) with ordinality as x (e, n)) as pairs
      where before >= this)
    else false end
$$;

/* Whether a text says what differs with which employee, in canonical form: 1 to 100 entries of employee, minutes (5 to 1440 in steps
   of 5), price and its currency, in order of the employee; null where it is the service's own, never in both places, and for the
   currency of no price. */
create function private.is_own_terms(p_text text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case when length(p_text) <= 16000
    and p_text ~ ('^\[' || t.entry || '(?:,' || t.entry || ')*\]$')
    then jsonb_array_length(p_text::jsonb) <= 100 and not exists (
      select from (select (e ->> 0) collate "C" as this, lag((e ->> 0) collate "C") over (order by n) as before, e
        from jsonb_array_elements(p_text::jsonb) with ordinality as x (e, n)) as pairs
      where before >= this or (e ->> 1)::int % 5 <> 0 or (e ->> 1)::int not between 5 and 1440)
    else false end
  from (select '\["(?!(?:__proto__|constructor|prototype)")[A-Za-z0-9_./:-]{1,100}",(?!null,null)(?:null|[1-9][0-9]{0,3}),'
    || '(?:null,null|(?:0|[1-9][0-9]{0,9})(?:[.][0-9]?[1-9])?,"(?:BGN|EUR|USD)")\]' as entry) t
$$;

/* Whether a text says when the salon is open each week, in canonical form: weekday (0 is Sunday), opening and closing time, at most
   three a weekday, in order and each once; `schemas/salon-days.ts` is its twin. */
create function private.is_opening_hours(p_text text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case when length(p_text) <= 500
    and p_text ~ ('^\[' || t.entry || '(?:,' || t.entry || ')*\]$')
    then not exists (
      select from (select e::text collate "C" as this, lag(e::text collate "C", 1) over w as before,
        lag(e ->> 0, 3) over w as third, e
        from jsonb_array_elements(p_text::jsonb) with ordinality as x (e, n) window w as (order by n)) as pairs
      where before >= this or e ->> 1 = e ->> 2 or third = e ->> 0)
    else false end
  from (select '\[[0-6],"(?:[01][0-9]|2[0-3]):[0-5][0-9]","(?:[01][0-9]|2[0-3]):[0-5][0-9]"\]' as entry) t
$$;

-- The day of a text yyyy-MM-dd. Raises data_exception for one that no calendar has.
create function private.day_of(p_text text) returns date
language sql immutable strict parallel safe set search_path = '' as $$
  select make_date(left(p_text, 4)::int, substr(p_text, 6, 2)::int, right(p_text, 2)::int)
$$;

/* Whether a text says on which days the salon is closed, in canonical form: 1 to 100 entries, a range of dates (at most 366 days) or
   a day of every year, each with a name, or a public holiday; in order, and the same days once; `schemas/salon-days.ts` is its
   twin. */
create function private.is_closed_days(p_text text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  day constant text := '"[0-9]{4}-[0-9]{2}-[0-9]{2}"';
  name constant text := '"(?:[^"\\\x01-\x1f\x7f-\x9f]|\\["\\])*"';
  entry constant text := '\[(?:"dates",' || day || ',' || day || ',' || name || '|"yearly","[0-9]{2}-[0-9]{2}",' || name
    || '|"holiday","(?:new-year|liberation|good-friday|holy-saturday|easter|easter-monday|labour|st-george|letters|unification'
    || '|independence|christmas-eve|christmas|christmas-second|in-place)")\]';
  entries jsonb;
begin
  if length(p_text) > 16000 or p_text !~ ('^\[' || entry || '(?:,' || entry || ')*\]$') then return false; end if;
  entries := p_text::jsonb;
  return jsonb_array_length(entries) <= 100
    and not exists (
      select from (select this, lag(this) over (order by n) as before
        from (select n, concat_ws(',', e ->> 0, e ->> 1, case e ->> 0 when 'dates' then e ->> 2 end) collate "C" as this
          from jsonb_array_elements(entries) with ordinality as x (e, n)) as keys) as pairs
      where before >= this)
    and not exists (
      select from (select case e ->> 0
          when 'dates' then private.day_of(e ->> 2) - private.day_of(e ->> 1)
          when 'yearly' then private.day_of('2000-' || (e ->> 1)) - private.day_of('2000-01-01')
          else 0 end as days, case e ->> 0 when 'dates' then e ->> 3 when 'yearly' then e ->> 2 else '' end as called
        from jsonb_array_elements(entries) as e) as said
      where days not between 0 and 365 or length(called) > 60 or called <> btrim(called));
exception
  when data_exception then return false; -- a month of 13, a 30 February
end $$;

/* Whether a text lists a salon's rooms and chairs in canonical form: 1 to 50 entries of id, name (1 to 80 characters, trimmed) and how
   many there are (1 to 99), in order of the id and each once; `schemas/rooms.ts` is its twin. The text is compared with what it says
   when it is read and written again, so that each name stands there in one way alone. */
create function private.is_rooms(p_text text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  rooms jsonb;
begin
  if length(p_text) > 16000 or p_text !~ '^\[\[' then return false; end if;
  rooms := p_text::jsonb;
  return jsonb_array_length(rooms) <= 50
    and not exists (
      select from jsonb_array_elements(rooms) as e
      where jsonb_typeof(e) <> 'array' or jsonb_array_length(e) <> 3 or jsonb_typeof(e -> 0) <> 'string'
        or jsonb_typeof(e -> 1) <> 'string' or jsonb_typeof(e -> 2) <> 'number'
        or e ->> 0 !~ '^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_./:-]{1,120}$'
        or e ->> 1 <> btrim(e ->> 1) or length(e ->> 1) not between 1 and 80
        or e ->> 1 ~ '[\x01-\x1f\x7f-\x9f]' or e ->> 2 !~ '^[1-9][0-9]?$')
    and not exists (
      select from (select (e ->> 0) collate "C" as this, lag((e ->> 0) collate "C") over (order by n) as before
        from jsonb_array_elements(rooms) with ordinality as x (e, n)) as pairs
      where before >= this)
    and p_text = (
      select '[' || string_agg('[' || (e -> 0)::text || ',' || (e -> 1)::text || ',' || (e ->> 2) || ']', ',' order by n) || ']'
      from jsonb_array_elements(rooms) with ordinality as x (e, n));
exception
  when data_exception then return false; -- no JSON
end $$;
