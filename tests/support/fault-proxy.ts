/**
 * The network between one device and the real backend, with a hand on it: cut and restore, hold a request before it is
 * forwarded or after its answer came (committed there, unknown here), drop answers, repeat, delay, answer with an error,
 * answer in the server's place as portals do, break off in the middle of an answer, mix answers up, be slow, silence Realtime. It counts what passes, each pushed row among it. The browser opens the proxy's own address.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, forward, pageAnswer, send, sendHalf, sendSlowly } from './proxy-http.ts';
import { matches, type ProxiedRequest, type PushedRow, pushedRowsOf, type RequestMatch } from './proxy-requests.ts';
import { type SlowLine, slowLine } from './proxy-slow.ts';
import { proxySockets, type Silence } from './proxy-sockets.ts';

export type { ProxiedRequest, PushedRow, RequestMatch } from './proxy-requests.ts';
export type { Silence } from './proxy-sockets.ts';

export type Fault =
  /** Answered here with this status; the backend never sees the request. */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** A portal or a firewall answers with a page for people; the backend never sees the request. */
  | { kind: 'page'; status: number }
  /** An answer without a body; the backend never sees the request. */
  | { kind: 'nothing'; status: 200 | 204 | 404 }
  /** The backend has done it; the line breaks in the middle of its answer. */
  | { kind: 'half-answer' }
  /** The device gets what another request of this path was last answered. The backend has done what was asked, unless it never heard of it. */
  | { kind: 'answer-of'; path: string; unheard?: true }
  | { kind: 'delay'; ms: number }
  /** The line breaks before the backend has the request. */
  | { kind: 'drop-request' }
  /** The backend has done it, the device never hears. */
  | { kind: 'drop-answer' }
  /** Sent twice, one after the other; the device gets the second answer. */
  | { kind: 'duplicate' };

export interface Hold {
  /** Resolves when a request stands at the point. */
  readonly reached: Promise<ProxiedRequest>;
  /** Lets it go on. */
  release(): void;
  /** Breaks the device's line; held `before`, the backend never sees the request. */
  drop(): void;
}

export interface FaultProxy {
  readonly url: string;
  readonly port: number;
  /** Breaks every connection, WebSockets too, and takes no new one. */
  cut(): void;
  restore(): void;
  /** Holds the next matching request: before it is forwarded, or when its whole answer is here and nothing was passed on. */
  hold(match: RequestMatch, point: 'before' | 'after'): Hold;
  /** The next `times` matching requests (1 unless told; Infinity until taken back). The answer takes it back. */
  fault(match: RequestMatch, fault: Fault, times?: number): () => void;
  /** Swallows what Realtime says: pokes alone (heartbeats and joins are answered), or everything. The answer ends it. */
  silence(what: Silence): () => void;
  /**
   * From now on so many bytes a second go through, each way, Realtime's among them. `breaksAfter`: bytes of an answer after which
   * it breaks off; what has come of it before is there. The answer ends it.
   */
  slow(bytesPerSecond: number, breaksAfter?: number): () => void;
  /** Resolves when the next message of Realtime has been swallowed. */
  nextSwallowed(): Promise<void>;
  /** All requests that reached the proxy, in order, those answered by a fault too. */
  readonly requests: readonly ProxiedRequest[];
  count(match: RequestMatch): number;
  /** Every row of every push that was forwarded: a retry counts again. */
  readonly pushes: readonly PushedRow[];
  /** How many WebSockets are open through it. */
  readonly sockets: number;
  /** Resolves with the next matching request that is fully answered to the device. */
  answered(match: RequestMatch): Promise<ProxiedRequest>;
  close(): Promise<void>;
}

interface ActiveFault {
  match: RequestMatch;
  fault: Fault;
  left: number;
}

interface ActiveHold {
  match: RequestMatch;
  point: 'before' | 'after';
  arrive(request: ProxiedRequest): Promise<'release' | 'drop'>;
}

class LineBroken extends Error {}

const pathOf = ({ path }: ProxiedRequest): string => path.split('?')[0] ?? path;

