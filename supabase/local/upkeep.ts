/**
 * What `pg_cron` does on hosted Supabase, for a backend that runs for months on a shop's computer: old messages go hourly and
 * the health of all parts is checked, old tombstones once a day. Promise: a failure is logged and tried again an hour later; nothing waits for it.
 */
import type { Sql } from 'postgres';

/** Messages are news, not rows: hosted Supabase keeps them three days. */
const MESSAGES_KEPT = '1 day';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Upkeep {
  /** What is due at `now` (milliseconds since 1970). */
  run(now: number): Promise<void>;
}

/**
 * `since`: when the backend began, milliseconds since 1970; it checks and purges first when it has run for an hour. `check`
 * writes the health of all parts.
 */
export function upkeepOf(sql: Sql, since: number, log: (line: string) => void, check?: () => Promise<unknown>): Upkeep {
  let purgeAt = since + HOUR_MS;
  let checkAt = since + HOUR_MS;
  const tried = async (work: PromiseLike<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      log(`upkeep: ${error}`);
      return false;
    }
  };
  return {
    async run(now) {
      await tried(sql`delete from realtime.messages where inserted_at < now() - ${MESSAGES_KEPT}::interval`);
      if (check && now >= checkAt) {
        checkAt = now + HOUR_MS;
        await tried(check());
      }
      if (now < purgeAt) return;
      const done = await tried(sql`call private.purge_all()`);
      purgeAt = now + (done ? DAY_MS : HOUR_MS);
    },
  };
}

/** Runs it now and then every hour; the returned function ends that. */
export function keepUp(sql: Sql, log: (line: string) => void, check: () => Promise<unknown>): () => void {
  const upkeep = upkeepOf(sql, Date.now(), log, check);
  void upkeep.run(Date.now());
  const every = setInterval(() => void upkeep.run(Date.now()), HOUR_MS);
  every.unref();
  return () => clearInterval(every);
}
