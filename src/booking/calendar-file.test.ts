import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const ENTRY = {
  id: 'abc@greben.test',
  start: '2026-11-30T08:30:00.000Z',
  end: '2026-11-30T09:15:00.000Z',
  title: 'Студио Къдрица: Подстригване, Боядисване с много дълго име, което не се побира на един ред',
  place: 'ул. „Шипка“ 12; ет. 2, София\nдо банката',
  text: '+359888123456',
  made: '2026-11-27T08:00:00.000Z',
  version: 61,
};

it('a calendar reads what was written, whatever signs are in it', () => {
  const component = new ICAL.Component(ICAL.parse(calendarFile(ENTRY))).getFirstSubcomponent('vevent');
  if (!component) throw new Error('no event');
  const event = new ICAL.Event(component);
  expect(event.summary).toBe(ENTRY.title);
  expect(event.location).toBe(ENTRY.place);
  expect(event.description).toBe(ENTRY.text);
  expect(event.uid).toBe(ENTRY.id);
  expect(event.sequence).toBe(61);
  expect([event.startDate, event.endDate].map((time) => time.toJSDate().toISOString())).toEqual([ENTRY.start, ENTRY.end]);
});

it('no line is longer than 75 bytes, and none ends within a letter', () => {
  const lines = calendarFile(ENTRY).split('\r\n');
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(lines.join('')).not.toContain('\ufffd');
  expect(lines.at(-1)).toBe('');
});

it('a name that looks like a line of the file is none', () => {
  const text = calendarFile({ ...ENTRY, title: 'А\r\nATTENDEE:mailto:x@example.com', place: null, text: null });
  expect(text).not.toMatch(/^ATTENDEE/m);
  expect(text).not.toMatch(/^(LOCATION|DESCRIPTION)/m);
});
