import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { WarmDays } from './warm-days.ts';

function source() {
  const days = new Map<string, BehaviorSubject<string> | Subject<string>>();
  const read = (date: string): Observable<string> => {
    const day = new BehaviorSubject(`rows of ${date}`);
    days.set(date, day);
    return day;
  };
  return { days, read };
}

describe('the days kept warm', () => {
  it('has the neighbours’ rows before anyone steps there', () => {
    const { read } = source();
    const warm = new WarmDays(read);
    warm.show('2026-11-20');
    expect(warm.stateOf('2026-11-21')).toEqual({ phase: 'ready', value: 'rows of 2026-11-21' });
    expect(warm.stateOf('2026-11-19')).toEqual({ phase: 'ready', value: 'rows of 2026-11-19' });
    expect(warm.stateOf('2026-11-22')).toEqual({ phase: 'loading' });
  });

  it('lets go of what is further away, and keeps what it has', () => {
    const { days, read } = source();
    const warm = new WarmDays(read);
    warm.show('2026-11-20');
    const today = days.get('2026-11-20');
    warm.show('2026-11-21');
    expect(days.get('2026-11-20')).toBe(today);
    expect(days.get('2026-11-19')?.observed).toBe(false);
    expect(days.get('2026-11-22')?.observed).toBe(true);
    warm.close();
    expect([...days.values()].some((day) => day.observed)).toBe(false);
  });

  it('says that a day failed, and reads it again when asked', () => {
    let broken = true;
    const warm = new WarmDays(() => {
      const day = new Subject<string>();
      queueMicrotask(() => day.next('rows'));
      if (!broken) return new BehaviorSubject('rows');
      const failing = new Subject<string>();
      failing.error(new Error('closed'));
      return failing;
    });
    warm.show('2026-11-20');
    expect(warm.stateOf('2026-11-20')).toMatchObject({ phase: 'failed', error: new Error('closed') });
    broken = false;
    warm.retry('2026-11-20');
    expect(warm.stateOf('2026-11-20')).toEqual({ phase: 'ready', value: 'rows' });
  });
});
