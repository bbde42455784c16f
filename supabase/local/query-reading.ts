/** What lite's reading of a query is used for: refusing what costs too much, and telling bad input from our own failures. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresConnection } from '@supabase/lite/postgres';
import type { BoundedLog } from './log-lines.ts';

export interface Reading {
  understood: boolean;
  /** Where what lite prints about this request goes (lite-log.ts). */
  log?: BoundedLog;
}
/** What is told of the request that lite works on. */
export const reading = new AsyncLocalStorage<Reading>();

/** Backtracking patterns and full text: one short query of these keeps a connection busy for as long as it may. Nothing of ours asks so. */
const COSTLY_OPERATOR = /^\$(i?regex|textSearch)/;

/** lite's own form of a query: `where` stands at its top and in each embedded part of `select`; rows and arguments are not looked at. */
function holdsCostlyOperator(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([key, value]) => COSTLY_OPERATOR.test(key) || holdsCostlyOperator(value));
}

type Query = Parameters<PostgresConnection['onPostgrestAST']>[0];

export function refuseCostly(connection: PostgresConnection): void {
  const original = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (query: Query) => {
    const { values: _rows, args: _arguments, ...asked } = query as Record<string, unknown>;
    // The words make lite answer 400.
    if (holdsCostlyOperator(asked)) throw new Error('Unsupported operator: patterns and full text are not served');
    const planned = await original(query);
    const told = reading.getStore();
    if (told) told.understood = true;
    return planned;
  };
}
