/** What the app works out from the rows on a device, left out: an engine that is right is then not enough. */
import { openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import type { HistoryOptions } from '../world/sim-state.ts';

export interface BrokenCheckEntry {
  readonly says: string;
  readonly options: Pick<HistoryOptions, 'tornOf' | 'openOf'>;
}

export const BROKEN_CHECKS = {
  tornIsAsked: { says: 'a visit that is torn is shown to nobody', options: { tornOf: () => [] } },
  fullRoomIsAsked: {
    says: 'a room that is short is shown to nobody',
    options: { openOf: (events, at) => openOverlaps(events, at) },
  },
} as const satisfies Record<string, BrokenCheckEntry>;
export type BrokenCheck = keyof typeof BROKEN_CHECKS;
