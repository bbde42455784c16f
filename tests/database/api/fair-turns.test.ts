/** Who gets a connection, and when: the rules of fair-share.ts, on a clock of the test's. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionQueue } from '#local/api/connection-queue.ts';
import { bytesOf, type Requester } from '#local/api/fair-share.ts';
import { learningRequesters } from '#local/api/requesters.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const person = (name: string, more: Partial<Requester> = {}): Requester => ({
  address: name,
  salon: name,
  person: name,
  ...more,
});

function poolOf(places: number, waitingBytes?: number) {
  let now = 0;
  const turns = connectionQueue({ places, now: () => now, ...(waitingBytes ? { waitingBytes } : {}) });
  const running: { requester: Requester; end: () => void }[] = [];
  let refused = 0;
  const pool = {
    running,
    refused: () => refused,
    names: () => running.map(({ requester }) => requester.person),
    pass: (ms: number) => {
      now += ms;
    },
    async ask(requester: Requester, times = 1): Promise<void> {
      for (let n = 0; n < times; n++) {
        void turns.take(requester).then((over) => {
          if (!over) refused += 1;
          else {
            const one = {
              requester,
              end: () => {
                running.splice(running.indexOf(one), 1);
                over();
                over(); // twice is once
              },
            };
            running.push(one);
          }
        });
      }
      await settled();
    },
    async end(at = 0): Promise<void> {
      running[at]?.end();
      await settled();
    },
    /** Somebody who has asked once, and held a connection for so long. */
    async known(requester: Requester, ms: number): Promise<void> {
      await pool.ask(requester);
      now += ms;
      await pool.end(running.findIndex((one) => one.requester === requester));
    },
  };
  return pool;
}
const settled = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

