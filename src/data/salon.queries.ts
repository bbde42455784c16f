import { combineLatest, map, type Observable } from 'rxjs';
import { effectiveConfig, type SalonConfig } from '#domain/records/salon-config.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { liveRow, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** The open salon. */
export interface SalonState {
  readonly salon: LocalRow<'salons'> | null;
  readonly settings: LocalRow<'salon_settings'> | null;
  /** The values in force: settings first, then the salon's columns, then the browser's zone, then the defaults (document 1 §7). */
  readonly effective: SalonConfig;
}

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Follows the open salon, its settings and the values in force. Both rows are null until the first pull has brought them. */
export function salon$(replica: OpenReplica): Observable<SalonState> {
  const id = String(replica.salonId);
  return sharedRead(replica, 'salon', () =>
    combineLatest([liveRow(replica, 'salons', id), liveRow(replica, 'salon_settings', id)]).pipe(
      map(([salon, settings]) => ({ salon, settings, effective: effectiveConfig(salon, settings, browserZone()) })),
    ),
  );
}
