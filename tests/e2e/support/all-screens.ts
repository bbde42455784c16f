/** Every address of the app, with what the test seed shows there. */

export interface Screen {
  path: string;
  /** Of the seed, seen there in every language. */
  shows?: string | RegExp;
  /** By axe-core in `npm test` too; in `npm run test:all` all are (accessible.spec.ts). */
  judged?: true;
}

export const SCREENS: readonly Screen[] = [
  { path: '/calendar', judged: true },
  { path: '/employees', shows: 'Десислава Тодорова', judged: true },
  { path: '/employees/add' },
  { path: '/employees/edit/maria' },
  { path: '/services', shows: /Боядисване|Colour/ },
  { path: '/services/add' },
  { path: '/services/edit/service-cut' },
  { path: '/services/categories', shows: 'Празна категория' },
  { path: '/products', shows: 'Тонер перла' },
  { path: '/products/add' },
  { path: '/products/edit/product-toner' },
  { path: '/products/groups', shows: 'Шампоани' },
  { path: '/products/revision', shows: 'Изчерпан шампоан' },
  { path: '/clients', shows: 'Силвия Маркова', judged: true },
  { path: '/clients/add' },
  { path: '/clients/edit/client-anna' },
  { path: '/clients/client-anna', judged: true },
  { path: '/shifts', shows: 'Мария Петрова' },
  { path: '/salon', shows: 'Kadritsa Studio', judged: true },
  { path: '/salon/move-in', judged: true },
  { path: '/salon/people', shows: 'Рецепция', judged: true },
  { path: '/salon/online', judged: true },
  { path: '/profile', shows: 'owner@greben.test' },
  { path: '/sync' },
  { path: '/first-steps', judged: true },
  { path: '/first-steps/services', judged: true },
  { path: '/no-such-page' },
];
export const ADMIN_SCREENS: readonly Screen[] = [
  { path: '/admin' },
  { path: '/admin/approvals', shows: 'Салон с две заявки' },
  { path: '/admin/system-status', shows: 'Студио Къдрица' },
  { path: '/admin/user-errors', shows: 'Кратка грешка' },
  { path: '/admin/salon-notes', shows: 'Обаждане: доволни са.' },
  { path: '/admin/salons', shows: 'Салон без заявка' },
  { path: '/admin/accounts', shows: 'owner2@greben.test' },
];
