/** The demo salon's people, services and goods. */
import type { ShiftInterval } from '#schemas/intervals.ts';

export interface DemoEmployee {
  key: string;
  name: string;
  position: string;
  color: string;
  phone: string;
  group: keyof typeof EMPLOYEE_GROUPS;
  /** The categories of services that they offer. */
  does: readonly (keyof typeof SERVICES)[];
  shift: readonly ShiftInterval[];
  /** Days off, counted from today: 0 is off today. */
  off: readonly number[];
  /** Share of women among the clients. */
  women: number;
}

export const EMPLOYEE_GROUPS = {
  hair: { name: 'Фризьори', color: '#7c3aed' },
  barbers: { name: 'Бръснари', color: '#3b82f6' },
  beauty: { name: 'Козметика и маникюр', color: '#ec4899' },
} as const;

/** Name, name in English, minutes, price in leva. */
type ServiceRow = readonly [string, string, number, number];

export const SERVICES = {
  women: {
    name: 'Дамско подстригване и прически',
    color: '#7c3aed',
    rows: [
      ['Подстригване', 'Haircut', 60, 45],
      ['Подстригване и сешоар', 'Haircut and blow-dry', 60, 60],
      ['Сешоар', 'Blow-dry', 45, 35],
      ['Официална прическа', 'Updo', 90, 95],
      ['Трайно къдрене', 'Perm', 90, 110],
    ],
  },
  colour: {
    name: 'Боядисване и терапии',
    color: '#3498db',
    rows: [
      ['Боядисване корени', 'Root colour', 75, 70],
      ['Боядисване, сешоар', 'Colour and blow-dry', 90, 110],
      ['Кичури с фолио', 'Foil highlights', 120, 150],
      ['Балеаж, тонер', 'Balayage with toner', 90, 180],
      ['Боядисване в два тона', 'Two-tone colour', 120, 160],
      ['Кератинова терапия', 'Keratin treatment', 120, 190],
      ['Консултация', 'Consultation', 30, 0],
    ],
  },
  men: {
    name: 'Мъжко подстригване',
    color: '#3b82f6',
    rows: [
      ['Мъжко подстригване', "Men's haircut", 45, 30],
      ['Подстригване и брада', 'Haircut and beard', 60, 42],
      ['Брада', 'Beard trim', 30, 18],
      ['Детско подстригване', "Children's haircut", 30, 20],
    ],
  },
  nails: {
    name: 'Маникюр и педикюр',
    color: '#ec4899',
    rows: [
      ['Маникюр', 'Manicure', 45, 30],
      ['Гел лак', 'Gel polish', 75, 45],
      ['Гел лак и дизайн', 'Gel polish with design', 75, 55],
      ['Ноктопластика', 'Nail extensions', 90, 75],
      ['Сваляне на гел', 'Gel removal', 30, 15],
    ],
  },
  face: {
    name: 'Лице и вежди',
    color: '#f59e0b',
    rows: [
      ['Почистване на лице', 'Facial cleansing', 60, 65],
      ['Анти-ейдж терапия', 'Anti-age treatment', 90, 120],
      ['Вежди', 'Eyebrows', 30, 20],
      ['Горна устна', 'Upper lip', 15, 10],
    ],
  },
} as const satisfies Record<string, { name: string; color: string; rows: readonly ServiceRow[] }>;

const from = (start: string, end: string): ShiftInterval => ({ start, end });

export const EMPLOYEES: readonly DemoEmployee[] = [
  {
    key: 'maria',
    name: 'Мария Петрова',
    position: 'Старши стилист',
    color: '#7c3aed',
    phone: '+359888410001',
    group: 'hair',
    does: ['women', 'colour'],
    shift: [from('09:00', '18:00')],
    off: [4, 5],
    women: 0.98,
  },
  {
    key: 'ivaylo',
    name: 'Ивайло Георгиев',
    position: 'Бръснар',
    color: '#3b82f6',
    phone: '+359888410002',
    group: 'barbers',
    does: ['men'],
    shift: [from('10:00', '19:00')],
    off: [1, 2],
    women: 0.02,
  },
  {
    key: 'desislava',
    name: 'Десислава Тодорова',
    position: 'Колорист',
    color: '#3498db',
    phone: '+359888410003',
    group: 'hair',
    does: ['colour'],
    shift: [from('09:00', '13:00'), from('14:00', '19:00')],
    off: [2, 3],
    women: 0.97,
  },
  {
    key: 'nikolay',
    name: 'Николай Стоев',
    position: 'Бръснар',
    color: '#16a34a',
    phone: '+359888410004',
    group: 'barbers',
    does: ['men'],
    shift: [from('08:00', '16:00')],
    off: [5, 6],
    women: 0.02,
  },
  {
    key: 'gabriela',
    name: 'Габриела Илиева',
    position: 'Маникюрист',
    color: '#ec4899',
    phone: '+359888410005',
    group: 'beauty',
    does: ['nails'],
    shift: [from('09:00', '18:00')],
    off: [3, 4],
    women: 0.99,
  },
  {
    key: 'tsvetelina',
    name: 'Цветелина Донева',
    position: 'Козметик',
    color: '#f59e0b',
    phone: '+359888410006',
    group: 'beauty',
    does: ['face'],
    shift: [from('12:00', '20:00')],
    off: [6],
    women: 0.92,
  },
  {
    key: 'radoslav',
    name: 'Радослав Колев',
    position: 'Стилист',
    color: '#64748b',
    phone: '+359888410007',
    group: 'hair',
    does: ['women'],
    shift: [from('09:00', '17:00')],
    off: [0, 1],
    women: 0.93,
  },
  {
    key: 'yana',
    name: 'Яна Щерева',
    position: 'Стилист',
    color: '#dc2626',
    phone: '+359888410008',
    group: 'hair',
    does: ['women', 'colour'],
    shift: [from('11:00', '20:00')],
    off: [3],
    women: 0.95,
  },
];