/** `backend`: the address to forward to. */
export async function faultProxy(backend: string, port = 0): Promise<FaultProxy> {
  const target = new URL(backend);
  const requests: ProxiedRequest[] = [];
  const pushes: PushedRow[] = [];
  const faults = new Set<ActiveFault>();
  const holds = new Set<ActiveHold>();
  const waiting = new Set<{ match: RequestMatch; tell(request: ProxiedRequest): void }>();
  const connections = new Set<Socket>();
  /** By path without its query. */
  const lastAnswers = new Map<string, Answer>();
  let isCut = false;
  let line: SlowLine | null = null;
  let breaksAfter = Number.POSITIVE_INFINITY;

  const server = createServer((request, response) => void handle(request, response));
  const sockets = proxySockets(
    server,
    target,
    () => isCut,
    async (way, bytes) => line?.pass(way, bytes, () => false),
  );
  server.on('connection', (socket) => {
    if (isCut) return socket.destroy();
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  function takeFault(request: ProxiedRequest): Fault | null {
    for (const active of faults) {
      if (!matches(active.match, request)) continue;
      active.left -= 1;
      if (active.left <= 0) faults.delete(active);
      return active.fault;
    }
    return null;
  }

  async function standStill(request: ProxiedRequest, point: 'before' | 'after'): Promise<void> {
    for (const active of holds) {
      if (active.point !== point || !matches(active.match, request)) continue;
      holds.delete(active);
      if ((await active.arrive(request)) === 'drop') throw new LineBroken();
    }
  }

  async function forwarded(request: ProxiedRequest): Promise<Answer> {
    pushes.push(...pushedRowsOf(request));
    const answer = await forward(target, request);
    lastAnswers.set(pathOf(request), answer);
    return answer;
  }

  function earlier(path: string): Answer {
    const answer = lastAnswers.get(path);
    if (!answer) throw new Error(`${path} was never answered`);
    return answer;
  }

  async function answerFor(request: ProxiedRequest, fault: Fault | null): Promise<Answer> {
    if (fault?.kind === 'page') return pageAnswer(fault.status);
    if (fault?.kind === 'nothing') return { status: fault.status, headers: {}, body: Buffer.alloc(0) };
    if (fault?.kind === 'status') {
      const headers = { 'content-type': 'application/json', ...fault.headers };
      return { status: fault.status, headers, body: Buffer.from(JSON.stringify(fault.body ?? {})) };
    }
    if (fault?.kind === 'delay') await wait(fault.ms);
    if (fault?.kind === 'drop-request') throw new LineBroken();
    await standStill(request, 'before');
    if (fault?.kind === 'duplicate') await forwarded(request);
    const other = fault?.kind === 'answer-of' ? earlier(fault.path) : null;
    if (other && fault?.kind === 'answer-of' && fault.unheard) return other;
    const answer = await forwarded(request);
    if (fault?.kind === 'drop-answer') throw new LineBroken();
    if (other) return other;
    await standStill(request, 'after');
    return answer;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      const request: ProxiedRequest = {
        method: incoming.method ?? 'GET',
        path: incoming.url ?? '/',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      };
      requests.push(request);
      const isOver = () => response.destroyed;
      await line?.pass('up', request.body.length, isOver);
      const fault = takeFault(request);
      const answer = await answerFor(request, fault);
      const slow = line;
      if (fault?.kind === 'half-answer') await sendHalf(response, answer);
      let left = breaksAfter;
      const passDown = (bytes: number) => {
        left -= bytes;
        return slow ? slow.pass('down', bytes, () => isOver() || left < 0) : Promise.resolve();
      };
      if (slow) await sendSlowly(response, answer, request.method, passDown);
      else send(response, answer, request.method);
      await once(response, 'close');
      for (const entry of waiting) if (matches(entry.match, request)) entry.tell(request);
    } catch {
      // A broken line, the device's, the proxy's or the backend's: all that a device can see is the connection's end.
      incoming.socket.destroy();
    }
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;

  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    requests,
    pushes,
    get sockets() {
      return sockets.open();
    },
    cut() {
      isCut = true;
      sockets.breakAll();
      for (const socket of connections) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    hold(match, point) {
      let decide: (what: 'release' | 'drop') => void = () => undefined;
      const decision = new Promise<'release' | 'drop'>((resolve) => {
        decide = resolve;
      });
      const reached = new Promise<ProxiedRequest>((resolve) => {
        const arrive = (request: ProxiedRequest) => {
          resolve(request);
          return decision;
        };
        holds.add({ match, point, arrive });
      });
      return { reached, release: () => decide('release'), drop: () => decide('drop') };
    },
    fault(match, fault, times = 1) {
      const active: ActiveFault = { match, fault, left: times };
      faults.add(active);
      return () => faults.delete(active);
    },
    silence: sockets.silence,
    slow(bytesPerSecond, breaks = Number.POSITIVE_INFINITY) {
      line = slowLine(bytesPerSecond);
      breaksAfter = breaks;
      return () => {
        line = null;
        breaksAfter = Number.POSITIVE_INFINITY;
      };
    },
    nextSwallowed: sockets.nextSwallowed,
    count: (match) => requests.filter((request) => matches(match, request)).length,
    answered: (match) =>
      new Promise((resolve) => {
        const entry = {
          match,
          tell(request: ProxiedRequest) {
            waiting.delete(entry);
            resolve(request);
          },
        };
        waiting.add(entry);
      }),
    async close() {
      isCut = true;
      sockets.breakAll();
      const closed = once(server, 'close');
      server.close();
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
