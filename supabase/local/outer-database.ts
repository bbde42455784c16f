/** What must hold of the database in DATABASE_URL before anything is asked of it: it opens, and is new enough. */
import postgres from 'postgres';
import { SettingError } from './settings.ts';

/** No test runs on an older one. */
const OLDEST = 17;

/** `version` as PostgreSQL says it (`server_version`). Returns what to tell whoever set DATABASE_URL; null: it is new enough. */
export function tooOld(version: string): string | null {
  if (Number.parseInt(version, 10) >= OLDEST) return null;
  return `The database in DATABASE_URL is PostgreSQL ${version}; Greben needs ${OLDEST} or later.`;
}

async function versionOf(databaseUrl: string): Promise<string> {
  try {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`.finally(() => sql.end());
    return row?.version ?? '';
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // Node gives no message where a name has several addresses and none answers.
    throw new SettingError(`The database in DATABASE_URL cannot be opened: ${message || code}.`);
  }
}

/** @throws SettingError which the person at the console reads */
export async function mustBeUsable(databaseUrl: string): Promise<void> {
  const old = tooOld(await versionOf(databaseUrl));
  if (old) throw new SettingError(old);
}
