/**
 * What a replica does besides being read and written: rounds, checks, and what the sync center asks for. In one place, because
 * an app's start needs none of it: openReplica fetches it with the first round (later-work.ts).
 */
import type { RoundContext } from '#sync/doors/context.ts';
import { putBack } from '#sync/doors/put-back.ts';
import { runRound } from '#sync/round/round.ts';
import { checkDevice, dailyCheck } from './check.ts';
import { freeSpace } from './free-space.ts';
import type { ImportResult, Person, UnsentFile } from './unsent-file.ts';
import { importUnsent, remember } from './unsent-import.ts';
import { readUnsentFile } from './unsent-read.ts';

/** Functions of the engine whose code comes later than its start. */
export interface Work {
  readonly runRound: typeof runRound;
  readonly dailyCheck: typeof dailyCheck;
  readonly checkDevice: typeof checkDevice;
  readonly freeSpace: typeof freeSpace;
  readonly putBack: typeof putBack;
  readonly remember: typeof remember;
  readonly importUnsent: typeof importUnsent;
  /** @throws ImportError */
  importFile(engine: RoundContext, file: unknown, person: Person): Promise<ImportResult>;
}

/** All of it, there at once: for tests and for what has no start to keep light. */
export const WORK: Work = {
  ...{ runRound, dailyCheck, checkDevice, freeSpace, putBack, remember, importUnsent },
  importFile: (engine: RoundContext, file: unknown, person: Person) => {
    const unsent: UnsentFile = readUnsentFile(file, person);
    return importUnsent(engine, unsent);
  },
};
