/**
 * The gate in front of a device's storage. Promises: it counts what is in flight, so that the device knows when it is idle;
 * it holds, refuses or swallows a chosen write; behind the gate of a dead device nothing happens any more. It wraps
 * the RxStorage, not the engine: what passes it is what IndexedDB would have seen.
 */
import type { RxStorage, RxStorageInstance } from 'rxdb';
import type { StorageFaultKind, StorageStep } from '../protocol.ts';

/** What hung at the gate of a dead device is let go with this, so that it can be closed; nobody listens any more. */
export class DeadError extends Error {
  override readonly name = 'DeadError';
}

// biome-ignore lint/suspicious/noExplicitAny: RxDB's own type of a storage whose internals are nobody's business
type Instance = RxStorageInstance<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
export type AnyStorage = RxStorage<any, any>;

interface Trap {
  left: number;
  readonly of: StorageStep['of'];
  readonly kind: 'hold' | 'kill-before' | 'kill-after' | StorageFaultKind;
  times: number;
}

const NAMES: Readonly<Record<StorageFaultKind, string>> = {
  quota: 'QuotaExceededError',
  unknown: 'UnknownError',
  closed: 'DatabaseClosedError',
};

export interface GateNews {
  /** A trap has sprung: the device dies here. */
  died(where: string): void;
  failed(kind: StorageFaultKind): void;
  held(): void;
  /** Told by the storage itself, after it is on disk and before the engine hears of it. */
  stored(table: string, documents: readonly Record<string, unknown>[]): void;
  /**
   * Whether it is known from what was stored that nothing is unsent in a table. The engine asks thirteen tables four times a
   * round, and the simulation spent three quarters of its time on these answers; what is on the disk is read at the end.
   */
  nothingPending?(table: string): boolean;
}

const asksForPending = (query: unknown): boolean =>
  (query as { query?: { selector?: { pending?: { $eq?: unknown } } } }).query?.selector?.pending?.$eq === 1;

export class StorageGate {
  inFlight = 0;
  /** Grows with everything that happens. */
  activity = 0;
  /** Writes since it was last asked. */
  ops = 0;
  dead = false;
  isHeld = false;
  private buried = false;
  private readonly traps = new Set<Trap>();
  private readonly hanging = new Set<(error: Error) => void>();
  private release: (() => void) | null = null;
  private readonly instances = new Set<Instance>();

  constructor(private readonly news: GateNews) {}

  trap(kind: Trap['kind'], step: StorageStep, times = 1): void {
    this.traps.add({ left: step.write, of: step.of, kind, times });
  }

  disarm(): void {
    this.traps.clear();
    this.letGo();
  }

  letGo(): void {
    this.isHeld = false;
    this.release?.();
    this.release = null;
  }

  die(where: string): void {
    if (this.dead) return;
    this.dead = true;
    this.traps.clear();
    this.news.died(where);
  }

  /** A step past RxDB (the carrying from another local schema version): false when the tab is dead, or dies here. */
  raw(what: string): boolean {
    if (this.dead) return false;
    this.activity++;
    this.ops++;
    for (const trap of this.traps) {
      if (trap.of !== 'any' || !trap.kind.startsWith('kill') || --trap.left > 0) continue;
      this.die(`before ${what}`);
      return false;
    }
    return true;
  }

  /** Called off when the dead tab is buried. */
  whenBuried(reject: (error: Error) => void): void {
    if (this.buried) reject(new DeadError('the tab is dead'));
    else this.hanging.add(reject);
  }

  /** Lets go of what hangs, so that the dead device can be closed behind the gate. */
  bury(): void {
    this.dead = true;
    this.buried = true;
    this.letGo();
    for (const reject of this.hanging) reject(new DeadError('the tab is dead'));
    this.hanging.clear();
  }

  /** Whatever of the storage was not closed by its owner. */
  async closeAll(): Promise<void> {
    for (const instance of this.instances) await instance.close();
    this.instances.clear();
  }

  private hang<T>(): Promise<T> {
    return new Promise<T>((_, reject) => {
      if (this.buried) reject(new DeadError('the tab is dead'));
      else this.hanging.add(reject);
    });
  }

  private sprung(context: string): Trap | null {
    let sprung: Trap | null = null;
    for (const trap of this.traps) {
      const concerned = trap.of === 'any' || context === `greben-${trap.of}`;
      if (!concerned || --trap.left > 0) continue;
      if (--trap.times <= 0) this.traps.delete(trap);
      sprung ??= trap;
    }
    return sprung;
  }

  private async pass<T>(what: string, write: string | null, real: () => Promise<T>): Promise<T> {
    if (this.dead) return this.hang();
    this.activity++;
    if (write !== null) this.ops++;
    this.inFlight++;
    try {
      const trap = write === null ? null : this.sprung(write);
      if (trap?.kind === 'kill-before') this.die(`before ${what}`);
      else if (trap?.kind === 'hold') {
        this.isHeld = true;
        this.news.held();
        this.inFlight--;
        await new Promise<void>((resolve) => {
          this.release = resolve;
        });
        this.inFlight++;
      } else if (trap !== null && trap.kind !== 'kill-after') {
        this.news.failed(trap.kind);
        throw Object.assign(new Error(`${trap.kind}: refused by the test`), { name: NAMES[trap.kind] });
      }
      if (this.dead) return await this.hangOut();
      const result = await real();
      if (trap?.kind === 'kill-after') this.die(`after ${what}`);
      if (this.dead) return await this.hangOut();
      return result;
    } finally {
      this.inFlight--;
      this.activity++;
    }
  }

  /** Hangs without counting as in flight. */
  private async hangOut<T>(): Promise<T> {
    this.inFlight--;
    try {
      return await this.hang<T>();
    } finally {
      this.inFlight++;
    }
  }

  wrap(storage: AnyStorage): AnyStorage {
    return {
      name: storage.name,
      rxdbVersion: storage.rxdbVersion,
      createStorageInstance: async (params) => {
        if (this.dead) return this.hang();
        this.activity++;
        this.inFlight++;
        try {
          const real = (await storage.createStorageInstance(params)) as Instance;
          this.instances.add(real);
          real.changeStream().subscribe(({ events }) => {
            this.news.stored(
              params.collectionName,
              events.map(({ documentData }) => documentData as Record<string, unknown>),
            );
          });
          if (this.dead) return await this.hangOut();
          return this.wrapInstance(real, params.collectionName);
        } finally {
          this.inFlight--;
          this.activity++;
        }
      },
    } as AnyStorage;
  }

  private wrapInstance(real: Instance, name: string): Instance {
    const gated: Partial<Instance> = {
      bulkWrite: (rows, context) => this.pass(`a write of ${name} (${context})`, context, () => real.bulkWrite(rows, context)),
      findDocumentsById: (ids, deleted) => this.pass(`a read of ${name}`, null, () => real.findDocumentsById(ids, deleted)),
      query: (query) =>
        asksForPending(query) && this.news.nothingPending?.(name)
          ? this.pass(`a query of ${name}`, null, async () => ({ documents: [] }))
          : this.pass(`a query of ${name}`, null, () => real.query(query)),
      count: (query) => this.pass(`a count of ${name}`, null, () => real.count(query)),
      close: async () => {
        this.instances.delete(real);
        await real.close();
      },
    };
    return new Proxy(real, {
      get(target, property, receiver) {
        const own = gated[property as keyof Instance];
        if (own !== undefined) return own;
        const value = Reflect.get(target, property, receiver) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}
