import { expect, test } from 'vitest';
import { clockDigits } from './clock-text.ts';

const NOON = new Date('2026-11-20T22:05:09Z');

test('a zone’s wall clock, with the date it has there', () => {
  expect(clockDigits(NOON, 'Europe/Sofia')).toEqual({ hoursMinutes: '00:05', seconds: '09', minute: 5, date: '2026-11-21' });
  expect(clockDigits(NOON, 'America/New_York')).toMatchObject({ hoursMinutes: '17:05', date: '2026-11-20' });
});

test('a zone that the browser does not know cannot be formatted', () => {
  expect(clockDigits(NOON, 'Nowhere/Atlantis')).toBeNull();
});
