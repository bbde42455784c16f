/** Rules of what customers are promised, each left out for the salon of a history by the functions of its database (sim-server.ts). */
export const BROKEN_PROMISES = {
  darkMakesRequests: { says: 'a salon one of whose devices is dark goes on promising', of: 'is_silent', instead: 'false' },
  darkIsWaitedFor: {
    says: 'a request becomes booked while a device may still bring what takes its time',
    of: 'is_waited_for',
    instead: 'false',
  },
  takenIsAskedAbout: { says: 'a request becomes booked over what the desk has booked', of: 'is_overlain', instead: 'false' },
} as const;
export type BrokenPromise = keyof typeof BROKEN_PROMISES;

/** The functions and their arguments, the first of which names the salon. */
const FUNCTIONS = {
  is_silent: { args: 'p_salon_id bigint', passed: 'p_salon_id', salon: 'p_salon_id' },
  is_waited_for: { args: 'p_salon_id bigint, p_rev bigint', passed: 'p_salon_id, p_rev', salon: 'p_salon_id' },
  is_overlain: { args: 'b private.online_bookings', passed: 'b', salon: 'b.salon_id' },
} as const;

/** Returns the SQL that puts a function before each of these, which asks whether the salon goes without the rule. */
export const breakable = (): string =>
  Object.entries(BROKEN_PROMISES)
    .map(([name, { of, instead }]) => {
      const { args, passed, salon } = FUNCTIONS[of];
      return `alter function private.${of} rename to ${of}_as_it_is;
create function private.${of}(${args}) returns boolean language sql stable security definer set search_path = '' as $$
  select case when exists (select from sim.broken x where x.salon_id = ${salon} and x.rule = '${name}') then ${instead}
    else private.${of}_as_it_is(${passed}) end
$$;`;
    })
    .join('\n');
