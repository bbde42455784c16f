/** For vitest (`setupFiles`): what holds for each file of tests. */
import { afterAll, vi } from 'vitest';

/** What a test waits for may take its time on a busy machine: a second is the libraries' limit, not ours. */
const PATIENCE_MS = 10_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
  // Files of a kind share a process and its page (vitest.config.ts): the next one finds that as empty as the first.
  afterAll(() => {
    cleanup();
    document.body.replaceChildren();
    for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
    localStorage.clear();
    sessionStorage.clear();
  });
}
