/**
 * What `pg_cron` and the platform do on hosted Supabase, for a backend that runs for months on a shop's computer: old messages, used
 * refresh tokens and forgotten sessions go hourly and the health of all parts is checked, old tombstones once a day; and the nightly
 * backup, where it is switched on. Promise: a failure is logged and tried again an hour later; nothing waits for it.
 */
import type { Sql } from 'postgres';

/** Messages are news, not rows: hosted Supabase keeps them three days. */
const MESSAGES_KEPT = '1 day';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** More than anybody has devices and browsers. A session has no end of its own, and each sign-in makes one. */
const SESSIONS_OF_ACCOUNT = 100;

/**
 * Each renewal leaves the token that it used. Of the last day they are kept: one that is used twice ends its session (it was stolen). Kept
 * is also the one before the token that is valid: a device that never heard of its last renewal asks with it.
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

/** lite notes each sign-in, renewal and change of an account, and nothing of ours reads it: an operator may, for as long as health checks. */
const deleteOldNotes = (sql: Sql) => sql`delete from auth.audit_log_entries where created_at < now() - interval '30 days'`;

/** What else is due every hour, beside what the database does itself. */
export interface Chores {
  /** Writes the health of all parts. */
  check?: () => Promise<unknown>;
  /** Called with the time; knows itself when it is due. */
  backup?: ((now: number) => Promise<unknown>) | undefined;
}

export interface Upkeep {
  /** What is due at `now` (milliseconds since 1970). */
  run(now: number): Promise<void>;
}

/**
 * `since`: when the backend began, milliseconds since 1970; it checks and purges first when it has run for an hour.
 */
export function upkeepOf(sql: Sql, since: number, log: (line: string) => void, { check, backup }: Chores = {}): Upkeep {
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

/** Runs it now and then every hour; the returned function ends that. */
export function startUpkeep(sql: Sql, log: (line: string) => void, chores: Chores): () => void {
  const upkeep = upkeepOf(sql, Date.now(), log, chores);
  void upkeep.run(Date.now());
  const every = setInterval(() => void upkeep.run(Date.now()), HOUR_MS);
  every.unref();
  return () => clearInterval(every);
}
