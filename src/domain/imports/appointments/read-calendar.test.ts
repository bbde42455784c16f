import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, instantOf } from '#domain/time/time.ts';
import { calendarCase, calendarText, caseText, eventLines, lines, SPAN, ZONE } from './appointment-cases.test-support.ts';
import { joinRead } from './appointment-entry.ts';
import { readCalendar } from './at-once.test-support.ts';

const read = (...rows: readonly string[]) => readCalendar(calendarText(...rows), SPAN);
const one = (...rows: readonly string[]) => read(...eventLines('u1', ...rows));
const starts = (...rows: readonly string[]) => one(...rows).entries.map(({ start }) => start);

describe('files of other programs', () => {
  test('Google: times in UTC, descriptions in HTML, days off, and what is cancelled', () => {
    const found = calendarCase('40-google.ics');
    expect(lines(found)).toEqual([
      '2026-12-01 10:00–11:00 | Мария | Анна Димитрова +359888123456 | Боядисване | Алергия към амоняк ! | ',
      '2026-12-02 12:00–13:00 | Мария |  | Обяд |  | ',
      '2026-12-02 14:00–14:45 | Мария | +359887654321 | Мария Иванова, подстригване 0887654321 |  | ',
      '2026-12-03 9:00–9:30 | Мария |  | Подстригване - Вера Колева |  | cancelled',
      '2026-12-05…2026-12-05 | Мария |  | Рожден ден на Петя |  | free',
      '2026-12-21…2026-12-23 | Мария |  | Отпуск |  | free',
    ]);
    expect(found.faults).toEqual([{ row: 7, text: 'Подстригване - Вера Колева', fault: 'past' }]);
  });

  test('Outlook: zones as Windows names them, also after the clock change; an invited client; a whole day from midnight', () => {
    expect(lines(calendarCase('41-outlook.ics'))).toEqual([
      '2026-12-01 10:00–11:30 | Десислава Петкова | Йоана Христова yoana@example.com | Маникюр - Йоана Христова | Маникюр с гел лак / Да донесе снимка / Салон | ',
      '2026-12-02…2026-12-02 | Десислава Петкова |  | Обучение |  | ',
      '2026-12-04 10:00–11:00 | Десислава Петкова |  | Маникюр - Ася Кьосева |  | free cancelled',
      '2027-03-29 10:00–11:00 | Десислава Петкова | +359898765432 | Педикюр – Силвия Костова, 0898 765 432 |  | ',
    ]);
  });

  test('Apple: its own zones, times without one, durations, and a fair of three days that is no booking', () => {
    const found = calendarCase('42-apple.ics');
    expect(lines(found)).toEqual([
      '2026-12-01 15:00–16:00 | Salon | +359888234567 | Haircut - Elena Marinova | first visit | ',
      '2026-12-02 9:30–11:00 | Salon |  | Elena Marinova: Balayage |  | ',
      '2026-12-03 10:00–11:00 | Salon |  | Dentist |  | ',
      '2026-12-24…2026-12-25 | Salon |  | Christmas holiday |  | ',
    ]);
    expect(found.faults).toEqual([{ row: 5, text: 'Beauty fair in Plovdiv', fault: 'too_long' }]);
  });

  test('Fresha: one calendar of all employees, who stand in the description', () => {
    expect(lines(calendarCase('43-fresha.ics'))).toEqual([
      '2026-12-01 9:30–10:30 | Ivana Toneva | Maria Nikolova +359887111222 maria.n@example.com | Ladies cut | Notes: prefers tea | 45 EUR',
      '2026-12-01 9:30–11:15 | Boryana Deleva |  | Colour |  | 80 EUR',
      '2026-12-01 13:00–14:00 | Ivana Toneva |  | Blocked time |  | ',
    ]);
  });

  test('what repeats: left out, moved and cancelled occurrences, and ten o’clock over both clock changes', () => {
    const found = calendarCase('44-series.ics');
    expect(lines(found).map((text) => text.split(' | ')[0])).toEqual([
      '2027-03-08 10:00–10:45',
      '2027-03-15 10:00–10:45',
      '2027-03-29 10:00–10:45',
      '2027-04-06 16:30–17:15',
      '2027-04-12 10:00–10:45',
      '2027-04-19 10:00–10:45',
      ...['10-22', '10-23', '10-24', '10-25', '10-26', '10-30'].map((day) => `2027-${day} 13:00–13:30`),
    ]);
    expect(found.entries[3]?.key).toBe('weekly-cut@example.com\n2027-04-05T07:00:00.000Z');
    expect(found.entries.map(({ isCancelled }) => isCancelled).indexOf(true)).toBe(4);
    expect(new Set(found.entries.map(({ key }) => key)).size).toBe(found.entries.length);
  });
});

