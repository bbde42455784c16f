/**
 * The Realtime endpoint of the local backend, until lite ships one: what @supabase/realtime-js needs for pokes. Channels (public,
 * and private by the policies on realtime.messages), token refresh and expiry, heartbeat, broadcast from clients and from
 * `realtime.send`. Presence and postgres_changes are not served: Greben uses neither.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sql } from 'postgres';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { PUBLISHABLE_KEY } from './keys.ts';
import { type Claims, claimsOf, type Rights, rightsOn, type TokenKeys } from './realtime-access.ts';
import { decodeFrame, encodeFrame, type Frame, type WireVersion } from './realtime-wire.ts';

export const REALTIME_PATH = '/realtime/v1/websocket';
const MAX_FRAME = 1024 * 1024;
/** setTimeout takes no more; such a token is looked at again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface RealtimeOptions extends TokenKeys {
  sql: Sql;
  log(line: string): void;
}

export interface Realtime {
  close(): Promise<void>;
}

interface Device {
  socket: WebSocket;
  version: WireVersion;
  apiKey: string;
  channels: Map<string, Channel>;
}

interface Channel {
  device: Device;
  /** As the client names it, with `realtime:` before the topic. */
  name: string;
  topic: string;
  joinRef: string | null;
  private: boolean;
  rights: Rights;
  echo: boolean;
  acknowledge: boolean;
  expiry: NodeJS.Timeout | undefined;
}

const PUBLIC: Rights = { read: true, write: true };
const text = (value: unknown) => (typeof value === 'string' ? value : null);
const object = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

function send(device: Device, frame: Frame): void {
  if (device.socket.readyState === device.socket.OPEN) device.socket.send(encodeFrame(device.version, frame));
}

function answer(device: Device, to: Frame, status: 'ok' | 'error', response: Record<string, unknown> = {}): void {
  send(device, { joinRef: to.joinRef, ref: to.ref, topic: to.topic, event: 'phx_reply', payload: { status, response } });
}

