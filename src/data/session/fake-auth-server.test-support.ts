/** The authentication service and the `users` table as a `fetch` for tests, with a line that can be cut. */
export interface FakeAuthServer {
  fetch: typeof fetch;
  /** Path with query of every request that was sent. */
  readonly requests: string[];
  /** Access tokens whose session was ended on request, this device's alone. */
  readonly revoked: string[];
  online: boolean;
  /** The refusal of refreshes; null: they work. */
  refusal: { status: number; body: unknown } | null;
  /** The answer to a sign-in or sign-up instead of success; null: they work. */
  failure: { status: number; body: unknown } | null;
  /** The Retry-After of such a refusal. */
  retryAfter: string | null;
  /** The service's information about itself; null: nothing that can be read. */
  settings: unknown;
  role: string | null;
  /** What the account is in its salon. */
  inSalon: { salon_role: string | null; resource_id: string | null; name: string | null };
  salonId: number | null;
  /** The account of every answer. */
  userId: string;
  /** The access token of every call of a function. */
  readonly calledWith: string[];
  /** The lifetime of tokens, seconds. */
  lifetime: number;
  /** Every refresh waits for it. */
  hold: Promise<void> | null;
  signUpUser: unknown;
  /** The only access token that the tables accept; null: they accept every one. */
  accepts: string | null;
  /** True if the pull lets the person into the salon that it is asked for. */
  isMember: boolean;
  /** The answer of something else to paths that begin so; this server sees none of them. */
  instead: { path: string; status: number; body: string | null; type: string } | null;
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const USER_ID = '11111111-1111-4111-8111-111111111111';
export const EMAIL = 'elena@greben.test';

export function fakeAuthServer(): FakeAuthServer {
  let issued = 0;
  const session = () => {
    issued += 1;
    return {
      access_token: `access-${issued}`,
      refresh_token: `refresh-${issued}`,
      expires_in: server.lifetime,
      token_type: 'bearer',
      user: { id: server.userId, email: EMAIL },
    };
  };
  const answer = async (url: URL, init: RequestInit): Promise<Response> => {
    const sent = new Headers(init.headers).get('authorization');
    if (url.pathname === '/rest/v1/rpc/push_changes') {
      server.calledWith.push(sent?.replace('Bearer ', '') ?? '');
      if (server.accepts && sent !== `Bearer ${server.accepts}`) return json(401, { message: 'JWT expired', code: 'PGRST303' });
      return json(200, { verdicts: [] });
    }
    if (url.pathname === '/rest/v1/users') {
      if (server.accepts && sent !== `Bearer ${server.accepts}`) return json(401, { message: 'JWT expired', code: 'PGRST303' });
      const { userId: id, role, salonId: salon_id, inSalon } = server;
      return json(200, [{ id, email: EMAIL, role, salon_id, created_at: null, ...inSalon }]);
    }
    if (url.pathname === '/rest/v1/rpc/pull_changes') {
      if (!server.isMember) return json(403, { code: '42501', message: 'no member', details: null, hint: 'membership' });
      const { p_salon_id: salon_id, p_request: request } = JSON.parse(String(init.body));
      return json(200, { salon_id, request, head: 1, purged_rev: 0, epoch: 'e', tables: {} });
    }
    if (url.pathname === '/rest/v1/rpc/create_salon') {
      server.salonId = 7;
      return json(200, { salon_id: 7 });
    }
    if (url.search === '?grant_type=refresh_token') {
      await server.hold;
      if (server.refusal) return json(server.refusal.status, server.refusal.body);
      return json(200, session());
    }
    if (url.pathname === '/auth/v1/logout') {
      const token = /^Bearer (access-\d+)$/.exec(new Headers(init.headers).get('authorization') ?? '')?.[1];
      if (!token || url.search !== '?scope=local') return json(401, { error_code: 'bad_jwt' });
      server.revoked.push(token);
      return new Response(null, { status: 204 });
    }
    if (url.pathname === '/auth/v1/settings') return json(server.settings ? 200 : 404, server.settings ?? {});
    if (server.failure) {
      const refused = json(server.failure.status, server.failure.body);
      if (server.retryAfter) refused.headers.set('retry-after', server.retryAfter);
      return refused;
    }
    if (url.pathname === '/auth/v1/signup') return json(200, server.signUpUser ?? { ...session() });
    return json(200, session());
  };
  const server: FakeAuthServer = {
    requests: [],
    revoked: [],
    online: true,
    refusal: null,
    failure: null,
    retryAfter: null,
    settings: null,
    role: 'employee',
    inSalon: { salon_role: 'staff', resource_id: null, name: null },
    salonId: 3,
    userId: USER_ID,
    calledWith: [],
    lifetime: 3600,
    hold: null,
    signUpUser: null,
    accepts: null,
    isMember: true,
    instead: null,
    fetch: async (input, init = {}) => {
      const url = new URL(String(input instanceof Request ? input.url : input));
      if (!server.online) throw new TypeError('Failed to fetch');
      server.requests.push(url.pathname + url.search);
      const { instead } = server;
      if (instead && url.pathname.startsWith(instead.path))
        return new Response(instead.body, { status: instead.status, headers: { 'content-type': instead.type } });
      return answer(url, init);
    },
  };
  return server;
}
