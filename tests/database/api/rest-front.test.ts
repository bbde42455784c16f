/** What passes the front before lite's REST, whatever is asked: lite itself is a note of what it was asked. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#local/api/api.ts';
import { ADDRESS_HEADER } from '#local/api/rest-front.ts';
import { REST_ROUTES } from '#local/api/rest-routes.ts';
import { signInLimiter } from '#local/api/sign-in-limiter.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { nearlyServed, strangeRequest } from '../../support/rest-requests.ts';
import { TEST_KEYS } from '../../support/test-backend.ts';

/** In the form of a key that Supabase knows and this server does not. */
const SECRET_KEY = `sb_secret_${'0'.repeat(32)}`;

const asked: Request[] = [];
const lite = {
  ask: async (one: Request) => {
    asked.push(one);
    return new Response('[]', { headers: { 'content-type': 'application/json' } });
  },
  close: async () => undefined,
};

let api: Server;
let token: string;

const signed = (claims: Record<string, unknown>, expires = '1 minute', secret = TEST_KEYS.jwtSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expires).sign(new TextEncoder().encode(secret));

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  const served = createApi({
    lite,
    limiter: signInLimiter({ attempts: 0 }),
    keys: TEST_KEYS,
    folder: '/nowhere',
    addressOf: () => ADDRESS,
    holdsDemo: () => false,
  });
  const urlOf = (path = '/') => new URL(`http://127.0.0.1${path.startsWith('/') ? path : '/'}`);
  api = await listening(createServer((incoming, response) => void served(incoming, response, urlOf(incoming.url))));
  token = await signed({ role: 'authenticated', sub: 'ad000000-0000-4000-8000-000000000001' });
});
afterAll(() => void api.close());
beforeEach(() => {
  asked.length = 0;
});

interface Sent {
  method?: string;
  body?: string | undefined;
  headers?: Record<string, string>;
}

/** As it stands: no library mends the address. Resolves with the status and what was said. */
function send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<[number, string]> {
  const { port } = api.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const going = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
    });
    going.on('error', reject);
    going.end(body);
  });
}

