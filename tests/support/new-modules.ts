/** For vitest (`setupFiles`), where a file puts something in the place of modules or globals: the next one finds its own. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
