/** PostgreSQL that is killed under `npm start`, again and again, while devices work. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { endsInARow } from '#local/server/supervisor.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { ended, npmStart, postmaster, query, type Start } from '../../support/npm-start.ts';
import { TEST_ACCOUNTS } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000, expect: { poll: { timeout: 60_000 } } });

const { start } = npmStart();
const POSTGRES_AGAIN = 'PostgreSQL runs again';
const SOON_MS = 6_000;

/** Devices that push without a pause, ask who they are and renew their session; what was acknowledged, and every other status. */
async function devicesAtWork(url: string) {
  const owner = await signedIn(url, TEST_ACCOUNTS.owner.email);
  const session = (await owner.auth.getSession()).data.session;
  const headers = {
    apikey: PUBLISHABLE_KEY,
    authorization: `Bearer ${session?.access_token}`,
    'content-type': 'application/json',
  };
  const acknowledged: string[] = [];
  const told = new Map<string, number>();
  const seen = (what: string) => told.set(what, (told.get(what) ?? 0) + 1);
  let working = true;
  const asked = async (path: string, body?: object): Promise<Response | null> => {
    try {
      const response = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
      const later = response.status === 503 && response.headers.get('retry-after') === null ? ' without retry-after' : '';
      seen(`${response.status}${later}`);
      return response;
    } catch {
      seen('no answer');
      await wait(10);
      return null;
    }
  };
  const pushing = async () => {
    while (working) {
      const id = `client-${randomUUID()}`;
      const change = { table: 'clients', id, base_rev: 0, doc: { first_name: 'Преди' } };
      const answer = await asked('/rest/v1/rpc/push_changes', { p_salon_id: 1, p_changes: [change] });
      if (answer?.status !== 200) continue;
      const { verdicts } = (await answer.json().catch(() => ({ verdicts: [] }))) as { verdicts: { v: string }[] };
      if (verdicts[0]?.v === 'applied') acknowledged.push(id);
    }
  };
  const asking = async () => {
    while (working) {
      await (await asked('/auth/v1/user'))?.text().catch(() => '');
      await (await asked('/rest/v1/users?select=id&limit=1'))?.text().catch(() => '');
    }
  };
  const renewing = async () => {
    let token = session?.refresh_token;
    while (working) {
      const answer = await asked('/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
      const renewed =
        answer?.status === 200 ? ((await answer.json().catch(() => null)) as { refresh_token: string } | null) : null;
      token = renewed?.refresh_token ?? token;
      await wait(20);
    }
  };
  const all = [pushing(), pushing(), pushing(), asking(), asking(), renewing()];
  return {
    owner,
    acknowledged,
    told,
    async end() {
      working = false;
      await Promise.all(all);
    },
  };
}

const timesIn = (text: string, part: string) => text.split(part).length - 1;

async function kill({ databaseUrl }: Start): Promise<void> {
  process.kill(await postmaster(databaseUrl), 'SIGKILL');
}

it('PostgreSQL that is killed under work is started again three times in a row, and nobody is signed out or loses a row', async () => {
  const server = await start();
  const { child, url, databaseUrl, printed } = server;
  const devices = await devicesAtWork(url);
  const { owner, acknowledged, told } = devices;
  const news: number[] = [];
  const channel = owner.channel('salon:1', { config: { private: true } });
  channel.on('broadcast', { event: 'change' }, ({ payload }) => news.push(payload.rev));
  await owner.realtime.setAuth();
  channel.subscribe();
  await expect.poll(() => news.length).toBeGreaterThan(0);

  for (let times = 1; times <= 3; times++) {
    await kill(server);
    await expect.poll(() => timesIn(printed(), POSTGRES_AGAIN)).toBe(times);
    expect(printed()).toContain(`started again (${times} of 3)`);
    const before = { acknowledged: acknowledged.length, news: news.length };
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before.acknowledged + 3);
    await expect.poll(() => news.length).toBeGreaterThan(before.news); // by itself: nobody joins the channel anew here
  }
  await devices.end();
  await owner.removeAllChannels();
  const unexpected = [...told.keys()].filter((what) => what !== '200' && what !== '503' && what !== 'no answer');
  expect(unexpected, JSON.stringify([...told])).toEqual([]);
  expect([...told.keys()]).toContain('503');
  const kept = await query(databaseUrl, `select id from public.clients where id like 'client-%' and first_name = 'Преди'`);
  const ids = new Set(kept.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);

  const closed = once(child, 'close');
  await kill(server);
  await closed;
  expect(child.exitCode).toBe(1);
  expect(printed()).toContain('is left alone');
  const again = await start();
  expect(await query(again.databaseUrl, `select count(*)::int as n from public.clients where first_name = 'Преди'`)).toEqual([
    { n: ids.size },
  ]);
});

it('a backend of PostgreSQL that is killed cuts every connection, and the server begins anew', async () => {
  const server = await start();
  const devices = await devicesAtWork(server.url);
  await expect.poll(() => devices.acknowledged.length).toBeGreaterThan(3);
  const pid = await postmaster(server.databaseUrl);
  const [backend] = await query(
    server.databaseUrl,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  );
  process.kill(Number(backend?.pid), 'SIGKILL');
  await expect.poll(() => server.printed()).toContain(POSTGRES_AGAIN);
  const before = devices.acknowledged.length;
  await expect.poll(() => devices.acknowledged.length).toBeGreaterThan(before + 3);
  await devices.end();
  expect([...devices.told.keys()].filter((what) => !['200', '503', 'no answer'].includes(what))).toEqual([]);
  expect(await postmaster(server.databaseUrl)).toBe(pid);
});

it('a signal ends it soon also while PostgreSQL is being started again', async () => {
  const server = await start();
  await kill(server);
  await expect.poll(() => server.printed()).toContain('started again');
  const before = performance.now();
  expect(await ended(server.child, 'SIGTERM')).toBe(0);
  expect(performance.now() - before).toBeLessThan(SOON_MS);
});

it('ends count as in a row unless minutes of health lie between them', () => {
  expect(endsInARow(0, 10_000)).toBe(1);
  expect(endsInARow(2, 4 * 60_000)).toBe(3);
  expect(endsInARow(3, 5 * 60_000)).toBe(1);
});
