/**
 * The work of a round before it pushes, and before each page that it pulls. Promises: a fresh replica notes the server's head
 * before anything is pushed or taken; in a rebuild unsent rows are kept first; a first sync reads the first week before all
 * else, so that the calendar opens early, and what is here already is left to the pull.
 */
import type { TableName } from '#schemas/registry.ts';
import { firstWeek, headNoted, mustRebuild, type Rebuild, rebuildBegun, type SyncState } from '#sync/core/sync-state.ts';
import { ServerError, type WireRow } from '#sync/server/server.ts';
import { applyRemote } from '#sync/writes/apply-remote.ts';
import { stepContextOf } from '#sync/writes/apply-steps.ts';
import { type RoundCall, type RoundContext, readState, saveState, stillSame } from './context.ts';
import { readInParts } from './read-in-parts.ts';
import { keepUnsent, noteBrought, resumeRebuild, taking, workEnds } from './rebuild.ts';
import { request } from './request.ts';

/** How far back events and stock counts are kept on the device: last year's same month is still there. */
const HORIZON_MONTHS = 13;

/**
 * Prepares a round: notes the horizon, and for a fresh replica the server's head, so that a row is noticed which vanishes after
 * it, whatever was pushed or taken meanwhile. In a rebuild unsent rows are kept first. Returns the state as it stands then.
 * @throws ServerError, AbortError, or what the storage threw
 */
export async function prepareRound(context: RoundContext, call: RoundCall): Promise<SyncState> {
  const state = await readyState(context, call);
  if (state.rebuild) await keepUnsent(context, call, state);
  return state;
}

async function readyState(context: RoundContext, call: RoundCall): Promise<SyncState> {
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
      if (rebuild) return rebuildBegun(current, rebuild, answer);
      return current.seen < 0 ? headNoted(current, answer) : current;
    });
    if (rebuild) {
      workEnds(context);
      return prepareRound(context, call);
    }
  }
  return state;
}

/**
 * Prepares the next page of a pull: as `prepareRound` does, and reads the first week where it is missing.
 * @throws as `prepareRound`
 */
export async function preparePage(context: RoundContext, call: RoundCall): Promise<SyncState> {
  const state = await readyState(context, call);
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

/** Reads the week in parts as large as the line bears; a part that has come is not read again. */
async function readFirstWeek(context: RoundContext, call: RoundCall, state: SyncState): Promise<void> {
  const week = firstWeek(context.clock.now());
  const from = state.weekReadTo !== null && state.weekReadTo > week.from ? state.weekReadTo : week.from;
  await readInParts(context, call, { from, to: week.to, clientId: null }, async (answer, to) => {
    if (!(await stillSame(context, state))) return false;
    const stepContext = stepContextOf(context, state.horizon);
    const take = async (table: TableName, found: readonly object[]) => {
      const rows = found as readonly WireRow[];
      // No answer of these says which history the server has: a row that is here already is left to the pull, which knows.
      const stored = await context.store.read(
        table,
        rows.map(({ id }) => id),
      );
      const added = rows.filter(({ id }) => !stored.get(id)?.row); // ★ weekOnlyAdds
      await applyRemote(context, stepContext, table, added, taking(context, state));
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
