import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anySignal } from '#sync/machine/abort-signals.ts';

const { any } = AbortSignal;
afterEach(() => {
  AbortSignal.any = any;
});

describe.each(['with', 'without'])('one signal of several, in a browser %s AbortSignal.any', (browser) => {
  beforeEach(() => {
    if (browser === 'without') Reflect.deleteProperty(AbortSignal, 'any');
  });

  it('is aborted with the first of them, and with its reason', () => {
    const [round, late] = [new AbortController(), new AbortController()];
    const signal = anySignal([round.signal, late.signal]);
    expect(signal.aborted).toBe(false);
    late.abort('late');
    round.abort('round');
    expect([signal.aborted, signal.reason]).toEqual([true, 'late']);
  });

  it('is aborted at once where one of them is over', () => {
    expect(anySignal([new AbortController().signal, AbortSignal.abort('over')])).toMatchObject({ aborted: true, reason: 'over' });
  });
});
