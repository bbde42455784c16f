/** Heads and cells of foreign tables of clients as programs and people write them, with what a person reads in each. */
import type { ClientField } from './client-import-columns.ts';

const list = (heads: string): readonly string[] => heads.split('|').map((head) => head.trim());

/** The heads of each field. */
export const HEADS: Readonly<Record<ClientField, readonly string[]>> = {
  name: list('Име и фамилия | Имена | Три имена | Име, презиме, фамилия | Име/Фамилия | Клиент | Клиентка | Име на клиента | Имена на клиента | Пълно име | Full Name | Client | Client Name | Customer | Customer Name | Contact Name | Лице за контакт | FullName'),
  first_name: list('Име | Собствено име | Малко име | Първо име | First Name | First | Given Name | Forename | first_name | FirstName | ime'),
  last_name: list('Фамилия | Фамилно име | Last Name | Surname | Family Name | lastName | familia'),
  phone: list('Телефон | Тел. | тел. номер | Телефонен номер | Телефон за връзка | Тел. за връзка | Номер за връзка | Контактен телефон | Моб. тел. | Мобилен | Мобилен телефон | Моб. | GSM | ГСМ | Телефон/GSM | Дом. тел. | Служебен телефон | Тел. 2 | Телефон на клиента | Джиесем | Phone | Phone Number | Mobile | Mobile Phone | Cell Phone | Tel. | Telephone Number | Contact Number | Home Phone | Work Phone | Primary Phone | Day Phone | phone_number | mobilePhone | Phone 1 - Value | Viber | WhatsApp | telefon | М. тел.'),
  email: list('Имейл | И-мейл | Е-мейл | Мейл | Емайл | Ел. поща | Електронна поща | Е-поща | Електронен адрес | Имейл адрес | Адрес на ел. поща | Поща | e-mail | Email Address | Mail | E-mail 1 - Value | Primary Email | email_address | Еmail | Client Email | imeil'),
  address: list('Адрес | Улица | Домашен адрес | Address | Street | Street Address 1 | Home Street | Пощенски адрес'),
  city: list('Град | Населено място | Нас. място | гр. | City | Town | Home City | град/село'),
  birth_date: list('Рожд. дата | Рождена дата | Рожден ден | Дата на раждане | Роден на | Родена | Роден/а на | Д.Р. | ЧРД | Рожденна дата | Дата на раждане (ден/месец/год.) | Birthday | Birth Date | Birthdate | Date of Birth | DOB | D.O.B. | Born | dateOfBirth | birth_date'),
  notes: list('Бележки | Бел. | Забележка | Коментар | Допълнителна информация | Доп. инфо | Notes | Note | Memo | Comments | Remarks | Client Notes | Customer notes | Description | Бележки за клиента'),
}; // biome-ignore format: a table reads better in rows

/** Heads that name something else, although one of their words could name a field of a client. */
export const OTHER_HEADS: readonly string[] = list(
  'Phone 1 - Label | Home Fax | Gender | Пол | Accepts SMS Marketing | Email Subscription Status | Last Visit | Last Appointment | Customer Since | Client ID | Added | Total Spend | Home Country | State | Postal Code | Пощенски код | Държава | ЕГН | Labels | Job Title | E-mail Display Name | Категория | Служител | Последно посещение | Дата на регистрация | Баланс | Nickname | Град на раждане | Номер | Дата | Имен ден | №',
);

/** The value that a person reads in a cell, and the text that is kept in the notes instead or as well. */
export interface CellCase {
  readonly cell: string;
  readonly value: string | null;
  readonly noted: string | null;
}

const taken = (value: string, ...cells: readonly string[]): CellCase[] => cells.map((cell) => ({ cell, value, noted: null }));
const noted = (...cells: readonly string[]): CellCase[] => cells.map((cell) => ({ cell, value: null, noted: cell }));
const nothing = (...cells: readonly string[]): CellCase[] => cells.map((cell) => ({ cell, value: null, noted: null }));
const part = (value: string, cell: string, left = cell): CellCase => ({ cell, value, noted: left });

/** Cells that say that there is nothing. */
const NOTHINGS = nothing('', '-', '--', '---', '–', '0', 'n/a', 'N/A', 'няма', 'Няма', 'none', '?', '.');

