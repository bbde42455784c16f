// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Makes a window in which the test decides whether media queries match. */
function media(holds: { dark?: boolean; touch?: boolean }) {
  const listeners: (() => void)[] = [];
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('dark') ? holds.dark === true : holds.touch === true;
    },
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    removeEventListener: () => listeners.splice(0),
  }));
  return { holds, changed: () => listeners.map((listener) => listener()) };
}

const shown = () => ({ ...document.documentElement.dataset });

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

describe('the theme', () => {
  it.each([
    { kept: null, dark: true, shown: 'dark' },
    { kept: null, dark: false, shown: 'light' },
    { kept: 'light', dark: true, shown: 'light' },
    { kept: 'dark', dark: false, shown: 'dark' },
    { kept: 'system', dark: true, shown: 'dark' },
  ])('with $kept kept and the system dark: $dark is $shown', async (given) => {
    media({ dark: given.dark });
    if (given.kept) localStorage.setItem('greben.theme', given.kept);
    const { watchTheme } = await import('./theme.ts');
    watchTheme();
    expect(shown().theme).toBe(given.shown);
  });

  it('follows the system while nothing was chosen, and the choice afterwards', async () => {
    const system = media({ dark: false });
    const { watchTheme, setTheme, getTheme } = await import('./theme.ts');
    watchTheme();
    system.holds.dark = true;
    system.changed();
    expect(shown().theme).toBe('dark');
    setTheme('light');
    system.changed();
    expect(shown().theme).toBe('light');
    expect(getTheme()).toBe('light');
    expect(localStorage.getItem('greben.theme')).toBe('light');
  });

  it('is dense on a desk and roomy under fingers', async () => {
    const system = media({ touch: false });
    const { watchTheme } = await import('./theme.ts');
    watchTheme();
    expect(shown().density).toBe('desk');
    system.holds.touch = true;
    system.changed();
    expect(shown().density).toBe('touch');
  });
});
