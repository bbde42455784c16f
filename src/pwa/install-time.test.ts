// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { countDay, installWay, putOffInstall } from './install-time.ts';

beforeEach(() => localStorage.clear());

const day = (number: number, hour = 12) => new Date(2026, 10, number, hour).getTime();

it('installing is offered once three days of use lie behind, however many days lie between them', () => {
  expect([2, 2, 5, 9].map((number) => countDay(day(number)))).toEqual([false, false, false, false]);
  expect(countDay(day(9, 23))).toBe(false);
  expect([countDay(day(20, 0)), countDay(day(20, 23))]).toEqual([true, true]);
});

it('who said no is never asked again, who said later after two weeks', () => {
  for (const number of [1, 2, 3, 4]) countDay(day(number));
  putOffInstall('later', day(4));
  expect([countDay(day(17)), countDay(day(18))]).toEqual([false, true]);
  putOffInstall('never', day(18));
  expect(countDay(day(30))).toBe(false);
});

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`;
const WAYS: [string, boolean, string, number, string | null][] = [
  ['Chrome that has offered to ask', true, 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Mobile', 5, 'prompt'],
  ['Chrome that has not', false, 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0', 0, null],
  ['an iPhone', false, `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${SAFARI}`, 5, 'share'],
  ['an iPad, which says that it is a Mac', false, MAC, 5, 'share'],
  ['Safari on a Mac', false, MAC, 0, 'dock'],
  ['Chrome on a Mac', false, 'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', 0, null],
  ['Firefox', false, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, null],
];
it.each(WAYS)('%s installs as it can', (_, hasPrompt, userAgent, maxTouchPoints, way) => {
  expect(installWay(hasPrompt, { userAgent, maxTouchPoints })).toBe(way);
});
