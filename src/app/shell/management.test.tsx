// @vitest-environment happy-dom
/** What holds for all management screens alike: the four states of a list, failures of the storage, and the two layouts. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { addProduct, addProductGroup } from '#data/products.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { addEmployee, addEmployeeGroup } from '#data/resources.commands.ts';
import { addService, addServiceGroup } from '#data/services.commands.ts';
import { ClientFormPage } from '#features/clients/client-form.tsx';
import { ClientsPage } from '#features/clients/clients-page.tsx';
import { EmployeeFormPage } from '#features/employees/employee-form.tsx';
import { EmployeesPage } from '#features/employees/employees-page.tsx';
import { ProductGroupsPage } from '#features/products/groups/product-groups-page.tsx';
import { ProductsPage } from '#features/products/products-page.tsx';
import { ServiceCategoriesPage } from '#features/services/service-categories-page.tsx';
import { ServiceFormPage } from '#features/services/service-form.tsx';
import { ServicesPage } from '#features/services/services-page.tsx';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import type { TableName } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';

const user = userEvent.setup();
const routes = {
  '/employees': <EmployeesPage />,
  '/employees/edit/:id': <EmployeeFormPage />,
  '/services': <ServicesPage />,
  '/services/edit/:id': <ServiceFormPage />,
  '/services/categories': <ServiceCategoriesPage />,
  '/clients': <ClientsPage />,
  '/clients/edit/:id': <ClientFormPage />,
  '/products': <ProductsPage />,
  '/products/groups': <ProductGroupsPage />,
};
let device: Device;

const wide = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width, height: 900 });

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  sessionStorage.clear();
  wide(1440);
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await setLanguage('bg');
  await device.replica.close();
});

/** The texts of the screens' namespaces, in the language that is set. */
const text = (key: string, values = {}): string => i18n.t(key as never, values) as unknown as string;
const said = () =>
  toasts.store
    .getState()
    .toasts.flatMap(({ open, title, description, variant }) => (open ? [[title, description, variant]] : []));

/** Reads of that table from the device's storage: fail, or never come. Returns what mends them. */
function storage(table: TableName, read: () => Promise<never>): () => void {
  const { storageInstance } = device.replica.rows[table] as unknown as Storage;
  const spied = [vi.spyOn(storageInstance, 'query'), vi.spyOn(storageInstance, 'findDocumentsById')];
  for (const spy of spied) spy.mockImplementation(read);
  return () => {
    for (const spy of spied) spy.mockRestore();
  };
}
const broken = () => Promise.reject(new Error('the disk is gone'));
const silent = () => new Promise<never>(() => undefined);

interface Storage {
  readonly storageInstance: Record<'query' | 'findDocumentsById', () => Promise<never>>;
}

interface List {
  readonly path: string;
  readonly table: TableName;
  /** What says that it failed, and that it is empty. */
  readonly failed: string;
  readonly empty: string;
  readonly add: string;
  /** Makes one record of that name. Its id. */
  readonly make: (name: string) => Promise<string>;
}

const LISTS: readonly (readonly [string, List])[] = [
  ['employees', { path: '/employees', table: 'resources', failed: 'employees:failed_to_load_employees', empty: 'employees:empty', add: '/employees/add', make: (name) => addEmployee(device.replica, { name, email: 'a@example.com' }) }],
  ['services', { path: '/services', table: 'services', failed: 'services:failed_to_load_services', empty: 'services:empty', add: '/services/add', make: (name) => addService(device.replica, { name_bg: name, name_en: name, price: 1, currency: 'BGN'}) }],
  ['clients', { path: '/clients', table: 'clients', failed: 'clients:failed_to_load_clients', empty: 'clients:empty', add: '/clients/add', make: (name) => addClient(device.replica, { first_name: name.split(' ')[0] ?? null, last_name: name.split(' ')[1] ?? null }) }],
  ['products', { path: '/products', table: 'products', failed: 'products:failed_to_load_products', empty: 'products:empty', add: '/products/add', make: (name) => addProduct(device.replica, { name, sale_price: 1, currency: 'BGN'}) }],
]; // biome-ignore format: a table reads better in rows

