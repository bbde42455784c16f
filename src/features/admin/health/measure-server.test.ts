// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { clientOf, Refused } from '#admin/admin.test-support.tsx';
import type { AdminClient } from '#admin/reads/admin-reads.ts';
import { measureServer } from './measure-server.ts';

class Line extends EventTarget {
  constructor(readonly opens: boolean) {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event(opens ? 'open' : 'error')));
  }
  readonly close = (): void => undefined;
}

const down = { api: false, auth: false, realtime: false, storage: false };
/** What is measured where that part does not answer. */
async function measured(broken: Partial<typeof down>) {
  const asked: string[] = [];
  let clock = 0;
  const client = clientOf({
    users: () => {
      if (broken.api) throw new Refused('no');
      return [];
    },
  });
  const send = async (input: RequestInfo | URL) => {
    asked.push(String(input));
    if (broken.auth && String(input).includes('/auth/')) throw new TypeError('Failed to fetch');
    return new Response('{}', { status: broken.storage && String(input).includes('/storage/') ? 503 : 200 });
  };
  const result = await measureServer(client as unknown as AdminClient, {
    url: 'http://server',
    key: 'key',
    send,
    socket: (address) => {
      asked.push(address);
      return new Line(!broken.realtime) as unknown as WebSocket;
    },
    now: () => (clock += 5),
  });
  return { result, asked };
}

it('each part is asked by itself, with how long it took', async () => {
  const { result, asked } = await measured({});
  for (const part of Object.values(result)) expect(part).toMatchObject({ ok: true, ms: expect.any(Number) });
  expect(asked.sort()).toEqual([
    'http://server/auth/v1/health',
    'http://server/storage/v1/status',
    'ws://server/realtime/v1/websocket?apikey=key&vsn=1.0.0',
  ]);
});

it.each(['api', 'auth', 'realtime', 'storage'] as const)(
  'when %s does not answer, that and nothing else is down',
  async (part) => {
    const { result } = await measured({ [part]: true });
    const found = Object.entries(result).filter(([, { ok }]) => !ok);
    expect(found).toEqual([[part, { ok: false, ms: null }]]);
  },
);
