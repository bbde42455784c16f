// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceClock, hearDrift } from '#data/browser/device-clock.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { ClockDrift } from '#sync/server/server-clock.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { ClockNotice } from './clock-notice.tsx';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-18T08:40:00.000Z');
const off = (about: number, at = NOW): ClockDrift => ({
  about,
  least: Math.abs(about),
  most: Math.abs(about),
  heardAt: at + about,
});
const timeOf = (ms: number) => formatTimeOf(new Date(ms).toISOString(), Intl.DateTimeFormat().resolvedOptions().timeZone);

beforeEach(async () => {
  localStorage.clear();
  deviceClock.setState({ wrong: null });
  await setLanguage('bg');
});
afterEach(cleanup);

const told = () => screen.queryByRole('status')?.textContent ?? null;

test('a clock that is off by more than five minutes is told of with both times, in the person’s language', async () => {
  render(<ClockNotice />);
  hearDrift(off(4 * MINUTE));
  expect(told()).toBeNull();
  hearDrift(off(12 * MINUTE));
  await screen.findByRole('status');
  expect(told()).toContain(`Той показва ${timeOf(NOW + 12 * MINUTE)}, а на сървъра е ${timeOf(NOW)}.`);
  await setLanguage('en');
  expect((await screen.findByRole('status')).textContent).toContain(
    `It shows ${timeOf(NOW + 12 * MINUTE)}; the server’s shows ${timeOf(NOW)}.`,
  );
});

test('it does not come up while somebody is in the middle of something', async () => {
  const leave = enterBusy('dialog');
  render(<ClockNotice />);
  hearDrift(off(12 * MINUTE));
  await expect.poll(() => deviceClock.getState().wrong).not.toBeNull();
  expect(told()).toBeNull();
  leave();
  await screen.findByRole('status');
});

test('the days are said where they differ', async () => {
  render(<ClockNotice />);
  hearDrift(off(-3 * 24 * 60 * MINUTE));
  expect((await screen.findByRole('status')).textContent).toMatch(/показва 15\/11\/2026, .* 18\/11\/2026, /);
});

test('who has read it is told again on another day, or when it was right meanwhile', async () => {
  render(<ClockNotice />);
  const read = async () => userEvent.click(await screen.findByRole('button', { name: 'Разбрах' }));
  hearDrift(off(12 * MINUTE));
  await read();
  expect(told()).toBeNull();
  hearDrift(off(12 * MINUTE));
  expect(told()).toBeNull();
  hearDrift(off(12 * MINUTE, NOW + 24 * 60 * MINUTE));
  await read();
  hearDrift({ about: 9 * MINUTE, least: 0, most: 18 * MINUTE, heardAt: NOW }); // a slow answer tells neither
  hearDrift(off(12 * MINUTE, NOW + 24 * 60 * MINUTE));
  expect(told()).toBeNull();
  hearDrift(off(1_000));
  hearDrift(off(12 * MINUTE, NOW + 24 * 60 * MINUTE));
  await screen.findByRole('status');
  hearDrift(off(1_000));
  await expect.poll(told).toBeNull();
});
