// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** It would watch this page, too, in which no app starts. */
vi.mock('./start-watch.ts', () => ({ watchStart: () => undefined }));

const shown = () => ({ ...document.documentElement.dataset });
const boots = () => import('./boot.ts');

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** A window whose system is dark, or not. */
const system = ({ dark = false }) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('dark') && dark, addEventListener: vi.fn() }));

describe('the theme before the first paint', () => {
  it.each([
    { kept: null, dark: true, theme: 'dark' },
    { kept: null, dark: false, theme: 'light' },
    { kept: 'light', dark: true, theme: 'light' },
    { kept: 'dark', dark: false, theme: 'dark' },
    { kept: 'system', dark: true, theme: 'dark' },
  ])('with $kept kept and the system dark: $dark is $theme, as the app has it then', async ({ kept, dark, theme }) => {
    system({ dark });
    if (kept) localStorage.setItem('greben.theme', kept);
    await boots();
    expect(shown().theme).toBe(theme);
    document.documentElement.dataset.theme = '';
    const { watchTheme } = await import('#ui/style/theme.ts');
    watchTheme();
    expect(shown().theme).toBe(theme);
  });
});

describe('the language before the first paint', () => {
  it.each([
    { chosen: 'en', salon: 'bg', lang: 'en' },
    { chosen: null, salon: 'bg', lang: 'bg' },
    { chosen: 'xx', salon: null, lang: navigator.language.startsWith('bg') ? 'bg' : 'en' },
  ])('is $lang where $chosen was chosen and the salon speaks $salon', async ({ chosen, salon, lang }) => {
    system({});
    if (chosen) localStorage.setItem('greben.language', chosen);
    if (salon) localStorage.setItem('greben.salon-language', salon);
    await boots();
    expect(document.documentElement.lang).toBe(lang);
  });
});
