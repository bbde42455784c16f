/** Every dialog and menu that the test seed can open, and what else opens in its place, by what a person presses. */

/**
 * Buttons, links and entries of menus in their order; what begins with `key:` is a key, `card` an appointment whose quick card is
 * asked for by keys.
 */
export type Presses = readonly (string | RegExp | { card: RegExp })[];

/** `null`: it is not there at this width. */
export interface Opened {
  path: string;
  /** Rows as a spreadsheet copies them, for the page that takes them. */
  paste?: string;
  press: Presses | null;
  /** What stands there then. */
  role?: 'dialog' | 'alertdialog' | 'menu' | 'form' | 'region' | 'textbox';
  name?: string | RegExp;
  /** On a phone's layout, which a desk's window is at 200 %; where it is missing: as elsewhere. */
  narrow?: Presses | null;
}

const BOOKING = /^15:00–16:00, Емил Драгнев/;
/** What has no room in a phone's bar. */
const VIEW = 'Настройки на изгледа';
const TEAMS = 'Групи служители';

const CLIENTS = `Име\tТелефон\tИмейл\nНова Първанова\t0888 111 222\t\nЕмил Драгнев\t\t\nГрешна Поща\t\tне-е-поща`;
const SERVICES = 'Услуга\tКатегория\tВреметраене\tЦена\nВежди\tЛице\t20\t15,00\nБез цена\t\t30\t';
const PRODUCTS = 'Продукт\tБаркод\tПродажна цена\nСух шампоан\t3800000000001\t17,90\nГрешен\t\tх';

