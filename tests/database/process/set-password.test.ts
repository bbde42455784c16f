/** `npm run password -- EMAIL` as a process, beside a running server and without one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PUBLISHABLE_KEY, ROOT } from '#local/settings.ts';
import { ended, npmStart, query } from '../../support/npm-start.ts';
import { DEMO_PASSWORD, TEST_ACCOUNTS } from '../../support/test-backend.ts';

const { folder, serveBefore, start } = npmStart();
beforeEach(serveBefore);
const COMMAND = ['supabase/local/run.mjs', 'password'];
const OWNER = TEST_ACCOUNTS.owner.email;
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) await ended(child, 'SIGKILL');
});

interface Run {
  child: ChildProcess;
  printed(): string;
  /** With its exit code. */
  over: Promise<{ code: number | null; printed: string }>;
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Run {
  const own = { ...process.env, GREBEN_DATA: path.join(folder(), 'data'), ...env };
  const child = spawn(program, args, { cwd: ROOT, env: own });
  running.push(child);
  let printed = '';
  const take = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const over = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }));
  return { child, printed: () => printed, over };
}

/** Without a terminal. */
function setPassword(...given: string[]) {
  const made = run(process.execPath, [...COMMAND, ...given]);
  made.child.stdin?.end();
  return made.over;
}

/** On a terminal of its own, as `script` makes one. */
function onTerminal(email: string) {
  const { child, printed, over } = run('script', ['-qec', [process.execPath, ...COMMAND, email].join(' '), '/dev/null']);
  return {
    over,
    printed,
    async answer(question: string, times: number, text: string) {
      await expect.poll(() => printed().split(question).length - 1, { timeout: 60_000 }).toBe(times);
      child.stdin?.write(`${text}\r`);
    },
  };
}

const ask = (url: string, grant: string, body: object) =>
  fetch(`${url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const signIn = async (url: string, password: string) => {
  const answer = await ask(url, 'password', { email: OWNER, password });
  return { status: answer.status, tokens: (await answer.json()) as { refresh_token: string } };
};
const made = (printed: string) => /^Password: (\S+)$/m.exec(printed)?.[1] ?? '';

it('sets another password while the server runs or not, ends the sessions of that account, and leaves no database behind', async () => {
  const { url, child } = await start();
  const before = await signIn(url, DEMO_PASSWORD);
  const { code, printed } = await setPassword(OWNER.toUpperCase());
  expect(code).toBe(0);
  expect(made(printed)).toMatch(/^[\w-]{16}$/);
  expect((await signIn(url, DEMO_PASSWORD)).status).toBe(400);
  expect((await signIn(url, made(printed))).status).toBe(200);
  expect((await ask(url, 'refresh_token', { refresh_token: before.tokens.refresh_token })).status).toBe(400);
  await ended(child, 'SIGTERM');
  const second = await setPassword(OWNER);
  expect(second.code).toBe(0);
  const again = await start();
  expect(again.output).not.toContain('already running');
  expect((await signIn(again.url, made(printed))).status).toBe(400);
  expect((await signIn(again.url, made(second.printed))).status).toBe(200);
});

it('asks on a terminal twice, without showing what is typed, and anew where it does not fit; Ctrl+C changes nothing', async () => {
  const { url } = await start();
  const given = onTerminal(OWNER);
  await given.answer('New password: ', 1, '\u0003');
  expect(await given.over).toMatchObject({ code: 1, printed: expect.stringContaining('stays as it was') });
  expect((await signIn(url, DEMO_PASSWORD)).status).toBe(200);
  const { answer, over, printed } = onTerminal(OWNER);
  await answer('New password: ', 1, 'short');
  await answer('New password: ', 2, 'a secret typed');
  await answer('Once more: ', 1, 'another secret');
  await answer('New password: ', 3, 'a secret typed');
  await answer('Once more: ', 2, 'a secret typed');
  expect((await over).code).toBe(0);
  expect(printed()).toContain('6 characters at least');
  expect(printed()).toContain('two different ones');
  expect(printed()).not.toMatch(/short|secret/);
  expect((await signIn(url, 'a secret typed')).status).toBe(200);
});

it('says in a sentence that it knows no such e-mail, that no database is there, or how it is called', async () => {
  const none = path.join(folder(), 'none');
  const nowhere = run(process.execPath, [...COMMAND, OWNER], { GREBEN_DATA: none });
  nowhere.child.stdin?.end();
  expect(await nowhere.over).toMatchObject({
    code: 1,
    printed: `${none} holds no database: set GREBEN_DATA to the folder of one.\n`,
  });
  expect(existsSync(none)).toBe(false);
  expect(await setPassword()).toMatchObject({ code: 2, printed: expect.stringContaining('npm run password -- EMAIL') });
  const { databaseUrl } = await start();
  const unknown = await setPassword('nobody@greben.test');
  expect(unknown).toEqual({ code: 1, printed: 'There is no account with the e-mail nobody@greben.test.\n' });
  const other = run(process.execPath, [...COMMAND, OWNER], {
    DATABASE_URL: databaseUrl,
    GREBEN_DATA: none,
  });
  other.child.stdin?.end();
  expect((await other.over).code).toBe(0);
  await query(databaseUrl, 'create database empty');
  const empty = run(process.execPath, [...COMMAND, OWNER], { DATABASE_URL: databaseUrl.replace(/\/[^/]*$/, '/empty') });
  empty.child.stdin?.end();
  expect(await empty.over).toMatchObject({ code: 1, printed: expect.stringContaining('start Greben on it once') });
});
