/**
 * The session as all tabs of this browser share it. A small IndexedDB store of its own (`greben-session`) keeps the tokens, the
 * profile that names the replica, the owner of a revoked session, sign-outs and errors that the server has yet to hear of, the
 * fate of the replicas here, the administrator's words to a salon, and this device's own id. The service worker, which cannot read localStorage, shares it.
 * A channel tells the tabs of each other's events.
 */

import { smallDatabase } from '#data/browser/small-database.ts';
import type { SalonRole, UserRole } from '#schemas/constants.ts';
import { openChannel } from '#sync/machine/channel.ts';
import type { Tokens } from './session-tokens.ts';

/** The signed-in person as `users` has them (document 1 §3); cached on the device, because it names the replica. */
export interface Profile {
  id: string;
  email: string;
  role: UserRole;
  salonId: number | null;
  /** ISO UTC. */
  createdAt: string | null;
  /** Their role in the salon; null without one. Like the two below it is absent in a profile that an earlier version kept. */
  salonRole?: SalonRole | null;
  /** The employee that they are; null for nobody. */
  resourceId?: string | null;
  /** How they call themselves; null before a name is given. */
  name?: string | null;
}

/** The number of people who have signed in on this browser; their names are not kept. */
export type People = 'one' | 'several';

/** The person whose session the server ended: their data stays here, locked, until they sign in again. */
export interface Locked {
  profile: Profile;
  /** ISO UTC, device clock. */
  at: string;
}

/** A moment by two clocks, in epoch milliseconds: the device's, and the server's in its last answer. */
export interface Moment {
  readonly device: number;
  readonly server: number | null;
}
/** When each replica was last open here. */
export type OpenedMarks = Readonly<Record<string, Moment>>;

/** An error as it is reported: cleaned of everything personal (#domain/errors/error-cleaning.ts). */
export interface WaitingReport {
  readonly id: string;
  /** The person who was signed in; null: nobody was, and the next person reports it. */
  readonly userId: string | null;
  readonly salonId: number | null;
  /** ISO UTC, device clock. */
  readonly at: string;
  readonly type: string;
  readonly message: string;
  readonly stack: string | null;
  readonly page: string;
  readonly browser: string;
}

/** The state of a salon's request for approval. Instants are ISO UTC. */
export interface Approval {
  readonly status: 'pending' | 'approved' | 'rejected';
  readonly asked_at: string | null;
  readonly decided_at: string | null;
  readonly reason: string | null;
}

/** Help that an administrator wrote on an error; without texts the app has one for its type. */
export interface HelpNotice {
  readonly id: string;
  readonly created_at: string;
  readonly error_type: string;
  readonly error_message: string;
  readonly page_url: string | null;
  readonly help_bg: string | null;
  readonly help_en: string | null;
}

/** The administrator's words to a salon. */
export interface SalonWords {
  readonly approval: Approval;
  readonly notices: readonly HelpNotice[];
}

/** The key of a replica: its person and its salon. */
export interface ReplicaKey {
  readonly userId: string;
  readonly salonId: number;
}

/** This browser as the server knows it (src/data/people/this-device.ts). */
export interface DeviceNote {
  /** A UUID. */
  readonly id: string;
  /** As its person calls it; '' for the name that it makes itself. */
  readonly name: string;
}

/** A session as it is stored. */
export interface StoredSession {
  tokens: Tokens | null;
  profile: Profile | null;
  locked: Locked | null;
}

/** All values of the store, by key. */
export interface StoredValues {
  tokens: Tokens;
  profile: Profile;
  locked: Locked;
  revocations: Tokens[];
  /** Absent until somebody has signed in. */
  people: People;
  /** Replicas that a person who left wants removed from this device. */
  removals: ReplicaKey[];
  opened: OpenedMarks;
  /** Errors that are not reported yet. */
  reports: WaitingReport[];
  /** The administrator's last words, by person and salon (`replicaKey`). */
  standings: Readonly<Record<string, SalonWords>>;
  /** Absent until it was asked for. */
  device: DeviceNote;
}
type Key = keyof StoredValues;

const DATABASE = 'greben-session';
const STORE = 'values';

/** The store that all tabs and the service worker share. */
export interface SessionStore {
  read(): Promise<StoredSession>;
  readTokens(): Promise<Tokens | null>;
  /** Writes in one transaction: either everything is kept or nothing. `null` removes. */
  write(change: { [K in Key]?: StoredValues[K] | null }): Promise<void>;
  /** Replaces the session in one transaction. The former tokens are remembered for revocation. */
  adopt(tokens: Tokens, profile: Profile, people: People): Promise<void>;
  /** Keeps the profile as the server has it now; false, and nothing is kept, if that person's session ended meanwhile. */
  updateProfile(profile: Profile): Promise<boolean>;
  /**
   * Replaces `old` by renewed tokens. `ended`: somebody ended the session meanwhile, so the tokens are only to be revoked;
   * `cleared`: the browser has removed everything here, so nothing is kept.
   */
  replaceTokens(old: Tokens, renewed: Tokens): Promise<'kept' | 'ended' | 'cleared'>;
  /** Returns true if nothing of any session is kept. A session that ends leaves the note that somebody was signed in here. */
  isCleared(): Promise<boolean>;
  /**
   * Ends the session here and remembers its tokens, so that the server can be told when it is reached. The same transaction notes
   * which salons of its person are to be removed from this device.
   */
  removeSession(salons?: readonly number[]): Promise<void>;
  get<K extends Key>(key: K): Promise<StoredValues[K] | null>;
  /** Reads and writes one value in one transaction; `next` gives null to remove it. */
  update<K extends Key>(key: K, next: (held: StoredValues[K] | null) => StoredValues[K] | null): Promise<void>;
  readRevocations(): Promise<Tokens[]>;
  removeRevocation(done: Tokens): Promise<void>;
  close(): void;
}

