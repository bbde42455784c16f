/**
 * The server as the engine sees it: four calls and one channel. Promise: every failure arrives as a `ServerError`, and what
 * follows from it is decided in one place (`consequenceOf`). A verdict on a row exists only in the body of an answer; no
 * error of a call judges a row, but one: our server's own word that it cannot take a call with this row alone. What
 * another machine answers (answers.ts) is a failed line whatever its status, and what passes by itself (a lock, a time-out,
 * a full disk) is waited out.
 */
import type { Row, TableName } from '#schemas/registry.ts';

/** How far a table has been pulled: rows with `(rev, id)` above it are still to come. */
export type Cursor = readonly [rev: number, id: string];

/** How far each table has been pulled; a table without a cursor is read from its beginning. */
export type Cursors = { readonly [N in TableName]?: Cursor };

/** A row as it travels: the columns of its table and the frame. Unknown columns are ignored, missing ones take the table's initial value. */
export interface WireRow {
  readonly id: string;
  readonly rev: number;
  readonly deleted: boolean;
  readonly [column: string]: unknown;
}

/** One row's push. `base_rev` 0: never on the server, `doc` is whole; otherwise `doc` holds what changed. */
export interface PushChange {
  readonly table: TableName;
  readonly id: string;
  readonly base_rev: number;
  readonly doc: Readonly<Record<string, unknown>>;
}

/** The server's decision about one change (supabase/README.md, “How revisions work”). */
export type Verdict =
  /** `rev` is a new one also where the values stood there already: what left earlier on the same `base_rev` fits no more. */
  | { readonly v: 'applied'; readonly rev: number }
  | { readonly v: 'same'; readonly rev: number; readonly row: WireRow }
  /** `changed`: columns of the change that were changed there since its `base_rev`, also where the former value stands again. */
  | { readonly v: 'conflict'; readonly rev: number; readonly row: WireRow; readonly changed?: readonly string[] | undefined }
  | { readonly v: 'gone' }
  | { readonly v: 'missing'; readonly constraint?: string | null }
  | { readonly v: 'rejected'; readonly code: string; readonly message?: string | null; readonly constraint?: string | null };

/** The request that an answer names; one that names another is not believed (answers.ts). */
export interface Named {
  readonly salon_id?: number;
  /** The id that the request was given. */
  readonly request?: string | undefined;
}

/** The verdicts of a push. */
export interface PushAnswer extends Named {
  /** In the order of the changes; each names its own. */
  readonly verdicts: readonly (Verdict & { readonly table?: TableName | undefined; readonly id?: string | undefined })[];
}

/** A page of one table. `more`: the page ended before the table did. */
export interface PulledTable {
  readonly rows: readonly WireRow[];
  readonly more: boolean;
  readonly cursor: Cursor;
}

/** The role of a request's person in its salon, and the employee that they are, if any. */
export interface You {
  readonly role: string;
  readonly resource_id: string | null;
}

/**
 * The pages of a pull. `head`: the salon's revision now; `purged_rev`: rows up to it may be missing without a tombstone;
 * `epoch`: the name of the server's history.
 */
export interface PullAnswer extends Named {
  /** The server's clock, ISO UTC, where it says so. */
  readonly now?: string | null;
  /** Left out by a server that knows no roles. */
  readonly you?: You | null;
  readonly head: number;
  readonly purged_rev: number;
  readonly epoch: string;
  /** Tables with nothing newer may be left out. */
  readonly tables: { readonly [N in TableName]?: PulledTable };
  /** Rows that a first sync will bring, where the server says so. */
  readonly total?: number;
}

/** Events of a stretch of time with what they refer to (wire rows). */
export interface ReadEventsAnswer extends Named {
  readonly events: readonly Row<'events'>[];
  readonly clients: readonly Row<'clients'>[];
  readonly services: readonly Row<'services'>[];
  readonly resources: readonly Row<'resources'>[];
}

/** Per table what is compared: these columns, of the rows from `from` (ISO UTC) on. */
export type ChecksumWish = Readonly<Record<string, { readonly columns: readonly string[]; readonly from?: string }>>;

/** The checksums of a salon at the revision `head`. */
export interface ChecksumAnswer extends Named {
  readonly head: number;
  readonly tables: { readonly [N in TableName]?: readonly [count: number, sum: number] };
}

