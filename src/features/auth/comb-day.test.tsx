// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { CombDay } from './comb-day.tsx';

beforeEach(async () => {
  await setLanguage('bg');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The picture as it looks when the device's clock shows that. */
function at(hour: number, minute: number): string[] {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, hour, minute) });
  const { container } = render(<CombDay />);
  const clock = container.querySelector('.tnum.bg-horn')?.textContent ?? '';
  const states = [...container.querySelectorAll('.evt')].map(({ className }) => /\w+$/.exec(className)?.[0] ?? '');
  cleanup();
  return [clock, ...states];
}

const BOOKED = Array<string>(9).fill('booked');

test('the day of the picture has come as far as the device’s clock', () => {
  expect(at(9, 0)).toEqual(['9:00', ...BOOKED.with(4, 'arrived')]);
  expect(at(11, 0).slice(1, 6)).toEqual(['completed', 'booked', 'arrived', 'booked', 'completed']);
  expect(at(16, 30)).toEqual(['16:30', ...Array<string>(9).fill('completed')]);
});

test('while a salon is closed it stands at noon, with somebody gone, somebody there and somebody to come', () => {
  const night = at(3, 7);
  expect(night[0]).toBe('12:20');
  expect(new Set(night.slice(1))).toEqual(new Set(['completed', 'arrived', 'booked']));
  expect(at(8, 59)).toEqual(night);
  expect(at(16, 31)).toEqual(night);
});
