import type { Replica } from '#data/session/session.ts';

export type { DeviceCheck, Holdings, Receipt } from '#data/device/device-room.ts';
export type { PendingRow } from '#data/device/pending.queries.ts';
export type SyncStatus = Replica['status$']['value'];
