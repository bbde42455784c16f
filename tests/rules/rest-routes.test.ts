import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REST_ROUTES } from '#local/api/rest-routes.ts';

/**
 * The embedded backend serves what the app asks, and nothing else (supabase/local/api/rest-routes.ts). What the app asks is read from its
 * code: `.rpc('name')`; where the name is a variable, the members of its type, a union of names; `.from('table')` with what is done
 * there and which columns are selected; and addresses below /rest/v1 that are written out.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const METHODS: Readonly<Record<string, string>> = {
  select: 'GET',
  insert: 'POST',
  upsert: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
};

interface Code {
  readonly file: string;
  readonly text: string;
}

/** `method path`, and `column of table` for each column that is selected; `?…` for what cannot be understood. */
function asksOf(codes: readonly Code[]): readonly string[] {
  const asks = codes.flatMap(({ file, text }) => [...callsOf(file, text, codes), ...readsOf(file, text), ...addressesOf(text)]);
  return [...new Set(asks)].sort();
}

function callsOf(file: string, text: string, codes: readonly Code[]): string[] {
  return [...text.matchAll(/\.rpc(?:<[^>]*>)?\(\s*(?:'(\w+)'|([^,)]*))/g)].flatMap(([, name, variable = '']) => {
    if (name) return [`POST rpc/${name}`];
    const type = new RegExp(`\\b${variable.trim() || '-'}: (\\w+)\\b`).exec(text)?.[1];
    const declared = new RegExp(`type ${type || '-'} =([^;]+);`);
    const union = declared.exec(text)?.[1] ?? codes.map((code) => declared.exec(code.text)?.[1]).find(Boolean);
    const names = [...(union || '').matchAll(/'(\w+)'/g)].map((found) => found[1] ?? '');
    if (names.length === 0) return [`? ${file}: a call of ${variable.trim()}, of no type that lists the names`];
    // A member that is written nowhere but in its type is called by nobody.
    const called = names.filter((one) => codes.some((code) => code.text.replace(union || '', '').includes(`'${one}'`)));
    return called.map((one) => `POST rpc/${one}`);
  });
}

function readsOf(file: string, text: string): string[] {
  // `Array.from` and its like: of a class, and not of a client.
  return [...text.matchAll(/(?<!\b[A-Z]\w*)\.from\(\s*(?:'(\w+)'\)\s*\.(\w+)\(([^)]*)\)|([^;]{0,40}))/g)].flatMap(
    ([, table, verb = '', given = '', unknown]) => {
      const method = METHODS[verb];
      const columns = /^'([\w,]+)'$/.exec(given)?.[1]?.split(',') ?? [];
      const isUnknown = unknown !== undefined || !method || (method === 'GET' && columns.length === 0);
      if (isUnknown) return [`? ${file}: .from(${table ?? unknown}).${verb}(${given})`];
      return [`${method} ${table}`, ...(method === 'GET' ? columns.map((column) => `${column} of ${table}`) : [])];
    },
  );
}

const addressesOf = (text: string) =>
  [...text.matchAll(/\/rest\/v1\/((?:rpc\/)?\w+)/g)].map(
    ([, asked = '']) => `${asked.startsWith('rpc/') ? 'POST' : 'GET'} ${asked}`,
  );

const served = [
  ...REST_ROUTES.map(({ method, path: where }) => `${method} ${where}`),
  ...REST_ROUTES.flatMap(({ path: where, query }) => (query?.columns ?? []).map((column) => `${column} of ${where}`)),
].sort();

const app: readonly Code[] = ['src', 'sync'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)(?<!\.test-support)\.tsx?$/.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(path.join(ROOT, folder, file), 'utf8') })),
);

it('what the app asks of REST is what is served, each with its method and columns, and nothing else is', () => {
  expect(app.length).toBeGreaterThan(400);
  expect(asksOf(app)).toEqual(served);
});

describe('it is noticed', () => {
  const asked = (text: string) => asksOf([...app, { file: 'src/planted.ts', text }]).filter((one) => !served.includes(one));

  it.each([
    ["await client.rpc('admin_revoke_sessions', { p_user_id })", ['POST rpc/admin_revoke_sessions']],
    ["client\n  .from('clients')\n  .select('id,notes')", ['GET clients', 'id of clients', 'notes of clients']],
    ["client.from('users').select('id,password')", ['password of users']],
    ["client.from('users').update({ role }).eq('id', id)", ['PATCH users']],
    ["client.from('users').select('*')", ["? src/planted.ts: .from(users).select('*')"]],
    ["client.from('users').select()", ['? src/planted.ts: .from(users).select()']],
    ['client.from(table).select(columns)', ['? src/planted.ts: .from(table).select(columns)).()']],
    ['client.rpc(name, args)', ['? src/planted.ts: a call of name, of no type that lists the names']],
    ['(name: string) => client.rpc(name)', ['? src/planted.ts: a call of name, of no type that lists the names']],
    ["type Two = 'one' | 'help_notices'; (name: Two) => client.rpc(name); ask('one')", ['POST rpc/one']],
    ['await fetch(`' + '$' + '{url}/rest/v1/rpc/secret`)', ['POST rpc/secret']],
  ])('that the app asks what is not served: %s', (text, found) => {
    expect(asked(text)).toEqual(found);
  });

  it.each(['Array.from({ length: 3 })', 'Uint8Array.from(bytes)', "from('users')"])('and %s is no question', (text) => {
    expect(asked(text)).toEqual([]);
  });

  it('that something is served and asked by nobody', () => {
    const without = (file: string) => {
      const left = asksOf(app.filter((code) => code.file !== file));
      return served.filter((one) => !left.includes(one));
    };
    expect(without('src/features/employees/save-employee.ts')).toEqual(['POST rpc/set_resource_password']);
    expect(without('src/features/admin/reads/admin-writes.ts')).toEqual([
      'DELETE salon_notes',
      'POST rpc/admin_add_help',
      'POST rpc/admin_decide_approval',
      'POST rpc/admin_make_password_link',
      'POST rpc/admin_set_owner',
      'POST rpc/admin_set_salon_status',
      'POST salon_notes',
    ]);
  });
});
