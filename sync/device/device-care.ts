/**
 * The services of a replica for the sync center besides its rows: the check, the receipt, the holdings, making room, and unsent work
 * as a file. Promise: every action that takes the server's rows runs in turn with the rounds, of all tabs.
 */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { RoundContext } from '#sync/round/context.ts';
import type { Receipt, Receipts } from '#sync/round/receipt.ts';
import type { RoundQueue } from '#sync/round/round-queue.ts';
import { putBack } from '#sync/writes/put-back.ts';
import { CHECK_DOCUMENT, type CheckRecord, checkDevice, type DeviceCheck } from './check.ts';
import { freeSpace } from './free-space.ts';
import { type Holdings, holdingsOf } from './holdings.ts';
import { type FileOwner, type ImportResult, type UnsentFile, unsentFile } from './unsent-file.ts';
import { importUnsent, remember } from './unsent-import.ts';
import { readUnsentFile } from './unsent-read.ts';

/**
 * The actions of a person for this device in the sync center: check it, read the receipt of an outage, look at its holdings, take
 * unsent work out and in.
 */
export interface DeviceCare {
  /**
   * "Check this device": a round, then the server's checksums at the same revision. What differs is pulled anew.
   * @throws ServerError when the server cannot be reached
   */
  checkDevice(): Promise<DeviceCheck>;
  /** The last check, of any tab: on demand, or the daily one. */
  readonly lastCheck$: Observable<DeviceCheck | null>;
  /** After an outage, until it is dismissed. */
  readonly receipt$: Observable<Receipt | null>;
  dismissReceipt(): Promise<void>;
  holdings(): Promise<Holdings>;
  /**
   * Keeps the events and stock counts before `eventsBefore` (ISO UTC) on this device no more; they are read online then.
   * Nothing unsent is freed. Returns how many rows were.
   */
  freeSpace(eventsBefore: string): Promise<number>;
  /**
   * Puts back what these issues (`restored`) hold from after a restored backup, with what it refers to, as a new write.
   * @throws as `write`; what was not written then is still among the issues
   */
  putBack(ids: readonly string[]): Promise<void>;
  /** Unsent rows and issues, as JSON for another device of this person. */
  exportUnsent(): Promise<UnsentFile>;
  /** @throws ImportError; then nothing of the file was taken */
  importUnsent(file: unknown): Promise<ImportResult>;
  /** Returns what a file of anybody in this salon holds; nothing of it is taken. @throws ImportError */
  readUnsent(file: unknown): UnsentFile;
  /** Takes another person's work over as this person's own; done again it changes nothing. @throws what the storage threw */
  takeOver(work: UnsentFile): Promise<ImportResult>;
  /**
   * Writes again what this very device had before its databases were cleared (`unsentInMemory`). It is not looked through as a
   * file is, whose one strange row refuses all: what would be refused is the server's to say, as it was before.
   */
  writeAgain(unsent: UnsentFile): Promise<ImportResult>;
}

interface Surroundings {
  readonly person: FileOwner;
  readonly receipts: Receipts;
  readonly inTurn: RoundQueue['inTurn'];
  readonly asRound: RoundQueue['asRound'];
  /** Unsent rows have been made. */
  readonly onWritten: () => void;
  readonly onDiffering: (check: DeviceCheck) => void;
}

/** Returns the care of the device on which `engine` works. Rounds that it needs wait for their turn like all others. */
export function deviceCare(context: RoundContext, around: Surroundings): DeviceCare {
  const { person, receipts, inTurn, asRound } = around;
  const { docs, store } = context;
  const takeIn = async (importing: () => Promise<ImportResult>) => {
    const result = await importing();
    if (result.rows > 0) around.onWritten();
    return result;
  };
  return {
    async checkDevice() {
      const { value } = await asRound(async (call) => {
        const { check, round } = await checkDevice(context, call, null);
        return { round, value: check };
      });
      around.onDiffering(value);
      return value;
    },
    lastCheck$: docs.watch<CheckRecord>(CHECK_DOCUMENT).pipe(
      map((record) => record?.last ?? null),
      distinctUntilChanged((a, b) => a?.at === b?.at),
    ),
    receipt$: receipts.receipt$,
    dismissReceipt: receipts.dismiss,
    holdings: async () => holdingsOf(store, (await docs.read<SyncState>(STATE_DOCUMENT))?.horizon ?? null),
    freeSpace: (eventsBefore) => inTurn((call) => freeSpace(context, call, eventsBefore)),
    async putBack(ids) {
      const { horizon, membership } = { ...BLANK_STATE, ...(await docs.read<SyncState>(STATE_DOCUMENT)) };
      if (await putBack(context, { horizon, membership }, ids)) around.onWritten();
    },
    async exportUnsent() {
      const file = await unsentFile(context, person);
      await remember(context, file);
      return file;
    },
    importUnsent: (file) => takeIn(async () => importUnsent(context, readUnsentFile(file, person))),
    readUnsent: (file) => readUnsentFile(file, { userId: null, salonId: person.salonId }),
    takeOver: (work) => takeIn(() => importUnsent(context, { ...work, userId: person.userId })),
    writeAgain: (unsent) => takeIn(() => importUnsent(context, unsent)),
  };
}
