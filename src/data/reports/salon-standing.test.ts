// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionStoreState } from '#data/session/session.ts';
import type { Approval, SessionStore, StoredValues } from '#data/session/session-store.ts';
import { takeCaught } from './caught.ts';
import { hearAdministrator } from './error-recorder.ts';
import {
  askApprovalAgain,
  dismissStanding,
  followStanding,
  forgetStanding,
  requestRead,
  salonStanding,
} from './salon-standing.ts';

const REJECTED: Approval = { status: 'rejected', asked_at: 'a', decided_at: 'b', reason: 'Няма адрес' };
const NOTICE = {
  id: 'n1',
  created_at: 'c',
  error_type: 'form',
  error_message: 'm',
  page_url: '/salon',
  help_bg: null,
  help_en: null,
};
const KEY = { userId: 'elena', salonId: 7 };

let disk: Partial<StoredValues>;
let answers: Record<string, unknown>;
let reached: boolean;
let asked: string[];
let store: StoreApi<SessionStoreState>;
let end: () => void = () => undefined;

const kept: Pick<SessionStore, 'get' | 'update'> = {
  get: async (key) => disk[key] ?? null,
  async update(key, next) {
    const value = next(disk[key] ?? null);
    if (value === null) delete disk[key];
    else disk[key] = value;
  },
};
const client = {
  rpc: (name: string, args: object) => ({
    retry: async () => {
      asked.push(`${name} ${JSON.stringify(args)}`);
      return reached ? { data: answers[name], error: null, status: 200 } : { data: null, error: { message: 'x' }, status: 0 };
    },
  }),
};
const parts = () => ({ session: { store, clientOf: async () => client as never }, kept });
const become = (viewingAsAdmin: boolean) => {
  const profile = { id: 'elena', email: 'x', role: 'employee' as const, salonId: 7, createdAt: null };
  store.setState(
    { phase: 'signed-in', profile, salonId: 7, hasSalon: true, viewingAsAdmin, replica: null, replicaError: null },
    true,
  );
};

beforeEach(() => {
  disk = {};
  answers = { approval_state: REJECTED, help_notices: [NOTICE] };
  reached = true;
  asked = [];
  localStorage.clear();
  store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  become(false);
  salonStanding.setState({ standing: null, read: new Set() });
});
afterEach(() => {
  end();
  takeCaught(null);
});

it('what the administrator says to the salon is asked for when it opens, kept, and there without a line', async () => {
  end = followStanding(parts(), KEY);
  await vi.waitFor(() => expect(salonStanding.getState().standing).toEqual({ approval: REJECTED, notices: [NOTICE] }));
  expect(asked).toEqual(['approval_state {"p_salon_id":7}', 'help_notices {"p_salon_id":7}']);
  end();
  expect(salonStanding.getState().standing).toBeNull();
  reached = false;
  end = followStanding(parts(), KEY);
  await vi.waitFor(() => expect(salonStanding.getState().standing?.approval).toEqual(REJECTED));
  await forgetStanding(kept, KEY);
  expect(disk.standings).toBeUndefined();
});

it('something else than our server’s words changes nothing', async () => {
  answers = { approval_state: '<html>', help_notices: null };
  end = followStanding(parts(), KEY);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect([salonStanding.getState().standing, disk.standings]).toEqual([null, undefined]);
});

it('an administrator who only looks in is told nothing', async () => {
  become(true);
  disk.standings = { '7 elena': { approval: REJECTED, notices: [] } };
  end = followStanding(parts(), KEY);
  await Promise.resolve();
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve));
  expect([asked, salonStanding.getState().standing]).toEqual([[], null]);
});

it('asking again shows the new state at once; without the server it rejects and nothing changes', async () => {
  const waiting: Approval = { status: 'pending', asked_at: 'd', decided_at: null, reason: null };
  answers.ask_approval_again = waiting;
  reached = false;
  await expect(askApprovalAgain(parts(), KEY)).rejects.toMatchObject({ code: 'network' });
  expect(salonStanding.getState().standing).toBeNull();
  reached = true;
  await askApprovalAgain(parts(), KEY);
  expect(salonStanding.getState().standing?.approval).toEqual(waiting);
  expect(disk.standings).toEqual({ '7 elena': { approval: waiting, notices: [] } });
});

it('what was read stays read on this device, a new request is another one', () => {
  dismissStanding('n1');
  dismissStanding(requestRead(7, REJECTED));
  expect([...salonStanding.getState().read]).toEqual(['n1', 'request-7-a']);
  expect(salonStanding.getState().read.has(requestRead(7, { ...REJECTED, asked_at: 'z' }))).toBe(false);
});

it('a round that fails at the server is told as our fault, once each time; a cut line is not', async () => {
  const status$ = new BehaviorSubject<{ reason?: string }>({});
  const administrator = hearAdministrator(parts());
  end = administrator.attend({ ...KEY, status$: status$ as never });
  for (const reason of ['line', 'busy', 'server', 'server', 'storage-full']) status$.next({ reason });
  const reports = () => asked.filter((call) => call.startsWith('report_user_error'));
  await vi.waitFor(() => expect(reports()).toHaveLength(1));
  expect(reports()[0]).toContain('"p_error_type":"sync"');
});