describe('a connection', () => {
  it('is had at once by who asks cheaply, however many burn; those share four of ten', async () => {
    const pool = poolOf(10);
    const honest = person('honest');
    await pool.known(honest, 10);
    const burners = Array.from({ length: 8 }, (_, n) => person(`burner-${n}`));
    for (const burner of burners) await pool.known(burner, 3_000);
    for (const burner of burners) await pool.ask(burner, 6);
    expect(pool.running).toHaveLength(4);
    await pool.ask(honest);
    expect(pool.names()).toContain('honest');
    expect(pool.running).toHaveLength(5);
  });

  it('is had by who was never seen as well, one of an address at a time, but for the last ones', async () => {
    const pool = poolOf(10);
    const burner = person('burner');
    await pool.known(burner, 3_000);
    await pool.ask(burner, 20);
    await pool.ask(person('new', { address: 'a' }));
    await pool.ask(person('another new', { address: 'a' }));
    expect(pool.names().filter((name) => name.includes('new'))).toEqual(['new']);
    for (const address of ['b', 'c', 'd', 'e']) await pool.ask(person(`new of ${address}`, { address }));
    expect(pool.running).toHaveLength(8);
  });

  it('of a salon with many devices is two beside what all share, of an address four', async () => {
    const pool = poolOf(20);
    const salon = (name: string) => ({ address: 'carrier', salon: name, person: name });
    for (const name of ['a', 'b', 'c']) await pool.known(salon(name), 10);
    await pool.ask(salon('a'), 30);
    expect(pool.running).toHaveLength(10);
    await pool.ask(salon('b'), 1);
    expect(pool.names().filter((name) => name === 'b')).toEqual(['b']);
    await pool.ask(salon('c'), 2);
    expect(pool.names().filter((name) => name === 'c')).toEqual(['c']); // the fourth of that address
  });

  it('goes next to the address that held the least, then to its salon, then to its person', async () => {
    const pool = poolOf(1);
    const held = async (requester: Requester, ms: number) => pool.known(requester, ms);
    const [loud, quiet] = ['loud', 'quiet'].map((address) => (salon: string, who: string) => ({
      address,
      salon,
      person: who,
    })) as [(salon: string, who: string) => Requester, (salon: string, who: string) => Requester];
    await held(loud('1', 'p'), 9_000);
    await held(quiet('2', 'q'), 3_000);
    await held(quiet('3', 'r'), 2_000);
    await held(quiet('3', 's'), 1_500);
    await pool.ask(loud('1', 'first'));
    for (const requester of [loud('1', 'p'), quiet('3', 'r'), quiet('3', 's'), quiet('2', 'q')]) await pool.ask(requester);
    const order: string[] = [];
    while (pool.running.length > 0) {
      order.push(pool.names()[0] ?? '');
      await pool.end();
    }
    expect(order).toEqual(['first', 'q', 's', 'r', 'p']);
  });

  it('is lent to two pushes of a salon at a time; the others wait without one, and whoever asks something else goes', async () => {
    const pool = poolOf(10);
    const device = person('owner', { salon: '7', lock: 'push 7' });
    await pool.known(device, 10);
    await pool.ask(device, 50);
    expect(pool.running).toHaveLength(2);
    await pool.ask(person('owner', { salon: '7' }));
    expect(pool.running).toHaveLength(3);
    await pool.end();
    expect(pool.running.filter(({ requester }) => requester.lock)).toHaveLength(2);
  });

  it('is not waited for longer than ten seconds', async () => {
    const pool = poolOf(2);
    await pool.ask(person('a'), 3);
    expect([pool.running.length, pool.refused()]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(pool.refused()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(pool.refused()).toBe(2);
    await pool.end();
    await pool.ask(person('a'));
    expect(pool.running).toHaveLength(1);
  });

  it('that somebody burnt is made good by asking cheaply some ten times', async () => {
    const pool = poolOf(10);
    const salon = person('salon');
    await pool.known(salon, 3_000);
    await pool.ask(person('burner'), 20);
    await pool.ask(salon);
    expect(pool.names()).not.toContain('salon');
    await pool.end();
    while (pool.names().includes('burner')) await pool.end();
    for (let n = 0; n < 12; n++) await pool.known(salon, 10);
    await pool.ask(person('burner'), 20);
    await pool.ask(salon);
    expect(pool.names()).toContain('salon');
  });

  it('is a light one’s also where the processors are so busy that a cheap request takes a second', async () => {
    const pool = poolOf(10);
    const honest = person('honest');
    for (let n = 0; n < 20; n++) {
      await pool.known(person(`burner-${n % 8}`), 8_000);
      await pool.known(honest, 1_000);
    }
    await pool.ask(person('burner-0'), 20);
    expect(pool.running).toHaveLength(4);
    await pool.ask(honest);
    expect(pool.names()).toContain('honest');
  });
});

describe('where too much waits', () => {
  const BODY = 1024 * 1024;
  const each = bytesOf(person('x', { bytes: BODY }));

  it('the address with the most of it loses its newest; nobody else loses a place by it', async () => {
    const pool = poolOf(2, each * 10);
    await pool.ask(person('burner', { bytes: BODY }), 30);
    expect([pool.running.length, pool.refused()]).toEqual([1, 19]);
    await pool.ask(person('other', { bytes: BODY }), 3);
    expect(pool.refused()).toBe(22);
    pool.pass(3_000);
    await pool.end();
    expect(pool.names()).toEqual(['other']);
  });

  it('and of an address the salon with the most', async () => {
    const pool = poolOf(2, each * 10);
    const at = (salon: string) => person(salon, { address: 'carrier', bytes: BODY });
    await pool.ask(at('burner'), 11);
    await pool.ask(at('other'), 2);
    expect(pool.refused()).toBe(2);
    pool.pass(3_000);
    await pool.end();
    expect(pool.names()).toEqual(['other']);
  });
});

it('whatever is asked and ended in whatever order: never more than there are, nobody forgotten', async () => {
  const requester = fc.record({
    address: fc.constantFrom('a', 'b', 'c'),
    salon: fc.constantFrom('1', '2', '3', '4'),
    person: fc.constantFrom('p', 'q', 'r', 's', 't'),
    lock: fc.constantFrom('push 1', 'push 2', ''),
  });
  const step = fc.oneof(fc.record({ ask: requester }), fc.record({ end: fc.nat(9), after: fc.constantFrom(1, 50, 900, 8_000) }));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 10 }), fc.array(step, { maxLength: 120 }), async (places, steps) => {
      const pool = poolOf(places);
      let asked = 0;
      let ended = 0;
      for (const one of steps) {
        if ('ask' in one) {
          asked += 1;
          await pool.ask(one.ask);
        } else if (pool.running.length > 0) {
          ended += 1;
          pool.pass(one.after);
          await pool.end(one.end % pool.running.length);
        }
        expect(pool.running.length).toBeLessThanOrEqual(places);
        for (const lock of ['push 1', 'push 2'])
          expect(pool.running.filter((running) => running.requester.lock === lock).length).toBeLessThanOrEqual(2);
        // Somebody is at work as long as anybody waits.
        expect(pool.running.length > 0 || asked === ended).toBe(true);
      }
      while (pool.running.length > 0) {
        ended += 1;
        await pool.end();
      }
      expect([ended, pool.refused()]).toEqual([asked, 0]);
    }),
  );
});

