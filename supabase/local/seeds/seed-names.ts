/** The names of the people of the demo. */
import type { Random } from './seed-random.ts';

const FEMALE = (
  'Мария Иванка Елена Йорданка Пенка Виктория Александра Десислава Гергана Ралица Силвия Анна Петя Теодора Невена Красимира ' +
  'Галя Емилия Биляна Деница Рая Мила Моника Ива Станислава Зорница Надежда Ваня Ина Росица Албена Жана Камелия Лора Светлана ' +
  'Мирослава Антония Калина Радостина Велина Йоана Симона Магдалена Цветомира Ивелина Полина Борислава Кристина Яна Диана'
).split(' ');
const MALE = (
  'Георги Иван Димитър Николай Петър Христо Стоян Тодор Павел Емил Ангел Кирил Мартин Борис Асен Виктор Димо Лъчезар Стефан ' +
  'Александър Васил Калоян Пламен Румен Красимир Атанас Юлиан Огнян Даниел Момчил'
).split(' ');
const FAMILY = (
  'Иванов Георгиев Димитров Петров Николов Христов Стоянов Тодоров Илиев Василев Атанасов Петков Ангелов Колев Йорданов Маринов ' +
  'Попов Марков Драгнев Хинков Занев Белев Тенев Райков Пенчев Желев Митев Донев Стефанов Бонев Русев Кънчев Лалев Гергов ' +
  'Найденов Орлов Павлов Тончев Гочев Асенов Бакалов Фотев Бойчев Дойчев Спасов Танчев Вълев Добрев Ненов Костов Захариев ' +
  'Велчев Минчев Цанков Симеонов Кръстев Манолов Станчев Господинов Балабанов'
).split(' ');
const CITIES = ['София', 'София', 'София', 'София', 'Перник', 'Пловдив', 'Банкя', 'Костинброд', 'Божурище'];
const NOTES = [
  'Алергия към амоняк',
  'Формула 7.1 + 8.3',
  'Предпочита следобед',
  'Чувствителен скалп',
  'Носи снимка',
  'Да се обади ден преди часа',
  'Идва с детето си',
  'Без разговори, моля',
  'Плаща с карта',
  'Само с Мария',
];
const LATIN: Record<string, string> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:ts ч:ch ш:sh щ:sht ъ:a ь:y ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

export const latin = (text: string) => [...text.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('');

export interface SeedPerson {
  female: boolean;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string;
  city: string | null;
  birth_date: string | null;
  notes: string | null;
}

/** Returns the nth person of a salon; n makes phone and e-mail unique. */
export function person(random: Random, n: number): SeedPerson {
  const female = random.chance(0.7);
  const first_name = random.pick(female ? FEMALE : MALE);
  const last_name = random.pick(FAMILY) + (female ? 'а' : '');
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    female,
    first_name,
    last_name,
    email: random.chance(0.4) ? `${latin(first_name)}.${latin(last_name)}${n}@example.com` : null,
    phone: `+359${random.pick(['87', '88', '89'])}${String((random.whole(0, 9999) * 1000 + n) % 10_000_000).padStart(7, '0')}`,
    city: random.chance(0.5) ? random.pick(CITIES) : null,
    birth_date: random.chance(0.5) ? `${random.whole(1952, 2008)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}` : null,
    notes: random.chance(0.12) ? random.pick(NOTES) : null,
  };
}
