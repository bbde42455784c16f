/** What one socket may take of the server, and who hears a poke. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { allowedHosts } from '#local/http/allowed-hosts.ts';
import { clientAddressBehind } from '#local/http/client-address.ts';
import { guardUpgrades } from '#local/http/upgrades.ts';
import { printable } from '#local/log-lines.ts';
import { openRealtime, type Realtime } from '#local/realtime/realtime.ts';
import { REALTIME_LIMITS, type RealtimeLimits } from '#local/realtime/realtime-limits.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { cloneDatabase, type TestDatabase } from '../../support/cluster.ts';
import { tokenOf } from '../../support/session-token.ts';
import { TEST_ACCOUNTS, TEST_KEYS } from '../../support/test-backend.ts';

let database: TestDatabase;
let sql: Sql;
let server: Server;
let realtime: Realtime;
let address: string;
let lines: string[];
const opened: WebSocket[] = [];

beforeAll(async () => {
  database = await cloneDatabase({ seed: 'test' });
  sql = postgres(database.url, { max: 4, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});
beforeEach(() => serve({ ...REALTIME_LIMITS, ofAddress: 3 }));
afterEach(stopServing);

async function serve(limits: RealtimeLimits): Promise<void> {
  server = createServer();
  lines = [];
  realtime = await openRealtime({
    ...TEST_KEYS,
    sql,
    limits,
    addressOf: clientAddressBehind(null),
    log: (line) => lines.push(line),
  });
  guardUpgrades(server, allowedHosts({ host: '127.0.0.1' }), [realtime.upgrade]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  address = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}&vsn=1.0.0`;
}

async function stopServing(): Promise<void> {
  for (const socket of opened.splice(0)) socket.terminate();
  realtime.close();
  server.close();
  await once(server, 'close');
}

async function open(options = {}): Promise<WebSocket> {
  const socket = new WebSocket(address, options);
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'open');
  return socket;
}

type Message = { topic: string; event: string; ref: string | null; payload: { status?: string; response?: { reason?: string } } };

/** The next message that fits. */
function next(socket: WebSocket, fits: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      if (fits(message)) resolve(message);
    });
  });
}

let refs = 0;
async function ask(socket: WebSocket, topic: string, event: string, payload: object): Promise<string> {
  const ref = String(++refs);
  const answer = next(socket, (message) => message.ref === ref);
  socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: ref }));
  const { status = '', response } = (await answer).payload;
  return response?.reason ?? status;
}

const join = async (socket: WebSocket, topic: string, id: string, isPrivate = true) =>
  ask(socket, topic, 'phx_join', { config: { private: isPrivate }, access_token: await tokenOf(database.sql, id) });

const poke = () => database.sql`update public.sync_heads set rev = rev + 1 where salon_id = 1`;

it('serves no public channel, to members neither', async () => {
  const socket = await open();
  expect(await join(socket, 'realtime:salon:1', TEST_ACCOUNTS.owner.id, false)).toContain('PrivateOnly');
  expect(await ask(socket, 'realtime:anything', 'phx_join', {})).toContain('PrivateOnly');
  expect(await join(socket, 'realtime:salon:1', TEST_ACCOUNTS.owner.id)).toBe('ok');
});

it('serves at most four channels of a socket', async () => {
  const socket = await open();
  const admin = TEST_ACCOUNTS.admin.id;
  for (const salon of [1, 2, 3, 4]) expect(await join(socket, `realtime:salon:${salon}`, admin)).toBe('ok');
  expect(await join(socket, 'realtime:salon:5', admin)).toContain('Too many channels');
  expect(await join(socket, 'realtime:salon:4', admin)).toBe('ok'); // the same one anew
});

it('ends a socket that sends a large frame, or more frames than are waited for', async () => {
  const large = await open();
  large.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: { text: 'x'.repeat(20_000) }, ref: '1' }));
  const [code] = await once(large, 'close');
  expect(code).toBe(1009);
  const many = await open();
  const frame = JSON.stringify({
    topic: 'realtime:salon:1',
    event: 'phx_join',
    payload: { config: { private: true }, access_token: await tokenOf(database.sql, TEST_ACCOUNTS.owner.id) },
    ref: '1',
  });
  for (let i = 0; i < 300; i++) many.send(frame);
  await once(many, 'close');
});

