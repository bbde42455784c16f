import type { ServerAddress } from './session-options.ts';

/**
 * Whether the server says that everybody knows the passwords of accounts on it (`demo_accounts` among the information of our own
 * backend; hosted Supabase has no such field). False where nobody says so, as without a line. Never rejects.
 */
export async function holdsDemo({ url, key, fetch }: ServerAddress): Promise<boolean> {
  try {
    const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
    const said = (await response.json()) as { demo_accounts?: unknown } | null;
    return response.ok && said?.demo_accounts === true;
  } catch (error) {
    console.info('Nobody says whether this server holds demo accounts', error);
    return false;
  }
}
