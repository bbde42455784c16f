import { expect, test } from 'vitest';
import { guessKind } from './guess-kind.ts';

test.each([
  ['clients', 'Име;Фамилия;Телефон;Имейл'],
  ['clients', 'First Name;Last Name;Phone 1 - Value;E-mail 1 - Value;Notes'],
  ['clients', 'Клиент;GSM'],
  ['clients', 'Customer ID;First Name;Last Name;Email;Mobile;Total Spend;Last Visit'],
  ['services', 'Услуга;Времетраене;Цена'],
  ['services', 'Service Name;Category Name;Duration;Retail Price;Online Booking'],
  ['services', 'Процедура;Цена в лв.'],
  ['products', 'Продукт;Баркод;Наличност;Продажна цена'],
  ['products', 'Token;Item Name;Variation Name;SKU;Description;Category;Price;Current Quantity'],
  ['products', 'Product Name;Brand;Barcode;Supply Price;Retail Price;Stock'],
  ['appointments', 'Start Time;End Time;First Name;Last Name;Phone;Email;Type;Calendar;Appointment Price'],
  ['appointments', 'Subject;Start Date;Start Time;End Date;End Time;All Day Event;Description;Location'],
  ['appointments', 'Дата;Час;Клиент;Телефон;Услуга;Служител'],
  ['appointments', 'Ref #;Client;Service;Scheduled Date;Duration;Team member;Status'],
  ['appointments', 'Начало;Край;Име;Телефон;Процедура'],
])('a table of %s is known by its heads: %s', (kind, heads) => {
  expect(guessKind([heads.split(';'), heads.split(';').map(() => '')])).toBe(kind);
});

test.each([
  ['clients', [['Мария Иванова', '0887101001'], ['Вера', '0887101002']]],
  ['clients', [['Мария'], ['Вера']]],
  ['services', [['Подстригване', '25,00 лв.'], ['Брада', '15,00 лв.']]],
  ['services', [['Подстригване', '30', '25'], ['Брада', '15', '10']]],
  ['products', [['Шампоан', '3800001234567', '12,50'], ['Маска', '3800001234574', '20']]],
  ['appointments', [['01.12.2026 10:00', 'Мария', '0887101001'], ['01.12.2026 11:30', 'Вера', '0887101002']]],
  ['appointments', [['01.12.2026', '10:00', 'Мария'], ['01.12.2026', '11:30', 'Вера']]],
])('a table of %s without heads is known by what stands in it: %o', (kind, rows) => {
  expect(guessKind(rows)).toBe(kind);
}); // biome-ignore format: a table reads better in rows
