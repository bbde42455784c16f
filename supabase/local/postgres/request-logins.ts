/**
 * The logins of the server. None is a superuser, and each has only the rights that its work needs: REST requests run on
 * `authenticator`, which has no right of its own and may only become `anon` or `authenticated`; the authentication runs on
 * `supabase_auth_admin`, which reaches only the accounts; Realtime runs on `supabase_realtime_admin`, which reaches the messages
 * and may become `authenticated`. So a statement smuggled into a request reads and writes nothing after `reset role`. Migrations,
 * seeds and upkeep run on the owner's own login.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import postgres from 'postgres';

const ROLES = { requests: 'authenticator', accounts: 'supabase_auth_admin', realtime: 'supabase_realtime_admin' } as const;
type Role = (typeof ROLES)[keyof typeof ROLES];
const ATTEMPTS = 5;

export interface RequestLogin {
  /** Connection string of the owner. */
  databaseUrl: string;
  /** The secret of this data folder. The password of a login is derived from it and stored nowhere. */
  secret: string;
  /** True if the whole cluster is ours. On another PostgreSQL a login of that name may belong to somebody else. */
  ownCluster: boolean;
  log(line: string): void;
}

/** The connection string of each login. */
export type Logins = Readonly<Record<keyof typeof ROLES, string>>;

function loginUrl({ databaseUrl, secret }: RequestLogin, role: Role): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = createHmac('sha256', secret).update(`database login ${role}`).digest('hex');
  return url.href;
}

/**
 * Returns PostgreSQL's stored form of a password (RFC 5802), so that the password itself is in no statement, and in no log of a
 * failed one.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

async function opens(url: string, role: Role): Promise<boolean> {
  const sql = postgres(url, { max: 1, idle_timeout: 1, onnotice: () => undefined });
  try {
    // `URL` takes no user for an address without a host; the user is then that of the system.
    const [row] = await sql<{ me: string }[]>`select current_user as me`;
    return row?.me === role;
  } catch (error) {
    if (/^28/.test((error as { code?: string }).code ?? '')) return false; // there is no such login, or it has another password
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Returns false if that login is somebody else's, or if ours may not be made. */
async function makeLogin({ databaseUrl, ownCluster }: RequestLogin, name: Role, password: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [role] = await sql<{ rolcanlogin: boolean }[]>`select rolcanlogin from pg_roles where rolname = ${name}`;
    if (!role || (role.rolcanlogin && !ownCluster)) return false;
    await sql.unsafe(`alter role ${name} with login noinherit password '${scramVerifier(password)}'`);
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '42501') return false;
    // Roles belong to the cluster: the start of another database may do the same at this moment.
    if (/concurrently updated/.test(message)) return true;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Returns the connection string of a login; null if it cannot be used. */
async function opened(login: RequestLogin, role: Role): Promise<string | null> {
  const url = URL.canParse(login.databaseUrl) ? loginUrl(login, role) : null;
  for (let attempt = 0; url && attempt < ATTEMPTS; attempt++) {
    if (await opens(url, role)) return url;
    if (!(await makeLogin(login, role, new URL(url).password))) break;
  }
  return null;
}

/** Returns the three logins. If one of them cannot be used, all requests run on the owner's login, and the log says so. */
export async function requestLogins(login: RequestLogin): Promise<Logins> {
  const [requests, accounts, realtime] = await Promise.all([
    opened(login, ROLES.requests),
    opened(login, ROLES.accounts),
    opened(login, ROLES.realtime),
  ]);
  if (requests && accounts && realtime) return { requests, accounts, realtime };
  const names = Object.values(ROLES).join(', ');
  login.log(`Requests run with all rights of DATABASE_URL: its user cannot make ${names} logins of this data folder.`);
  const owner = login.databaseUrl;
  return { requests: owner, accounts: owner, realtime: owner };
}
