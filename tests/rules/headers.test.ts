import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { securityHeaders } from '../../supabase/local/security-headers.ts';

it('a static host is told the same security headers as the local backend sends, but for where Supabase lives', () => {
  const file = readFileSync(new URL('../../public/_headers', import.meta.url), 'utf8');
  const written = Object.fromEntries(
    [...file.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const { 'cache-control': _caching, ...headers } = written;
  const elsewhere = / https:\/\/\*\.supabase\.co wss:\/\/\*\.supabase\.co/;
  expect(headers['content-security-policy']).toMatch(elsewhere);
  expect({ ...headers, 'content-security-policy': headers['content-security-policy']?.replace(elsewhere, '') }).toEqual(
    securityHeaders(undefined),
  );
});
