/**
 * The state of the session as the screens see it, and the flag and the salon id in this browser that it rests on.
 *
 * The flag and the id (document 1 §3, §4) open the screens, also offline, and give no right: the server decides who belongs to a
 * salon, and a foreign id yields no row. While an administrator looks at another's salon, the id is that salon's, and a flag of its
 * own says so (document 3 §3). The tab remembers that salon too, so that each of two tabs keeps its own when it is loaded anew.
 */
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Locked, Profile } from './session-store.ts';

/** The state while a person is signed in. */
export interface SignedIn {
  phase: 'signed-in';
  profile: Profile;
  /** The salon whose replica is open: the chosen one of an administrator, the own one, else the stored one. */
  salonId: number | null;
  hasSalon: boolean;
  viewingAsAdmin: boolean;
}

/** `left`: signed out by the person, here; `revoked`: ended by the server, with the person whose data waits locked. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'signed-out'; reason?: 'left' }
  | { phase: 'signed-out'; reason: 'revoked'; locked: Locked }
  | SignedIn;

/**
 * `replica`: open for exactly this person and salon, else null. `replicaError`: the reason why it did not open. `held`: the time
 * since which the page is locked with typed text in it, ISO UTC, device clock (session-tab.ts).
 */
export type SessionStoreState = SessionState & { replica: OpenReplica | null; replicaError: unknown; held?: string };

/**
 * Returns the state of a signed-in person. A salon is present by the user data, the stored flag or the stored id (document 1 §4).
 * @param viewed an administrator's choice
 */
export function signedInState(profile: Profile, viewed: number | null): SignedIn {
  const presence = readSalonPresence();
  const viewingAsAdmin = viewed !== null && profile.role === 'admin';
  return {
    phase: 'signed-in',
    profile,
    salonId: viewingAsAdmin ? viewed : (profile.salonId ?? presence.salonId),
    hasSalon: viewingAsAdmin || profile.salonId !== null || presence.flag || presence.salonId !== null,
    viewingAsAdmin,
  };
}

/** Tells whether the account has a salon of its own; a salon that an administrator only views does not count. */
export const hasOwnSalon = ({ profile, salonId, viewingAsAdmin }: SignedIn): boolean =>
  profile.salonId !== null || (salonId !== null && !viewingAsAdmin);

const ID = 'salon_id';
const FLAG = 'hasSalon';
const VIEWING = 'adminViewing';
const VIEWED_HERE = 'greben.viewed-salon';

interface SalonPresence {
  salonId: number | null;
  flag: boolean;
}

function idIn(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads the flag and the id of the own salon; the id of a salon that an administrator only views does not count. */
export function readSalonPresence(): SalonPresence {
  const own = readNote('local', VIEWING) !== 'true';
  return { salonId: own ? idIn(readNote('local', ID)) : null, flag: readNote('local', FLAG) === 'true' };
}

/** Stores the own salon. */
export function storeSalonPresence(salonId: number): void {
  forgetNote('local', VIEWING);
  keepNote('local', ID, String(salonId));
  keepNote('local', FLAG, 'true');
}

/** Removes all of it, at a sign-out. */
export function clearSalonPresence(): void {
  for (const key of [ID, FLAG, VIEWING]) forgetNote('local', key);
  forgetNote('session', VIEWED_HERE);
}

/** Returns the salon that an administrator viewed last, in this tab, else in this browser; null if there is none. */
export function readViewedSalon(): number | null {
  const here = idIn(readNote('session', VIEWED_HERE));
  if (here !== null) return here;
  return readNote('local', VIEWING) === 'true' ? idIn(readNote('local', ID)) : null;
}

/** Stores the salon that an administrator looks at. */
export function storeViewedSalon(salonId: number): void {
  keepNote('local', ID, String(salonId));
  keepNote('local', VIEWING, 'true');
  keepNote('session', VIEWED_HERE, String(salonId));
}

/**
 * Ends the view of another's salon.
 * @param ownId the administrator's own salon, whose id takes its place; null if there is none
 */
export function clearViewedSalon(ownId: number | null): void {
  forgetNote('session', VIEWED_HERE);
  if (readNote('local', VIEWING) !== 'true') return;
  forgetNote('local', VIEWING);
  if (ownId === null) forgetNote('local', ID);
  else keepNote('local', ID, String(ownId));
}
