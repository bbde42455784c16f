/**
 * A PostgreSQL that is thrown away, with one migrated template database; every `cloneDatabase` is a copy of it (0.1 s).
 * Named by GREBEN_TEST_POSTGRES (the lane's global setup) or, when a file is run without it, started for that file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { openDataFolder } from '../../../supabase/local/data-folder.ts';
import { migrate } from '../../../supabase/local/migrate.ts';
import { startPostgres } from '../../../supabase/local/postgres.ts';

const TEMPLATE = 'greben_template';

export interface Cluster {
  /** Superuser's connection string to the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

const databaseUrl = (cluster: string, database: string) => Object.assign(new URL(cluster), { pathname: `/${database}` }).href;

export async function startCluster(): Promise<Cluster> {
  const home = openDataFolder(mkdtempSync(path.join(tmpdir(), 'greben-test-')));
  const { location, cluster, account, secrets } = home;
  const server = await startPostgres({ location, cluster, account, password: secrets.databasePassword, durable: false });
  const atExit = () => process.kill(server.pid, 'SIGQUIT'); // a run that ends early leaves no server behind
  process.once('exit', atExit);
  const url = server.url();
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${TEMPLATE}`);
  await sql.end();
  await migrate(databaseUrl(url, TEMPLATE));
  return {
    url,
    async stop() {
      process.off('exit', atExit);
      await server.stop();
      home.release();
      for (const folder of [home.location, home.folder]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

let own: Promise<Cluster> | undefined;
let clones = 0;

export async function stopOwnCluster(): Promise<void> {
  await (await own)?.stop();
}

/** A fresh migrated database and how to be rid of it. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const named = process.env.GREBEN_TEST_POSTGRES;
  if (!named) own ??= startCluster();
  const cluster = named ?? (await own)?.url ?? '';
  const database = `clone_${process.pid}_${++clones}`;
  const sql = postgres(cluster, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${database} template ${TEMPLATE}`);
  return {
    url: databaseUrl(cluster, database),
    async drop() {
      await sql.unsafe(`drop database ${database} with (force)`);
      await sql.end();
    },
  };
}
