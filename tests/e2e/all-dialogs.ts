/** Every dialog and menu that the test seed can open, by what a person presses. */

export interface Opened {
  path: string;
  /** Buttons, links and entries of menus in their order; what begins with `key:` is a key. */
  press: readonly (string | RegExp)[];
  /** What stands there then. */
  role?: 'dialog' | 'alertdialog' | 'menu';
  name?: string | RegExp;
}

const BOOKING = /^15:00–16:00, Емил Драгнев/;

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
  { path: '/services', press: ['Още действия'], role: 'menu' },
  { path: '/services', press: ['Изтрий Боядисване'], role: 'alertdialog' },
  { path: '/services/categories', press: ['Изтрий Коса'], role: 'alertdialog' },
  { path: '/products', press: ['За поръчка'], name: 'За поръчка' },
  { path: '/products', press: ['Още действия'], role: 'menu' },
  { path: '/products', press: ['Изтрий Тонер перла'], role: 'alertdialog' },
  { path: '/products/groups', press: ['Нова група'], name: 'Нова група' },
  { path: '/products/groups', press: ['Редактирай Бои'], name: 'Редакция на група' },
  { path: '/products/groups', press: ['Изтрий Бои'], role: 'alertdialog' },
  { path: '/clients', press: ['Още действия'], role: 'menu' },
  { path: '/clients', press: ['Изтрий Емил Драгнев'], role: 'alertdialog' },
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
