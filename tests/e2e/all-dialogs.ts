/** Every dialog and menu that the test seed can open, and what else opens in its place, by what a person presses. */

export interface Opened {
  path: string;
  /** Rows as a spreadsheet copies them, for the page that takes them. */
  paste?: string;
  /** Buttons, links and entries of menus in their order; what begins with `key:` is a key. */
  press: readonly (string | RegExp)[];
  /** What stands there then. */
  role?: 'dialog' | 'alertdialog' | 'menu' | 'form' | 'region' | 'textbox';
  name?: string | RegExp;
}

const BOOKING = /^15:00–16:00, Емил Драгнев/;

const CLIENTS = `Име\tТелефон\tИмейл\nНова Първанова\t0888 111 222\t\nЕмил Драгнев\t\t\nГрешна Поща\t\tне-е-поща`;
const SERVICES = 'Услуга\tКатегория\tВреметраене\tЦена\nВежди\tЛице\t20\t15,00\nБез цена\t\t30\t';
const PRODUCTS = 'Продукт\tБаркод\tПродажна цена\nСух шампоан\t3800000000001\t17,90\nГрешен\t\tх';

export const DIALOGS: readonly Opened[] = [
  { path: '/calendar', press: ['Нов час'], name: 'Нова резервация' },
  { path: '/calendar', press: ['Нов час', 'Блокирай времето без клиент и услуга'], name: 'Блокиране на време' },
  { path: '/calendar', press: ['Намери свободен час'], name: 'Следващ свободен час' },
  { path: '/calendar', press: [BOOKING], name: /Редакция на резервация|Емил Драгнев/ },
  { path: '/calendar', press: ['Още действия'], role: 'menu' },
  { path: '/calendar', press: ['Още действия', 'Печат на деня'], name: 'Печат на деня' },
  { path: '/calendar', press: ['Още действия', 'Клавиши'], name: 'Клавиши' },
  { path: '/calendar', press: ['key:Control+K'], name: 'Търсене в салона' },
  { path: '/employees', press: ['Изтрий Десислава Тодорова'], role: 'alertdialog' },
  { path: '/employees', press: [/^Добави\s+група$/], role: 'form', name: 'Нова група' },
  { path: '/employees', press: ['Редактирай Фризьори'], role: 'form', name: 'Редакция на група' },
  { path: '/employees', press: ['Изтрий Празна група'], role: 'alertdialog' },
  { path: '/services', press: ['Още действия'], role: 'menu' },
  { path: '/services', press: ['Изтрий Боядисване'], role: 'alertdialog' },
  { path: '/services/categories', press: ['Изтрий Коса'], role: 'alertdialog' },
  { path: '/services/categories', press: ['Редактирай Коса'], role: 'textbox', name: 'Име на категорията' },
  { path: '/services/import', paste: SERVICES, press: ['Прочети поставеното'], role: 'region', name: 'Преглед' },
  { path: '/products', press: ['За поръчка'], name: 'За поръчка' },
  { path: '/products', press: ['Още действия'], role: 'menu' },
  { path: '/products', press: ['Изтрий Тонер перла'], role: 'alertdialog' },
  { path: '/products', press: ['Сканирай'], name: 'Сканиране с камерата' },
  { path: '/products/import', paste: PRODUCTS, press: ['Прочети поставеното'], role: 'region', name: 'Преглед' },
  { path: '/products/groups', press: ['Нова група'], name: 'Нова група' },
  { path: '/products/groups', press: ['Редактирай Бои'], name: 'Редакция на група' },
  { path: '/products/groups', press: ['Изтрий Бои'], role: 'alertdialog' },
  { path: '/clients', press: ['Още действия'], role: 'menu' },
  { path: '/clients', press: ['Изтрий Емил Драгнев'], role: 'alertdialog' },
  { path: '/clients/client-silvia', press: ['Сравни'], name: 'Кой запис остава?' },
  { path: '/clients/client-silvia', press: ['Заличи клиента…'], name: /^Да заличим ли/ },
  { path: '/clients/import', paste: CLIENTS, press: ['Прочети поставеното'], role: 'region', name: 'Преглед' },
  { path: '/shifts', press: ['Още действия'], role: 'menu' },
  { path: '/shifts', press: ['Още действия', 'Копиране на седмицата'], name: /^Копиране на / },
  { path: '/shifts', press: ['Още действия', 'Сподели седмица на служител'], name: 'Сподели седмица на служител' },
  { path: '/salon', press: ['Премини към евро'], name: /^Цени в / },
  { path: '/first-steps?open=tablet', press: [] },
  { path: '/profile', press: ['Изход'], role: 'alertdialog' },
];

export const ADMIN_DIALOGS: readonly Opened[] = [
  { path: '/admin/approvals', press: ['Отхвърли: Салон с две заявки'] },
  { path: '/admin/system-status', press: ['Преглед: Студио Къдрица'] },
  { path: '/admin/system-status', press: ['Съобщение: Студио Къдрица'] },
  { path: '/admin/user-errors', press: ['Кратка грешка'] },
  { path: '/admin/user-errors', press: ['Добави помощ: Кратка грешка'] },
  { path: '/admin/salon-notes', press: [/^Изтрий бележката за /], role: 'alertdialog' },
  { path: '/admin/salons', press: ['Отхвърли: Студио Къдрица'] },
];