export const DIALOGS: readonly Opened[] = [
  { path: '/calendar', press: ['Нов час'], name: 'Нова резервация' },
  { path: '/calendar', press: ['Нов час', 'Добави услуга'], name: 'Нова резервация' },
  { path: '/calendar', press: ['Нов час', 'Блокирай времето без клиент и услуга'], name: 'Блокиране на време' },
  { path: '/calendar', press: ['Намери свободен час'], name: 'Следващ свободен час', narrow: [VIEW, 'Намери свободен час'] },
  { path: '/calendar', press: [BOOKING], name: /Редакция на резервация|Емил Драгнев/ },
  { path: '/calendar', press: [{ card: BOOKING }], name: /^Час на Емил Драгнев/ },
  { path: '/calendar', press: [{ card: BOOKING }, 'Премести'], name: /^Преместване: Емил Драгнев/ },
  { path: '/calendar', press: [{ card: BOOKING }, 'Повтори'], name: /^Повторение на часа/ },
  { path: '/calendar', press: [{ card: BOOKING }, 'Изтрий часа'], role: 'alertdialog' },
  { path: '/calendar', press: null, narrow: [VIEW], name: VIEW },
  { path: '/calendar', press: ['Още действия'], role: 'menu', narrow: null },
  { path: '/calendar', press: ['Още действия', 'Печат на деня'], name: 'Печат на деня', narrow: [VIEW, 'Печат на деня'] },
  { path: '/calendar', press: ['Още действия', 'Закъснение…'], name: 'Закъснение днес', narrow: [VIEW, 'Закъснение…'] },
  { path: '/calendar', press: ['Още действия', 'Клавиши'], name: 'Клавиши', narrow: [VIEW, 'Клавиши'] },
  { path: '/calendar', press: ['key:Control+K'], name: 'Търсене в салона' },
  { path: '/employees', press: ['Изтрий Десислава Тодорова'], role: 'alertdialog', narrow: [/: Десислава Тодорова$/, 'Изтрий'] },
  { path: '/employees', press: [/^Добави\s+група$/], role: 'form', name: 'Нова група', narrow: [TEAMS, 'Нова група'] },
  { path: '/employees', press: ['Редактирай Фризьори'], role: 'form', narrow: [TEAMS, 'Редактирай Фризьори'] },
  { path: '/employees', press: ['Изтрий Празна група'], role: 'alertdialog', narrow: [TEAMS, 'Изтрий Празна група'] },
  { path: '/services', press: ['Още действия'], role: 'menu' },
  { path: '/services', press: ['Изтрий Боядисване'], role: 'alertdialog', narrow: [/: Боядисване$/, 'Изтрий'] },
  { path: '/services/categories', press: ['Изтрий Коса'], role: 'alertdialog' },
  { path: '/services/categories', press: ['Редактирай Коса'], role: 'textbox', name: 'Ново име на категорията' },
  { path: '/salon/move-in?kind=services', paste: SERVICES, press: ['Прочети'], role: 'region', name: 'Преглед' },
  { path: '/salon/people', press: ['Покани'], name: 'Нова покана' },
  { path: '/salon/people', press: ['Действия за Рецепция'], role: 'menu' },
  { path: '/salon/people', press: ['Покани', 'Направи поканата'], name: 'Поканата е готова' },
  { path: '/salon/people', press: ['Действия за Рецепция', 'Смени името'], name: 'Име на Рецепция' },
  { path: '/salon/people', press: ['Действия за Рецепция', 'Смени ролята'], name: 'Роля на Рецепция' },
  { path: '/salon/people', press: ['Действия за Рецепция', 'Избери служител'], name: 'Кой служител е Рецепция' },
  { path: '/salon/people', press: ['Действия за Рецепция', 'Премахни от салона'], role: 'alertdialog' },
  { path: '/salon/people', press: ['Действия за Ивайло Георгиев', 'Предай салона'], name: /^Да предадете ли салона/ },
  { path: '/products', press: ['За поръчка'], name: 'За поръчка', narrow: ['Още действия', 'За поръчка'] },
  { path: '/products', press: null, narrow: ['Филтри: 0'], name: 'Филтри' },
  { path: '/products', press: ['Още действия'], role: 'menu' },
  { path: '/products', press: ['Изтрий Тонер перла'], role: 'alertdialog', narrow: [/: Тонер перла$/, 'Изтрий'] },
  { path: '/products', press: ['Сканирай'], name: 'Сканиране с камерата' },
  { path: '/salon/move-in?kind=products', paste: PRODUCTS, press: ['Прочети'], role: 'region', name: 'Преглед' },
  { path: '/products/groups', press: ['Нова група'], name: 'Нова група' },
  { path: '/products/groups', press: ['Редактирай Бои'], name: 'Редакция на група', narrow: null },
  { path: '/products/groups', press: ['Изтрий Празна група'], role: 'alertdialog', narrow: null },
  { path: '/clients', press: ['Още действия'], role: 'menu' },
  { path: '/clients', press: ['Изтрий Емил Драгнев'], role: 'alertdialog', narrow: null },
  { path: '/clients/client-silvia', press: ['Сравни'], name: 'Кой запис остава?' },
  { path: '/clients/client-silvia', press: ['Заличи клиента…'], name: /^Да заличим ли/ },
  { path: '/salon/move-in?kind=clients', paste: CLIENTS, press: ['Прочети'], role: 'region', name: 'Преглед' },
  { path: '/shifts', press: [/^Мария Петрова/], name: 'Мария Петрова' },
  { path: '/shifts', press: [/^Мария Петрова/, 'Отсъствие…'], name: 'Мария Петрова · Отсъствие' },
  { path: '/shifts', press: ['Още действия'], role: 'menu' },
  { path: '/shifts', press: ['Още действия', 'Копиране на седмицата'], name: /^Копиране на / },
  { path: '/shifts', press: ['Още действия', 'Сподели седмица на служител'], name: 'Сподели седмица на служител' },
  { path: '/clients/edit/client-anna', press: ['Изтрий клиента'], role: 'alertdialog' },
  { path: '/clients', press: ['key:?'], name: 'Клавиши' },
  { path: '/salon', press: ['Премини към евро'], name: /^Цени в / },
  { path: '/salon', press: ['Задай'], name: 'Работно време' },
  { path: '/salon', press: ['Официални празници'], name: 'Официални празници' },
  { path: '/salon', press: ['Добави'], name: 'Затворени дни' },
  { path: '/salon', press: ['Добави кабинет или място'], name: 'Нов кабинет или място' },
  { path: '/first-steps?open=tablet', press: [] },
  { path: '/first-steps?open=tablet', press: ['Направи покана', 'Копирай'] },
  { path: '/profile', press: ['Изход'], role: 'alertdialog' },
  { path: '/profile', press: ['Смени паролата'], name: 'Смяна на паролата' },
];

export const ADMIN_DIALOGS: readonly Opened[] = [
  { path: '/admin/approvals', press: ['Отхвърли: Салон с две заявки'] },
  { path: '/admin/system-status', press: ['Преглед: Студио Къдрица'] },
  { path: '/admin/system-status', press: ['Съобщение: Студио Къдрица'] },
  { path: '/admin/user-errors', press: ['Кратка грешка'] },
  { path: '/admin/user-errors', press: ['Добави помощ: Кратка грешка'] },
  { path: '/admin/salon-notes', press: [/^Изтрий бележката за /], role: 'alertdialog' },
  { path: '/admin/salons', press: ['Отхвърли: Студио Къдрица'] },
  { path: '/admin/salons', press: ['Друг собственик: Студио Къдрица'], name: 'Собственик на „Студио Къдрица“' },
  { path: '/admin/accounts', press: ['Еднократна връзка: owner2@greben.test'] },
  { path: '/admin/accounts', press: ['Еднократна връзка: owner2@greben.test', 'Направи връзката'] },
];
