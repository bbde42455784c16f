// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { newerTookOver, update } from '#pwa/update.ts';
import { ToastViewport } from '#ui/overlay/toast.tsx';
import { UpdateCard } from './update-card.tsx';

vi.mock('workbox-window', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('an update whose code does not come is told, and the tab asked for nothing', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const waiting = { postMessage: vi.fn() } as unknown as ServiceWorker;
  update.setState({ waiting });
  render(
    <>
      <UpdateCard />
      <ToastViewport />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Обнови' }));
  expect(await screen.findByText('Обновяването не започна')).toBeTruthy();
  newerTookOver();
  expect(reload).not.toHaveBeenCalled();
  expect(update.getState().replaced).toBe(true);
});
