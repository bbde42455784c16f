/** A socket that says what no browser and no library would say, and hears all that comes back. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  readonly socket: Socket;
  heard(): string;
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<void>;
}

/** Opens a connection to `url`, from another address of the loopback where one is given, and writes `text` as it stands; our side stays open. */
export async function rawSocket(url: string, text: string, localAddress?: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const from = localAddress === undefined ? {} : { localAddress };
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, ...from });
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  socket.on('error', () => undefined); // a reset from the other side is an end like others
  const ended = new Promise<void>((resolve) => socket.once('end', () => resolve()).once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, heard: () => heard, ended };
}

/** A request to become a WebSocket, with further header lines. */
export function upgradeTo(path: string, ...headers: string[]): string {
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: 127.0.0.1'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const lines = [`GET ${path} HTTP/1.1`, ...host, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', key];
  return `${[...lines, ...headers].join('\r\n')}\r\n\r\n`;
}

/** Sends it, waits until the server had time to read it (it answers another request meanwhile), and resets the line. */
export async function resetAfter(url: string, text: string): Promise<void> {
  const raw = await rawSocket(url, text);
  await fetch(`${url}/auth/v1/health`);
  const closed = once(raw.socket, 'close');
  raw.socket.resetAndDestroy();
  await closed;
}
