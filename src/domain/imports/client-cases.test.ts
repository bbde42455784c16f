import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { guessClientColumns } from './client-import-columns.ts';
import type { ImportedClient } from './client-import-rows.ts';
import { guessKind } from './guess-kind.ts';
import { judgeClients } from './judged.test-support.ts';
import { readTable, textOfFile } from './read-table.ts';
import { untakenColumns } from './table-shape.ts';

/**
 * Files as other programs write them, with invented people. 40 to 43 were made from memory of public documentation, and nobody has
 * compared them with a real export: 42 has the heads of Thunderbird's export, 43 those that Google Contacts wrote before 2024. Vagaro and
 * Booksy show no file there: 40 has the fields of a customer's profile, 41 those of a client's card.
 */
const FOLDER = path.join(import.meta.dirname, '../../../tests/import-cases');
const tableOf = (file: string) => readTable(textOfFile(readFileSync(path.join(FOLDER, file))) ?? '');

type Stored = ImportedClient & { readonly id: string; readonly name: null };
const judge = (file: string, known: readonly Stored[] = []) => {
  const rows = tableOf(file);
  return judgeClients(rows, guessClientColumns(rows), known, { monthFirst: false, today: '2026-11-27' });
};
/** Returns the new clients of a file as they are stored. */
const stored = (file: string): Stored[] =>
  judge(file).flatMap(({ value, verdict, row }) => (verdict.kind === 'new' ? [{ ...value, id: `c${row}`, name: null }] : []));

type Expected = readonly [row: number, value: Partial<ImportedClient>, fate?: string];

