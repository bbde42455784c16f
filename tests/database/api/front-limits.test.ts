/** The limits themselves, on a clock of the test's: who is refused by which, and for how long. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { storageStatus } from '#local/api/api.ts';
import { type Admission, signInLimiter } from '#local/api/sign-in-limiter.ts';
import { clientAddressBehind, clientKey, proxyList } from '#local/http/client-address.ts';

const MINUTE = 60_000;
const OWNER = 'owner@greben.test';

function limiterWithClock(attempts = 10) {
  let now = 0;
  const limiter = signInLimiter({ attempts, now: () => now });
  const waitOf = (admission: Admission) => ('waitSeconds' in admission ? admission.waitSeconds : 0);
  return {
    limiter,
    pass: (ms: number) => {
      now += ms;
    },
    /** Seconds to wait; 0: it was judged, and wrong. */
    wrong(address: string, account = OWNER) {
      const admission = limiter.signIn(address, account);
      if ('attempt' in admission) admission.attempt.failed();
      return waitOf(admission);
    },
    right(address: string, account = OWNER) {
      const admission = limiter.signIn(address, account);
      if ('attempt' in admission) admission.attempt.succeeded();
      return waitOf(admission);
    },
  };
}

describe('wrong passwords', () => {
  it('are ten from one address for one account; then each costs a pause that doubles up to a minute', () => {
    const { wrong, pass } = limiterWithClock();
    expect(Array.from({ length: 10 }, () => wrong('a'))).toEqual(Array(10).fill(0));
    const pauses = Array.from({ length: 6 }, () => {
      const wait = wrong('a');
      pass(wait * 1000);
      expect(wrong('a')).toBe(0);
      return wait;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('of one person are no other’s, not even of the same address', () => {
    const { wrong, right } = limiterWithClock();
    for (let n = 0; n < 15; n++) wrong('a');
    expect(right('a', 'staff@greben.test')).toBe(0);
    expect(right('b')).toBe(0);
  });

  it('are forgotten after five minutes, and by signing in', () => {
    const { wrong, right, pass } = limiterWithClock();
    for (let n = 0; n < 10; n++) wrong('a');
    pass(5 * MINUTE);
    expect(right('a')).toBe(0);
    for (let n = 0; n < 9; n++) wrong('a');
    expect(right('a')).toBe(0);
    expect(Array.from({ length: 10 }, () => wrong('a'))).toEqual(Array(10).fill(0));
  });

  it('from many addresses are one account’s twenty; then its pauses are half a minute at most', () => {
    const { wrong, pass } = limiterWithClock();
    const judged = Array.from({ length: 30 }, (_, n) => wrong(`stranger-${n}`)).filter((wait) => wait === 0);
    expect(judged).toHaveLength(20);
    const pauses = Array.from({ length: 5 }, (_, n) => {
      const wait = wrong(`other-${n}`);
      pass(wait * 1000);
      expect(wrong(`other-${n}`)).toBe(0);
      return wait;
    });
    expect(pauses).toEqual([5, 10, 20, 30, 30]);
  });

  it('of strangers elsewhere do not keep a person out where they have signed in before', () => {
    const { wrong, right, pass } = limiterWithClock();
    expect(right('salon')).toBe(0);
    pass(29 * 24 * 60 * MINUTE);
    for (let n = 0; n < 40; n++) wrong(`stranger-${n}`);
    expect(right('salon')).toBe(0);
    expect(right('at home')).toBeGreaterThan(0);
  });

  it('of a guest on the salon’s Wi-Fi, a hundred on a hundred accounts, do not keep the owner out; a stranger waits seconds', () => {
    const { wrong, right } = limiterWithClock();
    right('salon');
    expect(Array.from({ length: 120 }, (_, n) => wrong('salon', `guess-${n}`)).filter((wait) => wait === 0)).toHaveLength(100);
    expect(right('salon')).toBe(0);
    const wait = right('salon', 'new@greben.test');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(15);
  });

  it('are counted before they are judged: what is sent at once is two of an account, and four of an address', () => {
    const { limiter } = limiterWithClock();
    const open = (address: string, account: string) => 'attempt' in limiter.signIn(address, account);
    expect([open('a', OWNER), open('b', OWNER), open('c', OWNER)]).toEqual([true, true, false]);
    expect(['1', '2', '3', '4', '5'].map((account) => open('a', account))).toEqual([true, true, true, false, false]);
  });

  it('that nobody judged, as when the database was away, are not counted', () => {
    const { limiter, wrong } = limiterWithClock(1);
    for (let n = 0; n < 5; n++) {
      const admission = limiter.signIn('a', OWNER);
      if ('attempt' in admission) admission.attempt.unjudged();
    }
    expect(wrong('a')).toBe(0);
    expect(wrong('a')).toBe(5);
  });

  it('are not counted at all where the limiter is off', () => {
    const { wrong } = limiterWithClock(0);
    expect(Array.from({ length: 200 }, () => wrong('a')).every((wait) => wait === 0)).toBe(true);
  });
});

it('new accounts of an address count right or wrong: thirty, then a pause', () => {
  const { limiter } = limiterWithClock();
  const made = () => {
    const admission = limiter.costly('a', 'new accounts');
    if ('attempt' in admission) admission.attempt.succeeded();
    return 'attempt' in admission;
  };
  expect(Array.from({ length: 40 }, made).filter(Boolean)).toHaveLength(30);
  expect('attempt' in limiter.costly('b', 'new accounts')).toBe(true);
});

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::5', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s is the line %s', (address, line) => {
    expect(clientKey(address)).toBe(line);
  });

  const from = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as unknown as IncomingMessage;

  it('stands in the header of a proxy that is named, and of nobody else', () => {
    const behind = clientAddressBehind(proxyList('127.0.0.1'));
    expect(behind(from('127.0.0.1', '203.0.113.1, 192.0.2.7'))).toBe('192.0.2.7');
    expect(behind(from('192.0.2.9', '203.0.113.1'))).toBe('192.0.2.9');
    expect(clientAddressBehind(null)(from('127.0.0.1', '203.0.113.1'))).toBe('127.0.0.1');
    expect(behind(from('::ffff:127.0.0.1'))).toBe('127.0.0.1');
  });
});

it('storage is written to once in ten seconds, however many ask', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-storage-'));
  let now = 0;
  const ask = storageStatus(folder, () => now);
  try {
    expect(await ask()).toEqual({ status: 200, body: { status: 'ok' } });
    expect(readdirSync(path.join(folder, 'storage'))).toEqual([]);
    rmSync(folder, { recursive: true });
    now = 9_999;
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(() => readdirSync(folder)).toThrow();
    now = 10_000;
    expect((await ask()).status).toBe(200);
    expect(readdirSync(path.join(folder, 'storage'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
