import { describe, expect, test } from 'vitest';
import { guessClientColumns } from './client-import-columns.ts';
import { withLeftOut } from './import-rows.ts';
import { judgeClients } from './judged.test-support.ts';

const AT = { monthFirst: false, today: '2026-11-18' };
const known = (id: string, more: object) => ({
  ...{ id, name: null, first_name: null, last_name: null, phone: null, email: null, birth_date: null },
  ...more,
});
const judge = (rows: string[][], clients: ReturnType<typeof known>[] = []) =>
  judgeClients(rows, guessClientColumns(rows), clients, AT);
const only = (head: string[], cells: string[], clients: ReturnType<typeof known>[] = []) => judge([head, cells], clients)[0];

describe('a row', () => {
  test('is a new client, with the phone as it is dialled in Bulgaria and both names', () => {
    const row = only(
      ['Име и фамилия', 'Телефон', 'Имейл', 'Роден на', 'Град', 'Бележки'],
      ['Йоана Мария Христова', '888 123 456', 'y@example.com', '14.06.1991', 'Перник', 'Кафе'],
    );
    expect(row).toMatchObject({
      ...{ row: 2, verdict: { kind: 'new' }, leftOut: [], hints: [] },
      value: {
        ...{ first_name: 'Йоана', last_name: 'Мария Христова', phone: '+359888123456', email: 'y@example.com' },
        ...{ birth_date: '1991-06-14', city: 'Перник', notes: 'Кафе', address: null },
      },
    });
  });

  test.each([
    [
      ['Име', 'Фамилия', 'Презиме'],
      ['Йоана', 'Христова', 'Мария'],
      ['Йоана', 'Мария Христова'],
    ],
    [
      ['Фамилия и име', 'Телефон'],
      ['Христова Йоана', '0888123456'],
      ['Йоана', 'Христова'],
    ],
    [
      ['Имена', 'Телефон'],
      ['Христова, Йоана', '0888123456'],
      ['Йоана', 'Христова'],
    ],
    [
      ['First Name', 'Last Name', 'Full Name'],
      ['Йоана', '', 'Йоана Христова'],
      ['Йоана', 'Христова'],
    ],
    [
      ['First Name', 'Last Name', 'Full Name'],
      ['', 'Христова', 'Йоана Христова'],
      ['Йоана', 'Христова'],
    ],
    [
      ['First Name', 'Last Name', 'Full Name'],
      ['', '', 'Йоана Христова'],
      ['Йоана', 'Христова'],
    ],
    [
      ['First Name', 'Last Name', 'Full Name'],
      ['---', 'n/a', 'Йоана'],
      ['Йоана', null],
    ],
    [
      ['Име', 'Телефон'],
      ['Неизвестна', '0888123456'],
      ['Неизвестна', null],
    ],
  ])('under the heads %o has its names where they belong', (head, cells, names) => {
    const row = only(head, cells);
    expect([row?.value.first_name, row?.value.last_name, row?.leftOut]).toEqual([...names, []]);
  });

  test('that gives another name beside the two keeps it in the notes', () => {
    const row = only(['First Name', 'Last Name', 'Display Name'], ['Йоана', 'Христова', 'Йоана маникюр']);
    expect(row?.value).toMatchObject({ first_name: 'Йоана', last_name: 'Христова', notes: 'Display Name: Йоана маникюр' });
  });

  test('without a name is wrong, whatever else it holds, and nothing else makes it wrong', () => {
    const head = ['Име', 'Телефон', 'Имейл', 'Дата на раждане'];
    expect(only(head, ['', '0888123456', '', ''])?.verdict).toEqual({ kind: 'wrong', reasons: ['no_name'] });
    expect(only(head, ['няма', '0888123456', '', ''])?.verdict).toEqual({ kind: 'wrong', reasons: ['no_name'] });
    const odd = only(head, ['Ана', '3,59888E+11', 'ана@', '31.02.1990']);
    expect(odd).toMatchObject({
      verdict: { kind: 'new' },
      value: { phone: null, email: null, birth_date: null },
      leftOut: [
        { column: 1, text: '3,59888E+11', why: 'rounded' },
        { column: 2, text: 'ана@', why: 'unread' },
        { column: 3, text: '31.02.1990', why: 'unread' },
      ],
    });
    expect(odd?.value.notes).toBe('Телефон: 3,59888E+11\nИмейл: ана@\nДата на раждане: 31.02.1990');
  });

  test('has the number that the spreadsheet gives it: a blank one counts and is not judged', () => {
    const judged = judge([
      ['Име и фамилия', 'Телефон'],
      ['Анна Петрова', '0888123456'],
      ['', ''],
      ['Ивана Колева', '0899000111'],
      ['Общо: 2', ''],
    ]);
    expect(judged.map(({ row, value }) => [row, value.first_name])).toEqual([
      [2, 'Анна'],
      [4, 'Ивана'],
    ]);
  });

  test('keeps a text whole in the notes where its field is too short for it', () => {
    const row = only(['Име', 'Фамилия', 'Адрес'], ['А'.repeat(300), 'Б', 'В'.repeat(600)]);
    expect([row?.value.first_name, row?.value.address]).toEqual(['А'.repeat(100), 'В'.repeat(500)]);
    expect(row?.leftOut.map(({ why }) => why)).toEqual(['cut', 'cut']);
    expect(row?.value.notes).toBe(`Име: ${'А'.repeat(300)}\nАдрес: ${'В'.repeat(600)}`);
  });

  test('says what of its notes no client can hold', () => {
    const row = only(['Име', 'Бележки'], ['Ана', 'я'.repeat(5003)]);
    expect(row?.value.notes).toBe('я'.repeat(5000));
    expect(row?.leftOut).toEqual([{ column: 1, text: 'яяя', why: 'cut' }]);
  });

  test.each([
    ['0888 12 345', '+35988812345', [{ kind: 'phone_short', by: 1 }]],
    ['0888 123 4567', '0888 123 4567', [{ kind: 'phone_long', by: 1 }]],
    ['0888 123 456', '+359888123456', []],
  ])('with the phone %s is hinted at where digits are missing or too many', (cell, phone, hints) => {
    const row = only(['Име', 'Телефон'], ['Ана Б', cell]);
    expect([row?.value.phone, row?.hints, row?.verdict.kind]).toEqual([phone, hints, 'new']);
  });
});