describe('times', () => {
  test.each([
    ['UTC', 'DTSTART:20261201T080000Z', '2026-12-01T08:00:00.000Z'],
    ['no zone: the salon’s', 'DTSTART:20261201T100000', '2026-12-01T08:00:00.000Z'],
    ['a zone’s name alone', 'DTSTART;TZID=Europe/London:20261201T080000', '2026-12-01T08:00:00.000Z'],
    ['a zone behind a path', 'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Sofia:20261201T100000', '2026-12-01T08:00:00.000Z'],
    ['Windows', 'DTSTART;TZID=GTB Standard Time:20261201T100000', '2026-12-01T08:00:00.000Z'],
    ['Windows in summer', 'DTSTART;TZID="W. Europe Standard Time":20270601T100000', '2027-06-01T08:00:00.000Z'],
    ['an unknown name: the salon’s', 'DTSTART;TZID=Nowhere:20261201T100000', '2026-12-01T08:00:00.000Z'],
    ['seconds are left out', 'DTSTART:20261201T080030Z', '2026-12-01T08:00:00.000Z'],
  ])('%s', (_, start, expected) => {
    expect(starts(start, 'SUMMARY:x')).toEqual([expected]);
  });

  test('a zone that only the file describes', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Custom',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0430',
      'TZOFFSETTO:+0430',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const found = read(...zone, ...eventLines('u', 'DTSTART;TZID=Custom:20261201T123000', 'SUMMARY:x'));
    expect(found.entries[0]?.start).toBe('2026-12-01T08:00:00.000Z');
  });

  test('the calendar’s zone counts for times without one', () => {
    const found = read('X-WR-TIMEZONE:Europe/London', ...eventLines('u', 'DTSTART:20261201T080000', 'SUMMARY:x'));
    expect(found.entries[0]?.start).toBe('2026-12-01T08:00:00.000Z');
  });

  test('an entry without an end ends where it begins; one with a duration in days keeps the clock', () => {
    expect(one('DTSTART:20261201T080000Z', 'SUMMARY:x').entries[0]).toMatchObject({ end: '2026-12-01T08:00:00.000Z' });
    expect(one('DTSTART:20261201T080000Z', 'DURATION:PT45M').entries[0]).toMatchObject({ end: '2026-12-01T08:45:00.000Z' });
    expect(one('DTSTART;TZID=Europe/Sofia:20270327T120000', 'DURATION:P1D').entries[0]).toMatchObject({
      end: '2027-03-28T09:00:00.000Z',
    });
  });

  test('a booking in the hour that the clock skips or shows twice has an instant', () => {
    expect(starts('DTSTART;TZID=Europe/Sofia:20270328T033000', 'SUMMARY:x')).toEqual(['2027-03-28T01:30:00.000Z']);
    expect(starts('DTSTART;TZID=Europe/Sofia:20271031T033000', 'SUMMARY:x')).toEqual(['2027-10-31T00:30:00.000Z']);
  });
});

