/** What the host of a device says to the pages that are its tabs, and they to it: JSON over the browser's own protocol. */

import type { SyncStatus } from '#sync/round/status.ts';
import type { DeviceCommand, DeviceEvent, DeviceSetting, SimTime } from '../protocol.ts';

export type PageCommand =
  | {
      readonly do: 'open-replica';
      readonly tab: 'a' | 'b';
      readonly setting: DeviceSetting;
      readonly firstLetter: number;
    }
  /** Nothing but waiting until the page is idle. */
  | { readonly do: 'settle' }
  /** Tells all rows on the disk, for a tab that died. */
  | { readonly do: 'tell-rows' }
  | Exclude<DeviceCommand, { readonly do: 'open' | 'open-tab' | 'freeze' | 'thaw' | 'wipe' }>;

export interface ToPage {
  readonly n: number;
  readonly command: PageCommand;
}

export interface PageFacts {
  readonly now: SimTime;
  readonly nextTimer: SimTime | null;
  readonly held: boolean;
  readonly pendingOnDisk: number;
  readonly status: SyncStatus | null;
  readonly storageOps: number;
}

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: DeviceEvent }
  /** The command is done and the page idle. */
  | { readonly kind: 'done'; readonly n: number; readonly facts: PageFacts };

/** The page's script asks this of the server and gets no answer: it stands still there until the renderer is ended. */
export const TRAP_PATH = '/trap';