describe('several columns of one field', () => {
  test.each([
    [['Work Phone', 'Mobile Phone'], ['02 980 1001', '0888123456'], '+359888123456', 'Work Phone: 02 980 1001'],
    [['Home Phone', 'Mobile Phone'], ['02 980 1001', ''], '+35929801001', null],
    [['Телефон', 'GSM'], ['02 980 1001', '0888123456'], '+359888123456', 'Телефон: 02 980 1001'],
    [['Тел. 1', 'Тел. 2'], ['0888123456', '0899123456'], '+359888123456', 'Тел. 2: 0899123456'],
    [['Тел. 1', 'Тел. 2'], ['пита се', '0899123456'], '+359899123456', 'Тел. 1: пита се'],
    [['Тел. 1', 'Тел. 2'], ['0888 123 456', '+359888123456'], '+359888123456', null],
    [['Тел. 1', 'Тел. 2'], ['няма', '---'], null, null],
  ])('%o: the preferred one that holds a phone counts', (heads, cells, phone, notes) => {
    const row = only(['Име', ...heads], ['Ана', ...cells]);
    expect([row?.value.phone, row?.value.notes]).toEqual([phone, notes]);
  });

  test('the labels of an address book say which phone is the mobile one, row by row', () => {
    const head = ['Name', 'Phone 1 - Type', 'Phone 1 - Value', 'Phone 2 - Type', 'Phone 2 - Value'];
    const rows = judge([
      head,
      ['Ана Б', 'Work', '02 980 1001', 'Mobile', '0888123456'],
      ['Вера Г', '* Mobile', '0899123456', 'Home', '02 980 1002'],
    ]);
    expect(rows.map(({ value }) => value.phone)).toEqual(['+359888123456', '+359899123456']);
  });

  test('the parts of an address are one text, and another address goes into the notes with its city', () => {
    const head = ['Name', 'Business Street', 'Business City', 'Home Street', 'Home Street 2', 'Home City'];
    expect(only(head, ['Ана', 'бул. Мир 1', 'София', 'ул. Липа 4', 'вх. Б', 'Русе'])?.value).toMatchObject({
      ...{ address: 'ул. Липа 4, вх. Б', city: 'Русе', notes: 'Business Street: бул. Мир 1\nBusiness City: София' },
    });
    expect(only(head, ['Ана', 'бул. Мир 1', 'София', '', '', ''])?.value).toMatchObject({
      ...{ address: 'бул. Мир 1', city: 'София', notes: null },
    });
  });

  test('notes are joined; those under a head of their own say it, unless they say no', () => {
    const head = ['Име', 'Бележки', 'Коментар', 'Алергии', 'Blocked'];
    expect(only(head, ['Ана', 'къна', 'кафе', 'амоняк', 'No'])?.value.notes).toBe('къна\nкафе\nАлергии: амоняк');
  });

  test('a second e-mail and a second birth date go into the notes, and the same one does not', () => {
    const head = ['Име', 'Имейл', 'E-mail 2', 'Роден на', 'Рожден ден'];
    expect(only(head, ['Ана', 'a@example.com', 'b@example.com', '1.2.1980', '2.2.1980'])?.value).toMatchObject({
      ...{ email: 'a@example.com', birth_date: '1980-02-01', notes: 'E-mail 2: b@example.com\nРожден ден: 2.2.1980' },
    });
    expect(only(head, ['Ана', 'a@example.com', 'A@example.com', '1.2.1980', '1980-02-01'])?.value.notes).toBeNull();
  });

  test.each([
    [['5', '9', '1984'], '1984-09-05', null],
    [['21', '5', ''], null, 'Ден на раждане: 21.5'],
    [['', '', '1984'], null, 'Ден на раждане: 1984'],
    [['', '', ''], null, null],
    [['21', 'май', ''], null, 'Ден на раждане: 21.май'],
  ])('day, month and year in columns of their own, %o, are one birthday', (cells, birth, notes) => {
    const row = only(['Име', 'Ден на раждане', 'Месец на раждане', 'Година на раждане'], ['Ана', ...cells]);
    expect([row?.value.birth_date, row?.value.notes]).toEqual([birth, notes]);
  });
});

