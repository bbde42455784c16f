/** For vitest (`setupFiles`). What a test waits for may take its time on a busy machine: a second is the libraries' limit, not ours. */
import { vi } from 'vitest';

const PATIENCE_MS = 10_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
