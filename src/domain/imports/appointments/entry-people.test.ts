import { expect, it } from 'vitest';
import { employeeNamed } from './entry-people.ts';

const EMPLOYEES = [
  { id: 'maria', name: 'Мария Петрова' },
  { id: 'desi', name: 'Десислава Тодорова' },
];

it.each([
  ['Мария Петрова', 'maria'],
  ['Petrova, Maria', 'maria'],
  ['Мария', 'maria'],
  ['Мария - часове', 'maria'],
  ['Мария П.', 'maria'],
  ['desislava@example.com', 'desi'],
  ['Десислава Петкова', null],
  ['Maria Ivanova', null],
  ['Работа', null],
])('“%s” names the employee whose name it is, and not one of another surname', (text, id) => {
  expect(employeeNamed(text, EMPLOYEES)?.id ?? null).toBe(id);
});
