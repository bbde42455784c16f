/**
 * What the driver of a simulation and the host of one device say to each other. Every message is structured-cloneable and
 * knows nothing of its transport: a worker thread (device-worker.ts) and a page of a browser speak the same. The driver
 * owns time, randomness and the network: a device does nothing by itself, so that a seed replays.
 *
 * One exchange is one step: the driver sends a command, the device works until it is *idle* (no storage operation in flight
 * that is not held, nothing to run but timers that are not due; only letters outstanding) and answers with one report of
 * all that happened meanwhile, in order.
 */
import type { SalonRole } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import type { SyncServer } from '#sync/server/server.ts';

/** `a`, `b`: names of the tabs of a device. A device is open while tab `a` is; `b` comes and goes beside it. */
export type TabName = 'a' | 'b';

/** Milliseconds since the history began: the driver's time, the same for all devices, never set back. */
export type SimTime = number;

// ---- driver → device ---------------------------------------------------------------------------------------------------

export interface DeviceSetting {
  /** Names the databases: another one for each history and device, the same for all its openings. */
  readonly device: string;
  readonly userId: string;
  readonly salonId: number;
  /** For the engine's jitter; other draws for each opening. */
  readonly seed: number;
  /** What the device's clock says (ms since 1970) at `SimTime` 0. */
  readonly clockAtZero: number;
  readonly now: SimTime;
  readonly online: boolean;
  readonly visible: boolean;
  /** False: a browser without Web Locks. */
  readonly locks?: boolean;
  /** The device notes what it holds outside its databases, as the app does, and tells what is gone (device-notes.ts). */
  readonly noted?: boolean;
  /** Its first tab writes by itself what the app writes so: services follow the new names of their categories. */
  readonly follows?: boolean;
  /** Another value is another app version: another local schema version of the tables, another database. */
  readonly form: string;
}

/** A step of the storage that a trap waits for: the nth write (bulkWrite of rows or of the engine's documents) from now on. */
export interface StorageStep {
  readonly write: number;
  /** Which writes of rows: only those of the server's news (`greben-server`), only a person's, or any. */
  readonly of: 'any' | 'server' | 'person';
}

export type StorageFaultKind = 'quota' | 'unknown' | 'closed';

export type DeviceCommand =
  /** Opens the device with tab `a`, on what the disk holds (nothing, the first time). Reported by `opened` or `not-opened`. */
  | { readonly do: 'open'; readonly setting: DeviceSetting }
  /** A second tab on the same disk. */
  | { readonly do: 'open-tab'; readonly tab: 'b'; readonly seed: number }
  /** What a person writes; reported by `wrote` or `not-written` when it is answered, perhaps steps later, perhaps never. */
  | {
      readonly do: 'write';
      readonly tab: TabName;
      readonly writeId: number;
      readonly changes: readonly {
        readonly table: TableName;
        readonly id: string;
        readonly change: Readonly<Record<string, unknown>>;
      }[];
    }
  /** A person settles an issue by dismissing it. */
  | { readonly do: 'remove-issue'; readonly tab: TabName; readonly id: string }
  /** A person puts back what these issues hold from after a restored backup; reported like a write. */
  | { readonly do: 'put-back'; readonly tab: TabName; readonly writeId: number; readonly ids: readonly string[] }
  /** "Sync now". */
  | { readonly do: 'sync-now'; readonly tab: TabName }
  /** Time goes on: due timers run in order, the device becoming idle after each. */
  | { readonly do: 'advance'; readonly to: SimTime }
  /** The person, or the network, sets the device's clock: what it says at `SimTime` 0 from now on. Running timers stay. */
  | { readonly do: 'set-clock'; readonly clockAtZero: number }
  | { readonly do: 'signals'; readonly online: boolean; readonly visible: boolean }
  /** An answer to a letter arrives. Ignored when nobody waits for it any more. */
  | { readonly do: 'answer'; readonly letter: number; readonly answer: LetterAnswer }
  /** A part of an answer has come over a slow line; the rest is on its way. Ignored like an answer. */
  | { readonly do: 'part'; readonly letter: number }
  | {
      readonly do: 'channel';
      readonly tab: TabName;
      readonly says: { readonly state: 'joined' | 'lost' } | { readonly poke: number };
    }
  /**
   * The tab dies: now, or at a step of the storage, before it is done or when it is done and nobody has heard of it. All that
   * it would still do is swallowed. Reported by `died`; tabs that cannot live without it die with it.
   */
  | { readonly do: 'kill'; readonly tab: TabName; readonly at: 'now' | (StorageStep & { readonly when: 'before' | 'after' }) }
  /** The browser stops the tab: nothing of it runs, nothing reaches it, until it is thawed: then everything does, in order. */
  | { readonly do: 'freeze'; readonly tab: TabName }
  | { readonly do: 'thaw'; readonly tab: TabName }
  /** Holds the device before a storage step, so that others act in between; the report's idle facts then say `held`. */
  | { readonly do: 'hold'; readonly step: StorageStep }
  | { readonly do: 'release' }
  /** The disk refuses the writes from that step on, `times` of them. */
  | { readonly do: 'fail-storage'; readonly step: StorageStep; readonly kind: StorageFaultKind; readonly times: number }
  /** The browser clears the databases under the open tab `a`, and tells it so. */
  | { readonly do: 'clear' }
  /** Takes every trap back that has not sprung: kill, hold (released), fail-storage. */
  | { readonly do: 'disarm' }
  /** Closes tab `b`, or with `a` the device, as a person does. */
  | { readonly do: 'close'; readonly tab: TabName }
  /** What stands on the disk, past every gate. Reported by `disk`. */
  | { readonly do: 'read' }
  /** The history is over: closes whatever is open and forgets the databases. */
  | { readonly do: 'wipe' };

