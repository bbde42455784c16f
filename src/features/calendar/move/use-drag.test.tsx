// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayGrid, event } from '#calendar/day/hour-grid.test-support.tsx';
import { booking } from '#calendar/reads/rows.test-support.ts';
import { setLanguage } from '#i18n/i18n.ts';

const parts = vi.hoisted(() => ({ asked: 0 }));
/** The code that moves appointments does not come. */
vi.mock('#i18n/i18n.ts', async (original) => ({
  ...(await original<typeof import('#i18n/i18n.ts')>()),
  laterTexts: () => {
    parts.asked++;
    return Promise.reject(new Error('no line'));
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

beforeEach(() => {
  setLanguage('bg');
  vi.clearAllMocks();
  parts.asked = 0;
  Element.prototype.animate ??= (() => ({ pause: vi.fn(), currentTime: 0 })) as never;
});
afterEach(cleanup);

it('where it does not come the calendar stands until something is dragged; then its boundary says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
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
