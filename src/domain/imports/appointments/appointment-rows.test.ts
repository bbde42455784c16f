import { describe, expect, test } from 'vitest';
import { lines, readText, tableCase } from './appointment-cases.test-support.ts';
import { type AppointmentField, guessAppointmentColumns } from './appointment-columns.ts';
import { datesBeginWithMonth, readDateTime } from './date-time-cells.ts';
import { statusOfText } from './status-words.ts';

describe('tables of other programs', () => {
  test('Acuity: date and time in one cell, in English words; the number is the key', () => {
    const found = tableCase('45-acuity-appointments.csv');
    expect(lines(found)).toEqual([
      '2026-12-01 10:00–11:00 | Ivana | Maria Nikolova +359887111222 maria.n@example.com | Ladies cut | prefers tea | 45',
      '2026-12-01 13:30–15:15 | Boryana | Elena Marinova +359888234567 | Colour |  | 80',
      '2026-12-02 12:00–12:30 | Ivana |  | Blow dry |  | 20',
    ]);
    expect(found.entries.map(({ key }) => key)).toEqual(['#981234501', '#981234502', '#981234503']);
  });

  test('Square: the month first, minutes, and what a customer has cancelled', () => {
    expect(lines(tableCase('46-square-appointments.csv'))).toEqual([
      '2026-12-01 10:00–11:00 | Ivana Toneva | Maria Nikolova +359887111222 maria.n@example.com | Ladies cut |  | booked 45 EUR',
      '2026-12-01 12:15–14:00 | Boryana Deleva | Elena Marinova +359888234567 | Colour |  | 80 EUR cancelled',
      '2026-12-13 9:00–9:45 | Ivana Toneva | Iva Ruseva | Ladies cut |  | no-show 45 EUR',
    ]);
  });

  test('Fresha: two services of one number are two entries; nobody walks in', () => {
    const found = tableCase('47-fresha-appointments.csv');
    expect(lines(found)).toEqual([
      '2026-12-01 9:30–10:30 | Ivana Toneva | Maria Nikolova +359887111222 | Ladies cut |  | booked 45',
      '2026-12-01 10:30–12:15 | Ivana Toneva | Maria Nikolova +359887111222 | Colour |  | booked 80',
      '2026-12-02 12:05–12:35 | Boryana Deleva |  | Blow dry |  | booked 20',
      '2026-12-03 16:00–17:45 | Boryana Deleva | Elena Marinova | Colour |  | 80 cancelled',
    ]);
    expect(found.entries.map(({ key }) => key)).toEqual(['#00123', '#00123\n2', '#00124', '#00125']);
  });

  test('Google: whole days, and a phone in the description', () => {
    expect(lines(tableCase('48-google-calendar.csv'))).toEqual([
      '2026-12-03 10:00–10:45 |  | +359888123456 | Подстригване - Анна Димитрова | тел. 0888 123 456 | ',
      '2026-12-03 13:00–14:00 |  |  | Обяд |  | ',
      '2026-12-21…2026-12-23 |  |  | Отпуск |  | ',
    ]);
  });

  test('a list made by hand: a title above, blank rows, spans in one cell, and a row without a time', () => {
    const found = tableCase('49-appointments-bg.csv');
    expect(lines(found)).toEqual([
      '2026-12-01 10:00–10:45 | Мария | Анна Димитрова +359888123456 | Подстригване |  | booked',
      '2026-12-01 11:00–11:00 | Мария | Вера Колева | Боядисване | къна | ',
      '2026-12-02 14:00–15:30 | Десислава | Йоана Христова +359899111222 | Маникюр |  | cancelled',
      '2026-12-03 9:00–9:45 | Мария | Стоян | Подстригване |  | no-show',
      '2026-12-29 10:00–10:45 | Мария | Анна Димитрова +359888123456 | Подстригване |  | ',
    ]);
    expect(found.faults).toEqual([{ row: 10, text: 'след Нова година · Вера Колева · Боядисване · Мария', fault: 'no_time' }]);
    expect(found.entries[0]?.key).toBe('2026-12-01T08:00:00.000Z|мария|анна димитрова');
  });
});

