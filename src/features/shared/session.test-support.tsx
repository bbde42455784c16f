/** For tests of screens: a session that does what it is told, and a place with routes and toasts to show a screen in. */
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Profile, Session, SessionState, SessionStoreState } from '#data/session/session.ts';
import type { RecoveryState } from '#data/session/session-passwords.ts';
import { ToastViewport } from '#ui/overlay/toast.tsx';
import { SessionContext } from './use-replica.ts';

export const PROFILE: Profile = { id: 'u1', email: 'elena@greben.test', role: 'employee', salonId: 7, createdAt: null };

export const signedInAs = (profile: Partial<Profile> = {}, hasSalon = true): SessionState => {
  const whole = { ...PROFILE, ...profile };
  return { phase: 'signed-in', profile: whole, salonId: whole.salonId, hasSalon, viewingAsAdmin: false };
};

export const SIGNED_OUT: SessionState = { phase: 'signed-out' };

export function fakeRecovery() {
  return {
    store: createStore<RecoveryState>(() => ({ phase: 'none' })),
    sendsMails: vi.fn(async (): Promise<boolean | null> => false),
    askForLink: vi.fn(async (_email: string): Promise<void> => undefined),
    takeLink: vi.fn(async (): Promise<void> => undefined),
    follow: vi.fn(async (): Promise<void> => undefined),
    leave: vi.fn(),
    setPassword: vi.fn(async (_password: string): Promise<void> => undefined),
  };
}

export function fakeSession(state: SessionState, replica: OpenReplica | null = null) {
  const store = createStore<SessionStoreState>(() => ({ ...state, replica, replicaError: null }));
  const session = {
    store,
    /** As if the session itself had changed. */
    become: (next: SessionState) => store.setState({ ...next, replica: store.getState().replica, replicaError: null }, true),
    signIn: vi.fn(async (_email: string, _password: string): Promise<void> => undefined),
    signUp: vi.fn(async (_email: string, _password: string) => ({ confirmed: false })),
    people: vi.fn(async () => 'one' as const),
    signOut: vi.fn(async (_removing?: readonly number[]) =>
      store.setState({ phase: 'signed-out', reason: 'left', replica: null, replicaError: null }, true),
    ),
    forgetLocked: vi.fn(async (): Promise<void> => undefined),
    refreshProfile: vi.fn(async (): Promise<void> => undefined),
    createSalon: vi.fn(async (_salon: object, _settings: object): Promise<number> => 7),
    keepSalon: vi.fn(),
    viewSalon: vi.fn(),
    salonWithdrawn: vi.fn(async (_salonId: number): Promise<void> => undefined),
    lookAtInvitation: vi.fn(async (_code: string): Promise<Readonly<Record<string, unknown>>> => ({ state: 'unknown' })),
    /** The answers of the server's functions, by name; an error is thrown as the server's refusal with that hint. */
    answers: {} as Record<string, unknown>,
    /** Every call of a function, with its arguments. */
    called: [] as { name: string; args: unknown }[],
    client: async (): Promise<unknown> => rpcOf(session),
    clientOf: async (_userId: string): Promise<unknown> => rpcOf(session),
    holdsDemo: vi.fn(async (): Promise<boolean> => false),
    recovery: fakeRecovery(),
    passwords: {
      change: vi.fn(async (_current: string, _next: string): Promise<void> => undefined),
      redeem: vi.fn(async (_token: string, _next: string): Promise<string | null> => PROFILE.email),
    },
  };
  return session;
}

/** The hint of a refusal, as the server's functions say it. */
export class Refused {
  constructor(readonly hint: string) {}
}

/** A client whose functions answer what the test has said. */
function rpcOf(session: { answers: Record<string, unknown>; called: { name: string; args: unknown }[] }) {
  return {
    rpc: (name: string, args: unknown) => ({
      retry: async () => {
        session.called.push({ name, args });
        const answer = session.answers[name] ?? null;
        if (!(answer instanceof Refused)) return { data: answer, error: null, status: 200 };
        const error = { code: 'P0001', message: 'refused', details: null, hint: answer.hint };
        return { data: null, error, status: 400 };
      },
    }),
  };
}
/** Its client may be one of another kind, which answers whole tables. */
export type FakeSession = Omit<ReturnType<typeof fakeSession>, 'client'> & { client: () => Promise<unknown> };

export function place(session: FakeSession, routes: RouteObject[], at: string | { pathname: string; state: unknown }) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const whole = (children: ReactNode) => (
    <SessionContext value={session as unknown as Session}>
      {children}
      <ToastViewport />
    </SessionContext>
  );
  render(whole(<RouterProvider router={router} />));
  return router;
}
