import { ServerError } from '#sync/server/server.ts';
import type { Work } from './work.ts';

/**
 * The work whose code is fetched when it is first asked for.
 * @param load imports it; called again after it has rejected
 * @returns what rejects with a ServerError, as without a line, where the code does not come: the next round tries anew
 */
export function laterWork(load: () => Promise<Work>): Work {
  const work = () =>
    load().catch((error: unknown) => {
      throw new ServerError(0, null, null, error instanceof Error ? error.message : String(error));
    });
  return {
    runRound: async (...asked) => (await work()).runRound(...asked),
    dailyCheck(engine) {
      let daily: ReturnType<Work['dailyCheck']> | null = null;
      return async (...asked) => {
        daily ??= (await work()).dailyCheck(engine);
        return daily(...asked);
      };
    },
    checkDevice: async (...asked) => (await work()).checkDevice(...asked),
    freeSpace: async (...asked) => (await work()).freeSpace(...asked),
    putBack: async (...asked) => (await work()).putBack(...asked),
    remember: async (...asked) => (await work()).remember(...asked),
    importUnsent: async (...asked) => (await work()).importUnsent(...asked),
    importFile: async (...asked) => (await work()).importFile(...asked),
  };
}
