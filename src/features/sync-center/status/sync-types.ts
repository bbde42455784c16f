import type { OpenReplica } from '#data/open-replica.ts';

export type { DeviceCheck, Holdings, Receipt } from '#data/device/device-room.ts';
export type { PendingRow } from '#data/device/pending.queries.ts';
export type SyncStatus = OpenReplica['status$']['value'];
