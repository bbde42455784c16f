import { describe, expect, test } from 'vitest';
import { buildIndex, searchClients } from './search.ts';

const client = (name: string, phone: string | null = null) => ({
  id: name,
  name,
  first_name: null,
  last_name: null,
  phone,
  email: null,
});

/** The client's name as it is written, and as somebody at the desk types it. */
const PAIRS = [
  ['Георги Димитров', 'georgi dimitrov'],
  ['Георги Димитров', 'GEORGI'],
  ['Стоян Ганчев', 'gan4ev'],
  ['Стоян Ганчев', 'stoqn'],
  ['Стоян Ганчев', 'stoyan gan'],
  ['Щилияна Георгиева', '6tiliqna'],
  ['Щилияна Георгиева', 'shtiliyana'],
  ['Златка Ъглова', 'uglova'],
  ['Златка Ъглова', 'aglova'],
  ['Гълъбина Жекова', 'galabina'],
  ['Гълъбина Жекова', 'gylybina jekova'],
  ['Гълъбина Жекова', 'gulubina zhekova'],
  ['Живко Шопов', 'jivko'],
  ['Живко Шопов', 'zhivko 6opov'],
  ['Ваня Цанкова', 'vanq'],
  ['Ваня Цанкова', 'vania tsankova'],
  ['Ваня Цанкова', 'wanya cankova'],
  ['Юлиян Хаджиев', 'iulian hadjiev'],
  ['Юлиян Хаджиев', 'julian'],
  ['Юлиян Хаджиев', 'yuliyan hadzhiev'],
  ['Ксения Ангелова', 'xenia'],
  ['Ксения Ангелова', 'kseniq angelova'],
  ['Йордан Йорданов', 'jordan jordanov'],
  ['Йордан Йорданов', 'yordan'],
  ['Йордан Йорданов', 'iordanov'],
  ['Мариян Чакъров', '4akyrov'],
  ['Мариян Чакъров', 'chakarov marian'],
  ['Ася Кьосева', 'asya kioseva'],
  ['Ася Кьосева', 'asq kyoseva'],
  ['Desislava Petkova', 'десислава'],
  ['Desislava Petkova', 'петкова десис'],
  ['Zhana Tsvetkova', 'жана цветкова'],
  ['Yana Mihaylova', 'яна михайлова'],
  ['Cvetan Stoqnov', 'цветан стоянов'],
  ['Ivan Shishkov', 'шишков'],
  ['Мариана', 'Маряна'],
  ['Мариана', 'mariana'],
] as const;

const PHONES = [
  ['+359888123456', '123456'],
  ['+359888123456', '3456'],
  ['+359888123456', '0888 12'],
  ['+359888123456', '888123'],
  ['+359888123456', '+359 888'],
  ['+359888123456', '00359888123456'],
  ['+35929801234', '02 980'],
  ['+35929801234', '1234'],
] as const;

test(`${PAIRS.length + PHONES.length} ways of typing find whom they mean, and nobody of another name`, () => {
  const others = buildIndex([client('Теменуга Райкова', '+359877000999')]);
  for (const [name, query] of PAIRS) {
    expect(searchClients(buildIndex([client(name)]), query), `${query} finds ${name}`).toHaveLength(1);
    expect(searchClients(others, query), query).toHaveLength(0);
  }
  for (const [phone, query] of PHONES) {
    expect(searchClients(buildIndex([client('Някоя', phone)]), query), `${query} finds ${phone}`).toHaveLength(1);
    expect(searchClients(others, query), query).toHaveLength(0);
  }
});

type Scheme = Readonly<Record<string, string>>;
const COMMON: Scheme = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p',
  р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sht', ъ: 'a', ь: 'y', ю: 'yu', я: 'ya',
}; // biome-ignore format: a table reads better in rows

/** The law's transliteration, and how people really type. */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  'of the law': COMMON,
  шльокавица: { ...COMMON, ж: 'j', й: 'i', ч: '4', ш: '6', щ: '6t', ц: 'c', ъ: 'y', ю: 'iu', я: 'q' },
  'шльокавица with w and u': { ...COMMON, в: 'w', ж: 'j', й: 'j', ч: '4', ш: '6', щ: '6t', ц: 'c', ъ: 'u', ю: 'ju', я: 'ia' },
  'of old passports': { ...COMMON, й: 'i', х: 'h', ц: 'tz', ъ: 'u', ю: 'iu', я: 'ia' },
};

const NAMES = [
  'Мария Иванова', 'Йоана Христова-Илиева', 'Желязка Чешмеджиева', 'Цветелина Цанкова', 'Вълчо Вълчев', 'Щерьо Щерев', 'Юлия Юриева',
  'Яница Янкулова', 'Гълъбин Жечев', 'Кръстьо Хаджипетров', 'Анна-Мария Ушева', 'Ширин Чакърова', 'Жулиета Шейтанова', 'Ъгъл Ъглов',
  'Хюсеин Мехмедов', 'Пенка Дюлгерова', 'Зорница Бакалова', 'Фейзула Юмерова', 'Лъчезар Митев', 'Стефан Стамболийски',
]; // biome-ignore format: a table reads better in rows

describe('each client is found by each of the own transliterations', () => {
  const index = buildIndex(NAMES.map((name) => client(name)));
  test.each(Object.entries(SCHEMES))('%s', (_name, scheme) => {
    for (const name of NAMES) {
      const typed = [...name.toLowerCase()].map((letter) => scheme[letter] ?? letter).join('');
      expect(
        searchClients(index, typed).map(({ id }) => id),
        typed,
      ).toContain(name);
      for (const word of typed.split(/[ -]/))
        expect(
          searchClients(index, word).map(({ id }) => id),
          word,
        ).toContain(name);
    }
  });

  test('and a client written in Latin letters by the name in Cyrillic', () => {
    for (const scheme of Object.values(SCHEMES)) {
      for (const name of NAMES) {
        const written = [...name.toLowerCase()].map((letter) => scheme[letter] ?? letter).join('');
        expect(searchClients(buildIndex([client(written)]), name), `${name} finds ${written}`).toHaveLength(1);
      }
    }
  });
});