describe('columns', () => {
  const fields = (text: string) => guessAppointmentColumns(text.split('\n').map((row) => row.split(';')));
  test.each<[string, string, (AppointmentField | null)[]]>([
    [
      'Outlook',
      'Subject;Start Date;Start Time;End Date;End Time;All day event;Reminder on/off;Description\nx;1.12.2026;10:00:00;1.12.2026;11:00:00;False;True;y',
      ['title', 'date', 'start_time', 'end_date', 'end_time', 'all_day', null, 'notes'],
    ],
    [
      'Bulgarian heads',
      'Дата и час;Клиент;Тел.;Услуга;Специалист;Продължителност (мин);Цена, лв.;Статус;Бележка\n1.12.2026 10:00;А;0888123456;Б;В;45;20;записан;',
      ['start', 'client', 'phone', 'service', 'employee', 'duration', 'price', 'status', 'notes'],
    ],
    [
      'От and До',
      'Ден;От;До;Име;GSM;Процедура;При\n1.12.2026;10:00;11:00;А;0888123456;Б;В',
      ['date', 'start_time', 'end_time', 'client', 'phone', 'service', 'employee'],
    ],
    ['a head of time with the date in it', 'Час;Край;Клиент\n1.12.2026 10:00;1.12.2026 11:00;А', ['start', 'end', 'client']],
    [
      'first and last name',
      'Start;First name;Last name;Service\n2026-12-01 10:00;A;B;C',
      ['start', 'first_name', 'last_name', 'service'],
    ],
    ['a name beside a surname', 'Start;Name;Surname\n2026-12-01 10:00;A;B', ['start', 'first_name', 'last_name']],
    [
      'the second column of a price is left out',
      'Date;Time;Customer;Price;Total\n2026-12-01;10:00;A;20;25',
      ['date', 'start_time', 'client', 'price', null],
    ],
  ])('%s', (_, text, expected) => {
    expect(fields(text)).toEqual({ headRow: 0, fields: expected });
  });

  test('without heads the cells tell: dates, times, a phone, and texts in their order', () => {
    const rows = [
      '01.12.2026;10:00;11:00;Анна Димитрова;0888123456;Подстригване',
      '02.12.2026;12:00;12:30;Вера Колева;0888123457;Маникюр',
    ];
    expect(fields(rows.join('\n'))).toEqual({
      headRow: null,
      fields: ['date', 'start_time', 'end_time', 'client', 'phone', 'service'],
    });
    expect(lines(readText(rows.join('\n')))).toEqual([
      '2026-12-01 10:00–11:00 |  | Анна Димитрова +359888123456 | Подстригване |  | ',
      '2026-12-02 12:00–12:30 |  | Вера Колева +359888123457 | Маникюр |  | ',
    ]);
  });
});

