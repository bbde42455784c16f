/** The sidebar's open state, kept in a cookie for seven days (document 1 §2, §9). */
const NAME = 'sidebar_state';
const LIFETIME = 60 * 60 * 24 * 7;

/** Null where nothing is kept: then the width decides. */
export function readSidebarState(cookies: string = document.cookie): boolean | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=(true|false)(?:;|$)`).exec(cookies)?.[1];
  return value === undefined ? null : value === 'true';
}

export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open}; path=/; max-age=${LIFETIME}; samesite=lax`;
}
