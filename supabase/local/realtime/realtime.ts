/**
 * The Realtime endpoint of the local backend, until lite ships one: the part that @supabase/realtime-js needs for pokes. It
 * serves private channels by the policies on realtime.messages, token refresh and expiry, the heartbeat, and broadcasts from
 * `realtime.send`. It serves no public channels, broadcasts from clients, presence or postgres_changes, because Greben uses none
 * of them.
 */
import type { Sql } from 'postgres';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { AddressOf } from '#local/http/client-address.ts';
import { refuseUpgrade, type UpgradeHandler } from '#local/http/upgrades.ts';
import { boundedLog } from '#local/log-lines.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { type Claims, claimsOf, mayHear, type TokenKeys, whoHears } from './realtime-access.ts';
import { REALTIME_LIMITS, type RealtimeLimits, watchSockets } from './realtime-limits.ts';

/** A Phoenix message as @supabase/realtime-js sends and reads it: an object in version 1.0.0, an array in 2.0.0. */
interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

type WireVersion = '1.0.0' | '2.0.0';

function encodeFrame(version: WireVersion, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame;
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef },
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const object = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

/**
 * Reads a frame.
 * @throws SyntaxError if it is none
 */
function decodeFrame(data: RawData): Frame {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
  const parsed: unknown = JSON.parse(bytes.toString('utf8'));
  const message = object(parsed);
  const parts = Array.isArray(parsed) ? parsed : [message.join_ref, message.ref, message.topic, message.event, message.payload];
  const [joinRef, ref, topic, event, payload] = parts;
  if (typeof topic !== 'string' || typeof event !== 'string') throw new SyntaxError('A frame needs topic and event');
  return { joinRef: text(joinRef), ref: text(ref), topic, event, payload: object(payload) };
}

export const REALTIME_PATH = '/realtime/v1/websocket';
const NAME = /^realtime:[!-~]{1,200}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The longest time that setTimeout takes. A token that expires later is checked again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface RealtimeOptions extends TokenKeys {
  sql: Sql;
  addressOf: AddressOf;
  limits?: RealtimeLimits;
  log(line: string): void;
}

export interface Realtime {
  readonly upgrade: UpgradeHandler;
  close(): void;
}

interface Device {
  socket: WebSocket;
  version: WireVersion;
  apiKey: string;
  channels: Map<string, Channel>;
}

interface Channel {
  device: Device;
  /** The client's name for it, with `realtime:` before the topic. */
  name: string;
  topic: string;
  joinRef: string | null;
  claims: Claims;
  expiry: NodeJS.Timeout | undefined;
}