/** The rows of each file: the fields that are filled, and the reason why a row makes no new client. */
const CASES: Readonly<Record<string, readonly Expected[]>> = {
  '01-google-contacts-2024.csv': [
    [2, { first_name: 'Ралица', last_name: 'Гочева', phone: '+359887100101', email: 'ralitsa.gocheva@example.test', address: 'ул. Липа 4', city: 'Русе', birth_date: '1988-03-09', notes: 'къна, не боя' }],
    [3, { first_name: 'Невена', last_name: 'Петрова Шопова', phone: '+359887100102', notes: 'Phone 1 - Value: +359 2 980 1102\nPhone 2 - Value: 02 980 1103\nBirthday: --05-21' }],
    [4, { first_name: 'Дора маникюр', phone: '+359887100103' }],
    [5, { phone: '+35932100104', notes: 'Organization Name: Козметика Аида ООД' }, 'no name'],
  ],
  '03-outlook-classic.csv': [
    [2, { first_name: 'Зорница', last_name: 'Калчева', phone: '+359887100301', email: 'zornitsa@example.test', address: 'ул. Мара 3', city: 'Варна' }],
    [3, { first_name: 'Тодор', last_name: 'Вълев', phone: '+35952100302', birth_date: '1975-11-07' }],
    [4, { first_name: 'Елица', last_name: 'Бонева', phone: '+359887100303', birth_date: '1990-12-31', notes: 'амоняк: не\nсамо събота' }],
  ],
  '04-square-customers.csv': [
    [2, { first_name: 'Хана', last_name: 'Леви', phone: '+359887100401', email: 'hana@example.test', address: 'бул. Мир 1', city: 'София', birth_date: '1979-02-14', notes: 'latex allergy' }],
    [3, { first_name: 'Мария-Луиза', phone: '+359887100402', notes: 'Birthday: 05-21' }],
    [4, { phone: '+359887100403' }, 'no name'],
  ],
  '05-fresha-clients.csv': [
    [2, { first_name: 'Яна', last_name: 'Кирова', phone: '+359887100501', email: 'yana@example.test', city: 'Бургас', birth_date: '1995-07-30', notes: 'бял чай' }],
    [3, { first_name: 'Пенка', phone: '+35956810502', notes: 'Blocked: Yes\nBlock Reason: Three no-shows' }],
    [4, { first_name: 'Марк', last_name: 'Don’t', phone: '+447700900503', birth_date: '1992-02-29' }],
  ],
  '08-excel-unicode-text.txt': [
    [2, { first_name: 'Нона', last_name: 'Йотова', phone: '+359887100801', birth_date: '1990-12-31', notes: 'ред едно' }],
    [3, { first_name: 'Кая', last_name: 'Минева', phone: '+359887100802', birth_date: '1985-02-01', notes: '"кавички" вътре' }],
  ],
  '09-excel-title-and-total.csv': [
    [4, { first_name: 'Бистра', last_name: 'Колева', phone: '+359887100901', birth_date: '1980-05-12' }],
    [5, { first_name: 'Ася', last_name: 'Дичева', phone: '+359887100902', birth_date: '1991-06-07' }],
  ],
  '10-phones-dates.csv': [
    [2, { first_name: 'А1', last_name: 'Експонента', birth_date: '1990-12-31', notes: 'Телефон: 3,59888E+11' }],
    [3, { first_name: 'А2', last_name: 'БезНула', phone: '+359887101002', birth_date: '1990-12-31' }],
    [4, { first_name: 'А3', last_name: 'Формула', phone: '+359887101003', birth_date: '1990-12-31' }],
    [5, { first_name: 'А4', last_name: 'Апостроф', phone: '+359887101004', birth_date: '1990-12-31' }],
    [6, { first_name: 'А5', last_name: 'ДвеЧисла', phone: '+359887101005', birth_date: '1990-12-31', notes: 'Телефон: 02/9801005' }],
    [7, { first_name: 'А6', last_name: 'Наклонена', phone: '+359887101006', birth_date: '1990-12-31', notes: 'Телефон: 0897101006' }],
    [8, { first_name: 'А7', last_name: 'Посока', phone: '+359887101007', birth_date: '1992-02-29' }],
    [9, { first_name: 'А8', last_name: 'Твърд', phone: '+359887101008', notes: 'Дата на раждане: 29.02.1991' }],
    [10, { first_name: 'А9', last_name: 'Дробна', phone: '+359887101009', birth_date: '1990-12-31' }],
    [11, { first_name: 'А10', last_name: 'Буква', notes: 'Телефон: +359 88 7 1O1 010' }],
    [12, { first_name: 'А11', last_name: 'Двойна', phone: '+359887101011' }],
    [13, { first_name: 'А12', last_name: 'БезПлюс', phone: '+359887101012' }],
    [14, { first_name: 'А13', last_name: 'Тел', phone: '+359887101013', birth_date: '1990-12-31' }],
  ],
  '11-mac-nfd.csv': [
    [2, { first_name: 'Никола й', last_name: 'Йорданов', phone: '+359887101101' }],
    [3, { first_name: 'Зюмбюл', last_name: 'Райкова', phone: '+359887101102' }],
  ],
  '13b-acuity.csv': [
    [2, { first_name: 'Рая', last_name: 'Дончева', phone: '+359887101302', email: 'raya@example.test' }],
  ],
  '16-phones-only.csv': [
    [2, { first_name: 'Ф1', last_name: 'Апостроф', phone: '+359887101604' }],
    [3, { first_name: 'Ф2', last_name: 'Формула', phone: '+359887101603' }],
    [4, { first_name: 'Ф3', last_name: 'Посока', phone: '+359887101607' }],
    [5, { first_name: 'Ф4', last_name: 'Тире', phone: '+359887101608' }],
    [6, { first_name: 'Ф5', last_name: 'Дробна', phone: '+359887101609' }],
    [7, { first_name: 'Ф6', last_name: 'Две', phone: '+359887101605', notes: 'Телефон: 02/9801605' }],
    [8, { first_name: 'Ф7', last_name: 'Наклонена', phone: '+359887101606', notes: 'Телефон: 0897101606' }],
    [9, { first_name: 'Ф8', last_name: 'Текст', phone: '+359887101613' }],
    [10, { first_name: 'Ф9', last_name: 'БезПлюс', phone: '+359887101612' }],
    [11, { first_name: 'Ф10', last_name: 'Двойна', phone: '+359887101611' }],
    [12, { first_name: 'Ф11', last_name: 'Дълга', phone: '+359887101614' }],
    [13, { first_name: 'Ф12', last_name: 'НулаОткъсната', phone: '+359887101615' }],
    [14, { first_name: 'Ф13', last_name: 'Google', phone: '+359887101616', notes: 'Телефон: +35929801616' }],
    [15, { first_name: 'Ф14', last_name: 'Нула' }],
    [16, { first_name: 'Ф15', last_name: 'Тирета' }],
    [17, { first_name: 'Ф16', last_name: 'Няма' }],
    [18, { first_name: 'Ф17', last_name: 'Чужда', phone: '+40721234567' }],
    [19, { first_name: 'Ф18', last_name: 'Точки', phone: '+359887101618' }],
    [20, { first_name: 'Ф19', last_name: 'Арабски', phone: '+359887101619' }],
    [21, { first_name: 'Ф20', last_name: 'Мама', phone: '+359887101620', notes: 'Телефон: 0887101620 (майка)' }],
  ],
  '17-dates-iso.csv': [
    [2, { first_name: 'Д1', last_name: 'ИСО', phone: '+359887101701', birth_date: '1990-12-31' }],
    [3, { first_name: 'Д2', last_name: 'Час', phone: '+359887101702', birth_date: '1990-12-31' }],
    [4, { first_name: 'Д3', last_name: 'Слаш', phone: '+359887101703', birth_date: '1990-12-31' }],
    [5, { first_name: 'Д4', last_name: 'Компакт', phone: '+359887101704', birth_date: '1990-12-31' }],
    [6, { first_name: 'Д5', last_name: 'Високосна', phone: '+359887101705', birth_date: '1992-02-29' }],
  ],
  '17b-dates-us.csv': [
    [2, { first_name: 'D1', last_name: 'Us', phone: '+359887101711', birth_date: '1990-12-31' }],
    [3, { first_name: 'D2', last_name: 'Us', phone: '+359887101712', birth_date: '1992-02-29' }],
    [4, { first_name: 'D3', last_name: 'Us', phone: '+359887101713', birth_date: '1985-01-02' }],
  ],
  '17c-dates-words.csv': [
    [2, { first_name: 'Д1', last_name: 'Дума', phone: '+359887101721', birth_date: '1990-12-31' }],
    [3, { first_name: 'Д2', last_name: 'Кратка', phone: '+359887101722', birth_date: '1990-12-31' }],
    [4, { first_name: 'Д3', last_name: 'Англ', phone: '+359887101723', birth_date: '1990-12-31' }],
    [5, { first_name: 'Д4', last_name: 'Понеделник', phone: '+359887101724', birth_date: '1990-12-31' }],
    [6, { first_name: 'Д5', last_name: 'Серийна', phone: '+359887101725', birth_date: '1990-12-31' }],
    [7, { first_name: 'Д6', last_name: 'СамоДен', phone: '+359887101726', notes: 'Дата на раждане: 31.12.' }],
    [8, { first_name: 'Д7', last_name: 'СамоГодина', phone: '+359887101727', notes: 'Дата на раждане: 1990' }],
  ],
  '18-title-then-head.csv': [
    [3, { first_name: 'Бистра', last_name: 'Колева', phone: '+359887101801', email: 'bistra@example.test' }],
    [4, { first_name: 'Ася', last_name: 'Дичева', phone: '+359887101802' }],
  ],
  '18b-two-heads.csv': [
    [3, { first_name: 'Сава', last_name: 'Ганев', phone: '+359887101811' }],
  ],
  '19-twice-google.csv': [
    [2, { first_name: 'Румяна', last_name: 'Стратева', phone: '+359887101901', email: 'rumyana@example.test' }],
    [3, { first_name: 'Цветан', last_name: 'Диков', phone: '+359887101902' }],
  ],
  '21-known-during-first-download.csv': [
    [2, { first_name: 'Албена', last_name: 'Ангелова', phone: '+359894417019' }],
    [3, { first_name: 'Албена', last_name: 'Захариева', phone: '+359890399411', email: 'albena.zaharieva411@example.com' }],
    [4, { first_name: 'Александра', last_name: 'Асенова', phone: '+359872788231' }],
    [5, { first_name: 'Ангел', last_name: 'Танчев', phone: '+359897425361' }],
    [6, { first_name: 'Ангел', last_name: 'Стоянов', phone: '+359870826321' }],
    [7, { first_name: 'Албена', last_name: 'Попова', phone: '+359895827519' }],
  ],
  '22-invisible-names.csv': [
    [2, { first_name: 'Мария', last_name: 'Лявова', phone: '+359887102201' }],
    [3, { first_name: 'Стела', last_name: 'Дясна', phone: '+359887102202', email: 'stela@example.test' }],
    [4, { first_name: 'Анна', last_name: 'Твърда', phone: '+359887102203', email: 'anna@example.test' }],
    [5, { first_name: 'Вера', last_name: 'Мекопренос', phone: '+359887102204', email: 'vera@example.test', notes: 'Имейл: v2@example.test' }],
  ],
  '24-reservation-studio.csv': [
    [2, { first_name: 'Лили', last_name: 'Пенева', phone: '+359887102401', city: 'Сливен', birth_date: '1990-03-02', notes: 'идва с дете' }],
  ],
  '26-family-one-phone.csv': [
    [2, { first_name: 'Надежда', last_name: 'Семова', phone: '+359887102601', email: 'nadya@example.test', birth_date: '1980-03-12' }],
    [3, { first_name: 'Яни', last_name: 'Семов', phone: '+359887102601', birth_date: '2018-09-01' }, 'repeated by phone'],
    [4, { first_name: 'Доча', last_name: 'Семова', phone: '+359887102601', email: 'nadya@example.test', birth_date: '2016-05-05' }, 'repeated by phone'],
    [5, { first_name: 'Албена', last_name: 'Ангелова-дъщеря', phone: '+359894417019' }],
    [6, { first_name: 'Салон', last_name: 'Партньор А', phone: '+35929801000' }],
    [7, { first_name: 'Салон', last_name: 'Партньор Б', phone: '+35929801000' }, 'repeated by phone'],
  ],
  '33-sep-line-and-quotes.csv': [
    [2, { first_name: 'Ния', last_name: 'Сепарова', phone: '+359887103301', notes: 'казва: "утре"; после\nнов ред' }],
  ],
  '34-contacts-windows.csv': [
    [2, { first_name: 'Виола', last_name: 'Уиндоус', phone: '+359887103401', email: 'viola@example.test' }],
  ],
  '40-vagaro-customers.csv': [
    [2, { first_name: 'Деси', last_name: 'Минева', phone: '+359887104001', email: 'desi.mineva@example.test', address: 'ул. Роза 7', city: 'София', birth_date: '1988-07-14', notes: 'къса коса; без амоняк\nDay Phone: (02) 980-4001' }],
    [3, { first_name: 'Ори', last_name: 'Танев', phone: '+35932104002', city: 'Пловдив' }],
    [4, { first_name: 'Кати', phone: '+359887104003', email: 'kati@example.test', notes: 'Birth Date: May 21' }],
  ],
  '41-booksy-clients.csv': [
    [2, { first_name: 'Йолита', last_name: 'Перунска', phone: '+359887104101', email: 'yolita@example.test', address: 'ул. Дунав 1', city: 'Русе', birth_date: '1991-02-03', notes: 'носи свой лак' }],
    [3, { first_name: 'Сирма', phone: '+359887104102' }],
    [4, { phone: '+359887104103' }, 'no name'],
  ],
  '42-thunderbird.csv': [
    [2, { first_name: 'Вяра', last_name: 'Сотирова', phone: '+359887104201', email: 'vyara@example.test', address: 'ул. Бор 2, вх. Б', city: 'Видин', birth_date: '1984-09-05', notes: 'сутрин\nWork Phone: 02 980 4201\nSecondary Email: vyara.work@example.test' }],
    [3, { first_name: 'Божана', last_name: 'Илчева', phone: '+35994104202', address: 'пл. Център 1', city: 'Лом', notes: 'Organization: Аптека\nDisplay Name: Божана боя\nBirth Day: 21.5' }],
  ],
  '43-google-contacts-2023.csv': [
    [2, { first_name: 'Лора', last_name: 'Вачева', phone: '+359887104301', email: 'lora@example.test', address: 'ул. Явор 3', city: 'Банкя', birth_date: '1979-11-30', notes: 'без парфюм\nPhone 1 - Value: +359 2 980 4301\nE-mail 2 - Value: lora@firma.example' }],
    [3, { first_name: 'Гела', phone: '+359887104302', notes: 'Phone 1 - Value: 0897 104 302' }],
  ],
}; // biome-ignore format: a table reads better in rows

