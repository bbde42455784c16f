/**
 * What a device notes outside its databases, by the app's own code: the mark, what is put aside when the browser clears the
 * databases under the open page, and what its person is told; and the categories that its services are to follow. The notes outlive every
 * opening of a history.
 */

import { restoreLostWork, watchLoss } from '#data/local-data/device-loss.ts';
import { dismissEmptied, emptiedDevice, lookForEmptied, noteDevice } from '#data/local-data/device-mark.ts';
import { followRenamedCategories } from '#data/salon/renamed-categories.ts';
import type { Replica } from '#sync/replica.ts';
import type { DeviceEvent, DeviceSetting } from '../protocol.ts';

class Notes {
  private readonly notes = new Map<string, string>();
  get length(): number {
    return this.notes.size;
  }
  key = (n: number) => [...this.notes.keys()][n] ?? null;
  getItem = (key: string) => this.notes.get(key) ?? null;
  setItem = (key: string, text: string) => void this.notes.set(key, text);
  removeItem = (key: string) => void this.notes.delete(key);
  clear = () => this.notes.clear();
}

export class DeviceNotes {
  private readonly kept = new Notes();
  private endings: (() => void)[] = [];

  constructor(private readonly tell: (event: DeviceEvent) => void) {}

  async beforeOpening({ userId, salonId, noted }: DeviceSetting): Promise<void> {
    Object.defineProperty(globalThis, 'localStorage', { value: this.kept, configurable: true });
    if (noted) await lookForEmptied(userId, salonId);
  }

  /** @param now device clock, epoch milliseconds */
  async opened(replica: Replica, { noted, follows }: DeviceSetting, now: () => number): Promise<void> {
    this.end();
    if (follows) this.endings = [followRenamedCategories(replica)];
    if (!noted) return;
    await restoreLostWork(replica);
    this.endings = [...this.endings, noteDevice(replica, now), watchLoss({ keepAgain: async () => undefined }, replica, now)];
    const { emptied } = emptiedDevice.getState();
    if (emptied === null) return;
    const { unsent, undecided, kept } = emptied;
    this.tell({ saw: 'told-of-loss', unsent, undecided, kept });
    dismissEmptied();
  }

  end(): void {
    for (const end of this.endings) end();
    this.endings = [];
  }

  forget(): void {
    this.end();
    this.kept.clear();
    emptiedDevice.setState({ emptied: null });
  }
}
