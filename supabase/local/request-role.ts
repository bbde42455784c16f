/**
 * Requests run on a login that is no superuser: `authenticator`, which has rights on the accounts and may become `anon`,
 * `authenticated` or `service_role`, and nobody else. So a statement that somebody smuggled in reaches no other salon's rows by
 * `reset role`, and no file or program of this machine. The owner's own login does migrations, seeds and upkeep.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import postgres from 'postgres';

const ROLE = 'authenticator';
const ATTEMPTS = 5;

export interface RequestLogin {
  /** The owner's connection string. */
  databaseUrl: string;
  /** Of this data folder: the login's password is derived from it, and stands nowhere. */
  secret: string;
  /** Whether the whole cluster is ours. On another PostgreSQL a login of that name may belong to somebody else. */
  ownCluster: boolean;
  log(line: string): void;
}

function loginUrl({ databaseUrl, secret }: RequestLogin): string {
  const url = new URL(databaseUrl);
  url.username = ROLE;
  url.password = createHmac('sha256', secret).update(`database login ${ROLE}`).digest('hex');
  return url.href;
}

/** What PostgreSQL keeps of a password (RFC 5802). So the password itself is in no statement, and in no log of one that failed. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

async function opens(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, idle_timeout: 1, onnotice: () => undefined });
  try {
    // Of an address without a host `URL` takes no user: that would be whoever the system says we are.
    const [row] = await sql<{ me: string }[]>`select current_user as me`;
    return row?.me === ROLE;
  } catch (error) {
    if (/^28/.test((error as { code?: string }).code ?? '')) return false; // no login, or another password
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** False where that login is somebody else's, or where ours may not be made. */
async function makeLogin({ databaseUrl, ownCluster }: RequestLogin, password: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [role] = await sql<{ rolcanlogin: boolean }[]>`select rolcanlogin from pg_roles where rolname = ${ROLE}`;
    if (!role || (role.rolcanlogin && !ownCluster)) return false;
    await sql.unsafe(`alter role ${ROLE} with login noinherit password '${scramVerifier(password)}'`);
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '42501') return false;
    // Roles belong to the cluster: another database's start may do the same at this moment.
    if (/concurrently updated/.test(message)) return true;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The connection string on which requests run. Where no such login can be had it is the owner's, and the log says so. */
export async function requestUrl(login: RequestLogin): Promise<string> {
  const url = URL.canParse(login.databaseUrl) ? loginUrl(login) : null;
  for (let attempt = 0; url && attempt < ATTEMPTS; attempt++) {
    if (await opens(url)) return url;
    if (!(await makeLogin(login, new URL(url).password))) break;
  }
  login.log(`Requests run with all rights of DATABASE_URL: its user cannot make ${ROLE} a login of this data folder.`);
  return login.databaseUrl;
}
