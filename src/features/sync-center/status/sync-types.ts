import type { OpenReplica } from '#data/open-replica.ts';

export type { DeviceCheck, Holdings, Receipt } from '#data/local-data/device-room.ts';
export type { PendingRow } from '#data/local-data/pending.queries.ts';
export type ReplicaStatus = OpenReplica['status$']['value'];
