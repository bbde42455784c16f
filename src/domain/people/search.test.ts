import { describe, expect, test } from 'vitest';
import { buildIndex, foldName, letterByLetter, matchesText, searchClients } from './search.ts';

const client = (id: string, name: string, phone: string | null = null, email: string | null = null) => ({
  id,
  name,
  first_name: null,
  last_name: null,
  phone,
  email,
});
const finds = (name: string, query: string) => searchClients(buildIndex([client('c', name)]), query).length === 1;

describe('search', () => {
  test.each([
    ['Мария', ['мария', 'maria', 'mariya', 'mariq', 'МАРИЯ', 'mar', 'мари']],
    ['Желязка', ['желязка', 'jeliazka', 'zhelyazka', 'jelqzka', 'zheliazka', 'zhel']],
    ['Йордан Чешмеджиев', ['йордан', 'jordan', 'yordan', 'iordan', '4e6med', 'cheshmedzhiev', 'chesh']],
    ['Цветелина', ['cvetelina', 'tsvetelina', 'tzvetelina', 'cwetelina', 'ts', 't']],
    ['Вълчева', ['valcheva', 'vulcheva', 'vylcheva', 'wyl4eva', 'вълчева']],
    ['Александра', ['alexandra', 'aleksandra', 'александра']],
    ['Христо Щерев', ['hristo', 'xristo', 'shterev', '6terev', 'щер']],
    ['Юлия', ['yulia', 'iulia', 'julia', 'yuliya', 'uli', 'юлия']],
    ['Анна-Мария', ['анна-мария', 'anna maria', 'ana', 'мария']],
    ['Maria Ivanova', ['мария', 'иванова', 'mariq']],
    ['Victoria', ['виктория', 'victoria', 'viktoria']],
    ['Jeliazka', ['желязка', 'zhelyazka']],
    ['Гео', ['гео', 'geo']],
  ])('%s is found by each way of typing it', (name, queries) => {
    for (const query of queries) expect(finds(name, query), query).toBe(true);
  });

  test('other names are not found', () => {
    expect(finds('Мария', 'marta')).toBe(false);
    expect(finds('Желязка', 'elena')).toBe(false);
    expect(finds('Мария Иванова', 'maria petrova')).toBe(false);
  });

  test('a phone is found by its trailing digits, its beginning and any way of dialling it', () => {
    const index = buildIndex([
      client('a', 'А', '+359888123456'),
      client('b', 'Б', '+359898000456'),
      client('c', 'В', '0700 1 456 0'),
    ]);
    const ids = (query: string) => searchClients(index, query).map((c) => c.id);
    expect(ids('3456')).toEqual(['a']);
    expect(ids('456')).toEqual(['a', 'b', 'c']);
    expect(ids('0888 123 456')).toEqual(['a']);
    expect(ids('+359 888 123 456')).toEqual(['a']);
    expect(ids('00359888123456')).toEqual(['a']);
    expect(ids('359888123456')).toEqual(['a']); // as messengers show it
    expect(ids('0898')).toEqual(['b']);
  });

  test('name and phone together narrow the search, the order of words does not matter', () => {
    const index = buildIndex([client('a', 'Мария Иванова', '+359888123456'), client('b', 'Мария Петрова', '+359888123999')]);
    expect(searchClients(index, 'mariq 999').map((c) => c.id)).toEqual(['b']);
    expect(searchClients(index, 'ivanova maria').map((c) => c.id)).toEqual(['a']);
  });

  test('an e-mail is found by any part of it', () => {
    const index = buildIndex([client('a', 'Мария', null, 'Maria.Iv@Example.bg')]);
    expect(searchClients(index, 'iv@exam')).toHaveLength(1);
    expect(searchClients(index, 'example.bg')).toHaveLength(1);
  });

  test('names that begin with the query come before later words, these before parts of words; an empty query lists all', () => {
    const index = buildIndex([client('part', 'Илиана'), client('later', 'Мария Анева'), client('first', 'Ана Колева')]);
    expect(searchClients(index, 'ана').map((c) => c.id)).toEqual(['first', 'part']);
    expect(searchClients(index, 'ан').map((c) => c.id)).toEqual(['first', 'later', 'part']);
    expect(searchClients(index, ' ').map((c) => c.id)).toEqual(['part', 'later', 'first']);
    expect(searchClients(index, 'ан', 2)).toHaveLength(2);
  });

  test('a client without a name is not found by "Client", one with only a phone is by its phone', () => {
    const nameless = { id: 'x', name: null, first_name: null, last_name: null, email: null, phone: '+359888123456' };
    expect(searchClients(buildIndex([nameless]), 'client')).toEqual([]);
    expect(searchClients(buildIndex([nameless]), '3456')).toEqual([nameless]);
  });

  test('a word with many ambiguous letters keeps few keys', () => {
    expect(foldName('ъъъъъъ').length).toBeLessThanOrEqual(12);
    expect(foldName('jxcjxcjxc').length).toBeLessThanOrEqual(12);
    expect(foldName('')).toEqual([]);
  });

  test('lists of services and employees are searched under the same folding', () => {
    expect(matchesText('Боядисване на коса', 'boqdisvane')).toBe(true);
    expect(matchesText('Боядисване на коса', 'коса боя')).toBe(true);
    expect(matchesText('Боядисване', 'масаж')).toBe(false);
    expect(matchesText('Боядисване', '')).toBe(true);
  });
});

describe('a search letter by letter', () => {
  const names = [
    'Цветелина Чолакова',
    'Ceca Xристова',
    'Жана Шишкова',
    'Julia Tzoneva',
    'Филип Тодоров',
    'Philip Canov',
    'Анна-Мария Вълчева',
  ];
  const index = buildIndex(
    names.map((name, n) => client(`c${n}`, name, n % 2 ? `+35988812${n}08${n}` : null, n % 3 ? null : `user${n}c@example.com`)),
  );
  const prefixes = (text: string) => [...text].map((_, n, all) => all.slice(0, n + 1).join(''));
  const typed = 'ch,cvet,ceca,phil,xrist,jul,tzon,жана ши,0888 12,+35988,6i6,анна-мария,user3,valch'.split(',');

  test('finds what a search at once finds, in its order, for letters that are added and taken back', () => {
    const search = letterByLetter(index);
    for (const text of typed) {
      const letters = prefixes(text);
      for (const query of [...letters, ...letters.toReversed(), '', ...letters.toReversed()])
        expect(search(query), query).toEqual(searchClients(index, query, Number.POSITIVE_INFINITY));
    }
  });

  test('looks for an added letter among those alone whom the letters before it found', () => {
    let looks = 0;
    const counting = index.entries.map((entry) => ({
      ...entry,
      get names() {
        looks += 1;
        return entry.names;
      },
    }));
    const search = letterByLetter({ entries: counting });
    expect(search('жана')).toHaveLength(1);
    looks = 0;
    expect(search('жана ш')).toHaveLength(1);
    expect(looks).toBeLessThan(names.length);
  });
});
