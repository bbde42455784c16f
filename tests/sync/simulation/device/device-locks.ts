/**
 * Web Locks for the two tabs of one device, in one realm: exclusive, in order, to be stolen; and the channel on which a
 * holder says that it is alive. What concerns a frozen tab reaches it when it is thawed.
 */
import type { Clock } from '#sync/machine/clock.ts';
import { type RoundLock, webLock } from '#sync/round/round-lock.ts';
import type { TabName } from '../protocol.ts';

/** Runs something in a tab: now, or when it is thawed; never in a dead one. */
export type RunIn = (tab: TabName, run: () => void) => void;

interface Place {
  readonly tab: TabName;
  readonly begin: () => void;
  readonly stolen: (error: DOMException) => void;
}

export class DeviceLocks {
  private holder: Place | null = null;
  private line: Place[] = [];
  private readonly lives = new Map<TabName, Set<{ over: boolean }>>();
  private readonly channels = new Map<TabName, { onmessage: ((event: MessageEvent) => void) | null }>();

  constructor(private readonly runIn: RunIn) {}

  lockOf(tab: TabName, clock: Clock, random: () => number): RoundLock {
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage: () => {
        for (const [other, heard] of this.channels)
          if (other !== tab) this.runIn(other, () => heard.onmessage?.(new MessageEvent('message', { data: 'alive' })));
      },
      close: () => {
        this.channels.delete(tab);
      },
    };
    this.channels.set(tab, channel);
    const life = { over: false };
    this.lives.set(tab, (this.lives.get(tab) ?? new Set()).add(life));
    const locks = {
      request: (_: string, options: LockOptions, work: () => Promise<unknown>) => this.request(tab, life, options, work),
    };
    return webLock('round', {
      locks: locks as unknown as LockManager,
      channel: channel as unknown as BroadcastChannel,
      clock,
      random,
    });
  }

  /** A dead tab holds nothing and stands in no line. */
  forget(tab: TabName): void {
    for (const life of this.lives.get(tab) ?? []) life.over = true;
    this.lives.delete(tab);
    this.channels.delete(tab);
    this.line = this.line.filter((place) => place.tab !== tab);
    if (this.holder?.tab === tab) this.pass();
  }

  private pass(): void {
    this.holder = null;
    this.line.shift()?.begin();
  }

  private request<T>(tab: TabName, life: { over: boolean }, options: LockOptions, work: () => Promise<T>): Promise<T> {
    if (life.over) return Promise.reject(new DOMException('the tab is dead', 'AbortError'));
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    return new Promise<T>((resolve, reject) => {
      const run = (settle: () => void) => this.runIn(tab, settle);
      const leave = () => {
        this.line = this.line.filter((other) => other !== place);
        reject(new DOMException('left the line', 'AbortError'));
      };
      const begin = () => {
        this.holder = place;
        run(() => {
          options.signal?.removeEventListener('abort', leave);
          work()
            .then(
              (value) => resolve(value),
              (error: unknown) => reject(error),
            )
            .finally(() => {
              if (this.holder === place) this.pass();
            });
        });
      };
      const place: Place = { tab, begin, stolen: (error) => run(() => reject(error)) };
      // Before it begins: Node keeps a joined signal (`AbortSignal.any`) as long as somebody listens to it, and the dead device with it.
      options.signal?.addEventListener('abort', leave, { once: true });
      if (options.steal) {
        this.holder?.stolen(new DOMException('stolen', 'AbortError'));
        begin();
      } else if (this.holder === null) begin();
      else this.line.push(place);
    });
  }
}
