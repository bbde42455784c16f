import { describe, expect, test } from 'vitest';
import { survivorOf } from './merged-clients.ts';
import { clientName, compareNames, firstNameInitial, fullName, shortName, splitName } from './names.ts';
import { displayPhone, normalizePhone } from './phones.ts';
import { nationalDigits } from './search.ts';

const client = (name: string | null, first_name: string | null, last_name: string | null) => ({
  id: 'c1',
  name,
  first_name,
  last_name,
});

describe('names', () => {
  test('a client is called by name, else both names, else the first, else the number', () => {
    expect(clientName(client('Мария Иванова', 'М', 'И'))).toBe('Мария Иванова');
    expect(clientName(client(null, 'Мария', 'Иванова'))).toBe('Мария Иванова');
    expect(clientName(client('  ', 'Мария', null))).toBe('Мария');
    expect(clientName(client(null, null, 'Иванова'))).toBe('Иванова');
    expect(clientName(client(null, null, null))).toBe('Client #c1');
  });

  test('a name is cut to 8 characters, with an ellipsis only if something was cut', () => {
    expect(shortName('Десислава')).toBe('Десислав…');
    expect(shortName('Виолетта')).toBe('Виолетта');
    expect(shortName('Мария Иванова', 6)).toBe('Мария…');
  });

  test('a name typed in one go is split at the first space', () => {
    expect(splitName('  Мария  Иванова Петрова ')).toEqual({ first: 'Мария', last: 'Иванова Петрова' });
    expect(splitName('Мария')).toEqual({ first: 'Мария', last: '' });
    expect(fullName('Мария', '')).toBe('Мария');
  });

  test('where space is short, the next word is its initial', () => {
    expect(firstNameInitial('Мария Иванова')).toBe('Мария И.');
    expect(firstNameInitial('Мария')).toBe('Мария');
  });

  test('names sort as in Bulgarian, whatever the case', () => {
    expect(['яна', 'Йоана', 'Ирина', 'ана', 'Щерю'].sort(compareNames)).toEqual(['ана', 'Ирина', 'Йоана', 'Щерю', 'яна']);
  });
});

describe('merged clients', () => {
  const all = (links: Record<string, string | null>) => (id: string) =>
    id in links ? { id, merged_into: links[id] ?? null } : undefined;

  test('reading follows a merge, chains too', () => {
    expect(survivorOf('a', all({ a: 'b', b: 'c', c: null }))).toBe('c');
    expect(survivorOf('x', all({}))).toBe('x');
    expect(survivorOf('a', all({ a: 'elsewhere' }))).toBe('elsewhere');
  });

  test('a cycle ends at its smallest id, from whichever member one comes', () => {
    const cycle = all({ start: 'c', c: 'b', b: 'a', a: 'c' });
    expect(['start', 'a', 'b', 'c'].map((id) => survivorOf(id, cycle))).toEqual(['a', 'a', 'a', 'a']);
  });

  test('a smaller id that only leads into a cycle is none of it', () => {
    expect(survivorOf('A', all({ A: 'c', c: 'b', b: 'c' }))).toBe('b');
  });
});

describe('phones', () => {
  test('all Bulgarian ways to write a number are kept as one', () => {
    for (const typed of ['0888123456', '0888 123 456', '00359888123456', '+359 888 123 456', ' (0888) 123-456 ']) {
      expect(normalizePhone(typed)).toBe('+359888123456');
    }
    expect(normalizePhone('02 980 1234')).toBe('+35929801234');
  });

  test('a foreign number keeps its country, and what is no number stays as typed', () => {
    expect(normalizePhone('+44 20 7946 0958')).toBe('+442079460958');
    expect(normalizePhone(' при Мария ')).toBe('при Мария');
    expect(normalizePhone('12')).toBe('12');
    for (const typed of ['0888 765 432 мама', '0888123456 (мама)', 'Ива 0888123456']) expect(normalizePhone(typed)).toBe(typed);
    expect(normalizePhone('')).toBe('');
  });

  test('a mobile is shown as 0888 123 456', () => {
    expect(displayPhone('+359888123456')).toBe('0888 123 456');
    expect(displayPhone('+442079460958')).toBe('+44 20 7946 0958');
    expect(displayPhone('при Мария')).toBe('при Мария');
    expect(displayPhone('+359 88 8')).toBe('+359 88 8');
    expect(displayPhone(null)).toBe('');
  });

  test('search compares digits without the ways to dial', () => {
    expect(['+359888123456', '00359 888 123 456', '359888123456', '0888123456', '888123456'].map(nationalDigits)).toEqual(
      Array(5).fill('888123456'),
    );
    expect(nationalDigits('+442079460958')).toBe('442079460958');
  });
});
