/**
 * Pulling: all tables in one request, page after page, until nothing is newer. Promises: rows are saved before the cursor
 * that says so, while the next page is under way already (pages.ts); what has come of a page is used; a first sync reads the
 * first week and the small tables first, so that the calendar opens early; what speaks of another history, or of vanished
 * rows, is answered by a rebuild in place (rebuild.ts).
 */

import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import {
  advance,
  BLANK_STATE,
  cursorsToAsk,
  firstWeek,
  headNoted,
  mustRebuild,
  type Rebuild,
  rebuildBegun,
  STATE_DOCUMENT,
  type SyncState,
} from '#sync/core/sync-state.ts';
import { isoOf } from '#sync/machine/clock.ts';
import { type PullAnswer, ServerError, type WireRow } from '#sync/server/server.ts';
import { takeRows } from '#sync/writes/apply-remote.ts';
import { stepContextOf } from '#sync/writes/apply-steps.ts';
import { closePutBack } from '#sync/writes/put-back.ts';
import { type RoundCall, type RoundContext, readState, stillSame } from './context.ts';
import { type Pages, pagesOf } from './pages.ts';
import { readInParts } from './read-in-parts.ts';
import { keepUnsent, noteBrought, resumeRebuild, sweep, taking, workEnds } from './rebuild.ts';
import { request } from './request.ts';

/** How far back events and stock counts are kept on the device: last year's same month is still there. */
const HORIZON_MONTHS = 13;
/** A first sync of a large salon takes some hundred pages; more means that the server goes in circles. */
const MAX_PAGES = 10_000;
/** Rows that are taken at a time: between them other tabs hear that this round is alive, and live queries do not wait for all. */
const AT_ONCE = 1000;

/** Writes the state if no rebuild has come between; returns what stands. */
async function saveState(
  context: RoundContext,
  generation: number,
  change: (current: SyncState) => SyncState,
): Promise<SyncState> {
  const saved = await context.docs.update<SyncState>(STATE_DOCUMENT, (current) => {
    const state = current ?? BLANK_STATE;
    return state.generation === generation ? change(state) : null; // ★ dropsAnswersFromBeforeRebuild
  });
  return saved ?? BLANK_STATE;
}

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
    const state = await prepared(context, call);
    const answer = await pages.page(state);
    if (!(await stillSame(context, state))) continue;
    const rebuild = mustRebuild(state, answer);
    if (rebuild) {
      await saveState(context, state.generation, (current) => rebuildBegun(current, rebuild));
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
      await takeRows(context, stepContext, table, some, taking(context, state));
      noteBrought(context, state, table, some);
      call.alive();
    }
  }
  return true;
}

/**
 * Prepares a round: notes the horizon, and for a fresh replica the server's head, so that a row is noticed which vanishes after
 * it, whatever was pushed or taken meanwhile. In a rebuild unsent rows are kept first. Returns the state as it stands then.
 * @throws ServerError, AbortError, or what the storage threw
 */
export async function noteHead(context: RoundContext, call: RoundCall): Promise<SyncState> {
  const state = await ready(context, call);
  if (state.rebuild) await keepUnsent(context, call, state);
  return state;
}

async function ready(context: RoundContext, call: RoundCall): Promise<SyncState> {
  let state = await readState(context);
  if (state.rebuild) state = await resumeRebuild(context, state);
  const { generation } = state;
  const earliest = new Date(context.clock.now());
  earliest.setUTCMonth(earliest.getUTCMonth() - HORIZON_MONTHS);
  const horizon = earliest.toISOString();
  if (state.horizon === null || (state.seen < 0 && state.horizon < horizon))
    state = await saveState(context, generation, (current) => ({ ...current, horizon }));
  // ★ notesHeadFirst
  if (state.seen < 0) {
    const answer = await request(context, call, (signal) => context.server.pull(context.salonId, {}, 1, state.horizon, signal));
    let rebuild: Rebuild | null = null;
    state = await saveState(context, generation, (current) => {
      // What was taken over from another local schema version meanwhile may have brought its history.
      rebuild = mustRebuild(current, answer);
      if (rebuild) return rebuildBegun(current, rebuild);
      return current.seen < 0 ? headNoted(current, answer) : current;
    });
    if (rebuild) {
      workEnds(context);
      return noteHead(context, call);
    }
  }
  return state;
}

/** Prepares the next page: as `noteHead` does, and reads the first week where it is missing. */
async function prepared(context: RoundContext, call: RoundCall): Promise<SyncState> {
  const state = await ready(context, call);
  if (state.weekRead) return state;
  try {
    await readFirstWeek(context, call, state);
  } catch (error) {
    // Not even an hour of it gets through; rows one by one do.
    if (!(error instanceof ServerError) || error.status !== 0 || !context.pace.isLeast('read')) throw error;
    return saveState(context, state.generation, (current) => ({ ...current, weekRead: true, weekSkipped: true }));
  }
  return saveState(context, state.generation, (current) => ({ ...current, weekRead: true }));
}

/** In parts as large as the line bears; what has come of it is not read again. */
async function readFirstWeek(context: RoundContext, call: RoundCall, state: SyncState): Promise<void> {
  const week = firstWeek(context.clock.now());
  const from = state.weekReadTo !== null && state.weekReadTo > week.from ? state.weekReadTo : week.from;
  await readInParts(context, call, { from, to: week.to, clientId: null }, async (answer, to) => {
    if (!(await stillSame(context, state))) return false;
    const stepContext = stepContextOf(context, state.horizon);
    const take = async (table: TableName, found: readonly object[]) => {
      const rows = found as readonly WireRow[];
      // No answer of these says which history the server has: a row that is here already is left to the pull, which knows.
      const here = await context.store.read(
        table,
        rows.map(({ id }) => id),
      );
      const added = rows.filter(({ id }) => !here.get(id)?.row); // ★ weekOnlyAdds
      await takeRows(context, stepContext, table, added, taking(context, state));
      noteBrought(context, state, table, added);
    };
    await take('resources', answer.resources);
    await take('services', answer.services);
    await take('clients', answer.clients);
    await take('events', answer.events);
    if (to < week.to) await saveState(context, state.generation, (current) => ({ ...current, weekReadTo: to }));
    return true;
  });
}
