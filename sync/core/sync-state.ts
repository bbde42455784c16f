/**
 * Where the replica stands, in one document: cursors, the history it belongs to, how far the first sync is. Invariants:
 * it is written after the rows that it speaks of; whoever asked the server before a rebuild (`generation`) may not write it.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { Cursor, Cursors, PullAnswer } from '#sync/server/server.ts';
import { type Fork, forkOf } from './history-name.ts';

/** The local document of the sync state. */
export const STATE_DOCUMENT = 'sync-state';

/** A rebuild that goes on: all rows are read anew, and what the server does not bring goes. */
export interface Rebuild {
  /** The server has another history: no revision of ours counts any more. */
  readonly historyChanged: boolean;
  /** The histories to which rows may belong that are here and not brought yet; by their names it is told what lies beyond a backup. */
  readonly left?: readonly string[];
  /** The settled rows of this other local schema version are still being copied (adopt.ts). */
  readonly copying?: string;
}

/** How far this device has followed the server, shared by all tabs. */
export interface SyncState {
  /** Raised by each rebuild: an answer asked for in another generation is dropped. */
  readonly generation: number;
  readonly cursors: Cursors;
  /** The head of the first page of a first sync, then of each completed pull; -1 before. */
  readonly seen: number;
  /** The server's history to which the rows here belong; null while they belong to none. */
  readonly epoch: string | null;
  /** ISO UTC: older events and revisions are not kept here … */
  readonly horizon: string | null;
  /** … unless they changed after this revision: the head when the first sync began, or the last one that a restored backup has. */
  readonly horizonRev: number | null;
  /** The first week and what it refers to have been read. */
  readonly weekRead: boolean;
  /** Of it has been read what begins before this, ISO UTC; null: nothing yet. */
  readonly weekReadTo: string | null;
  /** It could not be read on its own: it comes with all the rest, and the calendar is ready only with that. */
  readonly weekSkipped: boolean;
  /** What the calendar needs is complete. */
  readonly calendarReady: boolean;
  readonly pulledOnce: boolean;
  /** Rows received in this first sync. */
  readonly received: number;
  /** Rows that it will bring, where known. */
  readonly expected: number | null;
  /** What is here stays usable and is compared with everything that the server has; see rebuild.ts. */
  readonly rebuild: Rebuild | null;
  /** Device clock, ISO UTC, for display. */
  readonly lastSyncedAt: string | null;
}

/** The state of a device that has pulled nothing. */
export const BLANK_STATE: SyncState = {
  generation: 0,
  cursors: {},
  seen: -1,
  epoch: null,
  horizon: null,
  horizonRev: null,
  weekRead: false,
  weekReadTo: null,
  weekSkipped: false,
  calendarReady: false,
  pulledOnce: false,
  received: 0,
  expected: null,
  rebuild: null,
  lastSyncedAt: null,
};

/**
 * Returns the rebuild that this answer makes necessary: the device's rows belong to another server or history, or rows have
 * vanished there without a tombstone. Null: none is.
 */
export function mustRebuild(state: SyncState, answer: PullAnswer): Rebuild | null {
  const otherEpoch = state.epoch !== null && state.epoch !== answer.epoch;
  if (state.seen < 0) return otherEpoch ? { historyChanged: true } : null;
  if (otherEpoch || answer.head < state.seen) return { historyChanged: true };
  return answer.purged_rev > state.seen && answer.head > state.seen ? { historyChanged: false } : null;
}

/**
 * Before anything of the first page is taken: from here on a row that vanishes is noticed. After a restored backup also what was
 * written since comes from behind the horizon: a booking that was deleted here may stand there, moved by somebody else.
 */
export const headNoted = (state: SyncState, answer: PullAnswer): SyncState => ({
  ...state,
  seen: answer.head,
  epoch: answer.epoch,
  horizonRev: forkIn({ rebuild: state.rebuild, epoch: answer.epoch })?.shared ?? answer.head,
  expected: answer.total ?? null,
});

/** Everything is to be pulled anew, while what is here stays in use: whoever could work goes on working. */
export function rebuildBegun(state: SyncState, { historyChanged }: Rebuild): SyncState {
  const changed = historyChanged || (state.rebuild?.historyChanged ?? false);
  const left = new Set([...(state.rebuild?.left ?? []), ...(state.epoch === null ? [] : [state.epoch])]);
  return {
    ...BLANK_STATE,
    generation: state.generation + 1,
    // What is kept belongs to the history it came from, until its revisions count no more.
    epoch: changed ? null : state.epoch,
    horizon: state.horizon,
    weekRead: state.calendarReady,
    calendarReady: state.calendarReady,
    pulledOnce: state.pulledOnce,
    lastSyncedAt: state.lastSyncedAt,
    rebuild: changed ? { historyChanged: true, left: [...left] } : { historyChanged: false },
  };
}

