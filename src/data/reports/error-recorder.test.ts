// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionStoreState } from '#data/session/session.ts';
import type { SessionStore, StoredValues } from '#data/session/session-store.ts';
import { caughtAgain, caughtError, listenForErrors, takeCaught } from './caught.ts';
import { type ErrorRecorder, errorRecorder } from './error-recorder.ts';

/** The reports as they are in the server's table. */
let table: Record<string, unknown>[];
/** The status with which the server answers. 0: it is not reached. */
let status: number;
let disk: Partial<StoredValues>;
let clock: number;
let recorder: ErrorRecorder;
let store: StoreApi<SessionStoreState>;

const kept: Pick<SessionStore, 'get' | 'update'> = {
  get: async (key) => disk[key] ?? null,
  async update(key, next) {
    const value = next(disk[key] ?? null);
    if (value === null) delete disk[key];
    else disk[key] = value;
  },
};
const client = {
  rpc: (name: string, args: Record<string, unknown>) => ({
    retry: async () => {
      if (status === 204 && !table.some((row) => row.p_id === args.p_id)) table.push({ name, ...args });
      return { data: null, error: status === 204 ? null : { message: 'no' }, status };
    },
  }),
};
const become = (id: string | null, salonId: number | null = 7) => {
  const profile = { id: id ?? '', email: 'x', role: 'employee' as const, salonId, createdAt: null };
  const signedIn = { phase: 'signed-in' as const, profile, salonId, hasSalon: true, viewingAsAdmin: false };
  store.setState({ ...(id ? signedIn : { phase: 'signed-out' as const }), replica: null, replicaError: null }, true);
};
const make = () =>
  errorRecorder({
    session: { store, clientOf: async () => client as never },
    kept,
    now: () => clock,
    userAgent: 'Chrome/140 Android',
  });

beforeEach(() => {
  table = [];
  status = 204;
  disk = {};
  clock = Date.parse('2026-11-20T10:00:00Z');
  store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  become('elena');
  recorder = make();
});
afterEach(() => {
  recorder.stop();
  takeCaught(null);
  vi.restoreAllMocks();
});

describe('an error', () => {
  it('is told with its kind, its cleaned words, its screen and its browser, in the name of its person and salon', async () => {
    await recorder.record(new TypeError("Cannot read properties of undefined (reading 'x')"), '/calendar');
    expect(table).toMatchObject([
      {
        name: 'report_user_error',
        p_salon_id: 7,
        p_created_at: '2026-11-20T10:00:00.000Z',
        p_error_type: 'calendar',
        p_error_message: 'TypeError: Cannot read properties of undefined (reading …)',
        p_page_url: '/calendar',
        p_browser_info: 'Chrome 140 · Android',
      },
    ]);
    expect(disk.reports).toBeUndefined();
  });

  it('that holds a client’s name, phone and a token, in words, name, stack and address, tells none of them', async () => {
    const secret = ['Мария', 'Иванова', '888', '123456', 'eyJhbGciOiJIUzI1NiJ9', 'maria@abv.bg', 'Maria'];
    const error = new Error(`Мария Иванова, +359 888 123456, maria@abv.bg not found: Bearer eyJhbGciOiJIUzI1NiJ9.x.y "Maria"`);
    Object.assign(error, { name: 'Мария Иванова' });
    error.stack = `Error: Мария Иванова 888 123456\n at save (https://greben.bg/a.js?token=eyJhbGciOiJIUzI1NiJ9&name=Maria:1:2)`;
    await recorder.record(error, '/clients/edit/Мария?phone=888123456&token=eyJhbGciOiJIUzI1NiJ9');
    await recorder.record({ name: 'Мария', phone: '888 123456' }, '/888123456');
    await recorder.record('Maria Иванова 888 123456', '/calendar/eyJhbGciOiJIUzI1NiJ9');
    expect(table).toHaveLength(3);
    const whole = JSON.stringify(table.map(({ p_id: _own, ...row }) => row));
    for (const text of secret) expect(whole, text).not.toContain(text);
  });

  it('is told once a minute, and another one at once', async () => {
    for (const seconds of [0, 30, 59, 60]) {
      clock = Date.parse('2026-11-20T10:00:00Z') + seconds * 1000;
      await recorder.record(new TypeError('not found'), '/calendar');
    }
    await recorder.record(new TypeError('not found'), '/clients');
    expect(table.map((row) => [row.p_page_url, String(row.p_created_at).slice(14, 19)])).toEqual([
      ['/calendar', '00:00'],
      ['/calendar', '01:00'],
      ['/clients', '01:00'],
    ]);
  });

  it('waits on the device while there is no line, also through a reload, and is told once when the line is back', async () => {
    status = 0;
    await recorder.record(new TypeError('not found'), '/calendar');
    expect([table, disk.reports]).toMatchObject([[], [{ userId: 'elena', message: 'TypeError: not found' }]]);
    recorder.stop();
    recorder = make();
    status = 204;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(table).toHaveLength(1));
    await recorder.tell();
    expect([table.length, disk.reports]).toEqual([1, undefined]);
  });

  it('stays while the server itself fails, and goes when the server will never take it', async () => {
    status = 503;
    await recorder.record(new TypeError('not found'), '/calendar');
    expect(disk.reports).toHaveLength(1);
    status = 403;
    await recorder.tell();
    expect([table, disk.reports]).toEqual([[], undefined]);
  });

  it('pushes out the oldest when fifty wait', async () => {
    status = 0;
    for (let n = 0; n < 60; n++) {
      clock += 60_000;
      await recorder.record(new TypeError('not found'), '/calendar');
    }
    expect(disk.reports).toHaveLength(50);
    expect(disk.reports?.at(-1)?.at).toBe(new Date(clock).toISOString());
  });

  it('of one person is not told while another is signed in; of nobody it is, without a salon', async () => {
    status = 0;
    await recorder.record(new TypeError('not found'), '/calendar');
    become(null);
    await recorder.record(new TypeError('failed'), '/login');
    become('ivan', 9);
    status = 204;
    await recorder.tell();
    expect(table).toMatchObject([{ p_salon_id: null, p_error_type: 'sign_in' }]);
    expect(disk.reports).toMatchObject([{ userId: 'elena' }]);
  });
});

describe('what nobody expected', () => {
  it('is handed over from the page’s first moment: errors, rejections, and what a boundary caught', async () => {
    const end = listenForErrors();
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('not found') }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('failed') }));
    caughtError(new RangeError('too long'));
    takeCaught(recorder.take);
    caughtAgain({ error_type: 'form', error_message: 'TypeError: not found', page_url: '/salon' });
    await vi.waitFor(() => expect(table).toHaveLength(4));
    expect(table.map((row) => row.p_error_message)).toEqual([
      'TypeError: not found',
      'Error: failed',
      'RangeError: too long',
      'TypeError: not found',
    ]);
    end();
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('after') }));
    await recorder.tell();
    expect(table).toHaveLength(4);
  });
});
