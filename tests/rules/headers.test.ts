import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { headersFile, publicPageHeaders, securityHeaders, transportSecurity } from '#local/http/security-headers.ts';
import { staticFiles } from '#local/http/static-files.ts';

const PROJECT = 'https://abcdefgh.supabase.co';
const HASHED = ['/assets/start-1234.js', '/assets/start-5678.css'];
const HSTS = transportSecurity('https://salon.example');

/** The headers that a rule of the file sets. */
function written(file: string, rule = '/*'): Record<string, string> {
  const lines = file.split(/^(?=\/)/m).find((one) => one.startsWith(`${rule}\n`)) ?? '';
  return Object.fromEntries([...lines.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

it('a static host is told the same security headers as the local backend sends, but for where Supabase lives', () => {
  const headers = written(headersFile(PROJECT, HASHED));
  const policy = headers['content-security-policy'] ?? '';
  const elsewhere = ' https://abcdefgh.supabase.co wss://abcdefgh.supabase.co';
  expect(policy).toContain(`connect-src 'self'${elsewhere};`);
  expect({ ...headers, 'content-security-policy': policy.replace(elsewhere, '') }).toEqual({
    ...securityHeaders(undefined),
    ...HSTS,
  });
});

it('of a build no stranger is allowed: one project, or where app and API share an address none', () => {
  expect(written(headersFile(`${PROJECT}/`, HASHED))['content-security-policy']).not.toContain('*');
  expect(written(headersFile(undefined, HASHED))).toEqual({ ...securityHeaders(undefined), ...HSTS });
  expect(securityHeaders(undefined)['content-security-policy']).toContain("img-src 'self' data: blob:;");
});

it('runs no inline script, takes no inline style sheet, evaluates no text and stands in nobody’s frame', () => {
  const headers = securityHeaders(undefined);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  for (const rule of ["script-src 'self'", "style-src 'self'", "object-src 'none'", "frame-ancestors 'none'"])
    expect(policy.split('; ')).toContain(rule);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types greben");
  expect(headers['referrer-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toMatch(/^camera=\(self\), microphone=\(\), geolocation=\(\)/);
});

it('any site may frame a public page and nothing else, and that is all in which its headers differ', () => {
  const app = securityHeaders('salon.example');
  const page = publicPageHeaders('salon.example');
  const { 'x-frame-options': refused, 'content-security-policy': policy, ...others } = app;
  expect(refused).toBe('DENY');
  expect(page).toEqual({ ...others, 'content-security-policy': policy?.replace("frame-ancestors 'none'", 'frame-ancestors *') });
  expect(page['content-security-policy']).toContain('frame-ancestors *;');
});

it('the local server lets the public page be framed, and by no spelling of an address anything else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-headers-'));
  mkdirSync(path.join(folder, 'booking'));
  writeFileSync(path.join(folder, 'index.html'), 'app');
  writeFileSync(path.join(folder, 'booking/index.html'), 'page');
  const serve = staticFiles(folder);
  const server = createServer((asked, response) => void serve(asked, response, new URL(asked.url ?? '/', 'http://localhost')));
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  const framable = async (asked: string) => {
    // As it is written: fetch and URL would put `..` in order.
    const response = await new Promise<IncomingMessage>((answered, failed) =>
      request({ host: 'localhost', port, path: asked }, answered).on('error', failed).end(),
    );
    const body = (await response.setEncoding('utf8').toArray()).join('');
    return [body, response.headers['x-frame-options'] ?? 'any site'];
  };
  expect(await framable('/b/studio-kadritsa')).toEqual(['page', 'any site']);
  expect(await framable('/booking/index.html')).toEqual(['page', 'DENY']);
  for (const asked of ['/', '/index.html', '/b', '/%62/../index.html', '/b/../index.html'])
    expect(await framable(asked)).toEqual(['app', 'DENY']);
  for (const asked of ['/b/..%2findex.html', '/b/%2e%2e%2findex.html', '/b/x/..%2f..%2findex.html', '/b/..%5cindex.html'])
    expect((await framable(asked))[0]).not.toBe('app');
  server.close();
  rmSync(folder, { recursive: true });
});

it('a static host takes the refusal of frames away for the public pages alone', () => {
  const file = headersFile(PROJECT, HASHED);
  expect(file).toContain('\n/b/*\n  ! x-frame-options\n  ! content-security-policy\n  content-security-policy: ');
  const everywhere = written(file)['content-security-policy'];
  expect(written(file, '/b/*')).toEqual({
    'content-security-policy': everywhere?.replace("frame-ancestors 'none'", 'frame-ancestors *'),
  });
  expect(everywhere).toContain("frame-ancestors 'none'");
});

it('a build names its project', async () => {
  const { default: config } = await import('../../vite.config.ts');
  const names = [config.plugins].flat(3).map((plugin) => (plugin as { name?: string } | null)?.name);
  expect(names).toContain('greben-static-headers');
});

it('HTTPS is asked of browsers where people come by HTTPS, and never of localhost', () => {
  expect(HSTS).toEqual({ 'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/) });
  for (const other of [undefined, 'http://salon.example', 'https://localhost:8443', 'https://salon.localhost']) {
    expect(transportSecurity(other)).toEqual({});
  }
  expect(headersFile('http://127.0.0.1:54321', HASHED)).not.toContain('strict-transport');
});

/** As Netlify reads `_redirects`: a file that is there wins, then the first rule whose path fits. */
function answered(asked: string, files: readonly string[]): { status: number; file: string } {
  if (files.includes(asked)) return { status: 200, file: asked };
  const rules = readFileSync(path.join(import.meta.dirname, '../../public/_redirects'), 'utf8')
    .trim()
    .split('\n');
  for (const rule of rules) {
    const [from = '', file = '', status = ''] = rule.split(/\s+/);
    if (asked.startsWith(from.replace(/\*$/, ''))) return { status: Number(status), file };
  }
  throw new Error(`no rule for ${asked}`);
}

it('a static host says of a missing asset that it is missing, and keeps no word of it; every other path is the app’s, but for those of the public pages', () => {
  const files = ['/index.html', '/booking/index.html', '/assets/404.html', ...HASHED];
  expect(answered('/assets/start-0000.js', files)).toEqual({ status: 404, file: '/assets/404.html' });
  expect(answered('/assets/start-1234.js', files)).toEqual({ status: 200, file: '/assets/start-1234.js' });
  expect(answered('/calendar/day', files)).toEqual({ status: 200, file: '/index.html' });
  // The folder and not its index.html: Cloudflare Pages takes a rule from `/b/*` to a file of that name for one that never ends.
  expect(answered('/b/studio-kadritsa', files)).toEqual({ status: 200, file: '/booking/' });
  expect(answered('/b', files)).toEqual({ status: 200, file: '/index.html' });
  // Cloudflare Pages takes the nearest 404.html, and none at the top: there it would stand in the place of the app.
  expect(readFileSync(path.join(import.meta.dirname, '../../public/assets/404.html'), 'utf8')).toContain('Not found');

  const rules = headersFile(undefined, HASHED)
    .split('\n')
    .filter((line) => line.startsWith('/'));
  expect(rules).toEqual(['/*', '/b/*', '/sw.js', ...HASHED]); // the headers of a path are those of its 404, too
});