/** From the first page again, on the same footing: what has vanished since that was noted is noticed. */
export const rebuildResumed = (state: SyncState, { historyChanged, left }: Rebuild): SyncState => ({
  ...state,
  generation: state.generation + 1,
  cursors: {},
  received: 0,
  rebuild: { historyChanged, ...(left ? { left } : {}) },
});

/**
 * Returns where the server's history leaves the history of the rows that are here; null outside of a rebuild, and in one of the
 * same history.
 */
export const forkIn = ({ rebuild, epoch }: Pick<SyncState, 'rebuild' | 'epoch'>): Fork | null =>
  rebuild?.historyChanged ? forkOf(rebuild.left ?? [], epoch) : null;

/** The large tables that a first sync leaves for later, so that the calendar opens early. */
export const LATER: readonly TableName[] = ['products', 'clients', 'events', 'product_revisions'];
const DAY_MS = 86_400_000;
/** The stretch that a first sync reads first: what a front desk is asked for in the first minute. */
const WEEK_AHEAD_DAYS = 7;

/** `now`: ms; ISO UTC. */
export const firstWeek = (now: number): { readonly from: string; readonly to: string } => ({
  from: new Date(now - DAY_MS).toISOString(),
  to: new Date(now + WEEK_AHEAD_DAYS * DAY_MS).toISOString(),
});

/** Where a cursor stands whose table has been read to its end (pull_changes). */
const END = '~';

/** A table that is not to be read now. */
const SKIPPED: Cursor = [Number.MAX_SAFE_INTEGER, END];

/**
 * The cursors of the next question. The very first one asks for everything (the server then says how much there is); after
 * it the large tables are left out until the calendar is ready, unless there is no first week to open it with.
 */
export function cursorsToAsk(state: SyncState): Cursors {
  if (state.calendarReady || state.pulledOnce || state.weekSkipped || Object.keys(state.cursors).length === 0)
    return state.cursors;
  return { ...state.cursors, ...Object.fromEntries(LATER.map((name) => [name, SKIPPED])) };
}

/** How far the first sync has come, by what it reads on its own: the first week, and each table. */
export interface FirstSync {
  /** The first week was read, and the calendar can show it. */
  readonly week: boolean;
  /** A table that is not among them has not begun. */
  readonly tables: ReadonlyMap<TableName, 'begun' | 'whole'>;
}

/** Returns how far the first sync has come. Once everything has been pulled, all of it is whole. */
export function firstSyncOf({ pulledOnce, weekRead, weekSkipped, cursors }: SyncState): FirstSync {
  const tables = new Map<TableName, 'begun' | 'whole'>();
  for (const name of TABLE_NAMES) {
    const cursor = cursors[name];
    if (pulledOnce || cursor?.[1] === END) tables.set(name, 'whole');
    else if (cursor) tables.set(name, 'begun');
  }
  return { week: pulledOnce || (weekRead && !weekSkipped), tables };
}

/** The state after a page of a pull. */
export interface Advance {
  readonly state: SyncState;
  /** Everything up to `state.seen` is here. */
  readonly complete: boolean;
}

/** The state after a page whose rows have been saved. */
export function advance(state: SyncState, asked: Cursors, answer: PullAnswer, at: string): Advance {
  const cursors: { [N in TableName]?: Cursor } = { ...state.cursors };
  let more = false;
  let calendarLacks = false;
  let received = 0;
  for (const name of TABLE_NAMES) {
    const page = answer.tables[name];
    if (!page || asked[name] === SKIPPED) continue;
    cursors[name] = page.cursor;
    received += page.rows.length;
    more ||= page.more;
    calendarLacks ||= page.more && !LATER.includes(name);
  }
  const leftOut = TABLE_NAMES.some((name) => asked[name] === SKIPPED);
  const complete = !more && !leftOut;
  return {
    complete,
    state: {
      ...state,
      cursors,
      epoch: answer.epoch,
      seen: complete || state.seen < 0 ? answer.head : state.seen,
      horizonRev: state.horizonRev ?? answer.head,
      calendarReady: state.calendarReady || (state.weekRead && !state.weekSkipped && !calendarLacks),
      pulledOnce: state.pulledOnce || complete,
      rebuild: complete ? null : state.rebuild,
      received: state.pulledOnce ? state.received : state.received + received,
      lastSyncedAt: complete ? at : state.lastSyncedAt,
    },
  };
}
