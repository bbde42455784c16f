// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { newerTookOver, update } from '#pwa/update.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { UpdateCard } from './update-card.tsx';

const user = userEvent.setup();
const worker = () => ({ postMessage: vi.fn() }) as unknown as ServiceWorker;
const reload = vi.fn();

beforeEach(() => {
  setLanguage('bg');
  update.setState({ waiting: null, replaced: false, asked: false });
  vi.spyOn(location, 'reload').mockImplementation(reload);
  reload.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a newer version is offered, never forced', async () => {
  render(<UpdateCard />);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => update.setState({ waiting: worker() }));
  expect(screen.getByText('Има нова версия')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'По-късно' }));
  expect(screen.queryByRole('status')).toBeNull();
});

test('it waits while a form, a dialog or a drag keeps the person busy', () => {
  const done = enterBusy('form');
  render(<UpdateCard />);
  act(() => update.setState({ waiting: worker() }));
  expect(screen.queryByRole('status')).toBeNull();
  act(done);
  expect(screen.getByText('Има нова версия')).toBeTruthy();
});

test('in a tab that did not ask for it nothing reloads by itself', () => {
  render(<UpdateCard />);
  act(newerTookOver);
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Обнови' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'По-късно' })).toBeNull();
});

test('the tab that asked lets the newer version take over and reloads', async () => {
  const waiting = worker();
  update.setState({ waiting });
  render(<UpdateCard />);
  await user.click(screen.getByRole('button', { name: 'Обнови' }));
  await vi.waitFor(() =>
    expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' }, expect.anything()),
  );
  expect(reload).not.toHaveBeenCalled();
  newerTookOver();
  expect(reload).toHaveBeenCalledOnce();
});
