import { expect, it } from 'vitest';
import type { Event } from '#schemas/events.ts';
import { isTooLate, ownClientOf, requestsAmong } from './customer-requests.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 8, minute)).toISOString();
const booking = (id: string, from: number, more: Partial<Event> = {}) =>
  ({
    ...{ id, type: 'appointment', status: 'booked', arrived_at: null, visit_id: null, visit_pos: 0, client_id: 'eva' },
    ...{ start_time: at(from), end_time: at(from + 30), requested_until: at(from - 60), ...more },
  }) as Event;

it('the parts of one visit are one request, the earliest limit counts, and the first to come stands first', () => {
  const late = booking('late', 120);
  const parts = [
    booking('a/2', 60, { visit_id: 'a', visit_pos: 1, requested_until: at(-90) }),
    booking('a', 30, { visit_id: 'a', requested_until: at(-30) }),
  ];
  expect(requestsAmong([late, ...parts])).toEqual([
    { id: 'a', legs: [parts[1], parts[0]], start: at(30), end: at(90), until: at(-90) },
    { id: 'late', legs: [late], start: at(120), end: at(150), until: at(60) },
  ]);
});

it('a part that was answered, and a booking that nobody asks about, is left out', () => {
  const answered = booking('a/2', 60, { visit_id: 'a', visit_pos: 1, requested_until: null });
  const open = booking('a', 30, { visit_id: 'a' });
  expect(requestsAmong([answered, open, booking('b', 0, { status: 'cancelled' })]).map(({ legs }) => legs)).toEqual([[open]]);
});

it('an answer is too late from the very instant on', () => {
  expect(isTooLate({ until: at(0) }, at(-1))).toBe(false);
  expect(isTooLate({ until: at(0) }, at(0))).toBe(true);
});

it('a client that a request made is known by the id', () => {
  expect(ownClientOf(booking('r', 0, { client_id: 'r/client' }))).toBe('r/client');
  expect(ownClientOf(booking('r/2', 0, { visit_id: 'r', client_id: 'r/client' }))).toBe('r/client');
  expect(ownClientOf(booking('r', 0))).toBeNull();
  expect(ownClientOf(booking('r', 0, { client_id: 'q/client' }))).toBeNull();
  expect(ownClientOf(booking('r', 0, { client_id: null }))).toBeNull();
});
