/** The destinations after a sign-in (document 1 §2). Pure. */

import type { SignedIn } from '#data/session/session.ts';
import type { UserRole } from '#schemas/constants.ts';

/** The facts that the guards and the registration leave in the history entry of /login. */
export interface Origin {
  from?: string;
  /** The e-mail of a person who has just registered. */
  email?: string;
  /** A one-time link stood in this address. */
  link?: true;
}

/** From the landing page. @param isInvited a code waits in this browser: who has no salon goes on with it */
export function homeOf(
  state: Pick<SignedIn, 'profile' | 'hasSalon'>,
  isInvited: boolean,
): '/admin' | '/calendar' | '/salon' | '/join' {
  if (state.profile.role === 'admin') return '/admin';
  if (state.hasSalon) return '/calendar';
  return isInvited ? '/join' : '/salon';
}

/** After sign-in: an administrator returns to a remembered admin page, else to /admin; others to where they came from. */
export function destinationAfterSignIn(role: UserRole, origin: Origin | null | undefined): string {
  const from = origin?.from ?? '/';
  if (role !== 'admin') return from;
  return from === '/admin' || from.startsWith('/admin/') ? from : '/admin';
}
