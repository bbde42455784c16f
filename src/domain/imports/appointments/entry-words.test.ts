import { expect, test } from 'vitest';
import { describedBy, emailIn, isNobody, phoneIn, plainLines } from './entry-words.ts';
import { clientInTitle, isPrivate } from './titled-client.ts';

test.each([
  ['0888 123 456', '+359888123456'],
  ['Вера 0888-123-456 сутрин', '+359888123456'],
  ['тел.0888123456', '+359888123456'],
  ['GSM0888123456', '+359888123456'],
  ['тел. 0888123456', '+359888123456'],
  ['+359 (888) 123 456', '+359888123456'],
  ['00359888123456', '+359888123456'],
  ['888 123 456', '+359888123456'],
  ['+44 20 7946 0958', '+442079460958'],
  ['02 980 1234', '+35929801234'],
  ['01.12.2026 10:30', null],
  ['2026-12-01 10:30', null],
  ['от 10:00 до 11:30', null],
  ['№ 123456', null],
  ['45 мин, 60 лв', null],
  ['088812', null],
])('the phone in „%s“ is %s', (text, phone) => {
  expect(phoneIn(text)?.phone ?? null).toBe(phone);
});

test('the first of two phones counts, as it is written', () => {
  expect(phoneIn('Ася 0888 111 222, майка 0888 333 444')).toEqual({ phone: '+359888111222', written: '0888 111 222' });
});

test.each([
  ['Клиент: Мария Иванова', { client: 'Мария Иванова' }],
  ['Client name: Maria', { client: 'Maria' }],
  ['Тел.: 0888', { phone: '0888' }],
  ['Phone number : 0888', { phone: '0888' }],
  ['Е-мейл: a@b.bg', { email: 'a@b.bg' }],
  ['E-mail: a@b.bg', { email: 'a@b.bg' }],
  ['Услуга: Маникюр: гел', { service: 'Маникюр: гел' }],
  ['Appointment type: Cut', { service: 'Cut' }],
  ['Фризьор: Деси', { employee: 'Деси' }],
  ['Цена: 40 лв', { price: '40 лв' }],
  ['Status: Confirmed', { status: 'Confirmed' }],
  ['https://example.com', {}],
  ['Клиент:', {}],
  ['Да донесе: снимка', {}],
])('the line „%s“', (line, labels) => {
  expect(describedBy([line])).toEqual({ labels, others: Object.keys(labels).length === 0 ? [line] : [] });
});

test('of two lines of one label the first counts, and the other stays a line', () => {
  expect(describedBy(['Клиент: Ася', 'Клиент: Вера'])).toEqual({ labels: { client: 'Ася' }, others: ['Клиент: Вера'] });
});

test('HTML is its text, a line each', () => {
  expect(plainLines('<p>Клиент: <b>Ася &amp; Вера</b></p><ul><li>къса&nbsp;коса</li><li>a &lt; b</li></ul>x<br/>y')).toEqual([
    'Клиент: Ася & Вера',
    'къса коса',
    'a < b',
    'x',
    'y',
  ]);
});

test('addresses, and who is nobody', () => {
  expect(emailIn('пиши на Asya@Example.com, моля')).toBe('Asya@Example.com');
  expect(emailIn('@asya и asya@')).toBeNull();
  expect(['Walk-In', 'walk in', 'Без клиент', '-', '', 'N/A'].every(isNobody)).toBe(true);
  expect(['Ася', 'Walker Ina'].some(isNobody)).toBe(false);
});

test('private words count at the beginning of a word alone', () => {
  expect(['Обяд', 'на обяд с Ива', 'Lunch break', 'Отпуска'].map(isPrivate)).toEqual([true, true, true, true]);
  expect(['Преобяд', 'Маникюр', 'Colour'].map(isPrivate)).toEqual([false, false, false]);
});

test('a known name is found in whatever form it stands; without anything known a surname tells', () => {
  const inTitle = (title: string, isKnown = (_: string) => false, hasPhone = false) =>
    clientInTitle({ title, written: [], service: [] }, { hasPhone, isKnown });
  expect(inTitle('ася кьосева / терапия', (name) => name === 'ася кьосева')).toBe('ася кьосева');
  expect(inTitle('терапия Ася Кьосева')).toBe('Ася Кьосева');
  expect(inTitle('терапия за Ася')).toBe('');
  expect(inTitle('терапия за Ася', undefined, true)).toBe('Ася');
  expect(inTitle('Anna Smith', undefined, true)).toBe('Anna Smith');
});