describe.each(['bg', 'en'] as const)('in %s', (language) => {
  beforeEach(() => setLanguage(language));

  describe.each(LISTS)('the list of %s', (_, { path, table, failed, empty, add, make }) => {
    it('shows its outline while it is read, says what failed and reads again, is empty with a way to add, then lists', async () => {
      const mend = storage(table, silent);
      show(device, path, routes);
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]:not([hidden])')).toBeTruthy());
      expect(screen.queryByText(text(empty))).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
      mend();
      cleanup();
      await device.replica.close();
      device = await openDevice();

      const mendAgain = storage(table, broken);
      show(device, path, routes);
      expect((await screen.findByRole('alert')).textContent).toContain(text(failed));
      await waitFor(() => expect(said()[0]).toEqual([text(failed), 'the disk is gone', 'destructive']));
      expect(screen.queryByText(text(empty))).toBeNull();
      mendAgain();
      await user.click(screen.getByRole('button', { name: text('common:retry') }));

      const nothing = await screen.findByText(text(empty));
      const box = nothing.closest('div');
      expect(
        within(box as HTMLElement)
          .getAllByRole('link')[0]
          ?.getAttribute('href'),
      ).toBe(add);
      expect(document.querySelectorAll(`a[href="${add}"]`)).toHaveLength(1);
      await make('Невена Радева');
      expect((await screen.findAllByText(/Невена Радева/)).length).toBeGreaterThan(0);
      expect(screen.queryByText(text(empty))).toBeNull();
      expect(document.querySelectorAll(`a[href="${add}"]`)).toHaveLength(1);
    });

    it('is the same in both layouts: the same records, in the same order, lead to the same forms', async () => {
      for (const name of ['Борис Тенев', 'Невена Радева', 'Анна Василева']) await make(name);
      const layouts = [];
      for (const width of [1440, 390]) {
        wide(width);
        show(device, path, routes);
        await screen.findAllByText(/Невена Радева/);
        const list = screen.queryByRole('table') ?? screen.getByRole('list', { name: document.title });
        expect(list.tagName).toBe(width === 390 ? 'UL' : 'TABLE');
        const hrefs = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '');
        layouts.push({
          names: [...(list.textContent?.matchAll(/Борис Тенев|Невена Радева|Анна Василева/g) ?? [])].map(([name]) => name),
          forms: hrefs.filter((href) => href.includes('/edit/')),
          others: [...new Set(hrefs.filter((href) => !href.includes('/edit/')))].sort(),
        });
        cleanup();
      }
      const [desk, phone] = layouts;
      expect(desk?.names).toEqual(['Анна Василева', 'Борис Тенев', 'Невена Радева']);
      expect(desk?.forms).toHaveLength(3);
      expect(phone).toEqual(desk);
    });
  });

  it.each([
    ['/employees', 'employee_groups', 'employees:failed_to_load_employee_groups'],
    ['/employees/edit/one', 'resources', 'employees:failed_to_load_employee'],
    ['/services/edit/one', 'services', 'services:failed_to_load_service'],
    ['/services/categories', 'service_groups', 'services:failed_to_load_categories'],
    ['/clients/edit/one', 'clients', 'clients:failed_to_load_client'],
    ['/products/groups', 'product_groups', 'products:failed_to_load_product_groups'],
  ] as const)('%s: what the storage of %s does not give is an error toast with its message', async (path, table, title) => {
    storage(table, broken);
    show(device, path, routes);
    await waitFor(() => expect(said()).toContainEqual([text(title), 'the disk is gone', 'destructive']));
    expect((await screen.findAllByRole('alert')).map((box) => box.textContent).join()).toContain(text(title));
  });

  const press = async (name: string | RegExp) =>
    user.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement);
  /** The disk takes no write from now on. */
  const fill = () => {
    (device.replica as { write: unknown }).write = () => Promise.reject(new Error('the disk is full up'));
  };

  it.each([
    [
      'employee',
      '/employees',
      'employees:failed_to_delete_employee',
      () => addEmployee(device.replica, { name: 'Х', email: 'a@b.bg' }),
    ],
    [
      'service',
      '/services',
      'services:failed_to_delete_service',
      () => addService(device.replica, { name_bg: 'Х', name_en: 'Х', price: 1, currency: 'BGN' }),
    ],
    [
      'client',
      '/clients',
      'clients:failed_to_delete_client',
      () => addClient(device.replica, { first_name: 'Х', last_name: 'Х' }),
    ],
    ['category', '/services/categories', 'services:failed_to_delete_group', () => addServiceGroup(device.replica, 'Х')],
    [
      'employee group',
      '/employees',
      'employees:failed_to_delete_employee_group',
      () => addEmployeeGroup(device.replica, { name: 'Х' }),
    ],
    [
      'product',
      '/products',
      'products:failed_to_delete_product',
      () => addProduct(device.replica, { name: 'Х', sale_price: 1, currency: 'BGN' }),
    ],
    [
      'product group',
      '/products/groups',
      'products:failed_to_delete_product_group',
      () => addProductGroup(device.replica, { name: 'Х' }),
    ],
  ] as const)(
    'a %s that the storage does not let go is an error toast with its message, and stays',
    async (_, path, title, make) => {
      await make();
      fill();
      show(device, path, routes);
      await press(new RegExp(`^${text('common:delete')} .*Х`));
      await press(text('common:delete'));
      await waitFor(() => expect(said()[0]).toEqual([text(title), 'the disk is full up', 'destructive']));
      expect((await screen.findAllByText(/Х/)).length).toBeGreaterThan(0);
    },
  );

  it.each([
    [
      'employee',
      '/employees/edit/',
      'employees:failed_to_save_employee',
      'employees:position',
      () => addEmployee(device.replica, { name: 'Х', email: 'a@b.bg' }),
    ],
    [
      'service',
      '/services/edit/',
      'services:failed_to_save_service',
      'services:name_en',
      () => addService(device.replica, { name_bg: 'Х', name_en: 'Х', price: 1, currency: 'BGN' }),
    ],
    [
      'client',
      '/clients/edit/',
      'clients:failed_to_save_client',
      'clients:city',
      () => addClient(device.replica, { first_name: 'Х', last_name: 'Х' }),
    ],
  ] as const)(
    'a %s that the storage does not take is an error toast with its message, and the form stays',
    async (_, path, title, label, make) => {
      const id = await make();
      fill();
      const shown = show(device, path + id, routes);
      const field = await screen.findByLabelText(new RegExp(`^${text(label)}`));
      await user.type(field, 'Ново');
      await press(text('common:save'));
      await waitFor(() => expect(said()[0]).toEqual([text(title), 'the disk is full up', 'destructive']));
      expect(shown.path()).toBe(path + id);
      expect(screen.getByDisplayValue(/Ново/)).toBeTruthy();
    },
  );
});