test.each(Object.entries(CASES))('%s holds these clients', (file, expected) => {
  expect(guessKind(tableOf(file))).toBe('clients');
  const judged = judge(file).map(({ row, value, verdict }) => {
    const filled = Object.fromEntries(Object.entries(value).filter(([, text]) => text !== null));
    const fate = verdict.kind === 'wrong' ? 'no name' : verdict.kind === 'repeated' ? `repeated by ${verdict.by}` : verdict.kind;
    return fate === 'new' ? [row, filled] : [row, filled, fate];
  });
  expect(judged).toEqual(expected);
});

test.each(Object.keys(CASES))('%s imported twice: the second time all are known', (file) => {
  const again = judge(file, stored(file)).filter(({ verdict }) => verdict.kind !== 'wrong');
  expect(again.map(({ verdict }) => verdict.kind)).toEqual(again.map(() => 'known'));
});

test('the same people with clean numbers are all known by their phones', () => {
  const judged = judge('16b-same-people-clean.csv', stored('16-phones-only.csv'));
  expect(judged).toHaveLength(11);
  expect(judged.map(({ verdict }) => verdict.kind === 'known' && verdict.by)).toEqual(judged.map(() => 'phone'));
});

describe('what is said before anything is imported', () => {
  const saidOf = (file: string) => {
    const rows = tableOf(file);
    const columns = guessClientColumns(rows);
    return untakenColumns(rows, columns).map(({ column, looks }) => [rows[columns.headRow ?? 0]?.[column], looks]);
  };
  test.each([
    ['01-google-contacts-2024.csv', []],
    ['03-outlook-classic.csv', []],
    ['04-square-customers.csv', [['First Visit', 'date'], ['Total Spend', 'price']]],
    ['05-fresha-clients.csv', [['Added', 'date']]],
    ['40-vagaro-customers.csv', [['Customer Since', 'date'], ['Last Visited', 'date']]],
    ['42-thunderbird.csv', [['Fax Number', 'phone']]],
  ])('of %s: the columns that look like something and are not taken', (file, said) => {
    expect(saidOf(file)).toEqual(said);
  }); // biome-ignore format: a table reads better in rows

  test('a phone that cannot be called and a birthday without a year', () => {
    const said = (file: string) => judge(file).flatMap(({ leftOut }) => leftOut.map(({ text, why }) => [text, why]));
    expect(said('10-phones-dates.csv')).toEqual([
      ['3,59888E+11', 'rounded'],
      ['02/9801005', 'another'],
      ['0897101006', 'another'],
      ['29.02.1991', 'unread'],
      ['+359 88 7 1O1 010', 'unread'],
    ]);
    expect(said('04-square-customers.csv')).toEqual([['05-21', 'day_and_month']]);
  });
});
