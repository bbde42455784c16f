/**
 * A device's clock under the driver's hand: timers are due in the driver's time, which only goes forward; what the clock
 * *says* may be an hour off, or be set back. A frozen tab's timers wait for its thaw.
 */
import type { Clock } from '#sync/machine/clock.ts';
import type { SimTime, TabName } from '../protocol.ts';

interface Timer {
  readonly due: SimTime;
  readonly order: number;
  readonly tab: TabName;
  readonly life: { over: boolean };
  readonly run: () => void;
}

export class DeviceClock {
  now: SimTime = 0;
  clockAtZero = 0;
  private readonly timers = new Set<Timer>();
  private readonly dead = new Set<Timer>();
  private readonly lives = new Map<TabName, Set<{ over: boolean }>>();
  private orders = 0;

  /** The clock of one life of a tab: what a dead one still asks for comes when it is buried. */
  of(tab: TabName): Clock {
    const life = { over: false };
    this.lives.set(tab, (this.lives.get(tab) ?? new Set()).add(life));
    return {
      now: () => this.clockAtZero + this.now,
      after: (ms, run) => {
        const timer = { due: this.now + Math.max(0, ms), order: ++this.orders, tab, life, run };
        (life.over ? this.dead : this.timers).add(timer);
        return () => {
          this.timers.delete(timer);
          this.dead.delete(timer);
        };
      },
    };
  }

  /** The timers of a dead tab never fire, until it is buried. */
  forget(tab: TabName): void {
    for (const life of this.lives.get(tab) ?? []) life.over = true;
    this.lives.delete(tab);
    for (const timer of this.timers) if (timer.life.over && this.timers.delete(timer)) this.dead.add(timer);
  }

  /** Lets the dead come to their end: behind their gates nothing follows from it. */
  bury(): void {
    for (const timer of [...this.dead]) {
      this.dead.delete(timer);
      timer.run();
    }
  }

  /** Runs a tab's next timer before its time, which stands still; false when it has none. */
  hurry(tab: TabName): boolean {
    const others = new Set([...this.timers].filter((timer) => timer.tab !== tab).map((timer) => timer.tab));
    const timer = this.next(others);
    if (timer === null) return false;
    this.timers.delete(timer);
    timer.run();
    return true;
  }

  private next(frozen: ReadonlySet<TabName>): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.timers)
      if (
        !frozen.has(timer.tab) &&
        (first === null || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
      )
        first = timer;
    return first;
  }

  nextDue(frozen: ReadonlySet<TabName>): SimTime | null {
    return this.next(frozen)?.due ?? null;
  }

  /** Runs the next timer if it is due by `until`. */
  runNext(until: SimTime, frozen: ReadonlySet<TabName>): void {
    if ((this.next(frozen)?.due ?? Number.POSITIVE_INFINITY) <= until) this.step(until, frozen);
  }

  /** Moves on to the next timer that is due until `to` and runs it; false when there is none, and it is `to`. */
  step(to: SimTime, frozen: ReadonlySet<TabName>): boolean {
    const timer = this.next(frozen);
    if (timer === null || timer.due > to) {
      this.now = Math.max(this.now, to);
      return false;
    }
    this.now = Math.max(this.now, timer.due);
    this.timers.delete(timer);
    timer.run();
    return true;
  }
}
