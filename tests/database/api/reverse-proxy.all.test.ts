/** The backend behind a reverse proxy with HTTPS, as a salon puts it there: PUBLIC_URL, WebSockets, limits by who asks. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as askSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { clientAddressBehind, proxyList } from '#local/http/client-address.ts';
import { DEMO_PASSWORD } from '#local/seeds/seed-write.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { type TlsProxy, type TlsProxyOptions, tlsProxy } from '../../support/tls-proxy.ts';

let proxy: TlsProxy;
let backend: TestBackend;
let dist: string;
const who = { address: '203.0.113.7' };

interface Setting {
  proxies?: string;
  signInAttempts?: number;
  publicUrl?: false;
  keepsHost?: TlsProxyOptions['keepsHost'];
}

/** People use `localhost` with the proxy's port; the backend listens on 127.0.0.1 with another. */
async function behindProxy({ keepsHost = true, publicUrl, ...options }: Setting = {}): Promise<string> {
  who.address = '203.0.113.7';
  dist = mkdtempSync(path.join(tmpdir(), 'greben-proxy-'));
  writeFileSync(path.join(dist, 'index.html'), '<!doctype html><title>Гребен</title>');
  writeFileSync(path.join(dist, 'sw.js'), 'self.addEventListener("fetch", () => undefined);');
  proxy = await tlsProxy({ client: () => who.address, keepsHost }, () => backend.url);
  const url = proxy.url.replace('127.0.0.1', 'localhost');
  backend = await startBackend({ seed: 'test', dist, ...(publicUrl === false ? {} : { publicUrl: url }), ...options });
  return url;
}
afterEach(async () => {
  await proxy.close();
  await backend.stop();
  rmSync(dist, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

async function ask(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = init;
  const request = askSecurely(url, { method, headers, ca: proxy.certificate.cert, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() };
}

const apikey = () => ({ apikey: backend.publishableKey, 'content-type': 'application/json' });

/** A device whose page came from `origin`, and that knows the certificate. */
function deviceAt(url: string, origin: string): SupabaseClient {
  const { cert } = proxy.certificate;
  class Trusting extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { ca: cert, origin });
    }
  }
  const trusting: typeof fetch = async (input, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), origin };
    const body = init?.body === undefined || init.body === null ? {} : { body: String(init.body) };
    const answer = await ask(String(input), { method: init?.method ?? 'GET', headers, ...body });
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status });
  };
  return createClient(url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: trusting },
    realtime: { transport: Trusting as never },
  });
}

it.each([true, false])(
  'a device signs in, pushes and hears a poke through HTTPS (the proxy passes the host on: %s)',
  async (keepsHost) => {
    const url = await behindProxy({ keepsHost });
    const device = deviceAt(url, url);
    expect(
      (await device.auth.signInWithPassword({ email: TEST_ACCOUNTS.owner.email, password: DEMO_PASSWORD })).error,
    ).toBeNull();
    await device.realtime.setAuth((await device.auth.getSession()).data.session?.access_token ?? null);
    const channel = device.channel('salon:1', { config: { private: true } });
    const poke = new Promise<void>((resolve) => channel.on('broadcast', { event: 'change' }, () => resolve()));
    expect(await new Promise<string>((resolve) => channel.subscribe(resolve))).toBe('SUBSCRIBED');
    const change = { table: 'clients', id: 'client-proxied', base_rev: 0, doc: { first_name: 'Нова' } };
    expect((await device.rpc('push_changes', { p_salon_id: 1, p_changes: [change] })).error).toBeNull();
    await poke;
    await device.removeAllChannels();

    for (const page of ['/', '/calendar']) expect((await ask(url + page)).body).toContain('Гребен');
    const worker = await ask(`${url}/sw.js`);
    expect([worker.status, worker.headers['cache-control'], worker.headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
    expect(worker.headers['content-security-policy']).toContain("connect-src 'self'");
  },
);

it('a foreign page gets nothing through the proxy, by HTTP or WebSocket', async () => {
  const url = await behindProxy();
  const origin = 'https://recipes.example';
  const health = `${url}/auth/v1/health`;
  expect((await ask(health, { headers: { ...apikey(), origin: url } })).status).toBe(200);
  const foreign = await ask(health, { headers: { ...apikey(), origin } });
  expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  const path = `${url.replace('https', 'wss')}/realtime/v1/websocket?apikey=${backend.publishableKey}`;
  const socket = new WebSocket(path, { ca: proxy.certificate.cert, origin });
  await expect(once(socket, 'open')).rejects.toThrow('403');
});

it('without PUBLIC_URL a proxy that names the backend by its own address is told what to set', async () => {
  const url = await behindProxy({ keepsHost: false, publicUrl: false });
  const refused = await ask(`${url}/auth/v1/health`, { headers: { ...apikey(), origin: url } });
  expect(refused.status).toBe(403);
  expect(refused.body).toContain('PUBLIC_URL');
});

const guess = (url: string, forged = {}) =>
  ask(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...apikey(), ...forged },
    body: JSON.stringify({ email: TEST_ACCOUNTS.owner.email, password: 'wrong-password' }),
  }).then(({ status }) => status);

it('limits count by the address that a proxy tells where GREBEN_PROXY names it, whatever the client wrote before', async () => {
  const url = await behindProxy({ signInAttempts: 2, proxies: '127.0.0.1' });
  expect([await guess(url), await guess(url), await guess(url, { 'x-forwarded-for': '198.51.100.1' })]).toEqual([400, 400, 429]);
  who.address = '203.0.113.8';
  expect(await guess(url)).toBe(400);
});

it('nobody’s X-Forwarded-For is believed without GREBEN_PROXY, with PUBLIC_URL neither', async () => {
  const url = await behindProxy({ signInAttempts: 2 });
  expect([await guess(url), await guess(url)]).toEqual([400, 400]);
  who.address = '203.0.113.8';
  expect(await guess(url)).toBe(429);
});

it('reads GREBEN_PROXY as addresses and networks, and each hop from the right', async () => {
  await behindProxy();
  for (const wrong of ['', 'localhost', '10.0.0.0/33', '1.2.3.4/', '1.2.3.4/8/8', '127.0.0.1;::1'])
    expect(proxyList(wrong)).toBeNull();
  const addressOf = clientAddressBehind(proxyList('127.0.0.1, ::1, 10.0.0.0/8'));
  const from = (remoteAddress: string, told?: string) =>
    addressOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': told } } as unknown as IncomingMessage);
  expect(from('127.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(from('::ffff:127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7');
  expect(from('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9'); // no proxy of ours
  expect(from('127.0.0.1', 'nonsense')).toBe('127.0.0.1');
  expect(from('127.0.0.1')).toBe('127.0.0.1');
});