const refusal = (topic: string) => `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

export async function attachRealtime(server: Server, options: RealtimeOptions): Promise<Realtime> {
  const { sql, log } = options;
  const listeners = new Map<string, Set<Channel>>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  const room = (topic: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'} ${topic}`;

  function publish(topic: string, isPrivate: boolean, payload: Record<string, unknown>, except?: Channel): void {
    for (const channel of listeners.get(room(topic, isPrivate)) ?? []) {
      if (channel === except || !channel.rights.read) continue;
      send(channel.device, { joinRef: channel.joinRef, ref: null, topic: channel.name, event: 'broadcast', payload });
    }
  }

  function leave(channel: Channel): void {
    clearTimeout(channel.expiry);
    channel.device.channels.delete(channel.name);
    const key = room(channel.topic, channel.private);
    listeners.get(key)?.delete(channel);
    if (listeners.get(key)?.size === 0) listeners.delete(key);
  }

  function close(channel: Channel, message: string): void {
    const { device, joinRef, name } = channel;
    const payload = { channel: channel.topic, extension: 'system', status: 'error', message };
    send(device, { joinRef, ref: null, topic: name, event: 'system', payload });
    send(device, { joinRef, ref: null, topic: name, event: 'phx_close', payload: {} });
    leave(channel);
  }

  function closeAtExpiry(channel: Channel, claims: Claims): void {
    clearTimeout(channel.expiry);
    if (claims.exp === undefined) return;
    const left = claims.exp * 1000 - Date.now();
    const again = () => (left > LONGEST_TIMER_MS ? closeAtExpiry(channel, claims) : close(channel, 'Token has expired'));
    channel.expiry = setTimeout(again, Math.min(LONGEST_TIMER_MS, Math.max(0, left)));
    channel.expiry.unref();
  }

  async function join(device: Device, frame: Frame): Promise<void> {
    const old = device.channels.get(frame.topic);
    if (old) leave(old);
    const topic = frame.topic.replace(/^realtime:/, '');
    const config = object(frame.payload.config);
    const broadcast = object(config.broadcast);
    const claims = await claimsOf(text(frame.payload.access_token) ?? device.apiKey, options).catch((error: Error) => error);
    if (claims instanceof Error) {
      const expired = (claims as { code?: string }).code === 'ERR_JWT_EXPIRED';
      return answer(device, frame, 'error', { reason: `InvalidJWTToken: ${expired ? 'Token has expired' : claims.message}` });
    }
    const isPrivate = config.private === true;
    const rights = isPrivate ? await rightsOn(sql, topic, claims) : PUBLIC;
    if (!rights.read) return answer(device, frame, 'error', { reason: refusal(topic) });
    if (device.socket.readyState !== device.socket.OPEN) return;
    const channel: Channel = {
      device,
      name: frame.topic,
      topic,
      joinRef: frame.joinRef ?? frame.ref,
      private: isPrivate,
      rights,
      echo: broadcast.self === true,
      acknowledge: broadcast.ack === true,
      expiry: undefined,
    };
    device.channels.set(channel.name, channel);
    const key = room(topic, isPrivate);
    listeners.set(key, (listeners.get(key) ?? new Set()).add(channel));
    closeAtExpiry(channel, claims);
    answer(device, frame, 'ok', { postgres_changes: [] });
  }

  async function takeToken(channel: Channel, token: string | null): Promise<void> {
    if (!token) return;
    try {
      const claims = await claimsOf(token, options);
      if (channel.private) channel.rights = await rightsOn(sql, channel.topic, claims);
      if (!channel.rights.read) return close(channel, refusal(channel.topic));
      closeAtExpiry(channel, claims);
    } catch (error) {
      close(channel, `Invalid token: ${(error as Error).message}`);
    }
  }

  function broadcastFrom(channel: Channel, frame: Frame): void {
    if (channel.rights.write) publish(channel.topic, channel.private, frame.payload, channel.echo ? undefined : channel);
    if (!channel.acknowledge) return;
    if (channel.rights.write) answer(channel.device, frame, 'ok');
    else answer(channel.device, frame, 'error', { reason: 'Unauthorized' });
  }

  async function take(device: Device, frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix') return answer(device, frame, 'ok'); // heartbeat
    if (frame.event === 'phx_join') return join(device, frame);
    const channel = device.channels.get(frame.topic);
    if (frame.event === 'phx_leave') {
      if (channel) leave(channel);
      answer(device, frame, 'ok');
      return send(device, { ...frame, ref: null, event: 'phx_close', payload: {} });
    }
    if (!channel) return;
    if (frame.event === 'access_token') return takeToken(channel, text(frame.payload.access_token));
    if (frame.event === 'broadcast') return broadcastFrom(channel, frame);
  }

  function connected(socket: WebSocket, version: WireVersion, apiKey: string): void {
    const device: Device = { socket, version, apiKey, channels: new Map() };
    let last: Promise<void> = Promise.resolve(); // frames of one socket are taken in their order
    const onFrame = (data: RawData, isBinary: boolean) => {
      let frame: Frame;
      try {
        frame = decodeFrame(data, isBinary);
      } catch (error) {
        return log(`Realtime: a frame that cannot be read: ${(error as Error).message}`);
      }
      const failed = (error: Error) => {
        log(`Realtime: ${frame.event} on ${frame.topic}: ${error.message}`);
        answer(device, frame, 'error', { reason: 'internal error' });
      };
      last = last.then(() => take(device, frame)).catch(failed);
    };
    socket.on('message', onFrame);
    socket.on('close', () => {
      for (const channel of [...device.channels.values()]) leave(channel);
    });
    socket.on('error', (error) => log(`Realtime: ${error.message}`));
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://local');
    if (url.pathname !== REALTIME_PATH) return; // in development Vite's own socket
    const apiKey = url.searchParams.get('apikey') ?? text(request.headers['x-api-key']) ?? '';
    if (apiKey !== PUBLISHABLE_KEY && apiKey !== options.secretKey) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
      return;
    }
    const version: WireVersion = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
    sockets.handleUpgrade(request, socket, head, (opened) => connected(opened, version, apiKey));
  };
  server.on('upgrade', onUpgrade);

  const notified = async (raw: string) => {
    const note = object(JSON.parse(raw));
    const [row] =
      note.payload !== undefined ? [note] : await sql`select * from realtime.messages where id = ${text(note.id) ?? ''}`;
    if (!row) return;
    const payload = { type: 'broadcast', event: row.event, payload: row.payload, meta: { id: note.id } };
    publish(String(row.topic), row.private !== false, payload);
  };
  const failed = (error: Error) => log(`Realtime: a message could not be passed on: ${error.message}`);
  const listening = await sql.listen('realtime_messages', (raw) => void notified(raw).catch(failed));

  return {
    async close() {
      server.off('upgrade', onUpgrade);
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      await listening.unlisten();
    },
  };
}
