import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenReplica } from '#data/open-replica.ts';
import { type Device, follow, openDevice, seen } from '#data/replica.test-support.ts';
import type { Session } from '#data/session/session.ts';
import {
  dismissQuota,
  isPageOn$,
  keepBookingPage,
  keepBookingPageKnown,
  keptBookingPage$,
  refreshBookingPage,
  unheardSince$,
  unreadQuota$,
} from './booking-page-book.ts';
import { bookingPage } from './online-page.test-support.ts';

const AT = Date.parse('2026-11-18T08:40:00Z');
const MINUTE = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

let answer: unknown;
let asked: unknown[];
const session = {
  clientOf: async () => ({
    rpc: (name: string, args: unknown) => {
      asked.push([name, args]);
      return { retry: async () => ({ data: answer, error: null, status: 200 }) };
    },
  }),
} as unknown as Pick<Session, 'clientOf'>;

describe('the page for customers', () => {
  let device: Device;
  beforeEach(async () => {
    device = await openDevice();
    answer = bookingPage();
    asked = [];
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
  });
  afterEach(() => device.replica.close());

  it('is kept with the replica as the server said it', async () => {
    expect(await seen(keptBookingPage$(device.replica))).toBeNull();
    expect(await seen(isPageOn$(device.replica))).toBe(false);
    await refreshBookingPage(device.replica, session, AT);
    expect(asked).toEqual([['booking_page', { p_salon_id: 7 }]]);
    expect(await seen(keptBookingPage$(device.replica))).toEqual({ page: bookingPage(), at: '2026-11-18T08:40:00.000Z' });
    expect(await seen(isPageOn$(device.replica))).toBe(true);
  });

  it('is not on where strangers do not see it', async () => {
    answer = bookingPage({ live: false });
    await refreshBookingPage(device.replica, session, AT);
    expect(await seen(isPageOn$(device.replica))).toBe(false);
  });

  it('is not what something else answers', async () => {
    await refreshBookingPage(device.replica, session, AT);
    for (const strange of [null, '<html>', {}, { live: true }]) {
      answer = strange;
      await expect(refreshBookingPage(device.replica, session, AT + 1)).rejects.toThrow();
    }
    expect(await seen(keptBookingPage$(device.replica))).toMatchObject({ at: '2026-11-18T08:40:00.000Z' });
  });

  it('is read after a round, and not oftener than every ten minutes', async () => {
    let now = AT;
    const end = keepBookingPageKnown(session, device.replica, () => now);
    device.server.online = true;
    await device.replica.syncNow();
    await expect.poll(() => asked).toHaveLength(1);
    now += 9 * MINUTE;
    await device.replica.syncNow();
    now += MINUTE;
    await device.replica.syncNow();
    await expect.poll(() => asked).toHaveLength(2);
    end();
  });

  it('tells of its limits until that is read, and again when they are reached again', async () => {
    const quota = () => seen(unreadQuota$(device.replica));
    await keepBookingPage(device.replica, { page: bookingPage(), at: iso(AT) });
    expect(await quota()).toBeNull();
    await keepBookingPage(device.replica, { page: bookingPage({ quota_at: iso(AT) }), at: iso(AT) });
    expect(await quota()).toBe(iso(AT));
    await dismissQuota(device.replica, iso(AT));
    expect(await quota()).toBeNull();
    await keepBookingPage(device.replica, { page: bookingPage({ quota_at: iso(AT + MINUTE) }), at: iso(AT) });
    expect(await quota()).toBe(iso(AT + MINUTE));
  });
});

describe('what was booked online and is not here yet', () => {
  let status$: BehaviorSubject<{ phase: string; lastSyncedAt: string | null }>;
  let page$: BehaviorSubject<object | null>;
  let replica: OpenReplica;
  let told: { readonly values: (string | null)[]; stop(): void };
  beforeEach(() => {
    vi.useFakeTimers({ now: AT });
    status$ = new BehaviorSubject<{ phase: string; lastSyncedAt: string | null }>({ phase: 'offline', lastSyncedAt: iso(AT) });
    page$ = new BehaviorSubject<object | null>({ page: bookingPage() });
    replica = { status$, documents: { watch: () => page$ } } as unknown as OpenReplica;
    told = follow(unheardSince$(replica));
  });
  afterEach(() => {
    told.stop();
    vi.useRealTimers();
  });

  it('is said once nothing was pulled for five minutes, and no more after the next pull', async () => {
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(told.values).toEqual([null]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told.values).toEqual([null, iso(AT)]);
    status$.next({ phase: 'synced', lastSyncedAt: iso(AT + 6 * MINUTE) });
    expect(told.values).toEqual([null, iso(AT), null]);
  });

  it('is said at once in a dialog over a day that says it', async () => {
    await vi.advanceTimersByTimeAsync(6 * MINUTE);
    const dialog = follow(unheardSince$(replica));
    expect(dialog.values).toEqual([iso(AT)]);
    dialog.stop();
  });

  it('is not said where the page is off, or nothing was ever pulled', async () => {
    page$.next({ page: bookingPage({ live: false }) });
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    page$.next({ page: bookingPage() });
    status$.next({ phase: 'offline', lastSyncedAt: null });
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(told.values).toEqual([null]);
  });

  it('is not said while a device that wakes with a line pulls, but is where that takes long', async () => {
    status$.next({ phase: 'syncing', lastSyncedAt: iso(AT) });
    await vi.advanceTimersByTimeAsync(5 * MINUTE + 4_000);
    expect(told.values).toEqual([null]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(told.values).toEqual([null, iso(AT)]);
  });

  it('goes on being said while the device tries again and fails', async () => {
    await vi.advanceTimersByTimeAsync(6 * MINUTE);
    for (const phase of ['syncing', 'offline', 'syncing', 'offline']) {
      status$.next({ phase, lastSyncedAt: iso(AT) });
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(told.values).toEqual([null, iso(AT)]);
  });
});
