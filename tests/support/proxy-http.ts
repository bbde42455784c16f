/** One request to the backend and its whole answer, bytes unchanged. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { ProxiedRequest } from './proxy-requests.ts';
import { SLICE } from './proxy-slow.ts';

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * These belong to one connection, not to the message. Nor is anything compressed on the way from the backend: each backend
 * would do that anew with all of the app.
 */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-encoding'];

function withoutConnection(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}

/** Rejects when the backend cannot be reached or breaks off. */
export async function forward(target: URL, { method, path, headers, body }: ProxiedRequest): Promise<Answer> {
  const outgoing = httpRequest({
    host: target.hostname,
    port: target.port,
    method,
    path,
    headers: { ...withoutConnection(headers), ...(body.length > 0 ? { 'content-length': body.length } : {}) },
    agent: false,
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: incoming.statusCode ?? 502, headers: withoutConnection(incoming.headers), body: Buffer.concat(chunks) };
}

export function send(response: ServerResponse, { status, headers, body }: Answer, method: string): void {
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  response.writeHead(status, bodiless ? headers : { ...headers, 'content-length': body.length });
  response.end(bodiless ? undefined : body);
}

/** Head first, then the body in slices as the line lets them through, so that the device has what has come. */
export async function sendSlowly(
  response: ServerResponse,
  { status, headers, body }: Answer,
  method: string,
  pass: (bytes: number) => Promise<void>,
): Promise<void> {
  if (method === 'HEAD' || body.length === 0) return send(response, { status, headers, body }, method);
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.flushHeaders();
  for (let at = 0; at < body.length; at += SLICE) {
    const slice = body.subarray(at, at + SLICE);
    await pass(slice.length);
    response.write(slice);
  }
  response.end();
}

/** Half of the body, and then the connection ends in the middle of it. */
export async function sendHalf(response: ServerResponse, { status, headers, body }: Answer): Promise<never> {
  response.writeHead(status, headers); // no length: in chunks
  await new Promise<void>((resolve) => response.write(body.subarray(0, body.length >> 1), () => resolve()));
  throw new Error('the line broke in the middle of an answer');
}

const PAGE = '<!DOCTYPE html><html><head><title>Wi-Fi</title></head><body>Please sign in to this network</body></html>';

/** What a portal or a firewall says in the server's place. */
export const pageAnswer = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(PAGE),
});