/** A salon's channel, on which the server pokes. */
export interface Channel {
  /** Leaves and joins again: for a channel that no longer speaks. */
  rejoin(): void;
  close(): void;
}

/** `request`: an id that the answer repeats; the engine gives none, `wholeAnswers` does (answers.ts). */
export interface SyncServer {
  /**
   * `epoch`: the server's history to which the `base_rev`s belong; in another one nothing is written and no row judged.
   * Null where it is not known: then whatever it is. @throws ServerError
   */
  push(
    salonId: number,
    changes: readonly PushChange[],
    epoch: string | null,
    signal: AbortSignal,
    request?: string,
  ): Promise<PushAnswer>;
  /** `cursors` may carry `horizon_rev`; `horizon` is ISO UTC. @throws ServerError */
  pull(
    salonId: number,
    cursors: Cursors & { readonly horizon_rev?: number },
    limit: number,
    horizon: string | null,
    signal: AbortSignal,
    request?: string,
  ): Promise<PullAnswer>;
  /** `from`, `to`: ISO UTC. @throws ServerError */
  readEvents(
    salonId: number,
    from: string,
    to: string,
    clientId: string | null,
    signal: AbortSignal,
    request?: string,
  ): Promise<ReadEventsAnswer>;
  /** @throws ServerError */
  checksums(salonId: number, tables: ChecksumWish, signal: AbortSignal, request?: string): Promise<ChecksumAnswer>;
  channel(salonId: number, on: { poke(rev: number): void; state(state: 'joined' | 'lost'): void }): Channel;
}

/**
 * Why the server takes no such version of a row: its SQLSTATE (or `erased`, or `http-<status>`), its words, and the constraint
 * that was broken.
 */
export interface PushRejection {
  readonly code: string;
  readonly message?: string | null | undefined;
  readonly constraint?: string | null | undefined;
}

/** The refusal's code when the client concerned was erased: the pull of the same round tells why. */
export const ERASED = 'erased';
/** The refusal's code when a row that is referred to is not there. */
export const MISSING = '23503';

/** SQLSTATEs that speak of a row's content: the same row would be refused again. */
export const OF_CONTENT = /^2[23]/;

/** The meaning of a failed call for the round. */
type Consequence =
  /** Try again later: the line, another machine's answer, the server as a whole, a limit, an expired token. */
  | 'retry'
  /** It passes by itself, and may be about one row: smaller calls find it, it waits, the others go on. Nobody is refused. */
  | 'passes'
  /** Our server says that the call is too much or cannot be read: halve it; a single row that still fails is refused. */
  | 'halve'
  /** This person is no member of the salon any more: nothing is touched. */
  | 'access-withdrawn'
  /** The server has another history than the one named (a restored backup): a pull tells which. */
  | 'other-history'
  /** There is no session. */
  | 'signed-out'
  /** The server does not know this call (it has another by now), or says that this app is too old for it. */
  | 'app-too-old';

/** A call that the server, or something on the way to it, did not do; consequenceOf() says what follows. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    /** SQLSTATE or PostgREST's code, where the body was our server's; null: nobody of ours has spoken. */
    readonly code: string | null,
    readonly hint: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** PostgREST says PGRST202; PostgreSQL itself, where nobody asked a schema cache, 42883 with the call's own name. */
const isUnknownCall = ({ code, message }: ServerError): boolean =>
  code === 'PGRST202' || (code === '42883' && /function (public\.)?(push_changes|pull_changes|read_events)\(/.test(message));

/** The server as a whole is not there, or on its way out or in: no row has to do with it. */
const OF_THE_SERVER = /^(08|57P|533|PGRST00)/;
/** Time-outs, locks, deadlocks, lack of room, faults of the machine or of the server's own code. */
const PASSES = /^(40|53|55P03|57|58|XX)/;

/** The SQLSTATE decides before the status: a statement timeout comes as a 500. */
export function consequenceOf(error: ServerError): Consequence {
  const { code, hint, status } = error;
  if (hint === 'signed-out') return 'signed-out';
  if (code === null) return 'retry';
  if (code === '42501' && hint === 'membership') return 'access-withdrawn';
  if (hint === 'epoch') return 'other-history';
  if (hint === 'app-too-old' || isUnknownCall(error)) return 'app-too-old';
  if (OF_THE_SERVER.test(code)) return 'retry';
  if (PASSES.test(code)) return 'passes';
  if (status === 400 || status === 413) return 'halve';
  return 'retry';
}