interface WritableStore {
  get(key: string): Promise<unknown>;
  put(value: unknown, key: string): Promise<unknown>;
  delete(key: string): Promise<void>;
}

async function addRevocation(store: WritableStore, tokens: Tokens): Promise<void> {
  const waiting = ((await store.get('revocations')) as Tokens[] | undefined) ?? [];
  await store.put([...waiting, tokens], 'revocations');
}

/** Opens the store. */
export function sessionStore(name = DATABASE): SessionStore {
  const database = smallDatabase(name, [STORE]);
  const get = <K extends Key>(key: K) =>
    database.read(
      async (transaction) => ((await transaction.objectStore(STORE).get(key)) as StoredValues[K] | undefined) ?? null,
    );
  const write = <T>(work: (store: WritableStore) => Promise<T>, durability?: 'strict') =>
    database.write((transaction) => work(transaction.objectStore(STORE)), durability);

  return {
    async read() {
      const [tokens, profile, locked] = await Promise.all([get('tokens'), get('profile'), get('locked')]);
      return { tokens, profile, locked };
    },
    readTokens: () => get('tokens'),
    write: (change) =>
      write(async (store) => {
        for (const [key, value] of Object.entries(change)) {
          if (value === null) await store.delete(key);
          else if (value !== undefined) await store.put(value, key);
        }
      }),
    adopt: (tokens, profile, people) =>
      write(async (store) => {
        const former = (await store.get('tokens')) as Tokens | undefined;
        if (former && former.refreshToken !== tokens.refreshToken) await addRevocation(store, former);
        await store.put(tokens, 'tokens');
        await store.put(profile, 'profile');
        await store.put(people, 'people');
        await store.delete('locked');
      }),
    updateProfile: (profile) =>
      write(async (store) => {
        const tokens = (await store.get('tokens')) as Tokens | undefined;
        const still = tokens?.userId === profile.id;
        if (still) await store.put(profile, 'profile');
        return still;
      }),
    replaceTokens: (old, renewed) =>
      write(async (store) => {
        const current = (await store.get('tokens')) as Tokens | undefined;
        const isEmpty = current === undefined && (await store.get('people')) === undefined;
        const outcome = isEmpty ? 'cleared' : current?.refreshToken === old.refreshToken ? 'kept' : 'ended';
        if (outcome === 'kept') await store.put(renewed, 'tokens');
        else if (outcome === 'ended') await addRevocation(store, renewed);
        return outcome;
      }),
    isCleared: async () => (await get('tokens')) === null && (await get('people')) === null,
    removeSession: (salons = []) =>
      write(async (store) => {
        const tokens = (await store.get('tokens')) as Tokens | undefined;
        if (tokens) {
          await addRevocation(store, tokens);
          const wanted = ((await store.get('removals')) as ReplicaKey[] | undefined) ?? [];
          const added = salons.map((salonId) => ({ userId: tokens.userId, salonId }));
          if (added.length > 0) await store.put([...wanted, ...added], 'removals');
        }
        for (const key of ['tokens', 'profile', 'locked']) await store.delete(key);
      }, 'strict'),
    get,
    update: (key, next) =>
      write(async (store) => {
        const held = (await store.get(key)) as Parameters<typeof next>[0] | undefined;
        const value = next(held ?? null);
        if (value === null) await store.delete(key);
        else await store.put(value, key);
      }),
    readRevocations: async () => (await get('revocations')) ?? [],
    removeRevocation: (done) =>
      write(async (store) => {
        const waiting = ((await store.get('revocations')) as Tokens[] | undefined) ?? [];
        await store.put(
          waiting.filter(({ refreshToken }) => refreshToken !== done.refreshToken),
          'revocations',
        );
      }),
    close: database.close,
  };
}

/**
 * Removes a session that the server ended, and notes its owner: their rows stay here, locked, until they sign in again.
 * @param now device clock, milliseconds
 * @returns false, and nothing changed, if another session stands here by now
 */
export async function endRevoked(store: SessionStore, ended: Tokens, now: number): Promise<boolean> {
  const { tokens, profile } = await store.read();
  if (tokens?.refreshToken !== ended.refreshToken || !profile) return false;
  await store.write({ tokens: null, profile: null, locked: { profile, at: new Date(now).toISOString() } });
  return true;
}

/** The authentication events of document 1 §4. Every tab of this browser is told of each. */
const SESSION_EVENTS = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
] as const;
/** One of these events. */
export type SessionEvent = (typeof SESSION_EVENTS)[number];

/** The channel between the tabs. */
export interface SessionEvents {
  /** Tells the other tabs. This tab has handled the event already. */
  tell(event: SessionEvent): void;
  close(): void;
}

const CHANNEL = 'greben-session';

/** Opens the channel. @param heard called for an event of another tab, when the store holds its outcome already */
export function sessionEvents(heard: (event: SessionEvent) => void): SessionEvents {
  const channel = openChannel(CHANNEL);
  if (!channel) return { tell: () => undefined, close: () => undefined };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const event = SESSION_EVENTS.find((known) => known === data);
    if (event) heard(event);
  };
  return { tell: (event) => channel.postMessage(event), close: () => channel.close() };
}
