/** Guessing passwords over the network: what is judged, and what it costs the others. */
import { Worker } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLite } from '#local/api/lite.ts';
import { moveHashingToThread, reservePasswordSlot, withConstantCost } from '#local/api/password-thread.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { DEMO_PASSWORD, startBackend, TEST_ACCOUNTS, TEST_KEYS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

const ATTEMPTS = 3;
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test', signInAttempts: ATTEMPTS });
});
afterAll(() => backend.stop());

const post = (url: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const guess = (email: string, n: number) =>
  post(backend.url, '/auth/v1/token?grant_type=password', { email, password: `wrong-${n}` });
const judged = (answers: Response[]) => answers.filter((answer) => answer.status === 400).length;

describe('passwords that are guessed', () => {
  it('one after the other are refused after three, with the seconds to wait, and nobody else is kept out', async () => {
    const { email } = TEST_ACCOUNTS.owner;
    const answers: Response[] = [];
    for (let n = 0; n < 12; n++) answers.push(await guess(email, n));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400, 429]));
    expect(judged(answers.slice(0, ATTEMPTS))).toBe(ATTEMPTS);
    const refused = answers.find((answer) => answer.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('x-sb-error-code')).toBe('over_request_rate_limit');
    await signedIn(backend.url, TEST_ACCOUNTS.staff.email);
  });

  it('a hundred at once are no more than two in their work at a time, and three in all before a pause', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(TEST_ACCOUNTS.owner2.email, n)));
    expect(judged(answers)).toBeLessThanOrEqual(ATTEMPTS + 2); // a slow machine: a pause or two have passed
    expect(judged(answers)).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(100 - judged(answers));
  });

  it('by a new password’s door are counted as well', async () => {
    const change = () =>
      fetch(`${backend.url}/auth/v1/user`, {
        method: 'PUT',
        headers: { apikey: PUBLISHABLE_KEY, authorization: 'Bearer x.y.z', 'content-type': 'application/json' },
        body: '{"password":"another-password"}',
      });
    const statuses: number[] = [];
    for (let n = 0; n < ATTEMPTS * 3 + 6; n++) statuses.push((await change()).status);
    expect(statuses.slice(0, ATTEMPTS * 3)).not.toContain(429);
    expect(statuses).toContain(429);
  });

  it('by the tokens of one-time links are counted as well, by one spelling alone, and keep nobody from signing in', async () => {
    const guess = (n: number, name = 'redeem_password_link') =>
      post(backend.url, `/rest/v1/rpc/${name}`, { p_token: `guess-${n}`, p_password: 'a-password' });
    const redeem = async (n: number) => {
      expect((await guess(n, 'redeem%5Fpassword%5flink')).status).toBe(404);
      const answer = await guess(n);
      if (answer.status === 200) expect(await answer.json()).toEqual({ email: null });
      return answer;
    };
    const answers: Response[] = [];
    for (let n = 0; n < ATTEMPTS * 3 + 6; n++) answers.push(await redeem(n));
    expect(answers.slice(0, ATTEMPTS * 3).map(({ status }) => status)).toEqual(Array(ATTEMPTS * 3).fill(200));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    await signedIn(backend.url, TEST_ACCOUNTS.staff.email);
  });
});

it('accounts cannot be made without end from one address', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < ATTEMPTS * 3 + 6; n++) {
    statuses.push((await post(backend.url, '/auth/v1/signup', { email: `n${n}@greben.test`, password: 'a-password' })).status);
  }
  expect(statuses.slice(0, ATTEMPTS * 3)).toEqual(Array(ATTEMPTS * 3).fill(200));
  expect(statuses).toContain(429);
});

describe('the thread for passwords', () => {
  const lite = () => createLite({ databaseUrl: backend.databaseUrl, jwtSecret: TEST_KEYS.jwtSecret, connections: 2 });
  const signIn = (email: string, password: string) => {
    const body = JSON.stringify({ email, password });
    const headers = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };
    return new Request('http://127.0.0.1/auth/v1/token?grant_type=password', { method: 'POST', headers, body });
  };
  beforeAll(moveHashingToThread);

  it('compares and hashes as bcrypt does, and the server’s own thread goes on meanwhile', async () => {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const hash = await bcrypt.hash('тайна', 10);
    const compared = await Promise.all([bcrypt.compare('тайна', hash), bcrypt.compare('друга', hash), bcrypt.compare('', hash)]);
    over = true;
    expect(compared).toEqual([true, false, false]);
    expect(turns).toBeGreaterThan(100); // on its own thread bcryptjs lets others in ten times a second
  });

  it('gets what lite judges, whoever signs in: as much work for an account that is not there', async () => {
    const asked = vi.spyOn(Worker.prototype, 'postMessage');
    const { app, connection } = lite();
    const work = async (email: string, password: string) => {
      asked.mockClear();
      const { status } = await withConstantCost(password, () => app.fetch(signIn(email, password)));
      return [status, ...asked.mock.calls.map(([task]) => (task as { kind: string }).kind)];
    };
    try {
      expect(await work(TEST_ACCOUNTS.owner.email, DEMO_PASSWORD)).toEqual([200, 'compare']);
      expect(await work(TEST_ACCOUNTS.owner.email, 'wrong-password')).toEqual([400, 'compare']);
      expect(await work('nobody@greben.test', 'wrong-password')).toEqual([400, 'compare']);
    } finally {
      await connection.close();
      asked.mockRestore();
    }
  });

  it('starts anew after it ended', async () => {
    const hash = await bcrypt.hash('тайна', 4);
    const asked = vi.spyOn(Worker.prototype, 'postMessage');
    await bcrypt.compare('тайна', hash);
    const [thread] = asked.mock.contexts as Worker[];
    asked.mockRestore();
    await thread?.terminate();
    expect(await bcrypt.compare('тайна', hash)).toBe(true);
  });

  it('has a waiting room of 24', () => {
    const places = Array.from({ length: 24 }, reservePasswordSlot);
    expect(places.every((leave) => leave !== null)).toBe(true);
    expect(reservePasswordSlot()).toBeNull();
    places[0]?.();
    places[0] = reservePasswordSlot();
    expect(places[0]).not.toBeNull();
    for (const leave of places) leave?.();
  });
});
