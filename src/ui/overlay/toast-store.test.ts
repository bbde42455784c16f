import { beforeEach, describe, expect, it } from 'vitest';
import { createToastStore, TOAST_DURATION, TOAST_REMOVE_DELAY, type ToastClock, type ToastStore } from './toast-store.ts';

/** A clock that moves only when told to. */
function handClock(): ToastClock & { pass(ms: number): void } {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const next = waiting.filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        now = next.at;
        next.run();
      }
      now = until;
    },
  };
}

describe('the list of toasts', () => {
  let clock: ReturnType<typeof handClock>;
  let toasts: ToastStore;
  const titles = () => toasts.store.getState().toasts.map((toast) => `${toast.title}${toast.open ? '' : ' (closed)'}`);

  beforeEach(() => {
    clock = handClock();
    toasts = createToastStore(clock);
  });

  it('adds a toast open, with all it was given', () => {
    const id = toasts.add({
      title: 'a',
      description: 'b',
      variant: 'destructive',
      action: { label: 'c', onAction: () => undefined },
    });
    expect(toasts.store.getState().toasts).toMatchObject([
      { id, title: 'a', description: 'b', variant: 'destructive', action: { label: 'c' }, open: true },
    ]);
  });

  it('puts the newest first and lets a fourth take the place of the oldest', () => {
    for (const title of ['1', '2', '3', '4']) toasts.add({ title });
    expect(titles()).toEqual(['4', '3', '2']);
  });

  it('does not count toasts that are on their way out among the three', () => {
    const first = toasts.add({ title: '1' });
    for (const title of ['2', '3']) toasts.add({ title });
    toasts.dismiss(first);
    toasts.add({ title: '4' });
    expect(titles()).toEqual(['4', '3', '2', '1 (closed)']);
  });

  it('dismisses a toast by itself at 2500 ms and not before', () => {
    toasts.add({ title: '1' });
    clock.pass(TOAST_DURATION - 1);
    expect(titles()).toEqual(['1']);
    clock.pass(1);
    expect(titles()).toEqual(['1 (closed)']);
  });

  it('removes a dismissed toast 3000 ms later and not before', () => {
    toasts.dismiss(toasts.add({ title: '1' }));
    clock.pass(TOAST_REMOVE_DELAY - 1);
    expect(titles()).toEqual(['1 (closed)']);
    clock.pass(1);
    expect(titles()).toEqual([]);
  });

  it('closes all toasts when no id is given', () => {
    toasts.add({ title: '1' });
    toasts.add({ title: '2' });
    toasts.dismiss();
    expect(titles()).toEqual(['2 (closed)', '1 (closed)']);
  });

  it('gives a toast with an action the same 2500 ms', () => {
    toasts.add({ title: '1', action: { label: 'undo', onAction: () => undefined } });
    clock.pass(TOAST_DURATION);
    expect(titles()).toEqual(['1 (closed)']);
  });

  it('stops the time while paused and goes on with what was left', () => {
    toasts.add({ title: '1' });
    clock.pass(2000);
    toasts.pause();
    clock.pass(60_000);
    toasts.resume();
    clock.pass(499);
    expect(titles()).toEqual(['1']);
    clock.pass(1);
    expect(titles()).toEqual(['1 (closed)']);
  });

  it('keeps a toast that is added while paused until its time has passed after the pause', () => {
    toasts.pause();
    toasts.add({ title: '1' });
    clock.pass(60_000);
    toasts.resume();
    clock.pass(TOAST_DURATION - 1);
    expect(titles()).toEqual(['1']);
    clock.pass(1);
    expect(titles()).toEqual(['1 (closed)']);
  });

  it('changes what an open toast says and starts its time anew', () => {
    const id = toasts.add({ title: 'Saving' });
    clock.pass(2400);
    toasts.update(id, { title: 'Saved' });
    clock.pass(TOAST_DURATION - 1);
    expect(titles()).toEqual(['Saved']);
    clock.pass(1);
    expect(titles()).toEqual(['Saved (closed)']);
  });

  it('does not bring a closed toast back when it is changed', () => {
    const id = toasts.add({ title: '1' });
    toasts.dismiss(id);
    toasts.update(id, { title: '2' });
    expect(titles()).toEqual(['2 (closed)']);
    clock.pass(TOAST_REMOVE_DELAY);
    expect(titles()).toEqual([]);
  });
});
