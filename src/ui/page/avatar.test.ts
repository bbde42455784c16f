import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

test.each([
  ['мария иванова', 'МИ'],
  ['Ани', 'АН'],
  ['Анна-Мария Петрова', 'АП'],
  ['Фирма „Пример“', 'ФП'],
  ['(Ани) Петрова', 'АП'],
  ['О’Хара', 'ОХ'],
  ['Мария - сестра', 'МС'],
  ['💇 Мария', 'МА'],
  ['?', '?'],
  ['', ''],
])('the initials of %j are %j: signs are none beside letters', (name, letters) => {
  expect(initialsOf(name)).toBe(letters);
});
