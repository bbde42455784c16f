import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitUnreadAnswers } from '#local/api/unread-answers.ts';

/** More than a connection's own buffers hold. */
const ANSWER = Buffer.alloc(16 * 1024 * 1024, 'x');

let server: Server;
beforeAll(async () => {
  const unread = limitUnreadAnswers(3.5 * ANSWER.length);
  server = createServer(({ headers }, response) => {
    response.end(ANSWER);
    unread(response, String(headers.from), ANSWER.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Asked {
  going: ClientRequest;
  answer: IncomingMessage;
}

/** Its head is there, and nothing more is read. */
async function asked(from: string): Promise<Asked> {
  const { port } = server.address() as AddressInfo;
  const going = request({ port, host: '127.0.0.1', agent: false, headers: { from } });
  going.on('error', () => undefined);
  going.end();
  const [answer] = (await once(going, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return { going, answer };
}

/** `once` of node:events would reject with the error that a broken line is. */
const closed = ({ answer }: Asked) =>
  new Promise<void>((resolve) => (answer.closed ? resolve() : answer.once('close', () => resolve())));

/** How much of it comes, and whether that is all. */
async function read(one: Asked): Promise<{ whole: boolean }> {
  let bytes = 0;
  one.answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await closed(one);
  return { whole: bytes === ANSWER.length };
}

it('the address that leaves most unread loses the oldest of its answers, and others read on', async () => {
  const hostile = [await asked('many'), await asked('many'), await asked('many')];
  const honest = await asked('one');
  expect(await read(honest)).toEqual({ whole: true });
  const [oldest, ...others] = hostile;
  expect(await read(oldest as Asked)).toEqual({ whole: false });
  expect(await Promise.all(others.map(read))).toEqual([{ whole: true }, { whole: true }]);
});

it('what was read, and what nobody waits for any more, counts no more', async () => {
  const slow = await asked('slow');
  for (let n = 0; n < 4; n++) expect(await read(await asked('slow'))).toEqual({ whole: true });
  const open = () => new Promise((resolve) => server.getConnections((_, many) => resolve(many)));
  for (let n = 0; n < 4; n++) {
    (await asked('slow')).going.destroy();
    await expect.poll(open).toBe(1);
  }
  expect(await read(slow)).toEqual({ whole: true });
});