/** As the `SyncServer` would: a value, or what it throws. `status` 0: no answer came. */
export type LetterAnswer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly status: number;
      readonly code: string | null;
      readonly hint: string | null;
      readonly message: string;
    };

// ---- device → driver ---------------------------------------------------------------------------------------------------

/** A request on its way: the call's name and its arguments as the engine gave them, without the signal. */
export interface Letter {
  /** Unique within the device, over all openings. */
  readonly letter: number;
  readonly tab: TabName;
  readonly call: Exclude<keyof SyncServer, 'channel'>;
  readonly args: readonly unknown[];
}

export interface DiskRow {
  readonly table: TableName;
  /** With `pending`, `base`, `sent`. */
  readonly row: StateRow;
  /** Deleted for RxDB: no query of a screen sees it. */
  readonly hidden: boolean;
}

export interface DiskContent {
  readonly rows: readonly DiskRow[];
  readonly issues: readonly SyncIssue[];
  /** The engine's documents (state, issues, drafts …) whole, to look for what should not be there. */
  readonly documents: readonly unknown[];
}

export type DeviceEvent =
  | { readonly saw: 'opened'; readonly tab: TabName /** Rows pending on the disk. */; readonly pending: number }
  | { readonly saw: 'not-opened'; readonly tab: TabName; readonly error: string }
  | { readonly saw: 'wrote'; readonly writeId: number }
  | { readonly saw: 'not-written'; readonly writeId: number; readonly error: string }
  | ({ readonly saw: 'letter' } & Letter)
  /** Nobody waits for this answer any more (the round was broken off, the time is over). It may arrive at the server all the same. */
  | { readonly saw: 'letter-given-up'; readonly letter: number }
  /** The tab wants the salon's channel, or leaves it. `rejoin` is both. */
  | { readonly saw: 'channel'; readonly tab: TabName; readonly wants: 'join' | 'rejoin' | 'close' }
  /** Each value of `status$`, with the rows that were pending on the disk at that moment. */
  | { readonly saw: 'status'; readonly tab: TabName; readonly status: SyncStatus; readonly pendingOnDisk: number }
  /**
   * Rows that are on the disk since the last report, as RxDB stores them (`_deleted`: no query sees it), before the engine
   * heard of it. Every host tells all of them: the driver knows from it what stands where.
   */
  | { readonly saw: 'stored'; readonly table: TableName; readonly documents: readonly Readonly<Record<string, unknown>>[] }
  /** The book of issues as it has just been put on the disk. */
  | { readonly saw: 'issues'; readonly issues: readonly SyncIssue[] }
  | { readonly saw: 'died'; readonly tabs: readonly TabName[]; readonly at: string }
  | { readonly saw: 'storage-failed'; readonly kind: StorageFaultKind }
  | { readonly saw: 'closed'; readonly tab: TabName }
  /** What the device knows its person to be in the salon; it is told where that is no owner, and when it is again. */
  | { readonly saw: 'role'; readonly tab: TabName; readonly role: SalonRole }
  /** What the device's person is told at this opening to be gone, and how much of it was written again. */
  | { readonly saw: 'told-of-loss'; readonly unsent: number; readonly undecided: number; readonly kept: number }
  | { readonly saw: 'disk'; readonly content: DiskContent }
  /** `onFault`, an unhandled rejection, an uncaught error: always a violation. */
  | { readonly saw: 'fault'; readonly error: string };

export interface IdleFacts {
  readonly now: SimTime;
  /** Tabs that are open and not dead. */
  readonly tabs: readonly TabName[];
  readonly frozen: readonly TabName[];
  /** When the next timer is due. */
  readonly nextTimer: SimTime | null;
  /** A storage step is held. */
  readonly held: boolean;
  /** Rows with `pending = 1` on the disk. */
  readonly pendingOnDisk: number;
  /** The present status of each open tab. */
  readonly status: Readonly<Partial<Record<TabName, SyncStatus>>>;
  /** Writes of the storage since the last report: part of the trace. */
  readonly storageOps: number;
}

export interface DeviceReport {
  readonly events: readonly DeviceEvent[];
  readonly idle: IdleFacts;
}

/** One device, wherever it lives. Commands are given one at a time. */
export interface DeviceHost {
  do(command: DeviceCommand): Promise<DeviceReport>;
  /** The run is over: the worker, or the page, ends. */
  end(): Promise<void>;
}
