// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asked, dayGrid, event } from '#calendar/day/day-grid.test-support.tsx';
import { booking } from '#calendar/reads/test-rows.ts';
import { setLanguage } from '#i18n/i18n.ts';

const parts = vi.hoisted(() => ({ come: (): void => undefined, coming: () => Promise.resolve(), asked: 0 }));
/** The code that moves appointments comes when the test says so. */
vi.mock('#i18n/i18n.ts', async (original) => ({
  ...(await original<typeof import('#i18n/i18n.ts')>()),
  laterTexts: () => {
    parts.asked++;
    return parts.coming();
  },
}));

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

const page = () => render(<Boundary>{dayGrid({ events: [booking('cut', '10:00', '11:00')] })}</Boundary>);
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const mouse = (type: string, x: number, y: number) => {
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: 'mouse', pointerId: 1, isPrimary: true };
  event('cut').dispatchEvent(new PointerEvent(type, { ...at, button: 0, buttons: type === 'pointerup' ? 0 : 1 }));
};
const painted = () => vi.waitFor(() => expect(parts.asked).toBeGreaterThan(0));
const arrives = async () => {
  parts.come();
  await vi.waitFor(() => expect(document.querySelector('[data-drags]')).not.toBeNull());
};
const lifted = () => document.querySelector('[data-lifted]') !== null;
/** The one time that the grid asked to put the appointment on. */
const droppedAt = () => asked.drop.mock.calls.map(([, target]) => (target as { start: number }).start);

beforeEach(() => {
  setLanguage('bg');
  vi.clearAllMocks();
  parts.asked = 0;
  const coming = new Promise<void>((resolve) => {
    parts.come = resolve;
  });
  parts.coming = () => coming;
  Element.prototype.animate ??= (() => ({ pause: vi.fn(), currentTime: 0 })) as never;
});
afterEach(cleanup);

it('what was lifted and moved by keys before there is what moves it is moved once it is there', async () => {
  page();
  await painted();
  act(() => event('cut').focus());
  press(' ');
  press('ArrowDown');
  expect(fireEvent.keyUp(event('cut'), { key: ' ' })).toBe(false); // Space presses no button
  expect(lifted()).toBe(false);
  await act(arrives);
  expect(lifted()).toBe(true);
  press(' ');
  expect(droppedAt()).toEqual([10 * 60 + 15]);
  expect(asked.open).not.toHaveBeenCalled();
});

it('Escape takes back what was lifted too early; other keys are the calendar’s as ever', async () => {
  page();
  await painted();
  act(() => event('cut').focus());
  expect(press('j')).toBe(true);
  press(' ');
  press('Escape');
  await act(arrives);
  expect(lifted()).toBe(false);
});

it('what a mouse holds and drags before there is what moves it follows it once it is there', async () => {
  page();
  await painted();
  mouse('pointerdown', 0, 0);
  mouse('pointermove', 0, 30);
  await act(arrives);
  expect(event('cut').hasAttribute('data-lifted')).toBe(true);
  mouse('pointerup', 0, 30);
  expect(lifted()).toBe(false);
});

it('a press that stood still is no drag', async () => {
  page();
  await painted();
  mouse('pointerdown', 0, 0);
  mouse('pointermove', 0, 3);
  mouse('pointerup', 0, 3);
  await act(arrives);
  expect(lifted()).toBe(false);
  expect(asked.drop).not.toHaveBeenCalled();
});

it('where it does not come the calendar stands until something is dragged; then its boundary says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
  parts.coming = () => Promise.reject(new Error('no line'));
  page();
  await painted();
  await vi.waitFor(() => expect(console.info).toHaveBeenCalled());
  mouse('pointerdown', 0, 0);
  mouse('pointerup', 0, 0);
  expect(screen.queryByText('failed')).toBeNull();
  act(() => event('cut').focus());
  press(' ');
  expect(await screen.findByText('failed')).toBeDefined();
  vi.restoreAllMocks();
});
