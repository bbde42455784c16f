/**
 * The administrator's words to the open salon: the state of its request for approval, and help on its errors. They are read from
 * the server while the salon is open and kept on the device, so that they are there without a line. No screen waits for them or
 * refuses anything because of them.
 */
import { createStore } from 'zustand/vanilla';
import { keepNote, readNote } from '#data/browser/small-notes.ts';
import { replicaKey } from '#data/local-data/replica-age.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import { dataProblem } from '#data/session/portal-guard.ts';
import type { Session } from '#data/session/session.ts';
import type { Approval, HelpNotice, ReplicaKey, SalonWords, SessionStore } from '#data/session/session-store.ts';

export type { Approval, HelpNotice } from '#data/session/session-store.ts';

/** The administrator's words as the screens see them. */
export interface StandingState {
  readonly standing: SalonWords | null;
  /** Ids of the help notices that were read on this device, and of requests whose notice of waiting was read (`requestRead`). */
  readonly read: ReadonlySet<string>;
}

/** The pause between two questions to the server, ms. */
const ASK_EVERY = 5 * 60_000;
const READ = 'greben.help-read';
const MOST_READ = 100;

const readBefore = (): ReadonlySet<string> => new Set((readNote('local', READ) ?? '').split(' ').filter((id) => id !== ''));

/** The words to the open salon. */
export const salonStanding = createStore<StandingState>(() => ({ standing: null, read: readBefore() }));

/**
 * Dismisses a notice: the person has read it, and this device does not show it again.
 * @param id of a help notice, or `requestRead` of a request
 */
export function dismissStanding(id: string): void {
  const read = [...readBefore(), id].slice(-MOST_READ);
  keepNote('local', READ, read.join(' '));
  salonStanding.setState({ read: new Set(read) });
}

/** Returns the name under which a request's notice of waiting is noted as read. */
export const requestRead = (salonId: number, approval: Approval): string => `request-${salonId}-${approval.asked_at ?? ''}`;

interface Parts {
  readonly session: Pick<Session, 'store' | 'clientOf'>;
  readonly kept: Pick<SessionStore, 'get' | 'update'>;
}

type StandingCall = 'approval_state' | 'help_notices' | 'ask_approval_again';

/**
 * Calls a function of the server as this person.
 * @throws AuthProblem
 */
async function called<T>({ session }: Parts, { userId, salonId }: ReplicaKey, name: StandingCall): Promise<T> {
  const client = await session.clientOf(userId);
  const { data, error, status } = await client.rpc(name, { p_salon_id: salonId }).retry(false);
  if (error) throw dataProblem(error, status);
  return data as T;
}

const isApproval = (value: unknown): value is Approval => typeof (value as Approval | null)?.status === 'string';

async function keep({ kept }: Parts, key: ReplicaKey, standing: SalonWords): Promise<void> {
  salonStanding.setState({ standing });
  await kept
    .update('standings', (held) => ({ ...held, [replicaKey(key)]: standing }))
    .catch((error: unknown) => console.info('What the administrator says is not kept on this device', error));
}

/**
 * Follows the salon of an open replica from now on. Returns a function that ends it. An administrator who only views the salon is
 * told nothing.
 */
export function followStanding(parts: Parts, { userId, salonId }: Pick<OpenReplica, 'userId' | 'salonId'>): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const key = { userId, salonId };
  const ask = async () => {
    const state = parts.session.store.getState();
    if (!navigator.onLine || state.phase !== 'signed-in' || state.viewingAsAdmin) return;
    const [approval, notices] = await Promise.all([
      called<unknown>(parts, key, 'approval_state'),
      called<unknown>(parts, key, 'help_notices'),
    ]);
    // Something other than our server has answered.
    if (!isApproval(approval) || !Array.isArray(notices) || signal.aborted) return;
    await keep(parts, key, { approval, notices: notices as HelpNotice[] });
  };
  const asked = () =>
    ask().catch((error: unknown) => {
      if (!isUnreached(error)) console.info('What the administrator says is asked again later', error);
    });
  const first = async () => {
    const held = (await parts.kept.get('standings'))?.[replicaKey(key)];
    const state = parts.session.store.getState();
    if (held && !signal.aborted && state.phase === 'signed-in' && !state.viewingAsAdmin)
      salonStanding.setState({ standing: held });
  };
  void first()
    .catch((error: unknown) => console.info('What the administrator said is not read', error))
    .then(asked);
  const timer = setInterval(() => void asked(), ASK_EVERY);
  globalThis.addEventListener?.('online', () => void asked(), { signal });
  return () => {
    ending.abort();
    clearInterval(timer);
    salonStanding.setState({ standing: null });
  };
}

/**
 * Asks for approval once more after a rejection.
 * @throws AuthProblem if the server was not reached
 */
export async function askApprovalAgain(parts: Parts, key: ReplicaKey): Promise<void> {
  const approval = await called<unknown>(parts, key, 'ask_approval_again');
  if (!isApproval(approval)) throw new Error('the answer holds no approval');
  await keep(parts, key, { approval, notices: salonStanding.getState().standing?.notices ?? [] });
}

/** Forgets the administrator's words, which go with the salon's rows. */
export async function forgetStanding(kept: Parts['kept'], key: ReplicaKey): Promise<void> {
  await kept.update('standings', (held) => {
    const left = Object.entries(held ?? {}).filter(([mark]) => mark !== replicaKey(key));
    return left.length === 0 ? null : Object.fromEntries(left);
  });
}