/** Phones. */
export const PHONES: readonly CellCase[] = [
  ...taken('+359887101002', '0887101002', '0887 101 002', '0887-101-002', '0887.101.002', '0887‑101‑002', '0887–101–002', '0887,101,002'),
  ...taken('+359887101002', '887101002', '+359887101002', '00359887101002', '359887101002', '+359 88 710 1002', '+359 (0) 887 101 002'),
  ...taken('+359887101002', '(0887) 101-002', '0887/101 002', "'0887101002", '="0887101002"', '359887101002.0', '887101002.0', '0 887 101 002'),
  ...taken('+359887101002', 'тел: 0887101002', 'моб. 0887 101 002', 'GSM 0887101002', '☎ 0887101002', '+359-887-101-002', '+3590887101002', '(+359) 887101002', '+359(88)7101002', '088-710-10-02'),
  ...taken('+35929876543', '02/987 65 43', '02 987 65 43', '+359 2 987 6543', '(02) 987-65-43'),
  ...taken('+40721234567', '+40 721 234 567', '0040 721 234 567'),
  ...taken('+447700900503', '+44 7700 900503'),
  part('+359887101005', '0887101005, 02/9801005', '02/9801005'),
  part('+359887101005', '0887101005; 0897101006', '0897101006'),
  part('+359887101005', '0887101005/0897101006', '0897101006'),
  part('+359887101005', '0887 101 005 / 0897 101 006', '0897 101 006'),
  part('+359887101005', '0887 101 005 0897 101 006', '0897 101 006'),
  part('+359887101005', '0887101005 и 0897101006', '0897101006'),
  part('+359887101005', '+359887101005 ::: +35929801616', '+35929801616'),
  part('+359887101005', '0887101005/07'),
  part('+359887101005', '0887101005 (майка)'),
  part('+359887101005', 'Мама 0887101005'),
  part('+359887101005', '0887101005 Viber'),
  part('+359887101005', '0887101005 след 18 ч.'),
  part('+35929801605', '02 980 1605 вътр. 12'),
  part('+35929801605', '02 980 1605 ext. 12'),
  ...noted('3,59888E+11', '3.59888E+11', '+359 88 7 1O1 010', '08871O1010', 'пита се', 'в тефтера', '112', '12345', '1234567890123456'),
  ...NOTHINGS,
  ...nothing('000', '0000000000', '+359', '#N/A', '#REF!'),
]; // biome-ignore format: a table reads better in rows

/** Birth dates, as they are read on 2026-11-27 if days come before months. */
export const BIRTHS: readonly CellCase[] = [
  ...taken('1990-12-31', '31.12.1990', '31.12.1990 г.', '31.12.1990г.', '31.12.1990 год.', '31.12.90', '31/12/1990', '31-12-1990', '31 . 12 . 1990', '31 12 1990', '31,12,1990'),
  ...taken('1990-12-31', '12/31/1990', '12/31/1990 12:00:00 AM', '1990-12-31', '1990/12/31', '1990.12.31', '19901231', '31121990', '33238', '33238.5', '90/12/31'),
  ...taken('1990-12-31', '31 декември 1990', '31 декември 1990 г.', '31 дек. 1990 г.', '31-дек-90', '31.дек.1990', '31-Dec-90', 'Dec 31, 1990', 'December 31st, 1990', '31st of December 1990', '31.XII.1990'),
  ...taken('1990-12-31', 'понеделник, 31 декември 1990 г.', 'Monday, December 31, 1990', '1990-12-31T00:00:00.000Z', '1990-12-31 00:00:00', '31.12.1990 г. 0:00:00 ч.', 'роден на 31.12.1990', '="31.12.1990"'),
  ...taken('1985-02-01', '1.2.85', '01.02.1985', '1 февруари 1985', '1 Feb 1985'),
  ...taken('1992-02-29', '29.02.1992', '2/29/1992'),
  ...noted('--05-21', '--0521', '05-21', '21.05', '21.05.', '21/5', '21 май', 'May 21', '1604-05-21', '0000-05-21'),
  ...noted('1990', '1990 г.', '29.02.1991', '31.02.1990', '99.99.1990', '24.12.2091', '1.1.1899', '36', '36 г.', 'май 1990', '05.1990', 'около Коледа', '70000'),
  part('1990-12-31', '31.12.1990; 01.01.1991'),
  ...NOTHINGS,
  ...nothing('0/0/00', '00.00.0000', '0000-00-00', 'неизвестна'),
]; // biome-ignore format: a table reads better in rows

/** E-mails. */
export const EMAILS: readonly CellCase[] = [
  ...taken('ana@example.com', 'ana@example.com', ' ana@example.com', 'mailto:ana@example.com', '<ana@example.com>', 'Ана Б <ana@example.com>', 'ana@example.com;'),
  ...taken('Ana.B+salon@Example.co.uk', 'Ana.B+salon@Example.co.uk'),
  ...taken('ана@пример.бг', 'ана@пример.бг'),
  part('ana@example.com', 'ana@example.com; b@example.com', 'b@example.com'),
  part('ana@example.com', 'ana@example.com ::: b@example.com', 'b@example.com'),
  part('ana@example.com', 'ana@example.com, b@example.com', 'b@example.com'),
  ...noted('ана@', 'ana(at)example.com', 'ana@example', 'пише във Вайбър', '@ana'),
  ...NOTHINGS,
]; // biome-ignore format: a table reads better in rows

/** Whole names: the value is first and last name with a slash between. */
export const NAMES: readonly CellCase[] = [
  ...taken('Мария/Иванова', 'Мария Иванова', 'Иванова, Мария', 'Мария  Иванова'),
  ...taken('Мария/Иванова-Петрова', 'Мария Иванова-Петрова'),
  ...taken('Йоана/Мария Христова', 'Йоана Мария Христова'),
  ...taken('Мими/', 'Мими'),
  ...taken("Grace/O'Neill", "Grace O'Neill"),
]; // biome-ignore format: a table reads better in rows
