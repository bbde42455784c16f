// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayGrid, event } from '#calendar/day/hour-grid.test-support.tsx';
import { booking } from '#calendar/reads/rows.test-support.ts';
import { liftStore } from '#calendar/state/lift-store.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { LEFT_ALONE_MS } from './follow-keys.ts';

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const lifted = () => document.querySelector('[data-lifted]') !== null;

beforeEach(() => {
  setLanguage('bg');
  vi.useFakeTimers();
  Element.prototype.animate ??= (() => ({ pause: vi.fn(), currentTime: 0 })) as never;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('what was lifted by a key and left alone goes back, and that is said: live changes do not wait for who has gone', async () => {
  render(dayGrid({ events: [booking('cut', '10:00', '11:00')] }));
  await vi.waitFor(() => expect(document.querySelector('[data-drags]')).not.toBeNull());
  act(() => event('cut').focus());
  press(' ');
  expect(lifted()).toBe(true);
  vi.advanceTimersByTime(LEFT_ALONE_MS - 1);
  press('ArrowDown');
  vi.advanceTimersByTime(LEFT_ALONE_MS - 1);
  expect(lifted()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(lifted()).toBe(false);
  expect(liftStore.getState()).toMatchObject({ lifted: false, text: 'Върнат на 10:00.' });
  expect(document.activeElement).toBe(event('cut'));
});
