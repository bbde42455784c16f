/**
 * Pulling: all tables in one request, page after page, until nothing is newer. Promises: rows are saved before the cursor
 * that says so, while the next page is under way already (pages.ts); a first sync reads the first week and the small tables
 * first, so that the calendar opens early (prepare.ts); an answer that speaks of another history, or of vanished rows, begins a
 * rebuild in place (rebuild.ts).
 */
import { TABLE_NAMES } from '#schemas/registry.ts';
import { advance, cursorsToAsk, mustRebuild, rebuildBegun, type SyncState } from '#sync/core/sync-state.ts';
import { isoOf } from '#sync/machine/clock.ts';
import type { PullAnswer } from '#sync/server/server.ts';
import { applyRemote } from '#sync/writes/apply-remote.ts';
import { stepContextOf } from '#sync/writes/apply-steps.ts';
import { closePutBack } from '#sync/writes/put-back.ts';
import { type RoundCall, type RoundContext, saveState, stillSame } from './context.ts';
import { type Pages, pagesOf } from './pages.ts';
import { preparePage } from './prepare.ts';
import { noteBrought, sweep, taking, workEnds } from './rebuild.ts';

/** A first sync of a large salon takes some hundred pages; more means that the server goes in circles. */
const MAX_PAGES = 10_000;
/** Rows that are taken at a time: between them other tabs hear that this round is alive, and live queries do not wait for all. */
const AT_ONCE = 1000;

/** Returns the server's head when everything up to it is here. */
export async function pull(context: RoundContext, call: RoundCall): Promise<number> {
  const pages = pagesOf(context, call);
  try {
    return await takePages(context, call, pages);
  } finally {
    pages.end();
  }
}

async function takePages(context: RoundContext, call: RoundCall, pages: Pages): Promise<number> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const state = await preparePage(context, call);
    const answer = await pages.page(state);
    if (!(await stillSame(context, state))) continue;
    const rebuild = mustRebuild(state, answer);
    if (rebuild) {
      await saveState(context, state.generation, (current) => rebuildBegun(current, rebuild, answer));
      workEnds(context);
      continue;
    }
    const asked = cursorsToAsk(state);
    const progress = advance(state, asked, answer, isoOf(context.clock));
    const save = () => saveState(context, state.generation, (current) => ({ ...progress.state, generation: current.generation }));
    if (!progress.complete) pages.askAhead(progress.state);
    if (!(await takePage(context, call, state, asked, answer))) continue; // ★ rowsBeforeCursors
    if (progress.complete && state.rebuild && !(await sweep(context, call, state))) continue;
    await save(); // ★ rowsBeforeCursors
    if (!progress.complete) continue;
    workEnds(context);
    await closePutBack(context);
    return answer.head;
  }
  throw new Error('the server has no end of pages');
}

async function takePage(
  context: RoundContext,
  call: RoundCall,
  state: SyncState,
  asked: ReturnType<typeof cursorsToAsk>,
  answer: PullAnswer,
): Promise<boolean> {
  const stepContext = stepContextOf(context, state.horizon);
  for (const table of TABLE_NAMES) {
    const rows = answer.tables[table]?.rows ?? [];
    if ((asked[table]?.[0] ?? 0) > answer.head) continue;
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      if (!(await stillSame(context, state))) return false;
      call.signal.throwIfAborted();
      const some = rows.slice(from, from + AT_ONCE);
      await applyRemote(context, stepContext, table, some, taking(context, state));
      noteBrought(context, state, table, some);
      call.alive();
    }
  }
  return true;
}
