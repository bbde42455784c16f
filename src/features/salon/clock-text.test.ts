import { expect, test } from 'vitest';
import { clockText } from './clock-text.ts';

const NOON = new Date('2026-11-20T22:05:09Z');

test('a zone’s wall clock, with the date it has there', () => {
  expect(clockText(NOON, 'Europe/Sofia')).toEqual({ hoursMinutes: '00:05', seconds: '09', minute: 5, date: '2026-11-21' });
  expect(clockText(NOON, 'America/New_York')).toMatchObject({ hoursMinutes: '17:05', date: '2026-11-20' });
});

test('a zone that the browser does not know cannot be formatted', () => {
  expect(clockText(NOON, 'Nowhere/Atlantis')).toBeNull();
});
