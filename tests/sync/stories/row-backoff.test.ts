/** What passes by itself: who waits, who goes on, and what is told of it. On the double: the errors are the line's. */
import { firstValueFrom } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PushChange, ServerError } from '#sync/server/server.ts';
import { type Device, World } from '../devices.ts';

const SECOND = 1000;
let world: World;
let tablet: Device;
/** Rows of each push that came to the server. */
let pushes: string[][];
/** Ids whose call never comes to an end, and with what code. */
let stuck: Map<string, string>;

beforeEach(async () => {
  world = new World();
  pushes = [];
  stuck = new Map();
  const { server } = world;
  const honest = server.push.bind(server);
  server.push = (who, changes: readonly PushChange[], epoch) => {
    pushes.push(changes.map(({ id }) => id));
    for (const { id } of changes) {
      const code = stuck.get(id) ?? stuck.get('*');
      if (code) throw new ServerError(500, code, null, 'canceling statement');
    }
    return honest(who, changes, epoch);
  };
  tablet = await world.device('tablet');
  await world.settled();
  pushes.length = 0;
});

const later = (ms: number) => tablet.clock.set(tablet.clock.now() + ms);
const heldUp = () => firstValueFrom(tablet.tab.replication.heldUp$);
async function clients(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `c${String(n).padStart(3, '0')}`);
  for (const id of ids) await tablet.write('clients', id, { first_name: id });
  return ids;
}

describe('a row whose call ends in something that passes by itself', () => {
  it.each(['57014', '55P03', '40001', '40P01', '53100', '58030', 'XX000'])('is refused by nobody: %s', async (code) => {
    await clients(1);
    stuck.set('c000', code);
    await tablet.sync();
    expect(tablet.issues).toEqual([]);
    expect(tablet.row('clients', 'c000')).toMatchObject({ first_name: 'c000', pending: 1 });
    expect(await heldUp()).toMatchObject([{ table: 'clients', id: 'c000', tries: 1, code }]);
    stuck.clear();
    later(6 * SECOND);
    await world.settled();
    expect(tablet.pending).toEqual([]);
    expect(await heldUp()).toEqual([]);
  });

  it('is found among 50, and holds up none of the others', async () => {
    await clients(50);
    stuck.set('c017', '57014');
    await tablet.sync();
    expect(tablet.pending.map(({ id }) => id)).toEqual(['c017']);
    expect(tablet.status).toMatchObject({ phase: 'syncing', pending: 1, issues: 0 });
    expect((await heldUp()).map(({ id }) => id)).toEqual(['c017']);
  });

  it('waits longer each time, goes alone, and the others before it', async () => {
    await clients(2);
    stuck.set('c000', '57014');
    await tablet.sync();
    const waited: number[] = [];
    for (let round = 0; round < 8; round++) {
      const [held] = await heldUp();
      waited.push(((held?.until ?? 0) - tablet.clock.now()) / SECOND);
      await tablet.write('clients', `other-${round}`, { first_name: 'Друг' });
      pushes.length = 0;
      await tablet.sync(); // still waiting
      expect(pushes).toEqual([[`other-${round}`]]);
      later((held?.until ?? 0) - tablet.clock.now());
      await tablet.write('clients', `more-${round}`, { first_name: 'Друг' });
      pushes.length = 0;
      await tablet.sync();
      expect(pushes).toEqual([[`more-${round}`], ['c000']]);
    }
    expect(waited).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    expect(tablet.issues).toEqual([]);
  });

  it('is sent at once when it is edited', async () => {
    await clients(1);
    stuck.set('c000', '57014');
    await tablet.sync();
    stuck.clear();
    later(1);
    await tablet.write('clients', 'c000', { first_name: 'Ана' });
    await tablet.sync();
    expect(tablet.pending).toEqual([]);
  });

  it('is known after a reload, and does not wait for a clock that was set back', async () => {
    await clients(1);
    stuck.set('c000', '57014');
    await tablet.sync();
    await tablet.killAndReopen();
    pushes.length = 0;
    await tablet.sync();
    expect(pushes).toEqual([]);
    later(-400 * 86_400 * SECOND);
    stuck.clear();
    await tablet.sync();
    expect(tablet.pending).toEqual([]);
  });
});

describe('two of them side by side', () => {
  it('hold up nobody either', async () => {
    await clients(40);
    stuck.set('c010', '57014').set('c011', '55P03');
    for (let round = 0; round < 3; round++) await tablet.sync();
    expect(tablet.pending.map(({ id }) => id)).toEqual(['c010', 'c011']);
    expect(tablet.issues).toEqual([]);
  });
});

describe('a server that takes nothing at all for a while', () => {
  it('is asked a handful of times a round, and pulled from all the same', async () => {
    const desk = await world.device('desk');
    await clients(200);
    stuck.set('*', '57014');
    world.server.put('clients', {
      id: 'theirs',
      rev: 99,
      deleted: false,
      first_name: 'Тяхна',
      created_at: 'now',
      updated_at: 'now',
    });
    world.server.head = 99;
    await tablet.sync();
    expect(pushes.length).toBeLessThan(12);
    expect(tablet.status).toMatchObject({ phase: 'offline', reason: 'busy', pending: 200, issues: 0 });
    expect(tablet.row('clients', 'theirs')).toMatchObject({ first_name: 'Тяхна' });
    stuck.clear();
    later(6 * SECOND);
    await world.settled();
    expect(tablet.pending).toEqual([]);
    expect(desk.issues).toEqual([]);
  });
});

describe('an answer of another machine', () => {
  const page = (status: number) => ({
    kind: 'error' as const,
    error: new ServerError(status, null, null, 'something else'),
  });

  it.each([400, 403, 404, 413, 422])('refuses none of seven rows with %i, however often it comes', async (status) => {
    await clients(7);
    for (let round = 0; round < 5; round++) {
      tablet.tab.fail('push', page(status));
      await tablet.sync();
    }
    expect(tablet.issues).toEqual([]);
    expect(tablet.pending).toHaveLength(7);
    await world.settled();
    expect(tablet.pending).toEqual([]);
  });

  it('that finds a call too large is answered with smaller ones', async () => {
    const ids = await clients(60);
    const { server } = world;
    const honest = server.push.bind(server);
    server.push = (who, changes, epoch) => {
      if (JSON.stringify(changes).length > 4096) throw new ServerError(413, null, null, 'Payload Too Large');
      return honest(who, changes, epoch);
    };
    for (let round = 0; round < 12; round++) await tablet.sync();
    expect(tablet.issues).toEqual([]);
    expect(tablet.pending).toEqual([]);
    expect(ids.every((id) => world.server.row('clients', id) !== undefined)).toBe(true);
  });
});
