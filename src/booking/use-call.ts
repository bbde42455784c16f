import { useCallback, useEffect, useState } from 'react';
import { CallError, type CallFailure } from './booking-server.ts';

export type Called<T> = { state: 'loading' } | { state: 'failed'; why: CallFailure } | { state: 'ready'; value: T };

export const callFailureOf = (error: unknown): CallFailure => {
  console.info('A call failed', error);
  return error instanceof CallError ? error.why : 'fault';
};

/**
 * Calls when `key` changes, and again when told to or once the line is back after a call without an answer. What was there stays
 * until a new answer comes, also where the call fails: what somebody types below it is not lost for that.
 */
export function useCall<T>(key: string, load: () => Promise<T>): { called: Called<T>; again: () => void } {
  const [called, setCalled] = useState<{ key: string; called: Called<T> }>({ key, called: { state: 'loading' } });
  const [times, setTimes] = useState(0);
  const again = useCallback(() => setTimes((n) => n + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what `load` asks, `times` counts the questions
  useEffect(() => {
    let current = true;
    const say = (next: Called<T>) =>
      current &&
      setCalled((before) =>
        next.state !== 'ready' && before.key === key && before.called.state === 'ready' ? before : { key, called: next },
      );
    say({ state: 'loading' });
    load().then(
      (value) => say({ state: 'ready', value }),
      (error: unknown) => say({ state: 'failed', why: callFailureOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [key, times]);
  const shown: Called<T> = called.key === key ? called.called : { state: 'loading' };
  const isLost = shown.state === 'failed' && shown.why === 'line';
  useEffect(() => {
    if (!isLost) return undefined;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isLost, again]);
  return { called: shown, again };
}
