/** Who may ask: pages of this address and of PUBLIC_URL. Everybody else's are refused, by HTTP and by WebSocket. */
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedHosts, urlHere } from '#local/http/allowed-hosts.ts';
import { rawSocket, upgradeTo } from '../../support/raw-socket.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://127.0.0.1:80'],
  ['salon.local', 'http://salon.local:80'],
])('who listens on %s is reached from here at %s, as the health check does', (host, url) => {
  expect(urlHere(host, 80)).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});

describe('on loopback with PUBLIC_URL', () => {
  const addresses = allowedHosts({ host: '127.0.0.1', publicUrl: 'https://salon.example' });
  const status = (host: string | undefined, origin?: string) => addresses.refusalOf({ host, origin })?.status ?? 'taken';

  it.each([
    '127.0.0.1:4173',
    'localhost:4173',
    '[::1]:4173',
    'greben.localhost',
    'salon.example',
    'SALON.example:443',
    undefined,
  ])('a request for %s is taken', (host) => expect(status(host)).toBe('taken'));

  it.each([
    'evil.example',
    'evil.example:4173',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.5:4173',
    'salon.example.evil',
  ])('a request for %s, whose name leads here, is refused', (host) => expect(status(host)).toBe(403));

  it.each(['a b', '[::1', '', 'x/y', 'a@b', 'x:y', '1.2.3.4:99999999', '127.0.0.1:4173, evil.example'])(
    'the host “%s” is none',
    (host) => expect(status(host)).toBe(400),
  );

  it('takes pages of the address that is asked, on any port of a tunnel or proxy, and of PUBLIC_URL', () => {
    expect(status('127.0.0.1:4173', 'http://127.0.0.1:4173')).toBe('taken');
    expect(status('localhost:8080', 'http://localhost:8080')).toBe('taken');
    expect(status('127.0.0.1:4173', 'https://salon.example')).toBe('taken'); // a proxy that names us by our number
    expect(status('salon.example', 'https://salon.example')).toBe('taken');
    expect(status('localhost:80', 'http://localhost')).toBe('taken');
  });

  it.each([
    'http://recipes.example:4399',
    'http://127.0.0.1:3000',
    'http://localhost:4173',
    'http://salon.example',
    'null',
    'file://',
    '',
  ])('refuses a page of %s', (origin) => expect(status('127.0.0.1:4173', origin)).toBe(403));
});

it('listening for other machines it is asked by its number or its own name, never by a strange name', () => {
  const addresses = allowedHosts({ host: '0.0.0.0' });
  for (const host of ['192.168.1.5:4173', '[fe80::1]:4173', 'localhost', hostname(), `${hostname()}.local:4173`]) {
    expect(addresses.refusalOf({ host })).toBeNull();
  }
  expect(addresses.refusalOf({ host: 'evil.example:4173' })?.status).toBe(403);
});

describe('the server', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend({ seed: 'none' });
  });
  afterAll(() => backend.stop());

  const head = async (text: string) => {
    const raw = await rawSocket(backend.url, text);
    await raw.ended;
    raw.socket.destroy();
    return raw.heard();
  };
  const asked = (path: string, ...headers: string[]) =>
    head(`GET ${path} HTTP/1.1\r\n${['Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
  const host = () => `Host: ${new URL(backend.url).host}`;

  it.each(['/', '/auth/v1/health', '/rest/v1/users'])('gives nothing of %s to a foreign page or name', async (path) => {
    expect(await asked(path, 'Host: evil.example')).toMatch(/^HTTP\/1.1 403 /);
    const foreign = await asked(path, host(), 'Origin: http://recipes.example');
    expect(foreign).toMatch(/^HTTP\/1.1 403 /);
    expect(foreign.toLowerCase()).not.toContain('access-control-allow-origin');
  });

  it('answers a host that is none with 400 and prints no stack', async () => {
    for (const none of ['a b', '[::1']) expect(await asked('/', `Host: ${none}`)).toMatch(/^HTTP\/1.1 400 /);
    expect(await asked('http://evil.example/auth/v1/health', host())).toMatch(/^HTTP\/1.1 400 /);
    expect(backend.output()).not.toContain('    at ');
  });

  it('names the own origin, and no other, to a page that asks', async () => {
    const answer = await asked('/auth/v1/health', host(), `Origin: ${backend.url}`, `apikey: ${backend.publishableKey}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer.toLowerCase()).toContain(`access-control-allow-origin: ${backend.url}\r\n`);
    const preflight = await fetch(`${backend.url}/auth/v1/token`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });

  it('opens no WebSocket for a foreign page or name', async () => {
    const path = `/realtime/v1/websocket?apikey=${backend.publishableKey}`;
    expect(await head(upgradeTo(path, host(), 'Origin: http://recipes.example:4399'))).toMatch(/^HTTP\/1.1 403 /);
    expect(await head(upgradeTo(path, 'Host: evil.example'))).toMatch(/^HTTP\/1.1 403 /);
    expect(await head(upgradeTo(path, 'Host: a b'))).toMatch(/^HTTP\/1.1 400 /);
  });
});
