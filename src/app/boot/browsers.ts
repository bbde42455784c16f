/**
 * The oldest browsers that Greben works in: Safari and iPadOS from 17.0, the Firefox ESR before the present one, Chrome and
 * Edge of two years (131: November 2024). The one list: the build writes for it (vite.config.ts), what a person with an older
 * browser reads names it, and tests/rules/browsers.test.ts holds what the code may use bare.
 */
export const OLDEST_BROWSERS = { safari: 17, ios: 17, firefox: 140, chrome: 131, edge: 131 } as const;

/** The list as the build wants it: `safari17`, … */
export const BUILD_TARGETS: string[] = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`);

/** A text with the versions in it. */
export const withVersions = (text: string): string =>
  text.replace(/\{\{(safari|firefox|chrome)\}\}/g, (_, name: 'safari' | 'firefox' | 'chrome') => String(OLDEST_BROWSERS[name]));

const HAS: Readonly<Record<string, () => boolean>> = {
  // Chrome 71, Safari 14, Firefox 126: without it unsent work of another version is not found.
  'indexedDB.databases': () => typeof indexedDB.databases === 'function',
  // Chrome 119, Safari 16.4, Firefox 128: a calendar without it has no colours.
  'oklch(from …)': () => CSS.supports('color', 'oklch(from red l c h)'),
};

/** Returns the features that the app needs and this browser does not have; asking is safe in any browser. */
export function lackedHere(): string[] {
  return Object.keys(HAS).filter((name) => {
    try {
      return !HAS[name]?.();
    } catch {
      return true; // not even what the question is asked with
    }
  });
}

/** Says if a browser that could not start the app is older than the list: `URL.canParse` came with Safari 17, Firefox 115, Chrome 120. */
export const isOld = (): boolean => typeof URL.canParse !== 'function' || lackedHere().length > 0;