describe('what repeats', () => {
  const AT = 'DTSTART;TZID=Europe/Sofia:20270302T100000';
  test.each([
    ['COUNT', ['RRULE:FREQ=WEEKLY;COUNT=2'], ['2027-03-02T08:00:00.000Z', '2027-03-09T08:00:00.000Z']],
    [
      'UNTIL as a date includes that day',
      ['RRULE:FREQ=DAILY;UNTIL=20270303'],
      ['2027-03-02T08:00:00.000Z', '2027-03-03T08:00:00.000Z'],
    ],
    ['UNTIL in UTC', ['RRULE:FREQ=DAILY;UNTIL=20270303T080000Z'], ['2027-03-02T08:00:00.000Z', '2027-03-03T08:00:00.000Z']],
    ['UNTIL just before', ['RRULE:FREQ=DAILY;UNTIL=20270303T075959Z'], ['2027-03-02T08:00:00.000Z']],
    ['EXDATE as a date', ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20270303'], ['2027-03-02T08:00:00.000Z']],
    ['EXDATE in UTC', ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20270302T080000Z'], ['2027-03-03T08:00:00.000Z']],
    [
      'several EXDATEs in one line',
      ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Sofia:20270302T100000,20270303T100000'],
      ['2027-03-04T08:00:00.000Z'],
    ],
    [
      'every working day',
      ['RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=5'],
      ['02', '03', '04', '05', '08'].map((day) => `2027-03-${day}T08:00:00.000Z`),
    ],
    [
      'each last day of a month, by days',
      ['RRULE:FREQ=DAILY;BYMONTHDAY=-1;COUNT=2', 'EXDATE:20270302T080000Z'],
      ['2027-03-31T07:00:00.000Z', '2027-04-30T07:00:00.000Z'],
    ],
    ['RDATE alone', ['RDATE:20270305T080000Z'], ['2027-03-02T08:00:00.000Z', '2027-03-05T08:00:00.000Z']],
    [
      'the last Friday',
      ['RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', 'EXDATE:20270302T080000Z'],
      ['2027-03-26T08:00:00.000Z', '2027-04-30T07:00:00.000Z'],
    ],
    ['a rule that cannot be read leaves the first', ['RRULE:FREQ=MONTHLY;BYWEEKNO=3'], ['2027-03-02T08:00:00.000Z']],
  ])('%s', (_, rules, expected) => {
    expect(starts(AT, ...rules, 'SUMMARY:x')).toEqual(expected);
  });

  test('without an end it goes on to the end of the span, from the beginning of the span', () => {
    const found = one('DTSTART;TZID=Europe/Sofia:20150105T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY', 'SUMMARY:x').entries;
    expect(found).toHaveLength(52);
    expect(found[0]?.start).toBe('2026-11-30T08:00:00.000Z');
    expect(found.at(-1)?.start).toBe('2027-11-22T08:00:00.000Z');
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=SECONDLY',
    'FREQ=HOURLY',
  ])('a rule that never happens, or is no booking’s, leaves the first: %s', (rule) => {
    expect(starts(AT, `RRULE:${rule}`, 'SUMMARY:x')).toEqual(['2027-03-02T08:00:00.000Z']);
  });

  test('whole days repeat as whole days', () => {
    const found = one(
      'DTSTART;VALUE=DATE:20270327',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;VALUE=DATE:20270329',
      'SUMMARY:x',
    ).entries;
    expect(found.map(({ allDay }) => allDay)).toEqual(
      ['27', '28'].map((day) => ({ from: `2027-03-${day}`, to: `2027-03-${day}` })),
    );
  });

  test('a changed occurrence that stands alone, without its series, is an entry', () => {
    const found = one('RECURRENCE-ID:20270302T080000Z', 'DTSTART:20270302T090000Z', 'SUMMARY:x');
    expect(found.entries.map(({ key, start }) => [key, start])).toEqual([
      ['u1\n2027-03-02T08:00:00.000Z', '2027-03-02T09:00:00.000Z'],
    ]);
  });

  test('of two versions of one entry the newest counts, wherever it stands', () => {
    const version = (n: number, title: string) =>
      eventLines('u1', 'DTSTART:20270302T080000Z', `SEQUENCE:${n}`, `SUMMARY:${title}`);
    expect(read(...version(2, 'new'), ...version(1, 'old')).entries.map(({ title }) => title)).toEqual(['new']);
  });
});

describe('files that are not quite right', () => {
  test('a text that its writer broke, an event without a start, and a file that was cut off cost nothing else', () => {
    const good = eventLines('u1', 'DTSTART:20261201T080000Z', 'SUMMARY:Добър', 'DESCRIPTION:Първи ред', 'Втори ред без отстъп');
    const text = calendarText(
      ...good,
      ...eventLines('u2', 'SUMMARY:Без време'),
      'BEGIN:VEVENT',
      'UID:u3',
      'DTSTART:20261202',
    ).replace('END:VCALENDAR', '');
    const found = readCalendar(text, SPAN);
    expect(found.entries.map(({ title, notes }) => [title, notes])).toEqual([['Добър', 'Първи ред\nВтори ред без отстъп']]);
    expect(found.faults).toEqual([{ row: 2, text: 'Без време', fault: 'no_time' }]);
  });

  test('no calendar has no entries', () => {
    for (const text of ['', 'Клиент;Телефон\nМария;0888', 'BEGIN:VCARD\nEND:VCARD'])
      expect(readCalendar(text, SPAN).entries).toEqual([]);
  });

  test('a calendar without a name has the one that it is given', () => {
    const text = calendarText(...eventLines('u1', 'DTSTART:20261201T080000Z', 'SUMMARY:x'));
    expect(readCalendar(text, SPAN, 'Мария').entries[0]?.employee).toBe('Мария');
  });

  test('METHOD:CANCEL cancels all of them', () => {
    expect(read('METHOD:CANCEL', ...eventLines('u1', 'DTSTART:20261201T080000Z', 'SUMMARY:x')).entries[0]?.isCancelled).toBe(
      true,
    );
  });

  test('several files are one', () => {
    const [a, b] = [one('DTSTART:20261201T080000Z'), read(...eventLines('u2', 'DTSTART:20261202T080000Z'))];
    const files = [
      { name: 'a.ics', read: a },
      { name: 'b.ics', read: b },
    ];
    expect(joinRead(files).entries.map(({ file, row, key }) => [file, row, key])).toEqual([
      ['a.ics', 1, 'u1'],
      ['b.ics', 1, 'u2'],
    ]);
    expect(joinRead(files.slice(0, 1))).toEqual(a);
  });
});

test('who is invited: not the owner of the calendar, no room, and nobody where there are several', () => {
  const invited = (...attendees: readonly string[]) =>
    read('X-WR-CALNAME:desi@example.com', ...eventLines('u1', 'DTSTART:20261201T080000Z', 'SUMMARY:x', ...attendees)).entries[0]
      ?.client;
  const guest = 'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;CN=Ася Кьосева:mailto:asya@example.com';
  const owner = 'ATTENDEE;CN=desi@example.com:mailto:desi@example.com';
  const room = 'ATTENDEE;CUTYPE=RESOURCE;CN=Кабинет 1:mailto:room@example.com';
  expect(invited(guest, owner, room)).toEqual({ name: 'Ася Кьосева', phone: null, email: 'asya@example.com' });
  expect(invited(owner)).toBeNull();
  expect(invited(guest, 'ATTENDEE;CN=Вера:mailto:vera@example.com')).toBeNull();
  expect(invited(guest, 'ATTENDEE;CN=Desi Petkova:mailto:own@example.com')).toMatchObject({ name: 'Ася Кьосева' });
});

test('a damaged file costs entries, and never throws', () => {
  const files = ['40-google.ics', '41-outlook.ics', '42-apple.ics', '43-fresha.ics', '44-series.ics'].map(caseText);
  const damage = fc.record({
    file: fc.nat(4),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.nat(40),
    put: fc.string({ unit: 'grapheme', maxLength: 8 }),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const text = damages.reduce(
        (left, { at, gone, put }) => {
          const place = Math.floor(at * left.length);
          return left.slice(0, place) + put + left.slice(place + gone);
        },
        files[damages[0]?.file ?? 0] ?? '',
      );
      for (const { start, end } of readCalendar(text, SPAN).entries)
        expect(start <= end && start < SPAN.until && end >= SPAN.from).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('the order of a file’s events changes no entry', () => {
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(days, fc.infiniteStream(fc.nat()), (offsets, chances) => {
      const events = offsets.map((day, n) => {
        const start = instantOf('2026-12-01', day * 1440 + 600, ZONE).replace(/[-:]|\.000/g, '');
        return eventLines(
          `u${n}`,
          `DTSTART:${start}`,
          'DURATION:PT30M',
          ...(n % 3 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=4'] : []),
          `SUMMARY:Клиент ${n}`,
        );
      });
      const shuffled = [...events].map((event) => [chances.next().value, event] as const).sort((a, b) => a[0] - b[0]);
      const plain = (rows: readonly string[]) => read(...rows).entries.map(({ row, ...entry }) => entry);
      expect(plain(shuffled.flatMap(([, event]) => event))).toEqual(plain(events.flat()));
    }),
    { numRuns: 50 },
  );
});

test('occurrences of every week are at the same time of the clock, whatever the week', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 364 }), (minute, day) => {
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}00`;
      const date = addMinutes('2026-11-27T00:00:00.000Z', day * 1440).slice(0, 10);
      const found = starts(
        `DTSTART;TZID=Europe/Sofia:${date.replaceAll('-', '')}T${clock}`,
        'RRULE:FREQ=WEEKLY;COUNT=5',
        'SUMMARY:x',
      );
      const expected = [0, 1, 2, 3, 4]
        .map((week) => instantOf(date, week * 7 * 1440 + minute, ZONE))
        .filter((at) => at < SPAN.until && at >= SPAN.from);
      expect(found).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
