/** WebSockets through the proxy: whole messages are passed on, so that some can be left out. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** `pokes`: only what is broadcast is lost. `everything`: the socket stays open and says nothing. */
export type Silence = 'pokes' | 'everything';

export interface ProxiedSockets {
  open(): number;
  breakAll(): void;
  silence(what: Silence): () => void;
  nextSwallowed(): Promise<void>;
}

function isBroadcast(data: RawData): boolean {
  const message: unknown = JSON.parse(data.toString());
  const event = Array.isArray(message) ? message[3] : (message as { event?: unknown }).event;
  return event === 'broadcast';
}

/** @param pass what each message waits for on a slow line */
export function proxySockets(
  server: Server,
  target: URL,
  isCut: () => boolean,
  pass: (way: 'up' | 'down', bytes: number) => Promise<void>,
): ProxiedSockets {
  const acceptor = new WebSocketServer({ noServer: true });
  const pairs = new Set<{ device: WebSocket; backend: WebSocket }>();
  const silences = new Set<{ what: Silence }>();

  const waiting = new Set<() => void>();

  const isSwallowed = (data: RawData) =>
    [...silences].some(({ what }) => what === 'everything' || (what === 'pokes' && isBroadcast(data)));

  function connect(device: WebSocket, { url = '/', headers }: IncomingMessage): void {
    // The backend looks at where the page says it comes from and whom it asks, so both stand as the browser wrote them.
    const { host = target.host, origin } = headers;
    const backend = new WebSocket(`ws://${target.host}${url}`, { headers: { host, ...(origin ? { origin } : {}) } });
    const pair = { device, backend };
    pairs.add(pair);
    const early: { data: RawData; isBinary: boolean }[] = [];
    const end = () => {
      pairs.delete(pair);
      device.terminate();
      backend.terminate();
    };
    const last = { up: Promise.resolve(), down: Promise.resolve() };
    const inTurn = (way: 'up' | 'down', data: RawData, send: () => void) => {
      last[way] = last[way].then(() => pass(way, Buffer.byteLength(data.toString()))).then(send);
    };
    device.on('message', (data, isBinary) =>
      inTurn('up', data, () => {
        if (backend.readyState === WebSocket.OPEN) backend.send(data, { binary: isBinary });
        else early.push({ data, isBinary });
      }),
    );
    backend.on('open', () => {
      for (const { data, isBinary } of early) backend.send(data, { binary: isBinary });
    });
    backend.on('message', (data, isBinary) => {
      if (!isSwallowed(data)) return inTurn('down', data, () => device.send(data, { binary: isBinary }));
      for (const tell of waiting) tell();
      waiting.clear();
    });
    for (const side of [device, backend]) {
      side.on('close', end);
      side.on('error', end);
    }
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isCut()) return void socket.destroy();
    acceptor.handleUpgrade(request, socket, head, (device) => connect(device, request));
  });

  return {
    open: () => pairs.size,
    breakAll() {
      for (const { device, backend } of [...pairs]) {
        device.terminate();
        backend.terminate();
      }
    },
    silence(what) {
      const active = { what };
      silences.add(active);
      return () => silences.delete(active);
    },
    nextSwallowed: () => new Promise((resolve) => waiting.add(resolve)),
  };
}
