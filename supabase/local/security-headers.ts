/** What every answer to a browser carries. The same policy belongs on a static host that serves `dist/`. */

/** Old Safari does not count a WebSocket of the same host as 'self'. */
function socketsOf(host: string | undefined): string {
  return host && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
}

export function securityHeaders(host: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${socketsOf(host)}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
}