describe('a cell that holds something else', () => {
  test.each([
    [['Име', 'Контакт'], ['Ана Б', 'ana@example.com'], { phone: null, email: 'ana@example.com' }],
    [['Име', 'Телефон'], ['Ана Б', 'ana@example.com'], { phone: null, email: 'ana@example.com' }],
    [['Име', 'Телефон/Имейл'], ['Ана Б', '0888 123 456'], { phone: '+359888123456', email: null }],
    [['Име', 'Имейл', 'Телефон'], ['Ана Б', '0888 123 456', ''], { phone: '+359888123456', email: null }],
  ])('under the heads %o, as in %o, is read for what it is', (head, cells, value) => {
    const rows = judge([head, ['Вера Г', '0877000000'], ['Гена Д', 'g@example.com'], cells]);
    expect(rows[2]?.value).toMatchObject({ ...value, first_name: 'Ана', notes: null });
  });

  test.each([
    ['Ана Банова 0888 123 456', 'Ана', 'Банова', '+359888123456'],
    ['Ана - 0888123456', 'Ана', null, '+359888123456'],
    ['+359 888 123 456 Ана Банова', 'Ана', 'Банова', '+359888123456'],
    ['Ана 888123456', 'Ана', null, '+359888123456'],
    ['Ана 2', 'Ана', '2', null],
  ])('„%s“ is a name with its phone', (cell, first_name, last_name, phone) => {
    expect(only(['Име', 'Бележки'], [cell, 'къна'])?.value).toMatchObject({ first_name, last_name, phone, notes: 'къна' });
    expect(judge([[cell], ['Вера Г 0877000000']])[0]?.value).toMatchObject({ first_name, phone });
  });

  test('keeps the phone beside a name in the notes where the row has another one', () => {
    const row = only(['Име', 'Телефон'], ['Ана 0899 000 111', '0888123456']);
    expect(row?.value).toMatchObject({ first_name: 'Ана', phone: '+359888123456', notes: 'Име: 0899 000 111' });
  });

  test('is said with its head among the notes where a person puts its column there', () => {
    const rows = [
      ['Име', 'Пол', 'Бележки'],
      ['Ана', 'ж', 'къна'],
    ];
    const [row] = judgeClients(rows, { headRow: 0, fields: ['name', 'notes', 'notes'] }, [], AT);
    expect(row?.value.notes).toBe('Пол: ж\nкъна');
  });
});

test('the birth dates of a file are read by all of them, in whichever column they stand', () => {
  const births = (rows: string[][], monthFirst: boolean) =>
    judgeClients(rows, guessClientColumns(rows), [], { ...AT, monthFirst }).map(({ value }) => value.birth_date);
  const ofMonths = [
    ['Birthday', 'Name'],
    ['01/02/1990', 'Ана'],
    ['12/25/1990', 'Вера'],
  ];
  expect(births(ofMonths, false)).toEqual(['1990-01-02', '1990-12-25']);
  const ofDays = [
    ['Name', 'Birthday'],
    ['Ана', '01/02/1990'],
    ['Вера', '25/12/1990'],
  ];
  expect(births(ofDays, true)).toEqual(['1990-02-01', '1990-12-25']);
});

