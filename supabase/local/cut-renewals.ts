/**
 * lite 0.10.0 renews a session in several statements: it revokes the old token first and makes the new one after that. A
 * database that is killed between the two leaves a session without a valid token, and the device would be told "already used",
 * which signs its person out. Such a token is made valid again. Goes when lite renews in one transaction.
 */
import postgres from 'postgres';

/** Longer than a renewal takes. A replay that was noticed so shortly before looks the same and is undone as well. */
const BEFORE = '5 seconds';

/** @param lostAt when the database went away, ISO UTC */
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
