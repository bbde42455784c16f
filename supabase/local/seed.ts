/** Fills an empty database with a seed; one that holds anybody's data is never touched. */
import postgres from 'postgres';
import { demoSeed } from './seed-demo.ts';
import { testSeed } from './seed-test.ts';
import { DEMO_PASSWORD, type Seed, writeSeed } from './seed-write.ts';
import type { SeedName } from './settings.ts';
import { todayIn } from './zoned-time.ts';

/** The day around which the test seed is built: a Wednesday (tests/README.md). */
export const TEST_TODAY = '2026-11-18';

export function seedNamed(name: SeedName, today?: string): Seed | null {
  if (name === 'none') return null;
  return name === 'test' ? testSeed(today ?? TEST_TODAY) : demoSeed(today ?? todayIn('Europe/Sofia'), today ? null : new Date());
}

export interface SeedSettings {
  seed: SeedName | undefined;
  today: string | undefined;
  databaseUrl: string | undefined;
}

async function isEmpty(sql: postgres.Sql): Promise<boolean> {
  const [found] = await sql<{ any: boolean }[]>`
    select exists (select from auth.users) or exists (select from public.users) or exists (select from public.salons) as any`;
  return found?.any === false;
}

/** Returns the lines that tell who can sign in. An own PostgreSQL (DATABASE_URL) is seeded only when that is asked for. */
export async function seedDatabase(url: string, settings: SeedSettings): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const seed = seedNamed(settings.seed ?? (settings.databaseUrl ? 'none' : 'demo'), settings.today);
    const empty = await isEmpty(sql);
    if (seed && empty) await writeSeed(sql, seed);
    else if (settings.seed && settings.seed !== 'none' && !empty) {
      return [`Not empty         GREBEN_SEED=${settings.seed} was not applied`, ...(await demoAccounts(sql))];
    }
    return await demoAccounts(sql);
  } finally {
    await sql.end();
  }
}

/** Anybody may have typed these: a console must not obey them. */
function printable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function demoAccounts(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ email: string; role: string | null; salon: string | null }[]>`
    select u.email, u.role, s.name_bg as salon from public.users u left join public.salons s on s.id = u.salon_id
    where u.email like '%@greben.test' order by u.role is distinct from 'admin', u.salon_id nulls last, u.email`;
  return rows.map(({ email, role, salon }) => {
    const what = role === 'admin' ? 'administrator' : salon ? `„${printable(salon)}“` : 'no salon';
    return `Sign in          ${printable(email)}  ${DEMO_PASSWORD}  (${what})`;
  });
}
