/**
 * Finds the seeds' accounts that still have the password which everybody knows. Anybody who finds the server can sign in with
 * them.
 */
import type { Sql } from 'postgres';
import { TEST_ACCOUNTS } from './seed-test.ts';
import { DEMO_PASSWORD } from './seed-write.ts';

/** The accounts of all seeds, by id: nobody chooses the id at sign-up, but anybody may choose the e-mail address. */
const IDS = Object.values(TEST_ACCOUNTS).map(({ id }) => id);

export interface DemoAccount {
  email: string;
  role: string | null;
  /** The salon's Bulgarian name. */
  salon: string | null;
  salonRole: string | null;
}

/**
 * Returns these accounts, the administrator first. Hashing is costly; the seeds share one hash, so it is compared once.
 * @param sql the owner's connection
 */
export const demoAccounts = (sql: Sql): Promise<DemoAccount[]> => sql<DemoAccount[]>`
  with hashes as materialized (select distinct encrypted_password as hash from auth.users where id = any(${IDS}::uuid[])),
    known as materialized (select hash from hashes where extensions.crypt(${DEMO_PASSWORD}, hash) = hash)
  select u.email, u.role, s.name_bg as salon, u.salon_role as "salonRole"
  from auth.users a join known on known.hash = a.encrypted_password
    join public.users u on u.id = a.id left join public.salons s on s.id = u.salon_id
  where a.id = any(${IDS}::uuid[]) order by u.role is distinct from 'admin', u.salon_id nulls last, u.salon_role is distinct from 'owner', u.email`;

const FRESH_MS = 60_000;

/**
 * Returns a function that tells whether there are such accounts; its answer is at most a minute old. A stranger who asks waits
 * for no query and causes at most one a minute.
 * @param ask asks the database; if it rejects, the last answer stays
 */
export async function knownDemo(ask: () => Promise<boolean>, now: () => number = Date.now): Promise<() => boolean> {
  let last = await ask();
  let at = now();
  let asking = false;
  return () => {
    if (!asking && now() - at >= FRESH_MS) {
      asking = true;
      const done = () => {
        asking = false;
        at = now();
      };
      ask().then((found) => {
        last = found;
        done();
      }, done);
    }
    return last;
  };
}
