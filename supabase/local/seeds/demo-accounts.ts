/** The seeds' accounts that still have the password which everybody knows: whoever finds the server can sign in as them. */
import type { Sql } from 'postgres';
import { TEST_ACCOUNTS } from './seed-test.ts';
import { DEMO_PASSWORD } from './seed-write.ts';

/** All seeds' accounts; ids are not chosen by whoever signs up, e-mail addresses are. */
const IDS = Object.values(TEST_ACCOUNTS).map(({ id }) => id);

export interface DemoAccount {
  email: string;
  role: string | null;
  /** The salon's Bulgarian name. */
  salon: string | null;
}

/** The administrator first. Hashing costs: the seeds write one hash for all, so it is done once. @param sql the owner's */
export const demoAccounts = (sql: Sql): Promise<DemoAccount[]> => sql<DemoAccount[]>`
  with hashes as materialized (select distinct encrypted_password as hash from auth.users where id = any(${IDS}::uuid[])),
    known as materialized (select hash from hashes where extensions.crypt(${DEMO_PASSWORD}, hash) = hash)
  select u.email, u.role, s.name_bg as salon
  from auth.users a join known on known.hash = a.encrypted_password
    join public.users u on u.id = a.id left join public.salons s on s.id = u.salon_id
  where a.id = any(${IDS}::uuid[]) order by u.role is distinct from 'admin', u.salon_id nulls last, u.email`;

const FRESH_MS = 60_000;

/**
 * Whether there are any, as of at most a minute before it was last asked: a stranger who asks waits for no query and costs none
 * but that one a minute.
 * @param ask whether there are any now; rejects where the database cannot be asked, and the last answer stays
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
