import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { oldBrowserScript } from '../../build/old-browser-script.ts';
import { BUILD_TARGETS, OLDEST_BROWSERS } from '../../src/app/boot/browsers.ts';

/**
 * One list says which browsers Greben works in (src/app/boot/browsers.ts). The build writes the language for it; what the
 * browser itself must have is held here: what is younger than the list stands only in the file that asks for it first.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Young {
  readonly what: string;
  readonly seen: RegExp;
  /** The versions that have it first; left out where one has it never. */
  readonly since: { readonly safari?: number; readonly firefox?: number; readonly chrome?: number };
  /** Files that ask whether it is there, or where nothing breaks without it. */
  readonly guarded?: readonly string[];
}

const YOUNG: readonly Young[] = [
  {
    what: 'AbortSignal.any',
    seen: /\bAbortSignal\.any\b/,
    since: { safari: 17.4, firefox: 124, chrome: 116 },
    guarded: ['sync/machine/abort-signals.ts'],
  },
  { what: 'Promise.withResolvers', seen: /\.withResolvers\b/, since: { safari: 17.4, firefox: 121, chrome: 119 } },
  { what: 'Object.groupBy, Map.groupBy', seen: /\b(Object|Map)\.groupBy\b/, since: { safari: 17.4, firefox: 119, chrome: 117 } },
  { what: 'Promise.try', seen: /\bPromise\.try\b/, since: { safari: 18.2, firefox: 134, chrome: 128 } },
  { what: 'URL.parse', seen: /\bURL\.parse\b/, since: { safari: 18, firefox: 126, chrome: 126 } },
  {
    what: 'iterator helpers',
    seen: /\bIterator\.from\b|\bnew Map\([^)]*\)\.(keys|values|entries)\(\)\.(map|filter|some|every|find|toArray)\(/,
    since: { safari: 18.4, firefox: 131, chrome: 122 },
  },
  { what: 'RegExp.escape', seen: /\bRegExp\.escape\b/, since: { safari: 18.2, firefox: 134, chrome: 136 } },
  { what: 'base64 of bytes', seen: /\.(toBase64|fromBase64|fromHex)\(/, since: { safari: 18.2, firefox: 133, chrome: 140 } },
  { what: 'getOrInsert', seen: /\.getOrInsert(Computed)?\(/, since: { safari: 26.2, firefox: 144, chrome: 145 } },
  {
    what: 'requestIdleCallback',
    seen: /\brequestIdleCallback\b/,
    since: { firefox: 55, chrome: 47 },
    guarded: ['src/ui/timing/lazy-component.tsx'],
  },
  { what: 'scheduler', seen: /\bscheduler\.(yield|postTask|wait)\b/, since: { firefox: 142, chrome: 129 } },
  { what: 'checkVisibility', seen: /\.checkVisibility\(/, since: { safari: 17.4, firefox: 106, chrome: 105 } },
  { what: 'startViewTransition', seen: /\bstartViewTransition\b/, since: { safari: 18, firefox: 144, chrome: 111 } },
  { what: 'moveBefore', seen: /\.moveBefore\(/, since: { firefox: 144, chrome: 133 } },
  { what: 'scrollend', seen: /['"`]scrollend['"`]|\bonscrollend\b/, since: { safari: 26.2, firefox: 109, chrome: 114 } },
  { what: 'userAgentData', seen: /\buserAgentData\b/, since: { chrome: 90 }, guarded: ['src/data/browser/device-storage.ts'] },
  // `http://` on another address than localhost is not secure, and salons try it.
  { what: 'crypto.randomUUID', seen: /\brandomUUID\b/, since: {} },
  // Safari 15.4; but Firefox throws as one is made where cookies are blocked.
  { what: 'BroadcastChannel', seen: /\bnew BroadcastChannel\b/, since: {}, guarded: ['sync/machine/channel.ts'] },
  {
    what: 'l in a relative colour',
    seen: /oklch\(from [^;]*[\s,(]l[\s,)]/,
    since: { safari: 18, firefox: 128, chrome: 119 },
    guarded: ['src/ui/style/tokens.css', 'src/app/boot/browsers.ts'],
  },
  { what: 'light-dark()', seen: /\blight-dark\(/, since: { safari: 17.5, firefox: 120, chrome: 123 } },
  { what: '@starting-style', seen: /@starting-style\b/, since: { safari: 17.5, firefox: 129, chrome: 117 } },
  { what: '@scope', seen: /@scope\b/, since: { safari: 17.4, firefox: 128, chrome: 118 } },
  {
    what: 'anchor positioning',
    seen: /\b(anchor-name|position-anchor|position-area)\s*:/,
    since: { safari: 26, firefox: 147, chrome: 125 },
  },
  { what: 'field-sizing', seen: /\bfield-sizing\s*:/, since: { safari: 26.2, chrome: 123 } },
  { what: 'interpolate-size', seen: /\b(interpolate-size\s*:|calc-size\()/, since: { chrome: 129 } },
];

const { safari, firefox, chrome } = OLDEST_BROWSERS;
const isYounger = ({ since }: Young) =>
  (since.safari ?? Infinity) > safari || (since.firefox ?? Infinity) > firefox || (since.chrome ?? Infinity) > chrome;

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, '')).replaceAll(/(^|\s)\/\/ .*$/gm, '');

/** Each bare use, as „file:line what“. */
const bareUses = (file: string, text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .flatMap((line, index) =>
      YOUNG.filter((young) => isYounger(young) && young.seen.test(line) && !young.guarded?.includes(file)).map(
        ({ what }) => `${file}:${index + 1} ${what}`,
      ),
    );

const files = ['src', 'sync', 'schemas'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test(?:-support)?\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

describe('what the supported browsers do not all have', () => {
  it('is used by no file that does not ask for it first', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap((file) => bareUses(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it.each([
    'const both = AbortSignal.any([one, other]);',
    "const channel = new BroadcastChannel('x');",
    'const id = crypto.randomUUID();',
    'requestIdleCallback(warm);',
    'background: oklch(from var(--c) clamp(.4, l, .6) c h);',
    'color: light-dark(red, blue);',
  ])('is noticed: %s', (line) => {
    expect(bareUses('src/features/x.ts', `first\n${line}\n`)).toHaveLength(1);
  });

  it.each(['AbortSignal.timeout(5)', '// AbortSignal.any came late', 'background: oklch(from var(--c) .9 min(c, .1) h);'])(
    'is not seen in: %s',
    (line) => expect(bareUses('src/features/x.ts', line)).toEqual([]),
  );

  it('of the language itself is held by the compiler: no library younger than ECMAScript 2023', () => {
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: { lib: string[] };
    };
    expect(compilerOptions.lib).toEqual(['ES2023', 'DOM', 'DOM.Iterable', 'WebWorker']);
  });
});

describe('the list of browsers', () => {
  it('is what the build is written for', async () => {
    const { default: config } = await import('../../vite.config.ts');
    expect(config.build?.target).toEqual(BUILD_TARGETS);
    expect(BUILD_TARGETS).toContain('safari17');
  });

  it('is what README says', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(readme).toContain(`Safari and iPadOS from ${safari}.0, Firefox from ${firefox} (ESR), Chrome and Edge from ${chrome}`);
  });

  it('is told in both languages to a browser from before modules, in the language that such a browser reads', () => {
    const script = oldBrowserScript();
    expect(script.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/=>|`|\b(let|const|class)\b|\?\.|\.\.\./);
    for (const [language, words] of [
      ['bg-BG', `със Safari и iPadOS от версия ${safari}, с Firefox от версия ${firefox}`],
      ['fr', `in Chrome and Edge from version ${chrome}`],
    ] as const) {
      const said: string[] = [];
      const element = () => ({ style: {}, setAttribute: vi.fn(), appendChild: vi.fn() });
      const document = { createElement: element, createTextNode: (text: string) => said.push(text), body: element() };
      new Function('document', 'navigator', script)(document, { language });
      expect(said.join(' ')).toContain(words);
    }
  });
});
