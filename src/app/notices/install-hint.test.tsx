// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Session } from '#data/session/session.ts';
import { SessionContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { hearInstallPrompt, installPrompt } from '#pwa/install-prompt.ts';
import { countDay } from '#pwa/install-time.ts';
import { InstallHint } from './install-hint.tsx';

const user = userEvent.setup();
const DAY = 86_400_000;
const status$ = new BehaviorSubject({ calendarReady: true });
const store = createStore(() => ({ phase: 'signed-in', replica: { userId: 'a', salonId: 7, status$ } }));

const draw = () =>
  render(
    <SessionContext value={{ store } as unknown as Session}>
      <InstallHint />
    </SessionContext>,
  );

hearInstallPrompt();
const prompt = vi.fn(() => Promise.resolve());
/** As Chromium tells that the app can be installed. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  dispatchEvent(event);
  return event;
}

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  prompt.mockClear();
});
afterEach(() => {
  cleanup();
  installPrompt.setState({ offer: null });
});

const useFor = (days: number) => {
  for (let back = days; back > 0; back--) countDay(Date.now() - back * DAY);
};

it('says nothing on the third day, and keeps the browser from asking by itself', () => {
  useFor(2);
  expect(offer().defaultPrevented).toBe(true);
  draw();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers to install after the third day, asks the browser once, and is done', async () => {
  useFor(3);
  offer();
  draw();
  await user.click(await screen.findByRole('button', { name: 'Инсталирай' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  draw();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not come again after a no', async () => {
  useFor(3);
  offer();
  draw();
  await user.click(await screen.findByRole('button', { name: 'Не ми напомняй' }));
  cleanup();
  useFor(0);
  draw();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(prompt).not.toHaveBeenCalled();
});
