import type { Observable, Subscription } from 'rxjs';
import { addDays, type LocalDate } from '#domain/time/time.ts';

export type DayState<T> = { phase: 'loading' } | { phase: 'ready'; value: T } | { phase: 'failed'; error: unknown };

const LOADING = { phase: 'loading' } as const;

/**
 * The shown day's rows and, kept warm beside them, its neighbours': stepping to one waits for nothing. A store for
 * useSyncExternalStore.
 */
export class WarmDays<T> {
  private readonly days = new Map<LocalDate, { state: DayState<T>; subscription: Subscription | null }>();
  private readonly followers = new Set<() => void>();

  /** @param step days between neighbours: 1, or 7 where each read is of a week. */
  constructor(
    private readonly read: (date: LocalDate) => Observable<T>,
    private readonly step = 1,
  ) {}

  readonly subscribe = (follower: () => void): (() => void) => {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  };

  stateOf(date: LocalDate): DayState<T> {
    return this.days.get(date)?.state ?? LOADING;
  }

  /** Reads this day first, then its neighbours; what is further away is let go. `alone`: it is only kept ready. */
  show(date: LocalDate, alone = false): void {
    const wanted = alone ? [date] : [date, addDays(date, this.step), addDays(date, -this.step)];
    for (const [known, { subscription }] of this.days) {
      if (wanted.includes(known)) continue;
      subscription?.unsubscribe();
      this.days.delete(known);
    }
    for (const day of wanted) if (!this.days.has(day)) this.open(day);
  }

  retry(date: LocalDate): void {
    this.days.get(date)?.subscription?.unsubscribe();
    this.days.delete(date);
    this.open(date);
    this.tell();
  }

  close(): void {
    for (const { subscription } of this.days.values()) subscription?.unsubscribe();
    this.days.clear();
  }

  private open(date: LocalDate): void {
    const day: { state: DayState<T>; subscription: Subscription | null } = { state: LOADING, subscription: null };
    this.days.set(date, day);
    day.subscription = this.read(date).subscribe({
      next: (value) => {
        day.state = { phase: 'ready', value };
        this.tell();
      },
      error: (error: unknown) => {
        day.state = { phase: 'failed', error };
        this.tell();
      },
    });
  }

  private tell(): void {
    for (const follower of this.followers) follower();
  }
}
