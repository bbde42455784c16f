/**
 * One connection that only tells whether the database is there. PostgreSQL that ends, or that loses one of its processes, cuts
 * all connections at once; this one is never closed for another reason.
 */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';

const ANSWERS_WITHIN_MS = 1_000;

export interface DatabaseWatch {
  /** Asks it, since this connection may hear of the end later than the one that somebody complains about. */
  isUp(): Promise<boolean>;
  close(): void;
}

/** `lost` is called once, when the connection was cut. @throws when the database cannot be reached */
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
