import { expect, test } from 'vitest';
import { duplicatesOf, isSameName, likenessOf } from './client-duplicates.ts';

let count = 0;
const person = (name: string | null, more: { phone?: string; email?: string; birth_date?: string } = {}) => ({
  id: `c${++count}`,
  name,
  first_name: null,
  last_name: null,
  phone: more.phone ?? null,
  email: more.email ?? null,
  birth_date: more.birth_date ?? null,
});

test.each([
  ['Йоана Христова', 'Yoana Hristova', true],
  ['Йоана Христова', 'Hristova Joana', true],
  ['Желязка Вълчева', 'Jeliazka Vylcheva', true],
  ['Желязка Вълчева', 'Zhelyazka Valcheva', true],
  ['Анна-Мария Ушева', 'ANNA MARIA USHEVA', true],
  ['Мария Иванова', 'Мария Петрова', false],
  ['Мария Иванова', 'Мария Иванова Петрова', false],
  ['Мария', 'Maria', false],
  ['Иван Иван', 'Иван Петров', false],
])('%s and %s are the same name in either script: %s', (one, other, same) => {
  expect(isSameName(person(one), person(other))).toBe(same);
  expect(isSameName(person(other), person(one))).toBe(same);
});

test('the same phone says more than the same e-mail, and that more than the same name', () => {
  const maria = person('Мария Иванова', { phone: '+359888123456', email: 'M@example.com' });
  const [name, mail, phone] = [
    person('Maria Ivanova'),
    person('М.', { email: 'm@example.com' }),
    person('Мими', { phone: '+359888123456' }),
  ];
  const found = duplicatesOf(maria, [name, maria, person('Вера Колева'), mail, phone]);
  expect(found.map(({ client, by }) => [client.id, by])).toEqual([
    [phone.id, 'phone'],
    [mail.id, 'email'],
    [name.id, 'name'],
  ]);
});

test('another birth date says that the name is somebody else’s too; a few digits say nothing', () => {
  const one = person('Мария Иванова', { birth_date: '1980-01-01', phone: '12' });
  expect(likenessOf(one, person('Мария Иванова', { birth_date: '1990-01-01', phone: '12' }))).toBeNull();
  expect(likenessOf(one, person('Мария Иванова'))).toBe('name');
  expect(likenessOf(one, person(null))).toBeNull();
});

test('two without a name are not one person', () => {
  expect(isSameName(person(null), person(null))).toBe(false);
  expect(isSameName(person(''), person(''))).toBe(false);
});

test('six digits are a phone, however they are written; five are none', () => {
  const ofPhones = (one: string, other: string) => likenessOf(person('Вера', { phone: one }), person('Мими', { phone: other }));
  expect(ofPhones('123 456', '12-34-56')).toBe('phone');
  expect(ofPhones('12 345', '12345')).toBeNull();
});

test('the same birth date leaves the name theirs', () => {
  const born = { birth_date: '1980-01-01' };
  expect(likenessOf(person('Мария Иванова', born), person('Maria Ivanova', born))).toBe('name');
});
