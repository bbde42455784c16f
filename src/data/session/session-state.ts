/** What the screens see of the session. */
import type { OpenReplica } from '#data/open-replica.ts';
import type { Profile } from './profile.ts';
import { readSalonPresence } from './salon-presence.ts';
import type { Locked } from './session-store.ts';

export interface SignedIn {
  phase: 'signed-in';
  profile: Profile;
  /** The salon whose replica is open: the chosen one of an administrator, the own one, else the stored one. */
  salonId: number | null;
  hasSalon: boolean;
  viewingAsAdmin: boolean;
}

/** `left`: signed out here, by the person; `revoked`: by the server's word, with whose data waits locked. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'signed-out'; reason?: 'left' }
  | { phase: 'signed-out'; reason: 'revoked'; locked: Locked }
  | SignedIn;

/**
 * `replica`: open for exactly this person and salon, else null. `replicaError`: why opening it failed. `held`: since when the
 * page is locked around what is typed in it, ISO UTC, device clock (session-hold.ts).
 */
export type SessionStoreState = SessionState & { replica: OpenReplica | null; replicaError: unknown; held?: string };

/** A salon is present by the user data, the stored flag or the stored id (document 1 §4). `viewed`: an administrator's choice. */
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

/** Whether the account has a salon of its own; a salon that an administrator only looks at is none. */
export const hasOwnSalon = ({ profile, salonId, viewingAsAdmin }: SignedIn): boolean =>
  profile.salonId !== null || (salonId !== null && !viewingAsAdmin);
