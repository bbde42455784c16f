/**
 * The routes of lite's REST that are served, and the form of each: only the calls of the app. Every other path is a 404. lite
 * decodes paths, is lenient about them, and reads an object or a list of rows out of a filter's value. Here a path must equal one
 * of these texts, and each part of a query one of these forms. lite gets a request that is built anew from the checked parts.
 * tests/rules/rest-routes.test.ts compares the list with the calls in the code.
 */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below /rest/v1: a table, or `rpc/` and a function. */
  readonly path: string;
  /** `anyone` includes people who are not signed in. */
  readonly for: 'person' | 'anyone';
  /** The query; without it the address has none. */
  readonly query?: RestQuery;
  /** Largest body in bytes. */
  readonly body: number;
}

interface RestQuery {
  /** Columns of which `select` names at least one; without them the call has no `select`. */
  readonly columns?: readonly string[];
  /** Forms of filters by column; each form may occur once. */
  readonly filters?: Readonly<Record<string, readonly RegExp[]>>;
  /** Filters that are required, because the call would otherwise concern every row. */
  readonly needs?: readonly string[];
  readonly order?: string;
  /** True if `limit` and `offset` may be given. */
  readonly pages?: boolean;
}

/** A device pushes at most 1 MB of JSON (sync/round/pace.ts); Cyrillic takes two bytes a letter. No salon sends more. */
const LARGEST_PUSH = 3 * 1024 * 1024;
/** The largest other call is the report of an error: 27,000 characters of at most six bytes. */
const LARGEST_CALL = 256 * 1024;
/** Largest body of somebody who need not be signed in. */
const LARGEST_OF_ANYONE = 64 * 1024;

const NUMBER = /^eq\.\d{1,19}$/;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$`;

const calls = (names: readonly string[], route: Pick<RestRoute, 'for' | 'body'>): RestRoute[] =>
  names.map((name) => ({ method: 'POST', path: `rpc/${name}`, ...route }));

const SYNC = ['pull_changes', 'read_events', 'replica_checksums'];
const SALON = [
  'create_salon',
  'approval_state',
  'help_notices',
  'ask_approval_again',
  'report_user_error',
  'set_resource_password',
];
const PEOPLE = [
  'give_up_salon',
  'hand_over_salon',
  'invitations',
  'invite',
  'leave_salon',
  'link_person',
  'redeem_invitation',
  'remove_person',
  'rename_person',
  'report_device',
  'salon_people',
  'set_person_role',
  'withdraw_invitation',
];
const ONLINE = ['booking_page', 'put_device_away', 'set_booking_page', 'slug_is_free'];
const ADMINISTRATION = [
  'admin_accounts',
  'admin_add_help',
  'admin_approvals',
  'admin_dashboard',
  'admin_decide_approval',
  'admin_error_types',
  'admin_errors',
  'admin_find_salons',
  'admin_health',
  'admin_health_days',
  'admin_make_password_link',
  'admin_notes',
  'admin_salons',
  'admin_set_owner',
  'admin_set_salon_status',
  'run_health_checks',
];
/**
 * Functions that a stranger may call: the holder of a one-time link has forgotten the password, that of a code has no account yet, and a
 * customer who books has none.
 */
const STRANGERS = [
  ...['look_at_invitation', 'redeem_password_link'],
  ...['book_online', 'cancel_online', 'move_online', 'public_booking', 'public_salon', 'public_slots'],
];

export const REST_ROUTES: readonly RestRoute[] = [
  {
    method: 'GET',
    path: 'users',
    for: 'person',
    query: {
      columns: ['id', 'email', 'role', 'salon_id', 'created_at', 'salon_role', 'resource_id', 'name'],
      filters: { id: [/^eq\.[\da-f-]{36}$/] },
      pages: true,
    },
    body: 0,
  },
  {
    method: 'GET',
    path: 'product_revisions',
    for: 'person',
    query: {
      columns: ['id', 'product_id', 'old_quantity', 'new_quantity', 'difference', 'user_id', 'created_at'],
      filters: {
        salon_id: [NUMBER],
        deleted: [/^eq\.(true|false)$/],
        created_at: [new RegExp(`^lt\\.${INSTANT}`), new RegExp(`^gte\\.${INSTANT}`)],
      },
      order: 'created_at.desc,id.desc',
      pages: true,
    },
    body: 0,
  },
  { method: 'POST', path: 'salon_notes', for: 'person', body: LARGEST_CALL },
  { method: 'DELETE', path: 'salon_notes', for: 'person', query: { filters: { id: [NUMBER] }, needs: ['id'] }, body: 0 },
  ...calls(['push_changes'], { for: 'person', body: LARGEST_PUSH }),
  ...calls([...SYNC, ...SALON, ...PEOPLE, ...ONLINE, ...ADMINISTRATION], { for: 'person', body: LARGEST_CALL }),
  ...calls(STRANGERS, { for: 'anyone', body: LARGEST_OF_ANYONE }),
];

/** A refusal in PostgREST's form. */
export interface RestRefusal {
  status: number;
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
}

type More = Partial<Pick<RestRefusal, 'details' | 'hint'>>;

export const restRefusal = (status: number, code: string, message: string, more: More = {}): RestRefusal => ({
  status,
  code,
  message,
  details: null,
  hint: null,
  ...more,
});

const PREFIX = '/rest/v1/';
/** The longest address in characters; the longest of the app has 300. */
const LONGEST_ADDRESS = 2048;

function notThere(path: string): RestRefusal {
  const [, rpc, name] = /^(rpc\/)?(\w+)$/.exec(path) ?? [];
  if (!name) return restRefusal(404, 'PGRST125', 'Invalid path specified in request URL');
  if (!rpc) return restRefusal(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
  return restRefusal(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`);
}

