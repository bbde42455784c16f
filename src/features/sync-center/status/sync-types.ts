import type { Replica } from '#data/session.ts';

export type { DeviceCheck, Holdings, Receipt } from '#data/device-room.ts';
export type { PendingRow } from '#data/pending.queries.ts';
export type SyncStatus = Replica['status$']['value'];
