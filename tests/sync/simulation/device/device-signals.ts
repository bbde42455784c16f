/** What the browser tells the tabs of a device of its line and its window. */
import type { NetworkSignals, Signal } from '#sync/server/signals.ts';
import type { TabName } from '../protocol.ts';
import type { RunIn } from './device-locks.ts';

export class DeviceSignals {
  private online = true;
  private visible = true;
  private readonly listeners = new Map<TabName, Set<(signal: Signal) => void>>();

  constructor(private readonly runIn: RunIn) {}

  start(online: boolean, visible: boolean): void {
    this.online = online;
    this.visible = visible;
  }

  of(tab: TabName): NetworkSignals {
    const listeners = new Set<(signal: Signal) => void>();
    this.listeners.set(tab, listeners);
    return {
      online: () => this.online,
      visible: () => this.visible,
      listen: (heard: (signal: Signal) => void) => {
        listeners.add(heard);
        return () => {
          listeners.delete(heard);
        };
      },
    };
  }

  change(online: boolean, visible: boolean): void {
    const news: Signal[] = [];
    if (online !== this.online) news.push(online ? 'online' : 'offline');
    if (visible !== this.visible) news.push(visible ? 'visible' : 'hidden');
    this.online = online;
    this.visible = visible;
    for (const signal of news)
      for (const [tab, listeners] of this.listeners) for (const heard of listeners) this.runIn(tab, () => heard(signal));
  }

  forget(tab: TabName): void {
    this.listeners.delete(tab);
  }
}