describe('who is known', () => {
  test('is known by phone, e-mail, or name in either script with the birth date', () => {
    const there = [
      known('a', { phone: '+359888123456' }),
      known('b', { email: 'B@example.com' }),
      known('c', { name: 'Желязка Вълчева', birth_date: '1980-02-01' }),
    ];
    const rows = judge(
      [
        ['Name', 'Phone', 'Email', 'Birthday'],
        ['X Y', '0888 123 456', '', ''],
        ['X Z', '', 'b@EXAMPLE.com', ''],
        ['Jeliazka Valcheva', '', '', '01.02.1980'],
        ['Jeliazka Valcheva', '', '', '01.02.1981'],
      ],
      there,
    );
    expect(rows.map(({ verdict }) => (verdict.kind === 'known' ? [verdict.row.id, verdict.by] : verdict.kind))).toEqual([
      ['a', 'phone'],
      ['b', 'email'],
      ['c', 'name_and_birth'],
      'new',
    ]);
  });

  test('may be any of a family with one phone: the one of that name, else the first', () => {
    const there = [
      known('a', { name: 'Надежда Семова', phone: '+359888123456', email: 'n@example.com' }),
      known('b', { name: 'Яни Семов', phone: '+359888123456', email: 'n@example.com' }),
    ];
    const rows = judge(
      [
        ['Name', 'Phone', 'Email'],
        ['Яни Семов', '0888123456', ''],
        ['Доча Семова', '0888123456', ''],
        ['Yani Semov', '', 'n@example.com'],
        ['X', '', 'n@example.com'],
      ],
      there,
    );
    expect(rows.map(({ verdict }) => verdict.kind === 'known' && verdict.row.id)).toEqual(['b', 'a', 'b', 'a']);
  });

  test('stands in an earlier row of the file, by the same signs', () => {
    const rows = judge([
      ['Name', 'Phone'],
      ['Ана Б', '0888123456'],
      ['Вера Г', '0877000000'],
      ['Ани', '+359 888 123 456'],
    ]);
    expect(rows[2]?.verdict).toEqual({ kind: 'repeated', row: 2, by: 'phone' });
  });

  test('is asked about where only the name is the same, with the same birth date or none', () => {
    const there = [known('a', { name: 'Желязка Вълчева', birth_date: '1980-02-01', phone: '+359888123456' })];
    const rows = judge(
      [
        ['Name', 'Phone', 'Birthday'],
        ['Valcheva Jeliazka', '0877000000', ''],
        ['Желязка Вълчева', '', '01.02.1981'],
        ['Ана Б', '0877000001', ''],
        ['Ана Б', '0877000002', ''],
        ['Ана', '0877000003', ''],
        ['Ана', '0877000004', ''],
      ],
      there,
    );
    expect(rows.map(({ hints, verdict }) => [verdict.kind, hints])).toEqual([
      ['new', [{ kind: 'same_name', row: there[0] }]],
      ['new', [{ kind: 'same_name_above', row: 2 }]],
      ['new', []],
      ['new', [{ kind: 'same_name_above', row: 4 }]],
      ['new', []],
      ['new', []],
    ]);
  });

  test('says nothing new: a row that is a stored client text by text', () => {
    const there = [
      known('a', { name: 'Мария Иванова', notes: 'къна' }),
      known('b', { first_name: 'Ана', phone: '+359 88 7 1O1 010' }),
    ];
    const of = (name: string, phone: string, notes: string) =>
      only(['Име и фамилия', 'Телефон', 'Бележки'], [name, phone, notes], there)?.verdict;
    expect([of('Мария Иванова', '', 'къна'), of('Ана', '+359 88 7 1O1 010', '')]).toMatchObject([
      { kind: 'known', row: { id: 'a' }, by: 'name' },
      { kind: 'known', row: { id: 'b' }, by: 'name' },
    ]);
    expect([of('Мария Иванова', '', '')?.kind, of('Мария Иванова', '', 'кафе')?.kind]).toEqual(['new', 'new']);
  });
});

test('what was left out stands in the notes after its head, or alone where there is none', () => {
  const leftOut = [
    { column: 0, text: '--05-21', why: 'day_and_month' },
    { column: 1, text: '02 980 1001', why: 'another' },
  ] as const;
  expect(withLeftOut('къна', leftOut, ['Роден на', ''])).toBe('къна\nРоден на: --05-21\n02 980 1001');
  expect([withLeftOut(null, leftOut, []), withLeftOut('', [], [])]).toEqual(['--05-21\n02 980 1001', null]);
});