describe('cells', () => {
  const shown = (text: string, monthFirst = false) => {
    const read = readDateTime(text, monthFirst);
    return (
      read && [
        read.date,
        read.minute,
        ...(read.until === null ? [] : [read.until]),
        ...(read.offset === null ? [] : [`${read.offset}`]),
      ]
    );
  };
  const DAY = '2026-12-01';
  test.each<[string, (string | number | null)[] | null]>([
    ['2026-12-01', [DAY, null]],
    ['2026-12-01 10:00', [DAY, 600]],
    ['2026-12-01T10:00:00', [DAY, 600]],
    ['2026-12-01T10:00:00Z', [DAY, 600, '0']],
    ['2026-12-01T10:00:00.000Z', [DAY, 600, '0']],
    ['2026-12-01T10:00:00+02:00', [DAY, 600, '120']],
    ['2026-12-01T10:00:00-0500', [DAY, 600, '-300']],
    ['2026/12/01 9:05', [DAY, 545]],
    ['01.12.2026', [DAY, null]],
    ['1.12.2026 г.', [DAY, null]],
    ['1.12.2026г. 10:00ч.', [DAY, 600]],
    ['01.12.26 10.30', [DAY, 630]],
    ['01/12/2026 10:00', [DAY, 600]],
    ['1-12-2026', [DAY, null]],
    ['12/13/2026', ['2026-12-13', null]],
    ['вт, 01.12.2026', [DAY, null]],
    ['вторник, 1 декември 2026 г.', [DAY, null]],
    ['1 декември 2026 г., 10:00 ч.', [DAY, 600]],
    ['1 дек. 2026 в 10:00', [DAY, 600]],
    ['Tue, Dec 1, 2026', [DAY, null]],
    ['Tuesday, December 1, 2026 10:00 am', [DAY, 600]],
    ['December 1st, 2026 at 10:00 PM', [DAY, 1320]],
    ['1 Dec 2026, 10:00pm', [DAY, 1320]],
    ['Dec 1 2026 12:30 AM', [DAY, 30]],
    ['46357', [DAY, null]],
    ['46357.4375', [DAY, 630]],
    ['46357,5', [DAY, 720]],
    ['10:00', [null, 600]],
    ['9.30', [null, 570]],
    ['10:00:00', [null, 600]],
    ['12:00 PM', [null, 720]],
    ['12:00 am', [null, 0]],
    ['7pm', [null, 1140]],
    ['10 ч.', [null, 600]],
    ['14ч30', [null, 870]],
    ['10:00 ч', [null, 600]],
    ['10:00-11:30', [null, 600, 690]],
    ['10:00 – 11:30', [null, 600, 690]],
    ['от 10:00 до 11:30', [null, 600, 690]],
    ['10:00 до 11:30', [null, 600, 690]],
    ['1.12.2026 10:00-11:00', [DAY, 600, 660]],
    ['10:00 AM - 11:00 AM', [null, 600, 660]],
    ['24:00', [null, 1440]],
    ['10', null],
    ['31.02.2026', null],
    ['25:00', null],
    ['няма', null],
    ['', null],
    ['утре в 10:00', null],
    ['0888 123 456', null],
    ['Мария Иванова', null],
    ['20.00 лв', null],
  ])('„%s“', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  test('dates of numbers begin with the month where that is asked for, and never where a number above 12 says otherwise', () => {
    expect(shown('01/12/2026', true)).toEqual(['2026-01-12', null]);
    expect(shown('13/12/2026', true)).toEqual(['2026-12-13', null]);
  });

  test.each([
    [['01/12/2026', '13/12/2026'], true, false],
    [['01/12/2026', '12/13/2026'], false, true],
    [['01/12/2026', '02/11/2026'], false, false],
    [['01/12/2026', '02/11/2026'], true, true],
    [['01/12/2026', '10:00 AM'], false, true],
    [['01.12.2026', '10:00 AM'], false, false],
    [['2026-12-01'], true, true],
  ])('the order of %j where the usual one begins with the month: %s', (cells, usual, expected) => {
    expect(datesBeginWithMonth(cells, usual)).toBe(expected);
  });

  test.each([
    ['booked', ['Booked', 'Confirmed', 'accepted', 'Unconfirmed', 'New', 'записан', 'Потвърдена', 'предстои', 'непотвърден']],
    ['completed', ['Completed', 'Done', 'Checked out', 'arrived', 'приключена', 'Завършен', 'дошла']],
    ['no-show', ['No-show', 'no show', 'Неявил се', 'не дойде']],
    ['cancelled', ['Cancelled', 'canceled by client', 'Declined', 'Отменена', 'отказан']],
    [null, ['?', 'VIP', 'лява ръка']],
  ])('the status %s in its words', (status, words) => {
    for (const word of words) expect([word, statusOfText(word)]).toEqual([word, status]);
  });
});

describe('rows', () => {
  const rows = (...text: readonly string[]) =>
    readText(['Дата;Час;До;Минути;Клиент;Телефон;Услуга;Отменена', ...text].join('\n'));
  test('an end after midnight lies on the next day; a duration counts where there is no end', () => {
    expect(
      lines(rows('1.12.2026;22:00;1:00;;А Б;;x;', '2.12.2026;10:00;;90;А Б;;x;')).map((text) => text.split(' | ')[0]),
    ).toEqual(['2026-12-01 22:00–2026-12-02 1:00', '2026-12-02 10:00–11:30']);
  });

  test('a row of the hour that the clock skips has an instant, and one over the change its clock times', () => {
    const found = rows('28.03.2027;3:30;;;А Б;;x;', '28.03.2027;2:00;5:00;;А Б;;x;').entries;
    expect(found.map(({ start, end }) => [start, end])).toEqual([
      ['2027-03-28T01:30:00.000Z', '2027-03-28T01:30:00.000Z'],
      ['2027-03-28T00:00:00.000Z', '2027-03-28T02:00:00.000Z'],
    ]);
  });

  test('longer than a day, past and beyond the span are said', () => {
    const found = readText(
      'Начало;Край;Клиент\n1.12.2026 10:00;3.12.2026 10:00;А\n1.12.2025 10:00;1.12.2025 11:00;Б\n1.12.2030 10:00;1.12.2030 11:00;В',
    );
    expect(found.faults.map(({ row, fault }) => [row, fault])).toEqual([
      [2, 'too_long'],
      [3, 'past'],
      [4, 'beyond'],
    ]);
  });

  test('a day alone is a whole day', () => {
    expect(lines(rows('1.12.2026;;;;;;Отпуск;'))).toEqual(['2026-12-01…2026-12-01 |  |  | Отпуск |  | ']);
  });

  test('a phone beside the name is the phone; what is no phone is kept as written', () => {
    const [one, two, three] = rows(
      '1.12.2026;10:00;;;Анна Димитрова 0888 123 456;;x;',
      '1.12.2026;11:00;;;Вера;при майка ѝ, 088812;x;',
      '1.12.2026;12:00;;;Ива;0888 123 456 мама;x;',
    ).entries;
    expect(one?.client).toEqual({ name: 'Анна Димитрова', phone: '+359888123456', email: null });
    expect(two?.client).toEqual({ name: 'Вера', phone: 'при майка ѝ, 088812', email: null });
    expect(three?.client).toEqual({ name: 'Ива', phone: '+359888123456', email: null });
    expect(three?.notes).toBe('0888 123 456 мама');
  });

  test('cancelled by a yes, or by a date', () => {
    const found = rows(
      '1.12.2026;10:00;;;А Б;;x;да',
      '1.12.2026;11:00;;;А Б;;x;20.11.2026',
      '1.12.2026;12:00;;;А Б;;x;не',
    ).entries;
    expect(found.map(({ isCancelled }) => isCancelled)).toEqual([true, true, false]);
  });

  test('the same table with its dates written otherwise has the same keys', () => {
    const keys = (text: string) => readText(`Дата;Час;Клиент\n${text}`).entries.map(({ key }) => key);
    expect(keys('1.12.2026 г.;10:00 ч.;Анна  Димитрова')).toEqual(keys('2026-12-01;10:00 AM;анна димитрова'));
  });
});
