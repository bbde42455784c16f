/**
 * One PostgreSQL cluster for a run of tests, one template database a seed in it, a clone of that for each test that wants
 * one. A run's cluster is started by global-setup.ts and named in the environment; without that, each process has its own.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { isRoot, nobody } from '#local/postgres/data-folder.ts';
import { isAlive } from '#local/postgres/folder-lock.ts';
import { migrate, migrationFiles } from '#local/postgres/migrate.ts';
import { clearLeftover, startPostgres } from '#local/postgres/postgres.ts';
import { seedNamed, TEST_TODAY } from '#local/seeds/seed.ts';
import { writeSeed } from '#local/seeds/seed-write.ts';
import { ROOT, type SeedName } from '../../supabase/local/settings.ts';

export const CLUSTER_VARIABLE = 'GREBEN_TEST_CLUSTER';
/** Reachable for `nobody`, and apart for each person of the machine. */
export const FOLDER = `/var/tmp/greben-tests-${process.getuid?.() ?? 0}`;

export interface Cluster {
  /** Superuser's connection string for a database. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** What runs that were killed left behind: their process is gone, their PostgreSQL may not be. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(FOLDER)) {
    const owner = /^run-(\d+)-/.exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    await clearLeftover(path.join(FOLDER, name, 'postgres'));
    rmSync(path.join(FOLDER, name), { recursive: true, force: true });
  }
}

export async function startCluster(): Promise<Cluster> {
  mkdirSync(FOLDER, { recursive: true, mode: 0o755 });
  await sweep();
  const location = path.join(FOLDER, `run-${process.pid}-${randomBytes(3).toString('hex')}`);
  const cluster = path.join(location, 'postgres');
  mkdirSync(location, { mode: 0o755 });
  const account = isRoot() ? nobody() : undefined;
  const password = randomBytes(12).toString('hex');
  const running = await startPostgres({ location, cluster, password, account, binaries: FOLDER, durable: false });
  const endWithUs = () => process.kill(running.pid, 'SIGQUIT');
  process.once('exit', endWithUs);
  return {
    url: running.url,
    async stop() {
      process.off('exit', endWithUs);
      await running.stop();
      rmSync(location, { recursive: true, force: true });
    },
  };
}

let own: Promise<Cluster> | null = null;

/** The run's cluster, or one of this process that ends with it. */
export async function cluster(): Promise<Cluster> {
  const named = process.env[CLUSTER_VARIABLE];
  if (!named) {
    own ??= startCluster();
    return own;
  }
  const url = (database: string) => Object.assign(new URL(named), { pathname: `/${database}` }).href;
  return { url, stop: async () => undefined };
}

/** Anything that decides what a seeded database holds. */
function fingerprint(seed: SeedName, today: string): string {
  const hash = createHash('sha256').update(`${seed} ${today}`);
  const local = path.join(ROOT, 'supabase', 'local');
  const seeds = readdirSync(path.join(local, 'seeds')).map((name) => path.join(local, 'seeds', name));
  for (const file of [...migrationFiles().map((m) => m.file), path.join(local, 'postgres', 'bootstrap.sql'), ...seeds]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

const TEMPLATE_LOCK = 7_340_027;

/** Makes the template once, whoever asks first; the others wait for it. */
async function template({ url }: Cluster, seed: SeedName, today: string): Promise<string> {
  const name = `template_${seed}_${fingerprint(seed, today)}`;
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => undefined });
  try {
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    if ((await admin`select from pg_database where datname = ${name}`).length > 0) return name;
    const unfinished = `${name}_unfinished`;
    await admin.unsafe(`drop database if exists ${unfinished}`);
    await admin.unsafe(`create database ${unfinished}`);
    await migrate(url(unfinished));
    const rows = seedNamed(seed, today);
    if (rows) {
      const sql = postgres(url(unfinished), { max: 1, onnotice: () => undefined });
      await writeSeed(sql, rows);
      await sql.end();
    }
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await admin.end();
  }
}

export interface DatabaseOptions {
  seed: SeedName;
  /** yyyy-MM-dd; the test seed's own day when it is not given. */
  today?: string | undefined;
}

export interface TestDatabase {
  /** Superuser's connection string. */
  readonly url: string;
  /** As the superuser: what the database really holds. */
  readonly sql: postgres.Sql;
  drop(): Promise<void>;
}

/** A database of one's own, seeded. */
export async function cloneDatabase({ seed, today = TEST_TODAY }: DatabaseOptions): Promise<TestDatabase> {
  const run = await cluster();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const from = await template(run, seed, today);
  const admin = postgres(run.url('postgres'), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} template ${from}`);
  await admin.end();
  const sql = postgres(run.url(name), { max: 6, onnotice: () => undefined });
  return {
    url: run.url(name),
    sql,
    async drop() {
      await sql.end({ timeout: 1 });
      const ending = postgres(run.url('postgres'), { max: 1, onnotice: () => undefined });
      await ending.unsafe(`drop database if exists ${name} with (force)`);
      await ending.end();
    },
  };
}