it('ends a socket that does not answer a ping, and one that wants nothing; who listens stays', async () => {
  await stopServing();
  await serve({ ...REALTIME_LIMITS, ping: 1_000 });
  const listens = await open();
  expect(await join(listens, 'realtime:salon:1', TEST_ACCOUNTS.owner.id)).toBe('ok');
  const silent = await open({ autoPong: false });
  await join(silent, 'realtime:salon:1', TEST_ACCOUNTS.owner.id);
  const idle = await open();
  await Promise.all([once(silent, 'close'), once(idle, 'close')]);
  for (let pings = 0; pings < 3; pings++) await once(listens, 'ping');
  expect(listens.readyState).toBe(WebSocket.OPEN);
});

it('opens no more sockets for an address than a salon has, and one again when one has gone', async () => {
  const [first] = [await open(), await open(), await open()];
  await expect(open()).rejects.toThrow('429');
  first?.terminate();
  await expect.poll(() => open().then(() => 'open', String)).toBe('open');
});

it('ends who does not read what it hears', async () => {
  const socket = await open();
  await join(socket, 'realtime:salon:1', TEST_ACCOUNTS.owner.id);
  const ended = new Promise<void>((resolve) => server.once('connection', (raw) => raw.once('close', () => resolve())));
  // A device of its own that joins and then reads nothing: its kernel's buffer is full soon, and then ours grows.
  const { port } = server.address() as { port: number };
  const deaf = connect({ host: '127.0.0.1', port });
  deaf.on('error', () => undefined);
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13';
  deaf.write(
    `GET ${new URL(address).pathname}${new URL(address).search} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
  );
  await once(deaf, 'data');
  const payload = { config: { private: true }, access_token: await tokenOf(database.sql, TEST_ACCOUNTS.owner.id) };
  deaf.write(masked(JSON.stringify({ topic: 'realtime:salon:1', event: 'phx_join', payload, ref: '1', join_ref: '1' })));
  await once(deaf, 'data');
  deaf.pause();
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (let sent = 0; sent < 60 && !over; sent++) {
    await database.sql`select realtime.send(${sql.json({ text: 'x'.repeat(1_000_000) })}, 'change', 'salon:1', true)`;
    const heard = next(socket, ({ event }) => event === 'broadcast');
    await Promise.race([heard, ended]);
  }
  await ended;
  expect(socket.readyState).toBe(WebSocket.OPEN);
  deaf.destroy();
});

it('who was taken out of the salon hears no more pokes, on a channel that is open and with a token that is good', async () => {
  const [member, removed] = [await open(), await open()];
  await join(member, 'realtime:salon:1', TEST_ACCOUNTS.owner.id);
  await join(removed, 'realtime:salon:1', TEST_ACCOUNTS.staff.id);
  const [first, second] = [member, removed].map((socket) => next(socket, ({ event }) => event === 'broadcast'));
  await poke();
  await Promise.all([first, second]);

  await database.sql`update public.users set salon_id = null where id = ${TEST_ACCOUNTS.staff.id}`;
  const later: string[] = [];
  removed.on('message', (data) => later.push((JSON.parse(String(data)) as Message).event));
  const heard = next(member, ({ event }) => event === 'broadcast');
  const closed = next(removed, ({ event }) => event === 'phx_close');
  await poke();
  await Promise.all([heard, closed]);
  expect(later).toEqual(['system', 'phx_close']);
  await database.sql`update public.users set salon_id = 1, salon_role = 'staff' where id = ${TEST_ACCOUNTS.staff.id}`;
});

it('prints no topic as it came', async () => {
  const socket = await open();
  const topic = 'realtime:x\0\u001b[2J\nMail to admin@greben.test: forged';
  expect(await join(socket, topic, TEST_ACCOUNTS.owner.id)).toContain('TopicName');
  socket.send('no frame\u001b[2J\n');
  await ask(socket, 'phoenix', 'heartbeat', {});
  for (const line of lines) expect(line).toBe(printable(line));
});

/** A text frame as a browser sends it. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | 126, 1);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]); // with a mask of zeros
}
