/**
 * Cleans an error before it leaves this device, so that nothing in it could be a person's. A message keeps only the words that
 * messages are made of (error-words.ts); all else (names, numbers, addresses, tokens, quoted values) becomes one dot sign. An
 * address keeps the path of its screen, and a stack the places in our own code. Pure.
 */
import type { ErrorKind } from './error-kinds.ts';
import { ERROR_WORDS } from './error-words.ts';

/** Longest texts, in characters. */
const LONGEST_MESSAGE = 500;
const LONGEST_STACK = 4_000;
const MOST_FRAMES = 20;
/** Replaces what is left out. */
const HIDDEN = '…';

/** Words of the routes (src/app/start/router.tsx). */
const SEGMENTS = new Set(
  `login register salon profile calendar add employees edit services categories products groups revision clients shifts sync admin
   approvals system-status user-errors salon-notes salons join people`.split(/\s+/),
);

/** Turns `/clients/edit/0190…?from=x` into `/clients/edit/:id`. */
export function cleanedPage(address: string): string {
  const path = /^[^?#]*/.exec(address.replace(/^[a-z]+:\/\/[^/]*/i, ''))?.[0] ?? '';
  const segments = path.split('/').filter((segment) => segment !== '');
  return `/${segments
    .slice(0, 6)
    .map((segment) => (SEGMENTS.has(segment) ? segment : ':id'))
    .join('/')}`;
}

/** A quoted value; the closing quote may be missing at the end. */
const QUOTED = /"[^"]*("|$)|`[^`]*(`|$)|„[^“”"]*([“”"]|$)|«[^»]*(»|$)|“[^”]*(”|$)|(?<![a-z])'[^']*('|$)/g;

/**
 * Returns the message without anything that could be a person's.
 * @param text of an error, in any words
 */
export function cleanedMessage(text: string): string {
  const words = text
    .slice(0, 4 * LONGEST_MESSAGE)
    .replace(QUOTED, ` ${HIDDEN} `)
    .split(/\s+/)
    .map((word) => {
      const [, before = '', bare = '', after = ''] = /^([([{]*)(.*?)([)\]}:;,.!?]*)$/.exec(word) ?? [];
      return ERROR_WORDS.has(bare.toLowerCase()) || bare === '' ? `${before}${bare}${after}` : HIDDEN;
    });
  return words
    .join(' ')
    .replace(/…( …)+/g, HIDDEN)
    .replace(/… ([)\]}:;,.!?])/g, `${HIDDEN}$1`)
    .trim()
    .slice(0, LONGEST_MESSAGE);
}

const FRAME =
  /(?:at\s+(?:async\s+)?)?([\w$.<>]{0,60})\s*[(@]?\s*(?:https?|webpack|capacitor):\/\/[^\s)]*?\/([\w.-]{1,80}\.m?[jt]sx?)[^\s:)]*:(\d{1,7}):(\d{1,7})/;

/** Returns function, file, line and column of each frame, without the message in the first line; null if no frame is left. */
export function cleanedStack(stack: string | undefined): string | null {
  const frames = (stack ?? '').split('\n').flatMap((line) => {
    const [, name, file, row, column] = FRAME.exec(line) ?? [];
    return file ? [`at ${name || '?'} (${file}:${row}:${column})`] : [];
  });
  return frames.length === 0 ? null : frames.slice(0, MOST_FRAMES).join('\n').slice(0, LONGEST_STACK);
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/**
 * Returns browser and platform, such as "Chrome 140 · Android": enough to reproduce an error, and too little to identify anybody.
 */
export function browserOf(userAgent: string): string {
  const [pattern, name] = BROWSERS.find(([known]) => known.test(userAgent)) ?? [null, 'Browser'];
  const version = pattern?.exec(userAgent)?.[1];
  const system = SYSTEMS.find(([known]) => known.test(userAgent))?.[1];
  return `${name}${version ? ` ${version}` : ''}${system ? ` · ${system}` : ''}`;
}

/** Matches the names of error classes, which come from code. Any other text in `name` may be personal. */
const CLASS = /^[A-Z][A-Za-z]{0,50}(Error|Exception|Problem|Refusal)$/;

/** Returns class and words of a thrown value, if it is an error at all. */
export function namedError(thrown: unknown): { name: string; message: string; stack: string | undefined } {
  const { name, message, stack } = (thrown ?? {}) as Partial<Record<'name' | 'message' | 'stack', unknown>>;
  const isError = thrown instanceof Error || (typeof DOMException !== 'undefined' && thrown instanceof DOMException);
  if (!isError) return { name: 'Thrown', message: typeof thrown === 'string' ? thrown : '', stack: undefined };
  return {
    name: typeof name === 'string' && CLASS.test(name) ? name : 'Error',
    message: typeof message === 'string' ? message : '',
    stack: typeof stack === 'string' ? stack : undefined,
  };
}

const STORAGE = /^(Quota|Storage|InvalidState|DatabaseClosed|Version|Rx|Idb)/;
const LOADING = /dynamically imported module|importing a module script|loading chunk/i;

/**
 * Returns the kind of an error.
 * @param page the cleaned address
 */
export function kindOf(name: string, message: string, page: string): ErrorKind {
  if (LOADING.test(message)) return 'loading';
  if (STORAGE.test(name)) return 'storage';
  if (page === '/login' || page === '/register') return 'sign_in';
  if (/\/(add|edit)(\/|$)/.test(page) || page === '/salon') return 'form';
  if (page.startsWith('/calendar')) return 'calendar';
  return 'screen';
}
