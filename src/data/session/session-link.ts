/** What a link in a mail of the authentication service brings back to the app. Pure. */
export interface SessionLink {
  type: 'recovery' | 'other';
  accessToken: string;
  refreshToken: string;
  /** Milliseconds. */
  lifetime: number;
}

/** `hash` is the address's fragment, with its `#`; null where it holds no session. */
export function sessionLink(hash: string): SessionLink | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const accessToken = values.get('access_token');
  const refreshToken = values.get('refresh_token');
  if (!accessToken || !refreshToken) return null;
  return {
    type: values.get('type') === 'recovery' ? 'recovery' : 'other',
    accessToken,
    refreshToken,
    lifetime: (Number(values.get('expires_in')) || 3600) * 1000,
  };
}