/** Name, supply price, sale price, in stock, unit, threshold. */
type ProductRow = readonly [string, number, number, number, string, number | null];

/** The last group is a child of the second. */
export const PRODUCT_GROUPS: readonly { name: string; color: string; parent: number | null; rows: readonly ProductRow[] }[] = [
  {
    name: 'Шампоани',
    color: '#3b82f6',
    parent: null,
    rows: [
      ['Шампоан за боядисана коса 250 мл', 9.8, 19.9, 14, 'бр.', 4],
      ['Шампоан за обем 250 мл', 8.9, 17.9, 9, 'бр.', 4],
      ['Шампоан против пърхот 250 мл', 10.2, 21.5, 3, 'бр.', 4],
      ['Шампоан за къдрава коса 300 мл', 11.4, 23.9, 7, 'бр.', 3],
      ['Професионален шампоан 5 л', 32, 58, 4, 'бр.', 2],
      ['Сух шампоан 200 мл', 7.5, 15.9, 11, 'бр.', 3],
      ['Детски шампоан 200 мл', 6.9, 13.9, 0, 'бр.', 2],
      ['Сребрист шампоан 300 мл', 12.6, 26.5, 5, 'бр.', 3],
    ],
  },
  {
    name: 'Бои и оксиданти',
    color: '#7c3aed',
    parent: null,
    rows: [
      ['Боя 7.1 пепелно рус 60 мл', 7.2, 13, 480, 'g', 120],
      ['Боя 8.3 златисто рус 60 мл', 7.2, 13, 360, 'g', 120],
      ['Боя 5.0 светъл кестен 60 мл', 7.2, 13, 540, 'g', 120],
      ['Боя 6.66 наситено червено 60 мл', 7.2, 13, 90, 'g', 120],
      ['Боя 10.1 платина 60 мл', 7.8, 14, 240, 'g', 120],
      ['Оксидант 3% 1 л', 8.4, 16, 2600, 'g', 1000],
      ['Оксидант 6% 1 л', 8.4, 16, 3100, 'g', 1000],
      ['Оксидант 9% 1 л', 8.4, 16, 800, 'g', 1000],
      ['Обезцветител 500 г', 19.5, 38, 1500, 'g', 500],
    ],
  },
  {
    name: 'Маски и терапии',
    color: '#16a34a',
    parent: null,
    rows: [
      ['Кератинова маска 500 мл', 21, 42, 6, 'бр.', 2],
      ['Хидратираща маска 250 мл', 13.5, 27.9, 8, 'бр.', 3],
      ['Арганово масло 100 мл', 16.2, 34, 10, 'бр.', 3],
      ['Балсам без отмиване 200 мл', 9.9, 20.9, 12, 'бр.', 3],
      ['Ампули срещу косопад 10 × 6 мл', 27, 54, 4, 'бр.', 2],
      ['Кератинов серум 1 л', 96, 180, 900, 'g', 300],
    ],
  },
  {
    name: 'Стилизиращи',
    color: '#f59e0b',
    parent: null,
    rows: [
      ['Лак за коса 500 мл', 8.7, 17.5, 13, 'бр.', 4],
      ['Пяна за обем 300 мл', 8.2, 16.9, 6, 'бр.', 3],
      ['Вакса за коса 100 мл', 7.9, 16.5, 15, 'бр.', 5],
      ['Пудра за обем 10 г', 9.1, 18.9, 2, 'бр.', 3],
      ['Масло за брада 30 мл', 8.8, 18.5, 9, 'бр.', 3],
      ['Балсам за брада 50 мл', 8.8, 18.5, 7, 'бр.', 3],
      ['Термозащита 200 мл', 10.5, 21.9, 5, 'бр.', 3],
    ],
  },
  {
    name: 'Маникюр',
    color: '#ec4899',
    parent: null,
    rows: [
      ['Гел лак червен 8 мл', 6.4, 13.9, 6, 'бр.', 2],
      ['Гел лак нюд 8 мл', 6.4, 13.9, 8, 'бр.', 2],
      ['База за гел лак 15 мл', 9.2, 19, 4, 'бр.', 2],
      ['Топ за гел лак 15 мл', 9.2, 19, 1, 'бр.', 2],
      ['Олио за кожички 15 мл', 4.1, 9.5, 10, 'бр.', 3],
      ['Пили 100/180, 10 бр.', 5.5, 11, 18, 'бр.', null],
    ],
  },
  {
    name: 'Тонери',
    color: '#8b5cf6',
    parent: 1,
    rows: [
      ['Тонер 9.21 перла 60 мл', 7.6, 14, 180, 'g', 60],
      ['Тонер 10.8 шампанско 60 мл', 7.6, 14, 120, 'g', 60],
      ['Тонер 8.07 бежов 60 мл', 7.6, 14, 40, 'g', 60],
      ['Прозрачен тонер 60 мл', 7.6, 14, 240, 'g', 60],
    ],
  },
];
