// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FootStrip } from '#ui/page/foot-strip.tsx';
import { enterBusy } from './busy.ts';
import { idle, useIsIdle } from './idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Waiting = ({ waiting = true }: { waiting?: boolean }) => <output>{useIsIdle(waiting) ? 'now' : 'later'}</output>;
const said = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const touch = (kind: string) => act(async () => void window.dispatchEvent(new Event(kind)));

test('what comes by itself waits until nobody has touched anything for a while', async () => {
  render(<Waiting />);
  await pass(idle.quietMs - 1);
  expect(said()).toBe('later');
  for (const kind of ['pointerdown', 'keydown', 'pointermove', 'wheel']) {
    await touch(kind);
    await pass(idle.quietMs - 1);
    expect(said()).toBe('later');
  }
  await pass(1);
  expect(said()).toBe('now');
});

test('it never comes in a busy moment, nor with the press that ends it', async () => {
  const leave = enterBusy('dialog');
  render(<Waiting />);
  await pass(idle.quietMs);
  expect(said()).toBe('later');
  await touch('pointerdown');
  await act(async () => leave());
  expect(said()).toBe('later');
  await pass(idle.quietMs);
  expect(said()).toBe('now');
});

test('a strip that has just come takes no press that was meant for what stood there', async () => {
  render(
    <FootStrip kind="receipt" label="Новина">
      <button type="button">Не сега</button>
    </FootStrip>,
  );
  const strip = screen.getByRole('complementary', { name: 'Новина' });
  expect(strip.className).toContain('pointer-events-none');
  await pass(600);
  expect(strip.className).not.toContain('pointer-events-none');
});
