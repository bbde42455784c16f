/** Requests at the doors of REST as nobody of ours makes them: spellings of paths, forms of queries, headers, bodies. */
import fc from 'fast-check';
import { REST_ROUTES } from '#local/api/rest-routes.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE', 'get'];
const NAMES = [...new Set(REST_ROUTES.map(({ path }) => path)), 'clients', 'rpc/admin_revoke_sessions', 'auth.users'];
const MARKS = [
  '',
  '/',
  '%2f',
  '%2F',
  '%252f',
  '//',
  '/./',
  '/../',
  '/%2e%2e/',
  '\\',
  '%5c',
  ';',
  ';x=1',
  '%00',
  '%20',
  '?',
  'ｐ',
  '*',
];
const QUERIES = [
  ...['select=id', 'select=*', 'select=id,email', 'select=id%2Cemail', 'select=id,id', 'select=', 'select=events(*)'],
  ...[
    'select=events%20(%20*%20)',
    'select=events%28*%29',
    'select=...events(*)',
    'select=alias:events!inner(*)',
    'select=id::text',
  ],
  ...[
    'select=id.count()',
    'select=count()',
    'select=id->a',
    'select=a:id',
    'select=%22id%22',
    'select=id,',
    'select=ID',
    'sel%65ct=id',
  ],
  ...[
    'id=eq.1',
    'id=eq.12345678-1234-1234-1234-123456789abc',
    'id=eq.{"$ref":"id"}',
    'id=eq.%7B%22%24ref%22:%22id%22%7D',
    'id=in.(1,2)',
  ],
  ...[
    'id=not.eq.1',
    'id=match.x',
    'id=eq(any).{1}',
    'or=(id.eq.1)',
    'and=(id.eq.1)',
    'not.or=(id.eq.1)',
    'events.id=eq.1',
    'id=gt.0',
  ],
  ...['salon_id=eq.1', 'deleted=eq.false', 'created_at=lt.2026-01-01T00:00:00.000Z', 'created_at=gte.2026-01-01T00:00:00Z'],
  ...[
    'created_at=lt.now',
    'order=created_at.desc,id.desc',
    'order=id',
    'order=events(id)',
    'limit=1',
    'limit=-1',
    'limit=1e3',
    'offset=0',
  ],
  ...[
    'columns=id',
    'on_conflict=id',
    'apikey=x',
    'note=eq.x',
    '__proto__=eq.1',
    'constructor=eq.1',
    'id=eq.1%00',
    'id->a=eq.1',
    '',
  ],
];
const HEADERS: Record<string, string>[] = [
  {},
  { prefer: 'return=representation, count=exact, resolution=merge-duplicates, tx=rollback' },
  { accept: 'application/vnd.pgrst.plan+json' },
  { 'accept-profile': 'auth' },
  { 'content-profile': 'private' },
  { 'accept-profile': 'public', 'content-profile': 'wire' },
  { range: '0-1000000', 'range-unit': 'items' },
  { 'x-http-method-override': 'PATCH' },
  { 'content-type': 'text/csv' },
  { 'content-type': 'application/x-www-form-urlencoded' },
];
const BODIES = ['{}', '[]', '[{}]', '[1,2]', '"x"', '1', 'null', 'id\n1', 'a=1', ''];

const path = fc
  .tuple(
    fc.constantFrom('/rest/v1/', '/rest/v1', '/REST/v1/', '/rest/v1/x/../', '//rest/v1/', '/rest/v1/rpc/'),
    fc.constantFrom(...MARKS),
  )
  .chain(([start, before]) =>
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...MARKS), fc.boolean())
      .map(([name, after, loud]) => `${start}${before}${loud ? name.toUpperCase() : name}${after}`),
  );
const query = fc
  .array(fc.oneof(fc.constantFrom(...QUERIES), fc.webQueryParameters()), { maxLength: 4 })
  .map((parts) => parts.join('&'));
/** Any method on any spelling of any path. */
export const strangeRequest = fc.record({
  method: fc.constantFrom(...METHODS),
  address: fc.tuple(path, query).map(([where, asking]) => (asking === '' ? where : `${where}?${asking}`)),
  headers: fc.constantFrom(...HEADERS),
  body: fc.constantFrom(...BODIES),
});

/** What the app asks, and beside it what it does not: one thing of each is enough to be refused. */
const USUAL: Readonly<Record<string, string>> = {
  'GET users': 'select=id',
  'GET product_revisions': 'select=id&salon_id=eq.1&deleted=eq.false&created_at=lt.2026-01-01T00:00:00.000Z&offset=0&limit=1',
  'DELETE salon_notes': 'id=eq.1',
};
export const nearlyServed = fc
  .record({
    door: fc.constantFrom(...REST_ROUTES),
    more: fc.option(fc.constantFrom(...QUERIES), { nil: null, freq: 2 }),
    method: fc.option(fc.constantFrom(...METHODS), { nil: null, freq: 4 }),
    headers: fc.oneof(fc.constant({}), fc.constantFrom(...HEADERS)),
    body: fc.oneof(fc.constant('{}'), fc.constantFrom(...BODIES)),
  })
  .map(({ door, more, method, ...rest }) => {
    const asking = [USUAL[`${door.method} ${door.path}`], more].filter((part) => part).join('&');
    return { ...rest, method: method ?? door.method, address: `/rest/v1/${door.path}${asking === '' ? '' : `?${asking}`}` };
  });
