/**
 * The pages of a pull, each as large as the line bears (pace.ts): while one is written the next is asked for, at most one ahead.
 * Promise: an early answer is given only to who would ask the very same now. Where another rebuild has begun, or the cursors or
 * the horizon stand elsewhere than was expected, it is thrown away; one that failed fails for who asks for it, nobody before.
 */

import { TABLE_NAMES } from '#schemas/registry.ts';
import { cursorsToAsk, type SyncState } from '#sync/core/sync-state.ts';
import { anySignal } from '#sync/machine/abort-signals.ts';
import type { PullAnswer, SyncServer } from '#sync/server/server.ts';
import type { RoundCall, RoundContext } from './context.ts';
import { CutShortError, request } from './request.ts';

/** The pages of one pull. */
export interface Pages {
  /** The page that follows where this state stands. @throws as `askPage` does */
  page(state: SyncState): Promise<PullAnswer>;
  /** Asks for the page that follows once this state is on disk. */
  askAhead(expected: SyncState): void;
  /** Nobody will ask for a page any more. */
  end(): void;
}

interface Early {
  readonly question: string;
  readonly answer: Promise<PullAnswer>;
  /** Aborted when nobody waits for it any more. */
  readonly controller: AbortController;
}

/** Returns what a page is asked with. */
function cursorsOf(state: SyncState): Parameters<SyncServer['pull']>[1] {
  const asked = cursorsToAsk(state);
  return state.horizonRev === null ? asked : { ...asked, horizon_rev: state.horizonRev };
}

const questionOf = (state: SyncState): string => JSON.stringify([state.generation, cursorsOf(state), state.horizon]);

/** Returns the pages of a pull that begins. */
export function pagesOf(context: RoundContext, call: RoundCall): Pages {
  let early: Early | null = null;
  const ask = (state: SyncState, signal: AbortSignal) => askPage(context, { ...call, signal }, cursorsOf(state), state.horizon);
  const drop = () => {
    early?.controller.abort(new DOMException('another page is asked for', 'AbortError'));
    early = null;
  };
  return {
    page(state) {
      const fits = early?.question === questionOf(state); // ★ earlyAnswerFits
      if (!fits) drop();
      const answer = early?.answer ?? ask(state, call.signal);
      early = null;
      return answer;
    },
    askAhead(expected) {
      drop();
      const controller = new AbortController();
      const answer = ask(expected, anySignal([call.signal, controller.signal]));
      answer.catch(() => undefined); // said to who asks for it
      early = { question: questionOf(expected), answer, controller };
    },
    end: drop,
  };
}

/**
 * A page as large as the line bears; one whose answer broke off after a part of it is asked for again at once, smaller: at a
 * few rows each page ends, and none is begun from the same place for ever.
 */
export async function askPage(
  context: RoundContext,
  call: RoundCall,
  cursors: Parameters<SyncServer['pull']>[1],
  horizon: string | null,
): Promise<PullAnswer> {
  for (;;) {
    const rows = context.pace.size('pull');
    const ask = (signal: AbortSignal) => context.server.pull(context.salonId, cursors, rows, horizon, signal);
    const full = ({ tables }: PullAnswer) => TABLE_NAMES.some((table) => tables[table]?.more);
    try {
      return await request(context, call, ask, { way: 'pull', full });
    } catch (error) {
      if (!(error instanceof CutShortError)) throw error;
    }
  }
}
