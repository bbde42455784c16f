/**
 * `npm run password -- EMAIL` sets another password for an account and ends its sessions, whether the server runs or not. On a
 * terminal it asks for the password without showing it; without a terminal it makes one and prints it.
 */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import postgres, { type Sql } from 'postgres';
import { cleanText } from '#schemas/clean-text.ts';
import { DataFolderError } from './postgres/folder-lock.ts';
import { type OpenDatabase, openDatabase } from './postgres/open-database.ts';
import { readSettings, SettingError } from './settings.ts';

/** Nothing was done; the person at the console reads the reason. */
class NotSet extends Error {}

/** Checks a password by the rule of `private.require_password`. */
const fits = (password: string) => [...password].length >= 6 && Buffer.byteLength(password) <= 72;

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for the new password.
 * @throws NotSet after Ctrl+C or Ctrl+D
 */
async function newPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  lines.on('SIGINT', () => lines.close());
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    process.stdout.write(question);
    const { value, done } = await typed.next();
    process.stdout.write('\n');
    if (done) throw new NotSet('The password stays as it was.');
    return value;
  };
  try {
    for (;;) {
      const password = await ask('New password: ');
      if (!fits(password)) console.log('A password has 6 characters at least and 72 bytes at most.');
      else if ((await ask('Once more: ')) === password) return password;
      else console.log('These are two different ones.');
    }
  } finally {
    lines.close();
  }
}

async function accountOf(sql: Sql, email: string): Promise<string> {
  const [account] = await sql<{ id: string }[]>`select id from auth.users where lower(email) = lower(${email})`;
  if (!account) throw new NotSet(`There is no account with the e-mail ${email}.`);
  return account.id;
}

async function set(sql: Sql, email: string): Promise<void> {
  const id = await accountOf(sql, email);
  const made = process.stdin.isTTY ? null : randomBytes(12).toString('base64url');
  await sql`select private.set_password(${id}, ${made ?? (await newPassword())})`;
  console.log(`${email} has another password, and is signed out everywhere.`);
  if (made) console.log(`Password: ${made}`);
}

/** Explains in one sentence an error that a person can fix; any other error comes with its stack. */
function explain(error: unknown): string {
  const { code, message, stack } = error as { code?: string; message: string; stack?: string };
  if ([NotSet, DataFolderError, SettingError].some((kind) => error instanceof kind)) return message;
  if (code === '42P01' || code === '42883')
    return 'This database was made by another version of Greben, or is not Greben’s: start Greben on it once.';
  return stack ?? message;
}

/** Runs the command. Sets the exit code: 0 if the password is set, 2 without an e-mail, else 1. */
export async function main([email = '', ...more]: readonly string[]): Promise<void> {
  if (email === '' || more.length > 0) {
    console.error('Usage: npm run password -- EMAIL');
    process.exitCode = 2;
    return;
  }
  let database: OpenDatabase | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void Promise.resolve(database?.close()).finally(() => process.exit(1)));
  try {
    database = await openDatabase(readSettings(process.env));
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    await set(sql, cleanText(email).trim()).finally(() => sql.end({ timeout: 1 }));
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}