const refusal = (topic: string) => `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

export async function openRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { sql, addressOf, limits = REALTIME_LIMITS } = options;
  const log = boundedLog(options.log);
  const rooms = new Map<string, Set<Channel>>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frame });
  const watch = watchSockets(limits);

  function send({ socket, version }: Device, frame: Frame): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unread) socket.terminate();
    else socket.send(encodeFrame(version, frame));
  }

  function answer(device: Device, to: Frame, status: 'ok' | 'error', response: Record<string, unknown> = {}): void {
    send(device, { joinRef: to.joinRef, ref: to.ref, topic: to.topic, event: 'phx_reply', payload: { status, response } });
  }

  function leave(channel: Channel): void {
    clearTimeout(channel.expiry);
    channel.device.channels.delete(channel.name);
    const room = rooms.get(channel.topic);
    room?.delete(channel);
    if (room?.size === 0) rooms.delete(channel.topic);
  }

  function close(channel: Channel, message: string): void {
    const { device, joinRef, name } = channel;
    const payload = { channel: channel.topic, extension: 'system', status: 'error', message };
    send(device, { joinRef, ref: null, topic: name, event: 'system', payload });
    send(device, { joinRef, ref: null, topic: name, event: 'phx_close', payload: {} });
    leave(channel);
  }

  function closeAtExpiry(channel: Channel): void {
    clearTimeout(channel.expiry);
    if (channel.claims.exp === undefined) return;
    const left = channel.claims.exp * 1000 - Date.now();
    const again = () => (left > LONGEST_TIMER_MS ? closeAtExpiry(channel) : close(channel, 'Token has expired'));
    channel.expiry = setTimeout(again, Math.min(LONGEST_TIMER_MS, Math.max(0, left)));
    channel.expiry.unref();
  }

  /** A client that is not signed in gets nothing, so the database need not be asked. */
  const hears = async (topic: string, claims: Claims) => claims.role !== 'anon' && (await mayHear(sql, topic, claims));

  async function join(device: Device, frame: Frame): Promise<void> {
    const refuse = (reason: string) => answer(device, frame, 'error', { reason });
    const old = device.channels.get(frame.topic);
    if (old) leave(old);
    if (!NAME.test(frame.topic)) return refuse('TopicNameRequired: A topic is realtime: and up to 200 printable letters');
    if (device.channels.size >= limits.channels) return refuse('ChannelRateLimitReached: Too many channels');
    if (object(frame.payload.config).private !== true) return refuse('PrivateOnly: This server only allows private channels');
    const topic = frame.topic.replace(/^realtime:/, '');
    const claims = await claimsOf(text(frame.payload.access_token) ?? device.apiKey, options).catch((error: Error) => error);
    if (claims instanceof Error) {
      const expired = (claims as { code?: string }).code === 'ERR_JWT_EXPIRED';
      return refuse(`InvalidJWTToken: ${expired ? 'Token has expired' : claims.message}`);
    }
    if (!(await hears(topic, claims))) return refuse(refusal(topic));
    if (device.socket.readyState !== device.socket.OPEN) return;
    const joinRef = frame.joinRef ?? frame.ref;
    const channel: Channel = { device, name: frame.topic, topic, joinRef, claims, expiry: undefined };
    device.channels.set(channel.name, channel);
    rooms.set(topic, (rooms.get(topic) ?? new Set()).add(channel));
    closeAtExpiry(channel);
    answer(device, frame, 'ok', { postgres_changes: [] });
  }

  async function takeToken(channel: Channel, token: string | null): Promise<void> {
    if (!token) return;
    try {
      channel.claims = await claimsOf(token, options);
      if (!(await hears(channel.topic, channel.claims))) return close(channel, refusal(channel.topic));
      closeAtExpiry(channel);
    } catch (error) {
      close(channel, `Invalid token: ${(error as Error).message}`);
    }
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
    if (channel && frame.event === 'access_token') return takeToken(channel, text(frame.payload.access_token));
  }

  function connected(socket: WebSocket, version: WireVersion, apiKey: string, address: string): void {
    const device: Device = { socket, version, apiKey, channels: new Map() };
    let last: Promise<void> = Promise.resolve(); // the frames of a socket are handled in order
    let waiting = 0;
    const onFrame = (data: RawData, isBinary: boolean) => {
      if (isBinary) return; // a broadcast from a client, which nobody receives here
      if (waiting >= limits.waiting) return socket.terminate();
      let frame: Frame;
      try {
        frame = decodeFrame(data);
      } catch (error) {
        return log(`Realtime: a frame that cannot be read: ${(error as Error).message}`);
      }
      const failed = (error: Error) => {
        log(`Realtime: ${JSON.stringify(frame.event)} on ${JSON.stringify(frame.topic)}: ${error.message}`);
        answer(device, frame, 'error', { reason: 'internal error' });
      };
      const done = () => {
        waiting -= 1;
      };
      waiting += 1;
      last = last
        .then(() => take(device, frame))
        .catch(failed)
        .then(done);
    };
    socket.on('message', onFrame);
    socket.on('close', () => {
      for (const channel of [...device.channels.values()]) leave(channel);
    });
    socket.on('error', (error) => log(`Realtime: ${error.message}`));
    watch.add(device, address);
  }

  const upgrade: UpgradeHandler = ({ request, socket, head, url }) => {
    if (url.pathname !== REALTIME_PATH) return false;
    const apiKey = url.searchParams.get('apikey') ?? text(request.headers['x-api-key']) ?? '';
    const address = addressOf(request);
    if (apiKey !== PUBLISHABLE_KEY) refuseUpgrade(socket, 401);
    else if (!watch.hasRoomFor(address)) refuseUpgrade(socket, 429);
    else {
      const version: WireVersion = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
      sockets.handleUpgrade(request, socket, head, (opened) => connected(opened, version, apiKey, address));
    }
    return true;
  };

  /** Checks the rights again for each message: a person who was removed from a salon gets nothing from then on. */
  async function passOn(id: string, row: Record<string, unknown>): Promise<void> {
    const topic = String(row.topic);
    const listeners = [...(rooms.get(topic) ?? [])];
    if (listeners.length === 0 || row.private === false) return;
    const payload = { type: 'broadcast', event: row.event, payload: row.payload, meta: { id } };
    try {
      const hearing = await whoHears(sql, id, topic, listeners);
      for (const channel of listeners) {
        const { device, joinRef, name } = channel;
        if (device.channels.get(name) !== channel) continue; // it has left meanwhile
        if (hearing.has(channel)) send(device, { joinRef, ref: null, topic: name, event: 'broadcast', payload });
        else close(channel, refusal(topic));
      }
    } catch (error) {
      // No poke may be missed silently: the listeners join again and then fetch the news.
      for (const channel of listeners) close(channel, 'internal error');
      throw error;
    }
  }

  /** Passes on a message. Anybody who reaches the database may notify, so an id without a message is ignored. */
  async function notified(id: string): Promise<void> {
    if (rooms.size === 0 || !UUID.test(id)) return;
    const [row] = await sql`select * from realtime.messages where id = ${id}`;
    if (row) await passOn(id, row);
  }
  const failed = (error: Error) => log(`Realtime: a message could not be passed on: ${error.message}`);
  let passing: Promise<void> = Promise.resolve(); // messages are passed on in the order in which they were sent
  const onNotify = (raw: string) => {
    passing = passing.then(() => notified(raw)).catch(failed);
  };
  const endAll = () => {
    for (const client of sockets.clients) client.terminate();
  };
  // `endAll` is also called when a lost connection to the database is back: devices join again and fetch the changes of the
  // meantime.
  const listening = await sql.listen('realtime_messages', onNotify, endAll);

  return {
    upgrade,
    close() {
      watch.stop();
      endAll();
      sockets.close();
      listening.unlisten().catch(() => undefined); // the connection may be gone already
    },
  };
}