interface Loop {
  readonly requester: Requester;
  /** Requests that it has open at a time. */
  readonly atOnce: number;
  /** Milliseconds that each holds a connection, and that pass before the next. */
  readonly takes: (turn: number) => number;
  readonly pause: (turn: number) => number;
  readonly from: number;
}

/** A minute of these, or some seconds, on a clock of its own. Returns how long each waited for its connections, longest last. */
async function minuteOf(places: number, loops: readonly Loop[], seconds = 60): Promise<Map<Loop, number[]>> {
  let now = 0;
  const due: { at: number; work: () => void }[] = [];
  const later = (ms: number, work: () => void) => void due.push({ at: now + ms, work });
  const turns = connectionQueue({ places, now: () => now, patienceMs: 3_600_000 });
  const waited = new Map<Loop, number[]>(loops.map((loop) => [loop, []]));
  const once = (loop: Loop, turn: number): void => {
    const asked = now;
    void turns.take(loop.requester).then((over) => {
      waited.get(loop)?.push(now - asked);
      later(loop.takes(turn), () => {
        over?.();
        later(loop.pause(turn), () => once(loop, turn + 1));
      });
    });
  };
  for (const loop of loops) for (let n = 0; n < loop.atOnce; n++) later(loop.from, () => once(loop, 0));
  while (now < seconds * 1000) {
    due.sort((a, b) => b.at - a.at);
    const next = due.pop();
    if (!next) break;
    now = next.at;
    next.work();
    await settled();
  }
  for (const all of waited.values()) all.sort((a, b) => a - b);
  return waited;
}

