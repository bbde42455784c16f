/**
 * The sync state: one document that says where the replica stands (cursors, its history, the progress of the first sync).
 * Invariants: it is written after the rows that it is about; a request that was made before a rebuild may not write it
 * (`generation`).
 */
import { SALON_ROLES, type SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { Cursor, Cursors, PullAnswer } from '#sync/server/server.ts';
import { type Fork, forkOf } from './history-name.ts';

/** The local document of the sync state. */
export const STATE_DOCUMENT = 'sync-state';

/** The role of this replica's person in its salon, and the employee that they are. */
export interface Membership {
  readonly role: SalonRole;
  /** The employee that they are; null for nobody. */
  readonly resourceId: string | null;
}

/** A rebuild that is under way: all rows are read anew, and rows that the server does not bring are removed. */
export interface Rebuild {
  /** True if the server has another history, so that our revisions do not count any more. */
  readonly historyChanged: boolean;
  /**
   * The histories of the rows that are here and not brought yet. Their names tell which rows are newer than a restored backup.
   */
  readonly left?: readonly string[];
  /** The other local schema version whose settled rows are still being copied (adopt.ts). */
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
  /** Older events and revisions are not kept on this device, ISO UTC … */
  readonly horizon: string | null;
  /** … unless they changed after this revision: the head when the first sync began, or the last revision of a restored backup. */
  readonly horizonRev: number | null;
  /** The first week and what it refers to have been read. */
  readonly weekRead: boolean;
  /** The first week has been read up to this instant, ISO UTC; null before. */
  readonly weekReadTo: string | null;
  /** The first week could not be read on its own: it comes with everything else, and the calendar is ready only then. */
  readonly weekSkipped: boolean;
  /** True if everything that the calendar needs is here. */
  readonly calendarReady: boolean;
  readonly pulledOnce: boolean;
  /** Rows received in this first sync. */
  readonly received: number;
  /** Rows that the first sync will bring; null if unknown. */
  readonly expected: number | null;
  /**
   * A rebuild under way, else null. The rows stay usable meanwhile and are compared with everything that the server has
   * (rebuild.ts).
   */
  readonly rebuild: Rebuild | null;
  /** Device clock, ISO UTC, for display. */
  readonly lastSyncedAt: string | null;
  /** As the last pull said it, so that it is known without a line; null while no pull has. */
  readonly membership: Membership | null;
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
  membership: null,
};

/** Returns what a pull says of its person; what was known where it says nothing, or a role that only a newer app knows. */
function membershipIn({ you }: PullAnswer, known: Membership | null): Membership | null {
  const role = SALON_ROLES.find((one) => one === you?.role);
  return role === undefined ? known : { role, resourceId: you?.resource_id ?? null };
}

/**
 * Returns the rebuild that this answer makes necessary, or null: the device's rows belong to another server or history, or rows
 * have vanished there without a tombstone.
 */
export function mustRebuild(state: SyncState, answer: PullAnswer): Rebuild | null {
  const otherEpoch = state.epoch !== null && state.epoch !== answer.epoch;
  if (state.seen < 0) return otherEpoch ? { historyChanged: true } : null;
  if (otherEpoch || answer.head < state.seen) return { historyChanged: true };
  return answer.purged_rev > state.seen && answer.head > state.seen ? { historyChanged: false } : null;
}

/**
 * Notes the head before anything of the first page is taken: a row that vanishes after this is noticed. After a restored backup
 * the horizon's revision is the last shared one, so that newer changes also come from behind the horizon: a booking that was
 * deleted here may stand there, moved by somebody else.
 */
export const headNoted = (state: SyncState, answer: PullAnswer): SyncState => ({
  ...state,
  seen: answer.head,
  epoch: answer.epoch,
  horizonRev: forkIn({ rebuild: state.rebuild, epoch: answer.epoch })?.shared ?? answer.head,
  expected: answer.total ?? null,
  membership: membershipIn(answer, state.membership),
});

/**
 * Begins a rebuild: everything is pulled anew, and the present rows stay in use, so that people go on working.
 * @param answer the one that makes it necessary; without it the role that was known stays
 */
export function rebuildBegun(state: SyncState, { historyChanged }: Rebuild, answer?: PullAnswer): SyncState {
  const changed = historyChanged || (state.rebuild?.historyChanged ?? false);
  const leftHistories = new Set([...(state.rebuild?.left ?? []), ...(state.epoch === null ? [] : [state.epoch])]);
  return {
    ...BLANK_STATE,
    generation: state.generation + 1,
    // The rows belong to the history they came from until their revisions no longer count.
    epoch: changed ? null : state.epoch,
    horizon: state.horizon,
    weekRead: state.calendarReady,
    calendarReady: state.calendarReady,
    pulledOnce: state.pulledOnce,
    lastSyncedAt: state.lastSyncedAt,
    // Who repeats erasures is asked before another answer comes.
    membership: answer ? membershipIn(answer, state.membership) : state.membership,
    rebuild: changed ? { historyChanged: true, left: [...leftHistories] } : { historyChanged: false },
  };
}

/** Begins again at the first page of the same rebuild: rows that have vanished since its head was noted are noticed. */
export const rebuildResumed = (state: SyncState, { historyChanged, left }: Rebuild): SyncState => ({
  ...state,
  generation: state.generation + 1,
  cursors: {},
  received: 0,
  rebuild: { historyChanged, ...(left ? { left } : {}) },
});

/**
 * Returns the point where the server's history leaves that of the rows on this device; null outside a rebuild, and if the history
 * is the same.
 */
export const forkIn = ({ rebuild, epoch }: Pick<SyncState, 'rebuild' | 'epoch'>): Fork | null =>
  rebuild?.historyChanged ? forkOf(rebuild.left ?? [], epoch) : null;

/** The large tables that a first sync leaves for later, so that the calendar opens early. */
export const LATER: readonly TableName[] = ['products', 'clients', 'events', 'product_revisions'];
const DAY_MS = 86_400_000;
/** The days ahead that a first sync reads first: a front desk is asked about these in the first minute. */
const WEEK_AHEAD_DAYS = 7;

/**
 * Returns the bounds of the first week, ISO UTC.
 * @param now epoch milliseconds
 */
export const firstWeek = (now: number): { readonly from: string; readonly to: string } => ({
  from: new Date(now - DAY_MS).toISOString(),
  to: new Date(now + WEEK_AHEAD_DAYS * DAY_MS).toISOString(),
});

/** The cursor of a table that has been read to its end (pull_changes). */
const END = '~';

/** The cursor of a table that is not read now. */
const SKIPPED: Cursor = [Number.MAX_SAFE_INTEGER, END];

/**
 * Returns the cursors of the next request. The very first one asks for everything, and the server then says how much there is.
 * After it the large tables are left out until the calendar is ready, unless no first week can open it.
 */
export function cursorsToAsk(state: SyncState): Cursors {
  if (state.calendarReady || state.pulledOnce || state.weekSkipped || Object.keys(state.cursors).length === 0)
    return state.cursors;
  return { ...state.cursors, ...Object.fromEntries(LATER.map((name) => [name, SKIPPED])) };
}

/** The progress of the first sync, in the parts that it reads on their own: the first week, and each table. */
export interface FirstSync {
  /** The first week was read, and the calendar can show it. */
  readonly week: boolean;
  /** The tables that have begun; all others have not. */
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
  /** True if everything up to `state.seen` is here. */
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
      membership: membershipIn(answer, state.membership),
    },
  };
}
