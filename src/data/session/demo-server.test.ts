import { expect, it, vi } from 'vitest';
import { holdsDemo } from './session-passwords.ts';

const asked = (answer: () => Promise<Response>) => holdsDemo({ url: 'https://salon.example', key: 'key', fetch: answer });
const json = (body: unknown, status = 200) => asked(async () => Response.json(body, { status }));

it('is what our own server says, and nothing that anybody else says', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  expect(await json({ demo_accounts: true })).toBe(true);
  expect(await json({ demo_accounts: false })).toBe(false);
  expect(await json({ external: { email: true } })).toBe(false); // hosted Supabase
  expect(await json(null)).toBe(false);
  expect(await json({ demo_accounts: true }, 503)).toBe(false);
  expect(await asked(async () => new Response('<h1>Sign in to the network</h1>'))).toBe(false);
  expect(await asked(() => Promise.reject(new TypeError('no line')))).toBe(false);
});

it('asks for it with the publishable key alone', async () => {
  const fetch = vi.fn(async () => Response.json({}));
  await holdsDemo({ url: 'https://salon.example', key: 'key', fetch });
  expect(fetch).toHaveBeenCalledWith('https://salon.example/auth/v1/settings', { headers: { apikey: 'key' } });
});
