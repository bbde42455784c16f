/** `@supabase/lite` on PostgreSQL, mended where a trial of 0.10.0 showed it must be (supabase/README.md, “Traps”). */
import { randomBytes } from 'node:crypto';
import { App } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { mendErrors } from './rest-errors.ts';

export interface LiteOptions {
  databaseUrl: string;
  jwtSecret: string;
  siteUrl?: string;
  /** Seconds that an access token lives. */
  tokenLifetime?: number;
  connections?: number;
  /** Milliseconds; PostgreSQL's own, none, when it is not given. */
  statementTimeout?: number;
  /** False: it serves no accounts, and its login may not read them. */
  accounts?: boolean;
  /** What the database holds, where the role of `databaseUrl` may not see it. */
  tables?: () => ReturnType<PostgresConnection['introspect']>;
}

export interface Lite {
  /** Only what we use of it; its inferred type names the whole configuration. */
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

// An instant that was sent as a number or an object is for PostgreSQL to refuse: postgres.js, which writes texts only, would fail itself.
const TYPES = {
  json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  timestamptz: { to: 1184, from: [1184], serialize: jsonText, parse: isoInstant },
  numeric: { to: 1700, from: [1700], serialize: String, parse: jsonNumber },
};

/**
 * lite 0.10.0 looks the person and the session of each request of REST up, and lets it pass whatever it finds: two reads for
 * nothing, and a login with rights on the accounts for them. The database looks itself (private.me).
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
  // lite 0.10.0 grants ALL on all tables to the API roles on its first request and so undoes every revoke of the migrations.
  // 'active' is the state after that; a test over HTTP holds that a forged role change is refused.
  Object.assign(connection, { rlsState: 'active' });
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: PUBLISHABLE_KEY,
      // A key that passes all policies: nobody has it.
      secret_key: `sb_secret_${randomBytes(24).toString('hex')}`,
      site_url: options.siteUrl ?? 'http://127.0.0.1:4173',
      jwt_expiry: options.tokenLifetime ?? 3600,
      minimum_password_length: 6,
      // Doors that a code opens are closed (auth-routes.ts); should one open, its codes cannot be counted through.
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
