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

/** From the landing page. */
export function homeOf(state: Pick<SignedIn, 'profile' | 'hasSalon'>): '/admin' | '/calendar' | '/salon' {
  if (state.profile.role === 'admin') return '/admin';
  return state.hasSalon ? '/calendar' : '/salon';
}

/** After sign-in: an administrator returns to a remembered admin page, else to /admin; others to where they came from. */
export function destinationAfterSignIn(role: UserRole, origin: Origin | null | undefined): string {
  const from = origin?.from ?? '/';
  if (role !== 'admin') return from;
  return from === '/admin' || from.startsWith('/admin/') ? from : '/admin';
}
