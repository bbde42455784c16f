/** Which database is filled with a seed, and which stays empty. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#local/postgres/migrate.ts';
import { demoAccounts, knownDemo } from '#local/seeds/demo-accounts.ts';
import { seedDatabase } from '#local/seeds/seed.ts';
import { readSettings } from '#local/settings.ts';
import { cloneDatabase, cluster, type TestDatabase } from '../../support/cluster.ts';
import { TEST_ACCOUNTS } from '../../support/test-backend.ts';

let folder: string;
let database: TestDatabase;
let log: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-seed-'));
  database = await cloneDatabase({ seed: 'none' });
  log = [];
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const note = () => readFileSync(path.join(folder, 'seed'), 'utf8').trim();
const accounts = async (sql: Sql) => Number((await sql`select count(*) as n from auth.users`)[0]?.n);

interface Start {
  env?: Record<string, string>;
  url?: string;
  ownCluster?: boolean;
  migrations?: () => Promise<unknown>;
}

/** As a start with this environment does it. */
const seeded = ({ env = {}, url = database.url, ownCluster = true, migrations = () => migrate(url) }: Start) =>
  seedDatabase({
    url,
    settings: readSettings(env),
    folder: ownCluster ? folder : null,
    migrate: async () => void (await migrations()),
    log: (line) => log.push(line),
  });

/** A database to which nothing was done yet. */
async function withNew(work: (url: string) => Promise<void>): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const empty = `${name}_new`;
  await database.sql.unsafe(`create database ${empty} template template0`);
  try {
    await work((await cluster()).url(empty));
  } finally {
    await database.sql.unsafe(`drop database ${empty} with (force)`);
  }
}

describe('our own database', () => {
  it('is filled with the demo when it is new, also by the start after one that was killed before', async () => {
    await withNew(async (url) => {
      const killed = () => migrate(url).then(() => Promise.reject(new Error('killed')));
      await expect(seeded({ url, migrations: killed })).rejects.toThrow('killed');
      expect(note()).toBe('demo (begun)');
      const lines = await seeded({ url });
      expect(lines[0]).toContain(TEST_ACCOUNTS.admin.email);
      expect(note()).toBe('demo');
    });
  });

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'https://salon.example' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '192.168.1.5' }],
    ['GREBEN_PROXY', { GREBEN_PROXY: '127.0.0.1' }],
  ])('stays empty when it is new and others can reach it by %s, and for good', async (_name, env) => {
    await withNew(async (url) => {
      expect(await seeded({ url, env })).toEqual([]);
      expect(note()).toBe('none');
      expect(await seeded({ url })).toEqual([]);
    });
  });

  it('that an earlier version made is not filled, though it is empty', async () => {
    expect(await seeded({})).toEqual([]);
    expect(await accounts(database.sql)).toBe(0);
    expect(note()).toBe('unknown');
  });

  it('is filled when that is asked for by name and it is empty, and never else', async () => {
    expect(await seeded({ env: { GREBEN_SEED: 'test', PUBLIC_URL: 'https://salon.example' } })).toHaveLength(
      Object.keys(TEST_ACCOUNTS).length,
    );
    const before = await accounts(database.sql);
    await seeded({ env: { GREBEN_SEED: 'demo' } });
    expect(log).toEqual(['GREBEN_SEED=demo was not applied: the database is not empty.']);
    expect(await accounts(database.sql)).toBe(before);
  });
});

it('another’s database is filled only when that is asked for, and leaves no note', async () => {
  await withNew(async (url) => {
    expect(await seeded({ url, ownCluster: false })).toEqual([]);
    expect(await seeded({ url, ownCluster: false, env: { GREBEN_SEED: 'test' } })).toHaveLength(
      Object.keys(TEST_ACCOUNTS).length,
    );
    expect(() => note()).toThrow('ENOENT');
  });
});

describe('accounts that are open to everybody', () => {
  it('are those of a seed with its password, not whoever takes such an address', async () => {
    await seeded({ env: { GREBEN_SEED: 'test' } });
    const { sql } = database;
    await sql`update auth.users set encrypted_password = extensions.crypt('a new one', extensions.gen_salt('bf', 4))
      where id <> ${TEST_ACCOUNTS.owner.id}`;
    await sql`insert into auth.users (id, aud, role, email, encrypted_password) values
      (gen_random_uuid(), 'authenticated', 'authenticated', 'me@greben.test', extensions.crypt('greben-demo', extensions.gen_salt('bf', 4)))`;
    expect((await demoAccounts(sql)).map(({ email }) => email)).toEqual([TEST_ACCOUNTS.owner.email]);
  });

  it('are looked up anew after a minute, and what cannot be asked stays as it was', async () => {
    let [time, asked] = [0, 0];
    const answers = [Promise.resolve(true), Promise.reject(new Error('no database')), Promise.resolve(false)];
    answers[1]?.catch(() => undefined);
    const known = await knownDemo(
      () => answers[asked++] as Promise<boolean>,
      () => time,
    );
    const again = async () => {
      time += 60_000;
      known();
      await Promise.allSettled(answers);
      return known();
    };
    expect([known(), known(), asked]).toEqual([true, true, 1]);
    expect([await again(), asked]).toEqual([true, 2]);
    expect([await again(), asked]).toEqual([false, 3]);
  });
});
