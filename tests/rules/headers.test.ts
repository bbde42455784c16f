import { expect, it } from 'vitest';
import { headersFile, securityHeaders } from '../../supabase/local/security-headers.ts';

const PROJECT = 'https://abcdefgh.supabase.co';

function written(file: string): Record<string, string> {
  const everywhere = file.slice(0, file.indexOf('/sw.js'));
  return Object.fromEntries([...everywhere.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

it('a static host is told the same security headers as the local backend sends, but for where Supabase lives', () => {
  const headers = written(headersFile(PROJECT));
  const policy = headers['content-security-policy'] ?? '';
  const elsewhere = ' https://abcdefgh.supabase.co wss://abcdefgh.supabase.co';
  expect(policy).toContain(`connect-src 'self'${elsewhere};`);
  expect({ ...headers, 'content-security-policy': policy.replace(elsewhere, '') }).toEqual(securityHeaders(undefined));
});

it('of a build no stranger is allowed: one project, or where app and API share an address none', () => {
  expect(written(headersFile(`${PROJECT}/`))['content-security-policy']).not.toContain('*');
  expect(written(headersFile(undefined))).toEqual(securityHeaders(undefined));
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

it('a build names its project', async () => {
  const { default: config } = await import('../../vite.config.ts');
  const names = [config.plugins].flat(3).map((plugin) => (plugin as { name?: string } | null)?.name);
  expect(names).toContain('greben-static-headers');
});