const asPerson = () => ({ apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` });
const codeOf = ([status, text]: [number, string]) => [status, (JSON.parse(text) as { code?: string }).code];

/** What lite may be asked, told once more and in another way than by the list: the whole address as one pattern. */
const columns = (names: string) => `(?:${names})(?:%2C(?:${names}))*`;
const ALLOWED: readonly (readonly [string, RegExp])[] = [
  [
    'GET',
    new RegExp(
      `^/rest/v1/users\\?(?:(?:^|&|(?<=\\?))(?:select=${columns('id|email|role|salon_id|created_at')}|id=eq\\.[0-9a-f-]{36}|(?:limit|offset)=\\d+))+$`,
    ),
  ],
  [
    'GET',
    new RegExp(
      `^/rest/v1/product_revisions\\?(?:(?:^|&|(?<=\\?))(?:select=${columns('id|product_id|old_quantity|new_quantity|difference|user_id|created_at')}|salon_id=eq\\.\\d+|deleted=eq\\.(?:true|false)|created_at=(?:lt|gte)\\.[-0-9TZ.%3AB]+|order=created_at\\.desc%2Cid\\.desc|(?:limit|offset)=\\d+))+$`,
    ),
  ],
  ['POST', /^\/rest\/v1\/salon_notes$/],
  ['DELETE', /^\/rest\/v1\/salon_notes\?id=eq\.\d+$/],
  ['POST', /^\/rest\/v1\/rpc\/[a-z_]+$/],
];
const SENT_ON = ['apikey', 'authorization', 'content-type', ADDRESS_HEADER];
const ADDRESS = '127.0.0.1';
const FORGED = { [ADDRESS_HEADER]: '203.0.113.1' };

function strangeness({ method, url, headers }: Request): string | null {
  const { pathname, search } = new URL(url);
  if (!ALLOWED.some(([verb, form]) => verb === method && form.test(pathname + search))) return `${method} ${pathname}${search}`;
  const others = [...headers.keys()].filter((name) => !SENT_ON.includes(name));
  const address = headers.get(ADDRESS_HEADER);
  return others.length > 0 ? others.join() : address === ADDRESS ? null : `from ${address}`;
}

describe('lite', () => {
  it('is asked what is exactly on the list, whatever comes', async () => {
    const seen = { passed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.oneof(strangeRequest, nearlyServed), async ({ method, address, headers, body }) => {
        asked.length = 0;
        const written = encodeURI(address).replaceAll('%25', '%');
        const [status] = await send(written, { method, headers: { ...headers, ...FORGED, ...asPerson() }, body });
        seen[asked.length > 0 ? 'passed' : 'refused'] += 1;
        expect(asked.map(strangeness)).toEqual(asked.map(() => null));
        if (asked.length === 0) expect([204, 400, 404, 406, 414]).toContain(status);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(seen.passed, seen.refused)).toBeGreaterThan(20);
  });

  it('is asked nothing by nobody, whatever comes, but through the doors for anyone', async () => {
    const forged = await signed({ role: 'service_role' }, '1 minute', 'another secret, long enough for this algorithm');
    const keys = [PUBLISHABLE_KEY, SECRET_KEY, 'x'];
    const bearers = ['', PUBLISHABLE_KEY, SECRET_KEY, 'x', 'a.b.c', 'a.b', forged, await signed({ role: 'anon' })];
    const expired = await signed({ role: 'authenticated' }, '-1 minute');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.x`;
    const forPersons = REST_ROUTES.filter((route) => route.for === 'person');
    expect(forPersons.length).toBeGreaterThan(20);
    for (const route of forPersons)
      for (const apikey of keys)
        for (const bearer of [...bearers, expired, unsigned]) {
          const address = `/rest/v1/${route.path}${route.query?.columns ? '?select=id' : ''}${route.query?.needs ? '?id=eq.1' : ''}`;
          const headers = { apikey, ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }) };
          const body = route.method === 'POST' ? '{}' : undefined;
          const [status] = await send(address, { method: route.method, headers, body });
          expect(status, `${route.path} ${bearer}`).toBe(401);
        }
    expect(asked).toEqual([]);
  });
});

describe('who is not signed in', () => {
  const users = '/rest/v1/users?select=id';
  const said = async (headers: Record<string, string>) => JSON.parse((await send(users, { headers }))[1]) as unknown;

  it('hears what PostgREST would say', async () => {
    const nothing = { details: null, hint: null };
    const apikey = PUBLISHABLE_KEY;
    const noRight = { code: '42501', message: 'permission denied for table users', ...nothing };
    expect(await said({ apikey })).toEqual(noRight);
    expect(await said({ apikey, authorization: `Bearer ${apikey}` })).toEqual(noRight);
    expect(await said({ apikey, authorization: 'Basic eDp5' })).toEqual(noRight);
    const expired = await signed({ role: 'authenticated' }, '-1 minute');
    expect(await said({ apikey, authorization: `Bearer ${expired}` })).toEqual({
      code: 'PGRST303',
      message: 'JWT expired',
      ...nothing,
    });
    const forged = await signed({ role: 'authenticated' }, '1 minute', 'another secret, long enough for this algorithm');
    expect(await said({ apikey, authorization: `Bearer ${forged}` })).toEqual({
      code: 'PGRST301',
      message: 'No suitable key or wrong key type',
      details: 'None of the keys was able to decode the JWT',
      hint: null,
    });
  });

  it('has a route for anyone, with a small body; a person goes through it as a person, and a wrong token through none', async () => {
    const post = (headers: Record<string, string>, body = '{"a":1}') =>
      send('/rest/v1/rpc/redeem_password_link', { method: 'POST', body, headers: { apikey: PUBLISHABLE_KEY, ...headers } });
    expect((await post({}))[0]).toBe(200);
    expect((await post({ authorization: `Bearer ${token}` }))[0]).toBe(200);
    const sent = asked.map(({ headers }) => [headers.get('apikey'), headers.get('authorization')]);
    expect(sent).toEqual([
      [PUBLISHABLE_KEY, null],
      [PUBLISHABLE_KEY, `Bearer ${token}`],
    ]);
    expect(await asked[0]?.text()).toBe('{"a":1}');
    expect(codeOf(await post({ authorization: 'Bearer a.b.c' }))).toEqual([401, 'PGRST301']);
    expect((await post({ apikey: SECRET_KEY }))[0]).toBe(401);
    expect(codeOf(await post({}, '[1]'))).toEqual([400, 'PGRST102']);
    expect(codeOf(await post({}, JSON.stringify({ a: 'x'.repeat(64 * 1024) })))).toEqual([413, 'PGRST413']);
    expect(asked).toHaveLength(2);
  });
});