function fitsSelect(text: string, columns: readonly string[]): boolean {
  const named = text.split(',');
  return new Set(named).size === named.length && named.every((name) => columns.includes(name));
}

/** Returns which part of a query this is; null if it is none. The caller refuses a part that occurs twice. */
function partOf(name: string, value: string, { columns, filters = {}, order, pages }: RestQuery): string | null {
  if (name === 'select') return columns && fitsSelect(value, columns) ? name : null;
  if (name === 'order') return value === order ? name : null;
  if (name === 'limit' || name === 'offset') return pages && /^\d{1,9}$/.test(value) ? name : null;
  const at = Object.hasOwn(filters, name) ? (filters[name] ?? []).findIndex((form) => form.test(value)) : -1;
  return at === -1 ? null : `${name} ${at}`;
}

function refusalOfQuery(asked: URLSearchParams, query: RestQuery): RestRefusal | null {
  const seen = new Set<string>();
  for (const [name, value] of asked) {
    const part = partOf(name, value, query);
    if (part === null || seen.has(part)) return restRefusal(400, 'PGRST100', 'A query of this form is not served');
    seen.add(part);
  }
  const missing = [...(query.columns ? ['select'] : []), ...(query.needs ?? [])].filter((name) => !asked.has(name));
  return missing.length > 0 ? restRefusal(400, 'PGRST100', `A query without ${missing.join(', ')} is not served`) : null;
}

export type Judged = { route: RestRoute; query: string } | { refused: RestRefusal };

/** Returns the route of an address with its checked query, or the refusal. */
export function restRouteOf(method: string, { pathname, search, searchParams }: URL): Judged {
  if (pathname.length + search.length > LONGEST_ADDRESS) {
    return { refused: restRefusal(414, '414', `An address may have ${LONGEST_ADDRESS} characters`) };
  }
  const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : '';
  const route = REST_ROUTES.find((one) => one.method === method && one.path === path);
  if (!route) return { refused: notThere(path) };
  const refused = refusalOfQuery(searchParams, route.query ?? {});
  return refused ? { refused } : { route, query: searchParams.toString() };
}

/** Returns the address that lite is asked, below that origin. */
export const upstreamUrl = (origin: string, { path }: RestRoute, query: string): URL =>
  new URL(`${PREFIX}${path}${query === '' ? '' : `?${query}`}`, origin);
