/** `@supabase/lite` on PostgreSQL, with repairs that a trial of 0.10.0 showed to be needed (supabase/README.md, “Traps”). */
import { randomBytes } from 'node:crypto';
import { App } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { mendErrors } from './rest-errors.ts';

export interface LiteOptions {
  databaseUrl: string;
  jwtSecret: string;
  siteUrl?: string;
  /** Lifetime of an access token in seconds. */
  tokenLifetime?: number;
  connections?: number;
  /** The limit of a statement in milliseconds. Without it PostgreSQL's own applies, which is none. */
  statementTimeout?: number;
  /** False if it serves no accounts, and its login may not read them. */
  accounts?: boolean;
  /** The tables of the database, if the role of `databaseUrl` may not see them. */
  tables?: () => ReturnType<PostgresConnection['introspect']>;
}

export interface Lite {
  /** Only the parts that we use, because the inferred type names the whole configuration. */
  readonly app: {
    fetch(request: Request, context?: { peerAddress: string | null }): Promise<Response>;
    ensureSystemSchema(): Promise<void>;
  };
  readonly connection: PostgresConnection;
}

type Middleware = NonNullable<
  NonNullable<NonNullable<ConstructorParameters<typeof App>[0]['options']>['server']>['middlewares']
>[number];

/** PostgREST renders with to_json(): an instant as ISO with T and a full offset, a numeric as a JSON number. */
const isoInstant = (text: string) => (/infinity|BC/.test(text) ? text : text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
const jsonNumber = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text);
const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const itself = (text: string) => text;
/** A list as PostgreSQL reads one; what is no list stays what it is, and PostgreSQL refuses it. */
function textArray(value: unknown): string {
  if (!Array.isArray(value)) return jsonText(value);
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const items = value.map((item: unknown) =>
    item === null ? 'NULL' : Array.isArray(item) ? textArray(item) : quoted(jsonText(item)),
  );
  return `{${items.join()}}`;
}

/** A list of texts as PostgreSQL writes one, of one dimension: lite reads such lists of the catalog. */
const textsOf = (text: string): (string | null)[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)].map(([, quoted, plain]) =>
    quoted !== undefined ? quoted.replace(/\\(.)/gs, '$1') : plain === undefined || plain === 'NULL' ? null : plain,
  );

// PostgreSQL refuses an instant, a date or a list that was sent as a number or an object. postgres.js (3.4.9) would fail on it itself.
const TYPES = {
  json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  timestamptz: { to: 1184, from: [1184], serialize: jsonText, parse: isoInstant },
  date: { to: 1082, from: [1082], serialize: jsonText, parse: itself },
  texts: { to: 1009, from: [1009], serialize: textArray, parse: textsOf },
  numeric: { to: 1700, from: [1700], serialize: String, parse: jsonNumber },
};

/**
 * lite 0.10.0 reads the person and the session of each REST request and then lets the request pass, whatever it finds. These two
 * reads are useless, and the login would need rights on the accounts. The database checks both itself (private.me).
 */
const withoutAccounts: Middleware = async (context, next) => {
  const found = async () => true;
  context.set('authService', { repo: { findUserById: found, findSessionById: found } } as never);
  await next();
};

export function createLite(options: LiteOptions): Lite {
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: options.connections ?? 12,
      onnotice: () => undefined,
      types: TYPES,
      connection: { statement_timeout: options.statementTimeout ?? 0 },
    },
  });
  mendErrors(connection);
  if (options.tables) connection.introspect = options.tables;
  // lite 0.10.0 grants ALL on all tables to the API roles on its first request, which undoes every revoke of the migrations. In
  // the state 'active' it believes that it has done so. A test over HTTP holds that a forged role change is refused.
  Object.assign(connection, { rlsState: 'active' });
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: PUBLISHABLE_KEY,
      // A key that passes all policies; nobody knows it.
      secret_key: `sb_secret_${randomBytes(24).toString('hex')}`,
      site_url: options.siteUrl ?? 'http://127.0.0.1:4173',
      jwt_expiry: options.tokenLifetime ?? 3600,
      minimum_password_length: 6,
      // auth-routes.ts closes all routes that a code opens. If one were open, its codes would be too long to be guessed.
      email: { enable_confirmations: false, otp_length: 12, otp_expiry: 600 },
    },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        ...(options.accounts === false ? { middlewares: [withoutAccounts] } : {}),
      },
    },
  });
  return { app, connection };
}
