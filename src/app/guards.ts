/** Who may see what and where everybody else goes (document 1 §2, "Access redirects"). Pure. */
import type { SessionState } from '#data/session/session.ts';

export type Access = 'anyone' | 'user' | 'salon' | 'admin';
export type Decision = 'wait' | 'show' | { to: '/' | '/login' | '/salon'; remember: boolean };

/** `wait` while the session loads: no redirect happens on half a knowledge. */
export function decide(access: Access, state: SessionState): Decision {
  if (access === 'anyone') return 'show';
  if (state.phase === 'loading') return 'wait';
  if (state.phase === 'signed-out') {
    // Whoever pressed "sign out" goes to the landing page; whoever was never in, or was shut out, signs in and returns.
    return state.reason === 'left' ? { to: '/', remember: false } : { to: '/login', remember: true };
  }
  if (access === 'admin') return state.profile.role === 'admin' ? 'show' : { to: '/', remember: false };
  if (access === 'salon') return state.hasSalon ? 'show' : { to: '/salon', remember: false };
  return 'show';
}

const LISTS = ['employees', 'services', 'products', 'clients'] as const;

/** Where the 404 page's back button leads: to the matching list from an edit path, else to the start. */
export function backTarget(pathname: string): `/${(typeof LISTS)[number]}` | '/' {
  const list = LISTS.find((name) => pathname === `/${name}/edit` || pathname.startsWith(`/${name}/edit/`));
  return list ? `/${list}` : '/';
}