describe('in a minute', () => {
  const always = (ms: number) => () => ms;
  const device = (n: number, more: Partial<Requester> = {}): Loop => ({
    requester: person(`device-${n}`, { address: 'home', salon: 'honest', ...more }),
    ...{ atOnce: 1, takes: always(10), pause: always(500), from: n },
  });
  const burners = (takes: number, address: (n: number) => string): Loop[] =>
    Array.from({ length: 8 }, (_, n) => ({
      requester: person(`burner-${n}`, { address: address(n) }),
      ...{ atOnce: 6, takes: always(takes), pause: always(0), from: 1_000 },
    }));

  it.each([
    ['one address', () => 'theirs'],
    ['eight addresses', (n: number) => `theirs-${n}`],
    ['the salon’s own address', () => 'home'],
  ])('of eight accounts that burn, from %s, a salon that asks cheaply never waits', async (_, address) => {
    const salon = device(0);
    const late = { ...device(1, { salon: 'late', address: 'elsewhere' }), from: 30_000 };
    const waited = await minuteOf(10, [salon, late, ...burners(3_000, address)]);
    expect(waited.get(salon)?.at(-1)).toBe(0);
    expect(waited.get(late)?.at(-1)).toBe(0);
  });

  it('of a hundred devices of a salon behind one address nobody waits for long: a save goes before the pulls', async () => {
    const saves = Array.from({ length: 100 }, (_, n) => ({
      ...device(n, { lock: 'push honest' }),
      pause: always(4_000),
      from: n * 40,
    }));
    const pulls = Array.from({ length: 100 }, (_, n) => ({ ...device(n), pause: always(200), from: n * 2 }));
    const waited = await minuteOf(10, [...saves, ...pulls], 10);
    const longest = (loops: readonly Loop[]) => Math.max(...loops.map((loop) => waited.get(loop)?.at(-1) ?? Number.NaN));
    expect(longest(saves)).toBeLessThanOrEqual(20);
    expect(longest(pulls)).toBeLessThanOrEqual(500);
  });

  it('of three salons behind a carrier’s address, beside eight that burn elsewhere, none waits longer than for one of them', async () => {
    const salons = ['a', 'b', 'c'].map((salon, n) => device(n, { salon, address: 'carrier' }));
    const waited = await minuteOf(10, [...salons, ...burners(3_000, (n) => `theirs-${n}`)]);
    for (const salon of salons) expect(waited.get(salon)?.at(-1)).toBeLessThanOrEqual(10);
  });
});

describe('a person’s salon', () => {
  const call = (name: string, salon: unknown) => ({
    url: new URL(`http://x/rest/v1/rpc/${name}`),
    body: Buffer.from(JSON.stringify({ p_salon_id: salon })),
  });
  const claims = (sub: string) => ({ role: 'authenticated', sub }) as const;
  const world = () => {
    const requesters = learningRequesters();
    return (sub: string, name: string, salon: unknown, status: number) => {
      const { url, body } = call(name, salon);
      const requester = requesters.of('a', claims(sub), url, body);
      requesters.answered(requester, url, body, status);
      return requesters.of('a', claims(sub), url, body);
    };
  };

  it('is the one that the database let them ask for, so that all its persons count as one and its pushes take turns', () => {
    const asked = world();
    expect(asked('p', 'pull_changes', 7, 200)).toMatchObject({ salon: '7', person: 'p' });
    expect(asked('q', 'push_changes', '7', 200)).toMatchObject({ salon: '7', person: 'q', lock: 'push 7' });
  });

  it.each([
    ['of a call that was refused', 'pull_changes', 7, 403],
    ['of a call that asks for no membership', 'help_notices', 7, 200],
    ['as anything but a number', 'pull_changes', [7], 200],
    ['as a number with something before it', 'pull_changes', ' 7', 200],
  ])('is not what stands in the body %s', (_, name, salon, status) => {
    expect(world()('p', name, salon, status)).toMatchObject({ salon: 'of p' });
  });

  it('is forgotten when they are refused', () => {
    const asked = world();
    asked('p', 'pull_changes', 7, 200);
    expect(asked('p', 'pull_changes', 7, 403)).toMatchObject({ salon: 'of p' });
  });
});

describe('customers who book', () => {
  const lockOf = (name: string, body: string) =>
    learningRequesters().of('a', null, new URL(`http://x/rest/v1/rpc/${name}`), Buffer.from(body)).lock;

  it('take turns at one page, however it is written, whoever they are', () => {
    expect(lockOf('book_online', '{"p_slug": "salon"}')).toBe('booking salon');
    expect(lockOf('book_online', '{"p_slug": "SALON"}')).toBe('booking salon');
    expect(lockOf('public_slots', '{"p_slug": "salon"}')).toBeUndefined();
    for (const body of ['', '[]', 'null', '{"p_slug": 5}', `{"p_slug": "${'x'.repeat(20_000)}"}`])
      expect(lockOf('book_online', body), body.slice(0, 20)).toBeUndefined();
  });
});
