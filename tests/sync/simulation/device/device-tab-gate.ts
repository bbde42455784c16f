/** The gate of a second tab, in front of the stores: it dies, or stands still, at a step of its own while the first tab goes on. */
import { isObservable, type Observable, Subject, takeUntil } from 'rxjs';
import type { DocStore, RowStore } from '#sync/storage/stores.ts';
import type { StorageStep } from '../protocol.ts';
import { DeadError, type StorageGate } from './device-gate.ts';

interface Trap {
  left: number;
  readonly of: StorageStep['of'];
  readonly when: 'before' | 'after';
}

export class TabGate {
  private dead = false;
  private readonly death = new Subject<void>();
  private traps: Trap[] = [];
  private frozen: Promise<void> | null = null;
  private melt: () => void = () => undefined;

  constructor(
    private readonly died: (where: string) => void,
    private readonly device: StorageGate,
  ) {}

  get isDead(): boolean {
    return this.dead;
  }

  trap({ write, of, when }: StorageStep & { when: 'before' | 'after' }): void {
    this.traps.push({ left: write, of, when });
  }

  disarm(): void {
    this.traps = [];
  }

  die(where: string): void {
    if (this.dead) return;
    this.dead = true;
    this.death.next();
    this.melt();
    this.died(where);
  }

  /** It died with the whole device. */
  end(): void {
    this.dead = true;
    this.death.next();
    this.melt();
  }

  freeze(): void {
    this.frozen ??= new Promise((resolve) => {
      this.melt = resolve;
    });
  }

  thaw(): void {
    this.frozen = null;
    this.melt();
  }

  private async pass<T>(write: string | null, what: string, real: () => Promise<T>): Promise<T> {
    if (this.frozen) await this.frozen;
    this.device.activity++;
    const trap = write === null ? undefined : this.sprung(write);
    if (trap?.when === 'before') this.die(`before ${what}`);
    if (this.dead) return hang();
    let result: T;
    try {
      result = await real();
    } catch (error) {
      if (this.dead || error instanceof DeadError) return hang();
      throw error;
    }
    if (trap?.when === 'after') this.die(`after ${what}`);
    if (this.frozen) await this.frozen;
    if (this.dead) return hang();
    return result;
  }

  private sprung(context: string): Trap | undefined {
    for (const trap of this.traps) if (trap.of === 'any' || context === `greben-${trap.of}`) trap.left--;
    const sprung = this.traps.find(({ left }) => left <= 0);
    if (sprung) this.traps = this.traps.filter((trap) => trap !== sprung);
    return sprung;
  }

  /** Every method passes the gate, whatever the stores learn one day; what is watched is heard until the tab dies. */
  private gated<S extends object>(
    store: S,
    name: string,
    writes: readonly string[],
    contextOf: (args: readonly unknown[]) => string,
  ): S {
    return new Proxy(store, {
      get: (target, property, receiver) => {
        const member: unknown = Reflect.get(target, property, receiver);
        if (isObservable(member)) return member.pipe(takeUntil(this.death));
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (property === 'watch') return (member.apply(target, args) as Observable<unknown>).pipe(takeUntil(this.death));
          const write = writes.includes(String(property)) ? contextOf(args) : null;
          return this.pass(
            write,
            `${String(property)} of ${name} ${String(args[0])}`,
            () => member.apply(target, args) as Promise<unknown>,
          );
        };
      },
    });
  }

  rows(store: RowStore): RowStore {
    return this.gated(store, 'rows', ['write', 'vanish'], (args) => String(args[2] ?? 'rows'));
  }

  docs(store: DocStore): DocStore {
    return this.gated(store, 'document', ['update'], () => 'document');
  }
}

const hang = <T>(): Promise<T> => new Promise<T>(() => undefined);
