/** The parts of what this device holds, by what can be done about each when the device is full. */
import type { MangoQuerySelector } from 'rxdb';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';

export type { DeviceCheck } from '#sync/device/check.ts';
export type { Holdings } from '#sync/device/holdings.ts';
export type { Receipt } from '#sync/round/receipt.ts';

/**
 * `kept`: the calendar that is used; `middle`: half a year to a year ago; `old`: older. The middle and the old part are on the
 * server too. `basics`: everything else. `waiting`: only on this device.
 */
export type StoragePart = 'kept' | 'middle' | 'old' | 'basics' | 'waiting';

/** Sizes and rows of the parts. */
export interface StoragePartSizes {
  readonly bytes: Readonly<Record<StoragePart, number>>;
  /** Events and stock counts. */
  readonly rows: Readonly<Record<'middle' | 'old', number>>;
  /** Rows before this moment, ISO UTC, are freed with that part. */
  readonly before: Readonly<Record<'middle' | 'old', string>>;
}

const DAY_MS = 86_400_000;

/** Measures the parts. Sizes are estimates: a table's bytes by the share of its rows. @param now epoch milliseconds */
export async function storagePartSizes(replica: OpenReplica, now: number): Promise<StoragePartSizes> {
  const held = await replica.holdings();
  const before = { middle: new Date(now - 183 * DAY_MS).toISOString(), old: new Date(now - 365 * DAY_MS).toISOString() };
  const events = held.tables.find(({ table }) => table === 'events') ?? { rows: 0, bytes: 0 };
  const counts = held.tables.find(({ table }) => table === 'product_revisions') ?? { rows: 0, bytes: 0 };
  const old = { events: await eventsBefore(replica, before.old), counts: await countsBefore(replica, before.old) };
  const upToMiddle = { events: await eventsBefore(replica, before.middle), counts: await countsBefore(replica, before.middle) };
  const share = (part: number, { rows, bytes }: { rows: number; bytes: number }) => (rows === 0 ? 0 : (bytes * part) / rows);
  const sized = (part: typeof old) => share(part.events, events) + share(part.counts, counts);
  const oldBytes = sized(old);
  const middleBytes = sized(upToMiddle) - oldBytes;
  const whole = held.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    bytes: {
      kept: Math.max(0, events.bytes + counts.bytes - oldBytes - middleBytes),
      middle: middleBytes,
      old: oldBytes,
      basics: Math.max(0, whole - events.bytes - counts.bytes),
      waiting: held.pendingBytes,
    },
    rows: {
      old: old.events + old.counts,
      middle: upToMiddle.events + upToMiddle.counts - old.events - old.counts,
    },
    before,
  };
}

/** Counts events by the index on their start. */
function eventsBefore(replica: OpenReplica, iso: string): Promise<number> {
  const selector = { start_time: { $lt: iso } } as MangoQuerySelector<LocalRow<'events'>>;
  return insideOf(replica).rows.events.count({ selector }).exec();
}

/** Counts stock counts one by one: they are few, and their time has no index. */
async function countsBefore(replica: OpenReplica, iso: string): Promise<number> {
  const found = await insideOf(replica).rows.product_revisions.find().exec();
  return found.filter((document) => (document.toJSON().created_at ?? iso) < iso).length;
}
