/**
 * GREBEN_SEED=test: a small salon with fixed ids and names for the tests, and one of every special case (tests/README.md). It is
 * built around 2026-11-18 unless GREBEN_TODAY names another day; the clock of the stories shows 10:40 in Sofia.
 */
import type { SalonRole } from '#schemas/constants.ts';
import { ACCOUNTS } from './seed-demo.ts';
import { smallSalon } from './seed-demo-small.ts';
import { SalonRows } from './seed-rows.ts';
import { addTestCalendar } from './seed-test-calendar.ts';
import type { Seed } from './seed-write.ts';
import { dateAfterDays, instantAt } from './zoned-time.ts';

export const TEST_ACCOUNTS = {
  ...ACCOUNTS,
  staff: { id: 'ad000000-0000-4000-8000-000000000004', email: 'staff@greben.test' },
  newcomer: { id: 'ad000000-0000-4000-8000-000000000005', email: 'newcomer@greben.test' },
  nullrole: { id: 'ad000000-0000-4000-8000-000000000006', email: 'nullrole@greben.test' },
} as const;

export const TEST_ZONE = 'Europe/Sofia';

function addCatalog(salon: SalonRows): void {
  salon.add('employee_groups', 'team-hair', { name: 'Фризьори', color: '#7c3aed' });
  salon.add('employee_groups', 'team-empty', { name: 'Празна група', color: '#64748b' });
  salon.add('service_groups', 'category-hair', { name: 'Коса' });
  salon.add('service_groups', 'category-empty', { name: 'Празна категория' });
  const hair = { category: 'Коса', color: '#7c3aed' };
  const names = (name: string, name_en: string) => ({ name, name_bg: name, name_en });
  salon.add('services', 'service-cut', { ...names('Подстригване', 'Haircut'), duration: 60, price: 45, ...hair });
  salon.add('services', 'service-colour', { ...names('Боядисване', 'Colour'), duration: 90, price: 110.5, ...hair });
  salon.add('services', 'service-beard', { ...names('Брада', 'Beard'), duration: 30, price: 18 });
  salon.add('services', 'service-50', { ...names('Услуга 50 минути', 'Fifty minutes'), duration: 50, price: 40 });
  salon.add('services', 'service-no-duration', { ...names('Услуга без времетраене', 'No duration'), duration: null, price: 25 });

  salon.add('product_groups', 'goods-shampoo', { name: 'Шампоани' });
  salon.add('product_groups', 'goods-tint', { name: 'Бои', color: '#7c3aed' });
  salon.add('product_groups', 'goods-toner', { name: 'Тонери', parent_id: 'goods-tint' });
  salon.add('product_groups', 'goods-empty', { name: 'Празна група' });
  const shampoo = { group_id: 'goods-shampoo', group_name: 'Шампоани' };
  const toner = { group_id: 'goods-toner', group_name: 'Тонери' };
  const good = (id: string, name: string, quantity: number, low_stock_at: number | null, group: typeof shampoo) =>
    salon.add('products', id, { name, supply_price: 8, sale_price: 16, price: 16, quantity, unit: 'g', low_stock_at, ...group });
  good('product-none-left', 'Изчерпан шампоан', 0, 5, shampoo);
  good('product-running-out', 'Шампоан на свършване', 3, 5, shampoo);
  good('product-no-threshold', 'Шампоан без праг', 12, null, shampoo);
  good('product-toner', 'Тонер перла', 40, 10, toner);
}

function addClients(salon: SalonRows, today: string): void {
  const client = (id: string, first_name: string | null, last_name: string | null, phone: string | null, more = {}) =>
    salon.add('clients', id, { first_name, last_name, phone, ...more });
  client('client-anna', 'Анна', 'Василева', '+359888100001', { email: 'anna@example.com', city: 'София' });
  client('client-silvia', 'Силвия', 'Маркова', '+359888100002', { notes: 'Алергия към амоняк' });
  client('client-boris', 'Борис', 'Тенев', '+359888100003');
  client('client-emil', 'Емил', 'Драгнев', '+359888100004', { birth_date: '1984-03-09' });
  client('client-galya', 'Галя', 'Стефанова', '+359888100005');
  client('client-named', null, null, '+359888100006', { name: 'Фирма „Пример“' });
  client('client-first-name-only', 'Мира', null, '+359888100007');
  client('client-nameless', null, null, '+359888100008');
  client('client-twin-1', 'Ина', 'Фотева', '+359888100009');
  client('client-twin-2', 'Инна', 'Фотева', '+359888100009');
  const at = instantAt(dateAfterDays(today, -5), 12 * 60, TEST_ZONE);
  client('client-deleted', 'Заличена', 'Клиентка', '+359888100010', { deleted: true, updated_at: at });
}

/** Makes a salon without employees; three of them show the other states of an approval. */
function bareSalon(id: number, name: string, founded: string): SalonRows {
  const salon = new SalonRows(id, founded);
  salon.add('salons', String(id), { owner_id: null, name_bg: name, name_en: `${name} EN` });
  salon.add('salon_settings', String(id), {});
  return salon;
}

