/** What of lite's authentication stands open to the network, and what its doors take. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH_ROUTES } from '#local/api/auth-routes.ts';
import { createLite } from '#local/api/lite.ts';
import { DEMO_PASSWORD, startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';

/** No mail leaves this machine; of the rest Greben uses nothing. */
const CLOSED_AUTH = [
  'POST /auth/v1/otp',
  'POST /auth/v1/magiclink',
  'POST /auth/v1/verify',
  'GET /auth/v1/verify',
  'POST /auth/v1/recover',
  'POST /auth/v1/resend',
  'GET /auth/v1/reauthenticate',
  'GET /auth/v1/authorize',
  'GET /auth/v1/callback',
  'POST /auth/v1/callback',
  'GET /auth/v1/.well-known/jwks.json',
  'GET /auth/v1/.well-known/openid-configuration',
  'ALL /auth/v1/nonexistent',
];

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
afterAll(() => backend.stop());

const request = (path: string, init: RequestInit = {}) =>
  fetch(`${backend.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...init.headers },
  });
const post = (path: string, body: unknown) =>
  request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
const SIGN_IN = '/auth/v1/token?grant_type=password';
const refused = async (answer: Response) => [answer.status, ((await answer.json()) as { error_code?: string }).error_code];

describe('the doors', () => {
  /** As lite's own router has them; what only says 405 where another method is served is none. */
  async function liteRoutes(): Promise<string[]> {
    const { app, connection } = createLite({ databaseUrl: backend.databaseUrl, jwtSecret: 'no token is signed here' });
    await connection.close();
    const { routes } = (app as unknown as { server: { routes: { method: string; path: string }[] } }).server;
    const named = routes.filter(({ path }) => path.startsWith('/auth/v1/') && !path.includes('*'));
    const methods = (path: string) => named.filter((route) => route.path === path).map((route) => route.method);
    const doors = named.filter(({ method, path }) => method !== 'ALL' || methods(path).every((other) => other === 'ALL'));
    return [...new Set(doors.map(({ method, path }) => `${method} ${path}`))].sort();
  }

  it('of lite are each served on purpose or closed on purpose: a new version of it opens none', async () => {
    expect(await liteRoutes()).toEqual([...AUTH_ROUTES, ...CLOSED_AUTH].sort());
  });

  it('that a mail or another provider would lead to are not there, by any method', async () => {
    for (const path of new Set(CLOSED_AUTH.map((door) => door.replace(/^\w+ /, '')))) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const body = method === 'GET' ? {} : { body: '{"email":"owner@greben.test","type":"recovery","token":"123456"}' };
        const { status } = await request(`${path}?type=recovery&token=0`, { method, ...body });
        expect(status, `${method} ${path}`).toBe(404);
      }
    }
  });

  it.each([
    '/auth/v1/%74oken?grant_type=password',
    '/auth/v1/%73ignup',
    '/auth/v1/%76erify?type=recovery&token=0',
    '/auth/v1/token/?grant_type=password',
    '/auth/v1//token?grant_type=password',
    '/auth/v1/TOKEN?grant_type=password',
    '/auth/v1/%2574oken?grant_type=password',
    '/auth/v1/token%2f?grant_type=password',
    '/auth/v1/token;x?grant_type=password',
    '/auth/v1/token',
    '/auth/v1/token?grant_type=pkce',
    '/auth/v1/token?grant_type=pkce&grant_type=password',
    '/rest/v1/..%2f..%2fauth/v1/verify',
    '/auth/v1/admin/users',
  ])('have one spelling: %s is none', async (path) => {
    const { email } = TEST_ACCOUNTS.owner;
    expect((await post(path, { email, password: DEMO_PASSWORD })).status).toBe(404);
  });

  it('say who they are to whoever has the key', async () => {
    expect((await request('/auth/v1/health')).status).toBe(200);
    expect(await (await request('/auth/v1/settings')).json()).toMatchObject({ disable_signup: false });
  });

  it('say that everybody knows the passwords here', async () => {
    expect(await (await request('/auth/v1/settings')).json()).toMatchObject({ demo_accounts: true });
  });
});

describe('what they take', () => {
  const { email } = TEST_ACCOUNTS.owner;

  it('is small', async () => {
    const answer = await post(SIGN_IN, { email, password: 'x'.repeat(20_000) });
    expect(answer.status).toBe(413);
  });

  it.each([
    ['an object as e-mail', SIGN_IN, { email: {}, password: 'wrong-password' }],
    ['a list as password', SIGN_IN, { email, password: ['wrong-password'] }],
    ['true as password', SIGN_IN, { email, password: true }],
    ['a list as refresh token', '/auth/v1/token?grant_type=refresh_token', { refresh_token: [] }],
    ['a number as refresh token', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 1 }],
    ['an object as e-mail of a sign-up', '/auth/v1/signup', { email: {}, password: 'a-password' }],
    ['a text as data', '/auth/v1/signup', { email: 'data@greben.test', password: 'a-password', data: 'x' }],
    ['a NUL in the data', '/auth/v1/signup', { email: 'nul@greben.test', password: 'a-password', data: { a: 'b\0' } }],
    ['a NUL in the e-mail', SIGN_IN, { email: 'a\0@greben.test', password: 'wrong-password' }],
    ['half a character', '/auth/v1/signup', '{"email":"half@greben.test","password":"a-password","data":{"a":"\\ud800"}}'],
    ['a list', SIGN_IN, []],
    ['no JSON', SIGN_IN, '{"email"'],
    ['nothing', SIGN_IN, ''],
  ])('%s is answered with 400, as GoTrue says it', async (_name, path, body) => {
    expect(await refused(await post(path, body))).toEqual([400, 'bad_json']);
  });

  it.each(['a\u001b[31m@greben.test', 'a\nb@greben.test', 'a\u202e@greben.test', `${'a'.repeat(250)}@greben.test`])(
    'an e-mail address that a console obeys, or that is none, makes no account: %j',
    async (given) => {
      expect(await refused(await post('/auth/v1/signup', { email: given, password: 'a-password' }))).toEqual([
        400,
        'validation_failed',
      ]);
      expect((await post(SIGN_IN, { email: given, password: 'a-password' })).status).toBe(400);
    },
  );

  it('a new password may hold the 72 bytes that bcrypt reads, which are 36 Cyrillic letters', async () => {
    const long = await anonymousClient(backend.url).auth.signUp({ email: 'long@greben.test', password: 'ж'.repeat(37) });
    expect([long.error?.status, long.error?.code, long.error?.message]).toEqual([
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ]);
    const fits = await anonymousClient(backend.url).auth.signUp({ email: 'fits@greben.test', password: 'ж'.repeat(36) });
    expect(fits.error).toBeNull();
    await signedIn(backend.url, 'fits@greben.test', 'ж'.repeat(36));
  });

  it('a longer one signs nobody in', async () => {
    expect(await refused(await post(SIGN_IN, { email, password: 'x'.repeat(73) }))).toEqual([400, 'invalid_credentials']);
  });
});

describe('a person who is signed in', () => {
  const password = 'another-password';
  const sessionOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session;

  it('changes the password, and every other session ends with the old one', async () => {
    const { email } = TEST_ACCOUNTS.staff;
    const [here, there] = [await signedIn(backend.url, email), await signedIn(backend.url, email)];
    const before = await sessionOf(there);
    expect((await here.auth.updateUser({ password })).error).toBeNull();
    const refresh = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: before?.refresh_token });
    expect(refresh.status).toBe(400);
    expect((await here.auth.refreshSession()).error).toBeNull();
    await signedIn(backend.url, email, password);
    await expect(signedIn(backend.url, email)).rejects.toMatchObject({ status: 400 });
  });

  it('keeps the other sessions when the new password is refused', async () => {
    const { email } = TEST_ACCOUNTS.newcomer;
    const [here, there] = [await signedIn(backend.url, email), await signedIn(backend.url, email)];
    expect((await here.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password');
    expect((await there.auth.refreshSession()).error).toBeNull();
  });

  it('cannot change the e-mail address: nobody would send the mail that proves it', async () => {
    const client = await signedIn(backend.url, TEST_ACCOUNTS.owner2.email);
    expect((await client.auth.updateUser({ email: 'new@greben.test' })).error?.status).toBe(422);
    expect(await backend.sql`select 1 from auth.users where email_change is not null and email_change <> ''`).toEqual([]);
  });

  it('signs out', async () => {
    const client = await signedIn(backend.url, TEST_ACCOUNTS.owner.email);
    const session = await sessionOf(client);
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
    const refresh = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: session?.refresh_token });
    expect(refresh.status).toBe(400);
  });
});
