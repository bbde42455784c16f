/** A request as the proxy saw it, how a test names one, and the rows that a push carries. */
import type { IncomingHttpHeaders } from 'node:http';

export interface ProxiedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushedRow {
  table: string;
  id: string;
  base_rev: number;
  doc: Record<string, unknown>;
}

/** A text that the path contains, a pattern of it, or a function. */
export type RequestMatch = string | RegExp | ((request: ProxiedRequest) => boolean);

export function matches(match: RequestMatch, request: ProxiedRequest): boolean {
  if (typeof match === 'function') return match(request);
  return typeof match === 'string' ? request.path.includes(match) : match.test(request.path);
}

export const PUSH = '/rest/v1/rpc/push_changes';
export const PULL = '/rest/v1/rpc/pull_changes';

export function pushedRowsOf(request: ProxiedRequest): PushedRow[] {
  if (request.method !== 'POST' || !request.path.startsWith(PUSH)) return [];
  const { p_changes } = JSON.parse(request.body.toString('utf8')) as { p_changes?: PushedRow[] };
  return p_changes ?? [];
}