describe('a body', () => {
  const post = (body: string) => send('/rest/v1/rpc/push_changes', { method: 'POST', body, headers: asPerson() });
  const named = (many: number) => JSON.stringify(Object.fromEntries(Array.from({ length: many }, (_, n) => [`name_${n}`, 1])));

  it('is an object with as many names as a function may have: of more lite would make a sentence as long as they are', async () => {
    expect((await post(named(16)))[0]).toBe(200);
    expect(asked).toHaveLength(1);
    for (const body of [named(17), named(20_000), '[]', '[{}]', '1', 'null', '"x"', '', '{', '{"a":1}{"b":2}'])
      expect(codeOf(await post(body)), body.slice(0, 20)).toEqual([400, 'PGRST102']);
    expect(asked).toHaveLength(1);
  });

  it('holds no more than a push of 500 changes, and nothing deeper: a call as no app makes it is the caller’s fault', async () => {
    const changes = (inside: string) => `{"p_salon_id":1,"p_changes":${inside}}`;
    const deep = (levels: number) => changes('['.repeat(levels) + ']'.repeat(levels));
    const row = JSON.stringify({
      ...{ table: 'events', id: 'x', base_rev: 0 },
      doc: Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`column_${n}`, n])),
    });
    for (const body of [changes(`[${Array(500).fill(row).join(',')}]`), deep(9), `{"${'n'.repeat(63)}":1}`])
      expect((await post(body))[0], body.slice(0, 60)).toBe(200);
    const many = `{${Array.from({ length: 60_000 }, (_, n) => `"n${n}":1`).join(',')}}`;
    for (const body of [deep(10), deep(100_000), changes(many), changes(`[${'0,'.repeat(60_000)}0]`), `{"${'n'.repeat(64)}":1}`])
      expect(codeOf(await post(body)), body.slice(0, 60)).toEqual([400, 'PGRST102']);
    expect(asked).toHaveLength(3);
  });

  it('goes on as it came', async () => {
    const body = '{ "p_salon_id": 1, "p_changes": [{"doc": {"notes": "Ж😀\\u0000", "price": 1.10}}] }';
    await post(body);
    expect(await asked[0]?.text()).toBe(body);
  });
});

describe('an address', () => {
  it('has at most 2,048 characters', async () => {
    const long = (length: number) => {
      const start = '/rest/v1/users?select=id&';
      return `${start}${'x'.repeat(length - start.length)}`;
    };
    expect((await send(long(2048), { headers: asPerson() }))[0]).toBe(400);
    expect((await send(long(2049), { headers: asPerson() }))[0]).toBe(414);
    expect((await send(`/rest/v1/${'x'.repeat(3_000)}`, { headers: asPerson() }))[0]).toBe(414);
    expect(asked).toEqual([]);
  });

  it('of another schema is none', async () => {
    for (const name of ['accept-profile', 'content-profile'])
      for (const schema of ['auth', 'private', 'wire', 'PUBLIC', 'public,auth', '']) {
        const headers = { ...asPerson(), [name]: schema };
        expect(codeOf(await send('/rest/v1/users?select=id', { headers }))).toEqual([406, 'PGRST106']);
      }
    expect(asked).toEqual([]);
  });
});
