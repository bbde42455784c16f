import { expect, test } from 'vitest';
import { readVcards } from './read-vcard.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');
const read = (...lines: string[]) => readVcards(card(...lines))[0];

test.each<[string, string]>([
  ['BDAY:1990-05-21', '1990-05-21'],
  ['BDAY:19900521', '1990-05-21'],
  ['BDAY;VALUE=date:1990-05-21', '1990-05-21'],
  ['BDAY:1990-05-21T00:00:00Z', '1990-05-21'],
  ['BDAY:--0521', '--05-21'],
  ['BDAY:--05-21', '--05-21'],
  ['BDAY;VALUE=date-and-or-time:--0521', '--05-21'],
  ['BDAY:1604-05-21', '--05-21'],
  ['BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-21', '--05-21'],
  ['BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1904:1904-02-29', '--02-29'],
  ['item1.BDAY:1990-05-21', '1990-05-21'],
  ['BDAY;VALUE=text:около 1990', 'около 1990'],
  ['BDAY:1990', '1990'],
  ['BDAY:', ''],
])('%j is the birthday %j', (line, date) => expect(read('FN:Ана', line)?.birthDate).toBe(date));

test.each<[string[], string, string]>([
  [['N:Иванова;Мария;;;', 'FN:Мария Иванова'], 'Мария', 'Иванова'],
  [['N:Иванова;Мария;Петрова;д-р;'], 'д-р Мария', 'Петрова Иванова'],
  [['N:;Мария Иванова;;;', 'FN:Мария Иванова'], 'Мария', 'Иванова'],
  [['N:Мария Иванова;;;;'], 'Мария', 'Иванова'],
  [['N:;;;;', 'FN:Мария Иванова Колева'], 'Мария', 'Иванова Колева'],
  [['FN:Мария'], 'Мария', ''],
  [['N:Иванова\\, Колева;Мария;;;'], 'Мария', 'Иванова, Колева'],
  [['N:Иванова, Колева;Мария;;;'], 'Мария', 'Иванова, Колева'],
  [['N:;;;;', 'FN:', 'ORG:Студио Роза;Маникюр'], 'Студио Роза, Маникюр', ''],
  [['FN:Студио Роза', 'N:;;;;', 'ORG:Студио Роза', 'X-ABShowAs:COMPANY'], 'Студио Роза', ''],
  [['N:;;;;', 'FN:', 'NICKNAME:Мимето'], 'Мимето', ''],
  [['item1.FN:Мария Иванова'], 'Мария', 'Иванова'],
  [['N;LANGUAGE="bg:BG":Иванова;Мария'], 'Мария', 'Иванова'],
])('of %j the name is %s %s', (lines, firstName, lastName) => {
  expect(read(...lines)).toMatchObject({ firstName, lastName });
});

test('the mobile phone is the first, a fax the last, and none stands twice', () => {
  const lines = [
    'TEL;type=WORK;type=FAX:02 111 11 11',
    'TEL;type=HOME:02 222 22 22',
    'TEL;type=WORK;type=pref:02 333 33 33',
    'TEL;type=CELL:0888 444 444',
    'TEL;TYPE="cell,voice";PREF=1;VALUE=uri:tel:+359-888-555-555',
    'TEL:0888444444',
    'item1.TEL:0888 666 666',
    'item1.X-ABLabel:_$!<HomeFAX>!$_',
    'item2.TEL:0888 777 777',
    'item2.X-ABLabel:Viber на сестра й',
    'TEL:',
  ];
  expect(read('FN:Ана', ...lines)?.phones).toEqual([
    '+359-888-555-555',
    '0888 444 444',
    '02 333 33 33',
    '02 222 22 22',
    '0888 777 777 (Viber на сестра й)',
    '02 111 11 11',
    '0888 666 666',
  ]);
});

test('the preferred e-mail is the first', () => {
  const lines = ['EMAIL;type=HOME:a@example.test', 'EMAIL;type=WORK;type=pref:b@example.test', 'EMAIL:a@example.test'];
  expect(read('FN:Ана', ...lines)?.emails).toEqual(['b@example.test', 'a@example.test']);
});

test('an address is its street and its city; one of neither is none', () => {
  const lines = ['ADR;type=HOME:;;ул. Роза 5\\nвх. Б;София;;1000;България', 'ADR:;;;;;;България'];
  expect(read('FN:Ана', ...lines)?.addresses).toEqual([{ street: 'ул. Роза 5, вх. Б', city: 'София' }]);
});

test('folded lines are whole, pictures are left out, broken lines cost themselves alone', () => {
  const lines = [
    'NOTE:много дълга беле',
    ' жка\\, със запетая\\; и',
    '\t точка',
    'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
    ' Sk:ZJRgABAQAA',
    'без двоеточие',
    ':',
    'TEL;CELL',
  ];
  expect(read('FN:Ана', ...lines, 'TITLE:майстор')).toEqual({
    firstName: 'Ана',
    lastName: '',
    phones: [],
    emails: [],
    addresses: [],
    birthDate: '',
    notes: ['много дълга бележка, със запетая; и точка', 'майстор'],
  });
});

test.each([
  ['utf-8', 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=90=D0=BD=\r\n=D0=B0'],
  ['without its name', 'FN;CHARSET=UTF-8;QUOTED-PRINTABLE:=D0=90=D0=BD=D0=B0'],
  ['windows-1251', 'FN;CHARSET=WINDOWS-1251;ENCODING=QUOTED-PRINTABLE:=C0=ED=E0'],
  ['a character set that nobody knows', 'FN;CHARSET=X-NOKIA;ENCODING=QUOTED-PRINTABLE:=C0=ED=E0'],
  ['no character set', 'FN;ENCODING=QUOTED-PRINTABLE:=D0=90=D0=BD=D0=B0'],
])('quoted-printable text is read: %s', (_what, line) => expect(read(line)?.firstName).toBe('Ана'));

test('of several cards one that is not closed, or is within another, spoils none', () => {
  const text = 'BEGIN:VCARD\nFN:Ана\nBEGIN:VCARD\nFN:Ива\nEND:VCARD\nизмежду\nbegin:vcard\nfn:Ели\nend:vcard\n';
  expect(readVcards(text).map(({ firstName }) => firstName)).toEqual(['Ана', 'Ива', 'Ели']);
});

test('5,000 contacts with pictures are read', () => {
  const picture = `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(70)}\r\n${` ${'B'.repeat(73)}\r\n`.repeat(20)}`.trimEnd();
  const text = Array.from({ length: 5000 }, (_, i) =>
    card(`N:Фамилия${i};Име;;;`, `TEL;type=CELL:0888${100_000 + i}`, picture),
  ).join('\r\n');
  expect(readVcards(text)).toHaveLength(5000);
});
