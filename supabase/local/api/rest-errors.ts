/**
 * Maps SQLSTATE to HTTP status as PostgREST does. lite 0.10.0 answers 500 with code "SUP" and no SQLSTATE for those that it does
 * not know (23514, 23P01, P0001, 57014 …). They are passed to it as errors of `raise sqlstate 'PGRST'`, which it renders
 * unchanged.
 */
import type { PostgresConnection } from '@supabase/lite/postgres';

/** The most specific prefix comes first. */
const STATUS: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 413],
  ['55', 500],
  ['57P', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
];

export function statusOfSqlState(code: string): number {
  return STATUS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

/** lite renders these itself as PostgREST does. */
const RENDERED_BY_LITE = /^(PGRST|PT|42|22|21|25006|23502|23503|23505)/;
/** Codes of postgres.js for a database that went away during the request. */
const CONNECTION_LOST = /^(ECONN|CONNECT|CONNECTION_|EPIPE|ETIMEDOUT)/;

interface DatabaseError {
  code?: string;
  message: string;
  detail?: string;
  hint?: string;
}

function asRaised(status: number, error: DatabaseError): Error {
  const { code = 'PGRST000', message, detail = null, hint = null } = error;
  const raised = new Error(JSON.stringify({ code, message, details: detail, hint }));
  return Object.assign(raised, { code: 'PGRST', detail: JSON.stringify({ status, headers: {} }) });
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return typeof error === 'object' && error !== null && typeof (error as DatabaseError).code === 'string';
}

export function mendErrors(connection: PostgresConnection): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (thrown: unknown) => {
    const error = original(thrown);
    if (!isDatabaseError(error)) return error;
    const code = error.code ?? '';
    if (CONNECTION_LOST.test(code)) {
      return asRaised(503, { code: 'PGRST001', message: 'The database cannot be reached' });
    }
    if (!/^[0-9A-Z]{5}$/.test(code) || RENDERED_BY_LITE.test(code)) return error;
    return asRaised(statusOfSqlState(code), error);
  };
}
