/**
 * Fills a new database with a seed. A database with any data is never changed, and one that is empty later is filled only on
 * request.
 */
import postgres from 'postgres';
import { noteSeedBegun, noteSeedDone, readSeedNote, type SeedNote } from '#local/postgres/data-folder.ts';
import type { SeedName } from '#local/settings.ts';
import { demoAccounts } from './demo-accounts.ts';
import { demoSeed } from './seed-demo.ts';
import { testSeed } from './seed-test.ts';
import { DEMO_PASSWORD, type Seed, writeSeed } from './seed-write.ts';
import { zoneToday } from './zoned-time.ts';

/** The day around which the test seed is built, a Wednesday (tests/README.md). */
export const TEST_TODAY = '2026-11-18';

export function seedNamed(name: SeedName, today?: string): Seed | null {
  if (name === 'none') return null;
  return name === 'test'
    ? testSeed(today ?? TEST_TODAY)
    : demoSeed(today ?? zoneToday('Europe/Sofia'), today ? null : new Date());
}

export interface SeedSettings {
  seed: SeedName | undefined;
  today: string | undefined;
  isPublic: boolean;
}

/**
 * Chooses the seed of an empty database: the named one, or `demo` for a new cluster of our own that is not public. A database
 * that is empty for another reason gets none.
 * @param isNew true if no migration has been applied to it
 * @param note the seed note of its data folder; undefined if the database is somebody else's (DATABASE_URL)
 */
export function chosenSeed({ seed, isPublic }: SeedSettings, isNew: boolean, note: SeedNote | undefined): SeedName {
  if (seed) return seed;
  if (isPublic || note === undefined || note === 'done') return 'none';
  if (note) return note.begun;
  return isNew ? 'demo' : 'none';
}

async function isEmpty(sql: postgres.Sql): Promise<boolean> {
  const [found] = await sql<{ any: boolean }[]>`
    select exists (select from auth.users) or exists (select from public.users) or exists (select from public.salons) as any`;
  return found?.any === false;
}

async function isUnmigrated(sql: postgres.Sql): Promise<boolean> {
  const noted = 'supabase_migrations.schema_migrations';
  const [table] = await sql<{ there: boolean }[]>`select to_regclass(${noted}) is not null as there`;
  if (!table?.there) return true;
  return (await sql.unsafe(`select from ${noted} limit 1`)).length === 0;
}

export interface SeedOrder {
  url: string;
  settings: SeedSettings;
  /** The data folder of our own cluster; null if the database is somebody else's, which is seeded only on request. */
  folder: string | null;
  /** Brings the database up to date, once the choice is noted. */
  migrate(): Promise<void>;
  log(line: string): void;
}

/** Migrates the database, and seeds it if it is empty. Returns the lines that tell who can sign in. */
export async function seedDatabase({ url, settings, folder, migrate, log }: SeedOrder): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const isNew = await isUnmigrated(sql);
    const note = folder === null ? undefined : readSeedNote(folder);
    const name = chosenSeed(settings, isNew, note);
    const begins = folder !== null && isNew && note !== 'done';
    if (begins) noteSeedBegun(folder, name);
    await migrate();
    const empty = await isEmpty(sql);
    const seed = empty ? seedNamed(name, settings.today) : null;
    if (seed) await writeSeed(sql, seed);
    if (folder !== null && note !== 'done') noteSeedDone(folder, note === null && !isNew ? 'unknown' : name);
    if (settings.seed && name !== 'none' && !empty) log(`GREBEN_SEED=${name} was not applied: the database is not empty.`);
    return await demoSignIns(sql);
  } finally {
    await sql.end();
  }
}

/** Escapes a text that anybody may have typed, so that a console does not interpret it. */
function printable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function demoSignIns(sql: postgres.Sql): Promise<string[]> {
  return (await demoAccounts(sql)).map(({ email, role, salon, salonRole }) => {
    const what = role === 'admin' ? 'administrator' : salon ? `${salonRole} of „${printable(salon)}“` : 'no salon';
    return `Sign in          ${printable(email)}  ${DEMO_PASSWORD}  (${what})`;
  });
}
