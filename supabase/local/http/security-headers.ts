/** The headers of every answer to a browser, for the local backend and for a static host that serves `dist/`. */

/** Old Safari does not count a WebSocket of the same host as 'self'. */
function socketsOf(host: string | undefined): string {
  return host && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
}

export function securityHeaders(host: string | undefined): Record<string, string> {
  return headersWith(socketsOf(host));
}

/** The addresses of the public pages, which salons show in frames on their own sites. */
export const PUBLIC_PAGES = '/b/';

/** Returns the headers of a public page: those of the app, but that any site may frame it. It holds no session and keeps nothing. */
export function publicPageHeaders(host: string | undefined): Record<string, string> {
  return framable(securityHeaders(host));
}

function framable(headers: Record<string, string>): Record<string, string> {
  const { 'x-frame-options': _refused, 'content-security-policy': policy = '', ...others } = headers;
  return { ...others, 'content-security-policy': policy.replace("frame-ancestors 'none'", 'frame-ancestors *') };
}

/** Half a year: after one visit a browser does not use `http` any more. A server that gives up HTTPS has to wait as long. */
const HTTPS_FOR_S = 15_552_000;

/**
 * Returns HSTS for every answer of a server that people reach at `publicUrl`. It returns nothing without HTTPS, and nothing for
 * `localhost`, which a browser would then refuse to ask by `http` on every port.
 */
export function transportSecurity(publicUrl: string | undefined): Record<string, string> {
  const url = publicUrl ? new URL(publicUrl) : null;
  if (url?.protocol !== 'https:' || /(^|\.)localhost$/.test(url.hostname)) return {};
  return { 'strict-transport-security': `max-age=${HTTPS_FOR_S}` };
}

/**
 * Returns the file `_headers` of a build, for static hosts that read it and serve only by HTTPS (Netlify, Cloudflare Pages). Both
 * also send the headers of a path with its 404. So files that are cached for ever are named one by one; a file that is missing
 * while a new version is being uploaded is then requested again. Cloudflare reads 100 rules, so the largest files come first, and
 * the others are requested anew each time.
 * @param supabaseUrl the address of the project that this build belongs to; undefined if app and API share an address
 * @param hashed the paths of the files with a hash in their name, the largest first
 */
export function headersFile(supabaseUrl: string | undefined, hashed: readonly string[]): string {
  const host = supabaseUrl ? new URL(supabaseUrl).host : null;
  const secure = supabaseUrl ? new URL(supabaseUrl).protocol === 'https:' : true;
  const project = host ? (secure ? ` https://${host} wss://${host}` : ` http://${host} ws://${host}`) : '';
  const headers = { ...headersWith(project), ...(secure ? transportSecurity('https://static.example') : {}) };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const forEver = hashed.flatMap((path) => [path, '  cache-control: public, max-age=31536000, immutable']);
  const caching = ['/sw.js', '  cache-control: no-cache', ...forEver];
  return `${['/*', ...lines, ...framesOf(headers), ...caching].join('\n')}\n`;
}

/**
 * The rule of the public pages. Cloudflare Pages joins the headers of all rules that fit, and a page with two policies obeys both: so those
 * of the rule before are taken away (`!`). A host that knows no such line may leave them, and then no site can frame the page: its salons
 * take the button instead of the frame.
 */
function framesOf(headers: Record<string, string>): string[] {
  const policy = framable(headers)['content-security-policy'] ?? '';
  return [`${PUBLIC_PAGES}*`, '  ! x-frame-options', '  ! content-security-policy', `  content-security-policy: ${policy}`];
}

/** The camera reads bar codes and QR codes. The app needs no other permission, and nothing that it shows may have one. */
const PERMISSIONS = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'bluetooth', 'midi', 'display-capture'].map(
    (one) => `${one}=()`,
  ),
].join(', ');

function headersWith(moreConnections: string): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Writing to `element.style` does not count as a style sheet, so React's `style` needs no 'unsafe-inline'.
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${moreConnections}`,
    "worker-src 'self'",
    "frame-src 'none'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Only src/pwa/trusted.ts turns text into a script or a page; boot.js has a second policy of its name.
    "require-trusted-types-for 'script'",
    "trusted-types greben 'allow-duplicates'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
  };
}
