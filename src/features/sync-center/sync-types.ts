import type { Replica } from '#data/session.ts';

export type SyncStatus = Replica['status$']['value'];
