/**
 * `/boot.js`, a script of its own (build/standalone-scripts.ts) that runs before the first paint and needs nothing else of the app:
 * theme, density and language on <html>, and the watch over the app's start. A file and not an inline script, so that the
 * content security policy needs no exception. src/ui/style/theme.ts and src/i18n/i18n.ts use the same keys and take over from here.
 */
import { resolveLanguage } from '#i18n/languages.ts';
import { watchStart } from './start-watch.ts';

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be closed to us; the defaults hold
  }
}

const root = document.documentElement;
const theme = kept('greben.theme');
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
root.dataset.theme = dark ? 'dark' : 'light';
root.dataset.density = matchMedia('(pointer: coarse), (max-width: 47.99rem)').matches ? 'touch' : 'desk';
root.lang = resolveLanguage({
  chosen: kept('greben.language'),
  salon: kept('greben.salon-language'),
  browser: navigator.language,
});
document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', dark ? '#11181a' : '#f6f4f0');
watchStart();
