/** For vitest (`setupFiles`): what holds for each file of tests. */
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { answerStylesQuickly } from './quick-styles.ts';

/** What a test waits for may take its time on a busy machine: a second is the libraries' limit, not ours. */
const PATIENCE_MS = Number(process.env.GREBEN_PATIENCE_MS ?? 30_000);

const waitFor = vi.waitFor;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);

// A spy of one test counts in the next one, where nobody gives it back.
afterEach(() => {
  vi.restoreAllMocks();
});
// Files of a kind share a process (vitest.config.ts): the next one finds it, and its page, as the first did. A part that is still
// being loaded when its file ends is broken off, and would stay so for the next file that wants it.
afterAll(async () => {
  vi.useRealTimers();
  await vi.dynamicImportSettled();
});

/** React asks the console to note where each element was made, for a browser's tools that nobody opens here. */
Reflect.deleteProperty(console, 'createTask');

/**
 * React also notes the stack at which each element was made, for its warnings, for the first ten thousand elements of a second: a
 * seventh of what a screen's test costs. Here it is told that the second's share is used up. Its warnings still name the components.
 */
async function withoutOwnerStacks(): Promise<void> {
  const parts: unknown[] = Object.values(await import('react'));
  const shared = parts.find((part) => typeof part === 'object' && part !== null && 'recentlyCreatedOwnerStacks' in part);
  if (!shared) throw new Error('React counts the stacks of its elements in another place now');
  const usedUp = { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => undefined };
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', usedUp);
}

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  const { setLanguage } = await import('#i18n/i18n.ts');
  const { fetchParts } = await import('#ui/timing/lazy-component.tsx');
  const { dismissToast } = await import('#ui/overlay/toast-store.ts');
  const { waitForWholeDialogs } = await import('./whole-dialogs.ts');
  // As the app stands a moment after its start: what the file's screens open is there.
  beforeAll(fetchParts);
  configure({ asyncUtilTimeout: PATIENCE_MS });
  HTMLElement.prototype.showPopover ??= () => undefined; // happy-dom has no top layer
  await withoutOwnerStacks();
  answerStylesQuickly();
  waitForWholeDialogs();
  afterEach(() => dismissToast()); // or the next test's screens, and the next file's, would still say it
  afterAll(() => {
    cleanup();
    setLanguage('en'); // as happy-dom's browser has it
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1024, height: 768 });
    document.body.replaceChildren();
    for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
  });
}
