// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepView, keptView } from './calendar-memory.ts';

beforeEach(() => localStorage.clear());

describe('the view that the calendar opens with', () => {
  it.each([
    { salon: 'day', opens: 'day' },
    { salon: 'week', opens: 'week' },
    { salon: 'month', opens: 'week' },
  ] as const)('is $opens for a salon whose default is $salon (SALON-44)', ({ salon, opens }) => {
    expect(keptView(salon)).toBe(opens);
  });

  it('is the one chosen on this device, whatever the salon’s default is', () => {
    keepView('day');
    expect(keptView('month')).toBe('day');
  });
});
