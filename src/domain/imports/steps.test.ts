import { expect, test } from 'vitest';
import { calendarText, eventLines, SPAN } from './appointments/appointment-cases.test-support.ts';
import { readCalendar } from './appointments/at-once.test-support.ts';
import { calendarSteps } from './appointments/read-calendar.ts';
import { atOnce } from './steps.test-support.ts';
import { mapped } from './steps.ts';

test('mapped work has its items in their order, and a stop after each few of them', () => {
  const steps = () => mapped([...Array(1000).keys()], (n) => (n % 2 ? [] : [n, -n]));
  expect(atOnce(steps())).toEqual([...Array(1000).keys()].flatMap((n) => (n % 2 ? [] : [n, -n])));
  expect([...steps()]).toHaveLength(20);
});

test('a calendar is read in more steps than it has entries, and comes out as without a stop', () => {
  const events = Array.from({ length: 200 }, (_, n) =>
    eventLines(`u${n}`, `DTSTART:202612${String(1 + (n % 28)).padStart(2, '0')}T080000Z`, `SUMMARY:Подстригване ${n}`),
  );
  const text = calendarText(...events.flat());
  let count = 0;
  const steps = calendarSteps(text, SPAN);
  let next = steps.next();
  for (; !next.done; next = steps.next()) count++;
  expect(count).toBeGreaterThan(200);
  expect(next.value).toEqual(readCalendar(text, SPAN));
});
