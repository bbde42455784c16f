/**
 * One connection that only tells whether the database is there. PostgreSQL cuts all connections at once when it ends or loses one
 * of its processes; this connection is closed for no other reason.
 */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';

const ANSWERS_WITHIN_MS = 1_000;

export interface DatabaseWatch {
  /** Asks the database, because this connection may notice the end later than the connection that failed. */
  isUp(): Promise<boolean>;
  close(): void;
}

/**
 * Watches a database. `lost` is called once, when the connection was cut.
 * @throws if the database cannot be reached
 */
export async function watchDatabase(url: string, lost: () => void): Promise<DatabaseWatch> {
  let closing = false;
  const onclose = () => {
    if (!closing) lost();
  };
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice: () => undefined, onclose });
  await sql`select`;
  return {
    async isUp() {
      const late = new AbortController();
      const patience = wait(ANSWERS_WITHIN_MS, false, { signal: late.signal }).catch(() => false);
      const asked = sql`select`.then(
        () => true,
        () => false,
      );
      const up = await Promise.race([asked, patience]);
      late.abort();
      return up;
    },
    close() {
      closing = true;
      sql.end({ timeout: 0 }).catch(() => undefined); // it may be gone already
    },
  };
}

/** Longer than a renewal takes. A replay that was detected within this time looks the same and is undone as well. */
const BEFORE = '5 seconds';

/**
 * Makes a token valid again if its renewal was cut off. lite 0.10.0 first revokes the old token and makes the new one in another
 * statement. A database that is killed in between leaves the session without a valid token, and its device would be signed out
 * with "already used". This can go when lite renews in one transaction.
 * @param lostAt the time at which the database went away, ISO UTC
 */
export async function mendCutRenewals(databaseUrl: string, lostAt: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`
      update auth.refresh_tokens t set revoked = false
      where t.revoked and t.updated_at::timestamptz between ${lostAt}::timestamptz - ${BEFORE}::interval and ${lostAt}::timestamptz
        and not exists (select from auth.refresh_tokens c where c.parent = t.token)
        and not exists (select from auth.refresh_tokens o where o.session_id = t.session_id and not o.revoked)`;
  } finally {
    await sql.end();
  }
}
