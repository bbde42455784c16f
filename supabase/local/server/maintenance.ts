/**
 * Does the work of `pg_cron` and the platform on hosted Supabase, for a backend that runs for months on a shop's computer. Hourly
 * it removes old messages, used refresh tokens and forgotten sessions, checks the health of all parts, and takes the nightly
 * backup if it is switched on; daily it removes old tombstones; each minute it lets requests of customers expire. Promise: a failure is
 * logged and tried again an hour, or a minute, later; nothing waits for it.
 */
import type { Sql } from 'postgres';

/** Messages are news and no rows; hosted Supabase keeps them for three days. */
const MESSAGES_KEPT = '1 day';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** More sessions than anybody has devices and browsers. A session never ends by itself, and each sign-in makes one. */
const SESSIONS_OF_ACCOUNT = 100;

/**
 * Deletes used refresh tokens; each renewal leaves one. Those of the last day stay, because a token that is used twice was stolen
 * and ends its session. The predecessor of the valid token stays too: a device that did not get the answer to its last renewal
 * sends it.
 */
const deleteUsedTokens = (sql: Sql) => sql`
  delete from auth.refresh_tokens t
  where t.revoked and t.updated_at < now() - interval '1 day'
    and exists (select from auth.refresh_tokens v where v.session_id = t.session_id and not v.revoked)
    and not exists (select from auth.refresh_tokens v where v.session_id = t.session_id and not v.revoked and v.parent = t.token)`;

const deleteForgottenSessions = (sql: Sql) => sql`
  delete from auth.sessions s
  using (select id, row_number() over (partition by user_id order by updated_at desc, id desc) as place from auth.sessions) r
  where r.id = s.id and r.place > ${SESSIONS_OF_ACCOUNT}`;

/**
 * Deletes old audit entries. lite writes one for each sign-in, renewal and change of an account. Our code never reads them; an
 * operator may, as long as health checks are kept.
 */
const deleteOldNotes = (sql: Sql) => sql`delete from auth.audit_log_entries where created_at < now() - interval '30 days'`;

/** The hourly work beside that of the database itself. */
export interface MaintenanceJobs {
  /** Measures and writes the health of all parts. */
  check?: () => Promise<unknown>;
  /** Called with the time; the function itself decides whether a backup is due. */
  backup?: ((now: number) => Promise<unknown>) | undefined;
}

export interface Maintenance {
  /** Does the work that is due at `now` (milliseconds since 1970). */
  run(now: number): Promise<void>;
}

/**
 * Makes the maintenance.
 * @param since the time when the backend began, in milliseconds since 1970; the first check and purge come an hour later
 */
export function maintenance(
  sql: Sql,
  since: number,
  log: (line: string) => void,
  { check, backup }: MaintenanceJobs = {},
): Maintenance {
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
      await tried(deleteUsedTokens(sql));
      await tried(deleteForgottenSessions(sql));
      await tried(deleteOldNotes(sql));
      if (check && now >= checkAt) {
        checkAt = now + HOUR_MS;
        await tried(check());
      }
      if (backup) await tried(backup(now));
      if (now < purgeAt) return;
      const done = await tried(sql`call private.purge_all()`);
      purgeAt = now + (done ? DAY_MS : HOUR_MS);
    },
  };
}

/**
 * Cancels the requests of customers that nobody has confirmed in time: the work of a minute. Promise: a failure is logged once until it
 * works again, and tried the next minute.
 */
export function requestsExpire(sql: Sql, log: (line: string) => void): () => Promise<void> {
  let failed = false;
  return async () => {
    try {
      await sql`select private.let_requests_expire()`;
      failed = false;
    } catch (error) {
      if (!failed) log(`requests: ${error}`);
      failed = true;
    }
  };
}

/** Runs the maintenance now and then every hour, and each minute what cannot wait for it. Returns a function that ends both. */
export function startUpkeep(sql: Sql, log: (line: string) => void, chores: MaintenanceJobs): () => void {
  const upkeep = maintenance(sql, Date.now(), log, chores);
  const expire = requestsExpire(sql, log);
  void upkeep.run(Date.now());
  void expire();
  const timers = [setInterval(() => void upkeep.run(Date.now()), HOUR_MS), setInterval(() => void expire(), MINUTE_MS)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
