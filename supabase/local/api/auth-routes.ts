/**
 * The routes of lite's authentication that are served, and the body that each takes. Every other path is a 404. This machine
 * sends no mail, so nobody needs the routes of links in mails, and their codes could be guessed. lite decodes paths and is
 * lenient about them; here a path must equal one of these texts.
 */
export type AuthRouteName = 'sign-in' | 'refresh' | 'sign-up' | 'sign-out' | 'person' | 'change' | 'information' | 'settings';

interface Field {
  kind: 'text' | 'object';
}

export interface AuthRoute {
  readonly name: AuthRouteName;
  /** Fields of the body that lite gets; undefined: none. */
  readonly fields?: Readonly<Record<string, Field>>;
}

const text: Field = { kind: 'text' };

const INFORMATION: AuthRoute = { name: 'information' };
const ROUTES: Readonly<Record<string, AuthRoute>> = {
  'POST /auth/v1/token?grant_type=password': { name: 'sign-in', fields: { email: text, password: text } },
  'POST /auth/v1/token?grant_type=refresh_token': { name: 'refresh', fields: { refresh_token: text } },
  'POST /auth/v1/signup': { name: 'sign-up', fields: { email: text, password: text, data: { kind: 'object' } } },
  'POST /auth/v1/logout': { name: 'sign-out' },
  'GET /auth/v1/user': { name: 'person' },
  'PUT /auth/v1/user': { name: 'change', fields: { password: text, data: { kind: 'object' } } },
  'GET /auth/v1/health': INFORMATION,
  'GET /auth/v1/settings': { name: 'settings' },
};

/** `method path` of every route that is served below /auth/v1. */
export const AUTH_ROUTES: readonly string[] = [...new Set(Object.keys(ROUTES).map((key) => key.replace(/\?.*$/, '')))];

/** Returns null for a path that is not served. If `grant_type` is repeated the first one counts, as in lite. */
export function authRouteOf(method: string, url: URL): AuthRoute | null {
  const key = `${method} ${url.pathname}`;
  const grant = url.searchParams.get('grant_type');
  return ROUTES[key === 'POST /auth/v1/token' ? `${key}?grant_type=${grant}` : key] ?? null;
}

/** A refusal in GoTrue's form. */
export interface AuthRefusal {
  code: number;
  error_code: string;
  msg: string;
}

const refusal = (code: number, error_code: string, msg: string): AuthRefusal => ({ code, error_code, msg });

export const BUSY = refusal(429, 'over_request_rate_limit', 'Request rate limit reached');
const WRONG = refusal(400, 'invalid_credentials', 'Invalid login credentials');
const NO_EMAIL = refusal(400, 'validation_failed', 'Unable to validate email address: invalid format');
const TOO_LONG = refusal(400, 'validation_failed', 'Password cannot be longer than 72 characters');
const badJson = (why: string) => refusal(400, 'bad_json', `Could not parse request body as JSON: ${why}`);

/** bcrypt reads only this many bytes. GoTrue counts bytes, too: 72 are 36 Cyrillic letters. */
const PASSWORD_BYTES = 72;
/** lite never accepted a new password of more than this many characters, so a longer one cannot sign in. */
const PASSWORD_CHARACTERS = 72;
const EMAIL_CHARACTERS = 254;
/** Control and format characters: PostgreSQL refuses the former, and a console obeys the latter. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;
/** Characters that jsonb cannot hold. */
const UNSTORABLE = /[\0\p{Cs}]/u;

export type AuthBody = Readonly<Record<string, unknown>>;

class Unstorable extends Error {}

function parsed(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''), (key, value: unknown) => {
    if (UNSTORABLE.test(key) || (typeof value === 'string' && UNSTORABLE.test(value))) throw new Unstorable();
    return value;
  });
}

function misshapen({ fields = {} }: AuthRoute, given: AuthBody): AuthRefusal | null {
  for (const [name, { kind }] of Object.entries(fields)) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    const fits = kind === 'text' ? typeof value === 'string' : typeof value === 'object' && !Array.isArray(value);
    if (!fits) return badJson(`cannot take ${Array.isArray(value) ? 'array' : typeof value} as ${name}`);
  }
  return null;
}

function unfit({ name }: AuthRoute, { email, password }: AuthBody): AuthRefusal | null {
  if (typeof email === 'string' && (UNPRINTABLE.test(email) || email.length > EMAIL_CHARACTERS)) return NO_EMAIL;
  if (typeof password !== 'string') return null;
  if (name === 'sign-in') return password.length > PASSWORD_CHARACTERS ? WRONG : null;
  return Buffer.byteLength(password) > PASSWORD_BYTES ? TOO_LONG : null;
}

/**
 * Returns the body for the route as a new object of its known fields, so that lite reads exactly what was checked here. A change of
 * the e-mail is refused: it would wait for a mail that nobody sends.
 */
export function bodyFor(route: AuthRoute, body: Buffer): { given: AuthBody } | { refused: AuthRefusal } {
  if (!route.fields) return { given: {} };
  let whole: unknown;
  try {
    whole = parsed(body);
  } catch (error) {
    return { refused: badJson(error instanceof Unstorable ? 'a character that no text may hold' : 'not JSON') };
  }
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return { refused: badJson('not an object') };
  const named = whole as AuthBody;
  if (route.name === 'change' && named.email) {
    return { refused: refusal(422, 'email_change_not_served', 'An e-mail address cannot be changed here') };
  }
  const known = Object.entries(named).filter(([name]) => Object.hasOwn(route.fields ?? {}, name));
  const given: AuthBody = Object.fromEntries(known);
  const refused = misshapen(route, given) ?? unfit(route, given);
  return refused ? { refused } : { given };
}
