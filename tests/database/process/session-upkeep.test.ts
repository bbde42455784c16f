/** Every renewal of a session leaves a row, and every sign-in a session: what nobody can use any more goes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintenance } from '#local/server/maintenance.ts';
import { DEMO_PASSWORD, startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
afterAll(() => backend.stop());

async function token(grant: 'password' | 'refresh_token', body: object): Promise<{ status: number; refresh: string }> {
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { refresh_token = '' } = (await answer.json()) as { refresh_token?: string };
  return { status: answer.status, refresh: refresh_token };
}
const signIn = (email: string = TEST_ACCOUNTS.owner.email) => token('password', { email, password: DEMO_PASSWORD });
const renew = (refresh_token: string) => token('refresh_token', { refresh_token });
const stored = async () => (await backend.sql`select from auth.refresh_tokens`).length;
const sessions = async () => (await backend.sql`select from auth.sessions`).length;
const daysLater = (days: number) =>
  backend.sql.unsafe(`update auth.refresh_tokens set updated_at = updated_at::timestamptz - interval '${days} days'`);

async function upkeep(): Promise<void> {
  const lines: string[] = [];
  await maintenance(backend.sql, 0, (line) => lines.push(line)).run(0);
  expect(lines).toEqual([]);
}

it('used tokens go after a day; who never heard of the last renewal still renews, and so does everybody else', async () => {
  const before = await stored();
  let device = await signIn();
  for (let times = 0; times < 10; times++) device = await renew(device.refresh);
  const unheard = await renew(device.refresh); // its answer is lost: the device asks with the former one
  expect(unheard.status).toBe(200);
  await upkeep();
  expect(await stored()).toBe(before + 12); // of the last day: a replay of them ends the session

  await daysLater(2);
  await upkeep();
  expect(await stored()).toBe(before + 2);
  const again = await renew(device.refresh);
  expect(again.status).toBe(200);
  expect((await renew(again.refresh)).status).toBe(200);
});

it('of one account the hundred sessions that were used last stand; another account keeps its own', async () => {
  const other = await signIn(TEST_ACCOUNTS.owner2.email);
  const first = await signIn();
  await backend.sql`
    insert into auth.sessions (id, user_id, created_at, updated_at)
    select gen_random_uuid(), ${TEST_ACCOUNTS.owner.id}, s.created_at, s.updated_at from generate_series(1, 150), auth.sessions s
    where s.id = (select id from auth.sessions order by created_at desc limit 1)`;
  const last = await signIn();
  await upkeep();
  const [row] = await backend.sql`select count(*)::int as n from auth.sessions where user_id = ${TEST_ACCOUNTS.owner.id}`;
  expect(row?.n).toBe(100);
  expect((await renew(last.refresh)).status).toBe(200);
  expect((await renew(other.refresh)).status).toBe(200);
  expect(await sessions()).toBeGreaterThan(100);
  expect(first.status).toBe(200);
});

it('what was noted of sign-ins goes after thirty days', async () => {
  const noted = async () => (await backend.sql`select from auth.audit_log_entries`).length;
  await signIn();
  const before = await noted();
  expect(before).toBeGreaterThan(0);
  await upkeep();
  expect(await noted()).toBe(before);
  await backend.sql`update auth.audit_log_entries set created_at = created_at - interval '31 days'`;
  await signIn();
  await upkeep();
  expect(await noted()).toBe(1);
});