export function testSeed(today: string): Seed {
  const founded = instantAt(dateAfterDays(today, -430), 9 * 60, TEST_ZONE);
  const salon = new SalonRows(1, founded);
  salon.add('salons', '1', {
    owner_id: TEST_ACCOUNTS.owner.id,
    name_bg: 'Студио Къдрица',
    name_en: 'Kadritsa Studio',
    comment: 'София, ул. „Шишман“ 14',
    is_complete: true,
  });
  salon.add('salon_settings', '1', {});
  addCatalog(salon);
  addClients(salon, today);
  addTestCalendar(salon, today);
  const inSalon = (role: SalonRole, name: string | null = null, salonId = 1, resourceId: string | null = null) => ({
    membership: { salonId, role, name, resourceId, joinedAt: founded },
  });
  const bare = instantAt(dateAfterDays(today, -20), 9 * 60, TEST_ZONE);
  return {
    accounts: [
      { ...TEST_ACCOUNTS.admin, membership: null },
      { ...TEST_ACCOUNTS.owner, ...inSalon('owner', 'Мария Петрова') },
      { ...TEST_ACCOUNTS.owner2, ...inSalon('owner', null, 2) },
      { ...TEST_ACCOUNTS.staff, ...inSalon('staff', 'Десислава Тодорова', 1, 'desislava') },
      { ...TEST_ACCOUNTS.newcomer, membership: null },
      { ...TEST_ACCOUNTS.nullrole, ...inSalon('staff'), role: null },
      { ...TEST_ACCOUNTS.manager, ...inSalon('manager', 'Ивайло Георгиев', 1, 'ivaylo') },
      { ...TEST_ACCOUNTS.reception, ...inSalon('staff', 'Рецепция') },
    ],
    salons: [
      salon,
      smallSalon(2, TEST_ACCOUNTS.owner2.id, today, null),
      bareSalon(3, 'Отказан салон', bare),
      bareSalon(4, 'Салон без заявка', bare),
      bareSalon(5, 'Салон с две заявки', bare),
    ],
    administration: administrationRows(today),
  };
}

/** The rows behind the administrator's screens: each state of an approval, healthy and critical checks, short and long errors. */
function administrationRows(today: string): Record<string, Record<string, unknown>[]> {
  const at = (days: number, minute: number) => instantAt(dateAfterDays(today, days), minute, TEST_ZONE);
  const health = (salon_id: number, days: number, healthy: boolean) => ({
    salon_id,
    check_date: at(days, 9 * 60 + salon_id),
    is_database_healthy: true,
    is_api_healthy: true,
    is_auth_healthy: healthy,
    is_storage_healthy: healthy,
    has_critical_issues: !healthy,
    services_count: 5,
    resources_count: 10,
    clients_count: 10,
    events_count: 35,
    last_event_date: at(1, 14 * 60),
  });
  const error = (n: number, error_type: string, error_message: string, has_popup_help: boolean) => ({
    id: `ae000000-0000-4000-8000-00000000000${n}`,
    salon_id: 1,
    created_at: at(0, 9 * 60 + n),
    error_type,
    error_message,
    error_stack: 'Error\n    at save (calendar.js:1:1)',
    user_id: ACCOUNTS.owner.id,
    // Help appears on the page of its error, so these pages are ones that no story uses.
    page_url: ['', '/calendar', 'http://127.0.0.1:4173/employees/edit/a-page-with-a-long-address', '/services/categories'][n],
    browser_info: 'Chromium',
    has_popup_help,
  });
  return {
    salon_approvals: [
      { salon_id: 1, status: 'approved', submission_date: at(-400, 600), approval_date: at(-399, 600) },
      { salon_id: 2, status: 'pending', submission_date: at(-2, 600) },
      {
        salon_id: 3,
        status: 'rejected',
        submission_date: at(-20, 600),
        rejected_date: at(-19, 600),
        rejection_reason: 'Няма такъв адрес',
      },
      {
        salon_id: 5,
        status: 'rejected',
        submission_date: at(-18, 600),
        rejected_date: at(-17, 600),
        rejection_reason: 'Липсва име',
      },
      { salon_id: 5, status: 'pending', submission_date: at(-1, 600) },
    ],
    system_health_checks: [health(1, -1, true), health(2, -1, true), health(1, 0, true), health(2, 0, false)],
    user_errors: [
      error(1, 'TypeError', 'Кратка грешка', false),
      error(
        2,
        'A type of error longer than 25',
        'A message of an error that is clearly longer than the fifty characters shown',
        false,
      ),
      error(3, 'RangeError', 'Грешка с помощ за потребителя, чийто текст е по-дълъг от петдесет знака', true),
    ],
    salon_notes: [{ salon_id: 1, author_id: ACCOUNTS.admin.id, note: 'Обаждане: доволни са.', created_at: at(-10, 700) }],
  };
}
