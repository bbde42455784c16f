/** The parts of a running backend are really measured: what is stopped turns critical, and nothing else does. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkHealth, measureParts } from '#local/server/health-check.ts';
import { maintenance } from '#local/server/maintenance.ts';
import { type FaultProxy, faultProxy } from '../../support/fault-proxy.ts';
import { startBackend, TEST_KEYS, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
let proxy: FaultProxy;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  proxy = await faultProxy(backend.url);
});
afterAll(async () => {
  await proxy.close();
  await backend.stop();
});
beforeEach(() => backend.sql`delete from system_health_checks`);

const { jwtSecret } = TEST_KEYS;
const PARTS = ['database', 'api', 'auth', 'realtime', 'storage'];
/** What each salon's only check says is down. */
async function down(): Promise<string[][]> {
  const rows = await backend.sql`select * from system_health_checks`;
  return rows.map((row) => PARTS.filter((part) => row[`is_${part}_healthy`] === false));
}

it('answers in all its parts, each with its time', async () => {
  const measured = await measureParts(backend.url, jwtSecret);
  for (const [part, { ok, ms }] of Object.entries(measured)) expect([part, ok, typeof ms]).toEqual([part, true, 'number']);
});

it('finds the API down when the database refuses it, whatever else answers', async () => {
  await backend.sql`revoke select on users from authenticated`;
  const { api, auth } = await measureParts(backend.url, jwtSecret);
  await backend.sql`grant select on users to authenticated`;
  expect([api.ok, auth.ok]).toEqual([false, true]);
});

describe('a check', () => {
  it.each([
    ['api', '/rest/v1/users'],
    ['auth', '/auth/v1/health'],
    ['storage', '/storage/v1/status'],
  ])('marks %s, and that only, when it fails', async (part, path) => {
    const mend = proxy.fault(path, { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
    const written = await checkHealth(backend.sql, proxy.url, jwtSecret);
    mend();
    expect(await down()).toEqual(Array.from({ length: written }, () => [part]));
    expect(await backend.sql`select from system_health_checks where not has_critical_issues`).toHaveLength(0);
  });

  it('marks every part but the database when nothing answers any more', async () => {
    const nobody: Server = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    await checkHealth(backend.sql, `http://127.0.0.1:${port}`, jwtSecret);
    expect((await down())[0]).toEqual(['api', 'auth', 'realtime', 'storage']);
  });
});

it('is made hourly by the local backend, first when it has run for an hour', async () => {
  const HOUR = 3_600_000;
  const lines: string[] = [];
  const rounds = async () => (await backend.sql`select distinct check_date from system_health_checks`).length;
  const check = () => checkHealth(backend.sql, backend.url, jwtSecret);
  const upkeep = maintenance(backend.sql, 0, (line) => lines.push(line), { check });
  const found: number[] = [];
  for (const at of [0, HOUR - 1, HOUR, HOUR + 1, 2 * HOUR]) {
    await upkeep.run(at);
    found.push(await rounds());
  }
  expect([found, lines]).toEqual([[0, 0, 1, 1, 2], []]);
});
