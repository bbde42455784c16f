// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { becomes, type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { ClientCardPage } from '#features/clients/card/client-card-page.tsx';
import { ClientsPage } from '#features/clients/clients-page.tsx';
import { EmployeeFormPage } from '#features/employees/employee-form.tsx';
import { EmployeesPage } from '#features/employees/employees-page.tsx';
import { FirstStepsPage } from '#features/first-steps/first-steps-page.tsx';
import { MoveInPage } from '#features/move-in/move-in-page.tsx';
import { ProductGroupsPage } from '#features/products/groups/product-groups-page.tsx';
import { ProductFormPage } from '#features/products/product-form.tsx';
import { ProductsPage } from '#features/products/products-page.tsx';
import { SavedSalon } from '#features/salon/saved-salon.tsx';
import { ServiceCategoriesPage } from '#features/services/service-categories-page.tsx';
import { ServiceFormPage } from '#features/services/service-form.tsx';
import { ServicesPage } from '#features/services/services-page.tsx';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import type { SalonRole } from '#schemas/constants.ts';

const user = userEvent.setup();
let device: Device;

beforeEach(async () => {
  await setLanguage('en');
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  device = await openDevice();
  const { server } = device;
  server.put('salons', '7', { name_bg: 'Салон', name_en: 'Salon', currency: 'EUR' });
  server.put('salon_settings', '7', { currency: 'EUR', timezone: 'Europe/Sofia' });
  server.put('employee_groups', 'eg', { name: 'Stylists' });
  server.put('service_groups', 'sg', { name: 'Hair' });
  server.put('product_groups', 'pg', { name: 'Shampoos' });
  server.put('resources', 'ana', { name: 'Ana', email: 'ana@greben.test' });
  const cut = { name: 'Cut', name_bg: 'Подстригване', name_en: 'Cut', duration: 30, price: 25, currency: 'EUR' } as const;
  server.put('services', 'cut', { ...cut, category: 'Hair' });
  server.put('products', 'sham', { name: 'Shampoo', sale_price: 9, price: 9, currency: 'EUR', quantity: 5 });
  for (const [id, phone] of [['c1', '+359888123456'] as const, ['c2', '+359888123456'] as const])
    server.put('clients', id, { name: 'Maria Petrova', first_name: 'Maria', last_name: 'Petrova', phone });
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const open = async (role: SalonRole, at: string, route: string, page: ReactNode) => {
  await becomes(device, role);
  show(device, at, { [route]: page });
};
const button = (name: string | RegExp) => screen.queryByRole('button', { name });
/** The played browser does not know that a fieldset locks what is in it. */
const isLocked = (field: HTMLElement) => field.matches(':disabled') || field.closest('fieldset[disabled]') !== null;
const link = (name: string | RegExp) => screen.queryByRole('link', { name });

describe('services', () => {
  it('are only opened by staff, and changed by a manager', async () => {
    await open('staff', '/services', '/services', <ServicesPage />);
    await screen.findByText('Cut');
    expect([link('Add service'), link('Edit Cut'), button('Delete Cut')]).toEqual([null, null, null]);
    expect(link('Open Cut')).toBeTruthy();
    cleanup();
    await open('manager', '/services', '/services', <ServicesPage />);
    expect(await screen.findByRole('link', { name: 'Edit Cut' })).toBeTruthy();
    expect(button('Delete Cut')).toBeTruthy();
  });

  it('have a form that staff read, which says who changes it', async () => {
    await open('staff', '/services/edit/cut', '/services/edit/:id', <ServiceFormPage />);
    expect(await screen.findByText('Services and prices are changed by the owner or a manager.')).toBeTruthy();
    expect(isLocked(screen.getByLabelText('Price'))).toBe(true);
    expect([button('Save'), button('Delete')]).toEqual([null, null]);
    expect(button('Close')).toBeTruthy();
  });

  it('keep what was typed into a form when the role changes, and do not save it', async () => {
    await open('manager', '/services/edit/cut', '/services/edit/:id', <ServiceFormPage />);
    await fill('Price', '30');
    await becomes(device, 'staff');
    expect(await screen.findByText('Services and prices are changed by the owner or a manager.')).toBeTruthy();
    const price = screen.getByLabelText('Price') as HTMLInputElement;
    expect([price.value, isLocked(price), button('Save')]).toEqual(['30', false, null]);
    await user.type(price, '{Enter}');
    expect(device.writes).toEqual([]);
    await becomes(device, 'manager');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await stored(device.replica, 'services', 'cut')).toMatchObject({ price: 30 }));
  });

  it('have categories that staff read', async () => {
    await open('staff', '/c', '/c', <ServiceCategoriesPage />);
    expect(await screen.findByText('Categories are changed by the owner or a manager.')).toBeTruthy();
    expect([button('Edit Hair'), button('Delete Hair'), button('Add')]).toEqual([null, null, null]);
  });
});

describe('products', () => {
  it('have a quantity that staff change, and nothing else', async () => {
    await open('staff', '/products/edit/sham', '/products/edit/:id', <ProductFormPage />);
    expect(await screen.findByText(/The quantity you can change/)).toBeTruthy();
    expect(isLocked(screen.getByLabelText('Name'))).toBe(true);
    expect(screen.getAllByLabelText('Quantity')).toHaveLength(1);
    expect(button('Delete')).toBeNull();
    await fill('Quantity', '3');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await stored(device.replica, 'products', 'sham')).toMatchObject({ quantity: 3 }));
  });

  it('are added by no staff, by the list or by the address', async () => {
    await open('staff', '/products', '/products', <ProductsPage />);
    await screen.findByText('Shampoo');
    expect([link('Add product'), button('Delete Shampoo')]).toEqual([null, null]);
    cleanup();
    await open('staff', '/products/add', '/products/add', <ProductFormPage />);
    expect(await screen.findByText('Products are added by the owner or a manager.')).toBeTruthy();
    expect(button('Save')).toBeNull();
  });

  it('have groups that staff read', async () => {
    await open('staff', '/g', '/g', <ProductGroupsPage />);
    expect(await screen.findByText('Groups are changed by the owner or a manager.')).toBeTruthy();
    expect([button('New group'), button('Edit Shampoos')]).toEqual([null, null]);
    expect(isLocked(await screen.findByRole('switch'))).toBe(true);
  });
});

it('employees and their groups are read by staff', async () => {
  await open('staff', '/employees', '/employees', <EmployeesPage />);
  expect(await screen.findByRole('link', { name: 'Open Ana' })).toBeTruthy();
  expect([button('Delete Ana'), button('Edit Stylists'), button('Delete Stylists')]).toEqual([null, null, null]);
  expect(isLocked(screen.getByRole('switch'))).toBe(true);
  cleanup();
  await open('staff', '/employees/edit/ana', '/employees/edit/:id', <EmployeeFormPage />);
  expect(await screen.findByText('Employees are added and changed by the owner or a manager.')).toBeTruthy();
  expect(button('Save')).toBeNull();
});

describe('clients', () => {
  it.each([
    ['staff', { add: true, remove: false }],
    ['manager', { add: true, remove: true }],
  ] as const)('in the list of a %s', async (role, may) => {
    await open(role, '/clients', '/clients', <ClientsPage />);
    await screen.findAllByText('Maria Petrova');
    expect(link('Add client') !== null).toBe(may.add);
    expect(screen.queryAllByRole('button', { name: 'Delete Maria Petrova' }).length > 0).toBe(may.remove);
  });

  it.each([
    ['staff', { merge: false, erase: false }],
    ['manager', { merge: true, erase: false }],
    ['owner', { merge: true, erase: true }],
  ] as const)('on the card of a %s', async (role, may) => {
    await open(role, '/clients/c1', '/clients/:id', <ClientCardPage />);
    await screen.findByText('Personal data');
    if (may.merge) await screen.findByRole('button', { name: 'Compare' });
    else expect(button('Compare')).toBeNull();
    expect(button('Erase') !== null || button(/^Erase/) !== null).toBe(may.erase);
    if (!may.erase) expect(screen.getByText('Data are erased by the owner of the salon, at the client’s wish.')).toBeTruthy();
  });
});

describe('the salon', () => {
  const shown = async (role: SalonRole) => {
    await becomes(device, role);
    show(device, '/salon', { '/salon': <SavedSalon replica={device.replica} mayBeForeign={false} /> });
    await screen.findByRole('heading', { name: /Rooms and chairs/ });
  };
  it.each([
    ['staff', { details: false, days: false }],
    ['manager', { details: false, days: true }],
    ['owner', { details: true, days: true }],
  ] as const)('of a %s', async (role, may) => {
    await shown(role);
    expect(button('Edit') !== null).toBe(may.details);
    expect(screen.queryByText('The salon’s details are changed by the owner.') === null).toBe(may.details);
    expect(screen.queryByText('Opening hours and closed days are set by the owner or a manager.') === null).toBe(may.days);
    expect(button('Add a room or chair') !== null).toBe(may.days);
  });
});

it.each([
  ['staff', false],
  ['manager', true],
] as const)('prices that a change of the currency has left are offered to a %s: %s', async (role, isOffered) => {
  const { server } = device;
  server.put('services', 'perm', { name: 'Perm', name_bg: 'Къдрене', name_en: 'Perm', price: 40, currency: 'BGN' });
  await becomes(device, role);
  show(device, '/salon', { '/salon': <SavedSalon replica={device.replica} mayBeForeign={false} /> });
  await screen.findByRole('heading', { name: /Rooms and chairs/ });
  if (!isOffered) return expect(button(/^Convert/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: /^Convert/ }));
  await waitFor(async () =>
    expect(await stored(device.replica, 'services', 'perm')).toMatchObject({ price: 20.45, currency: 'EUR' }),
  );
});

it('nothing is moved in, and no first steps are taken, by staff', async () => {
  await open('staff', '/m', '/m', <MoveInPage />);
  expect(await screen.findByText(/are brought in by the owner or a manager/)).toBeTruthy();
  expect(screen.queryByText('What do you have?')).toBeNull();
  cleanup();
  await open('staff', '/f', '/f', <FirstStepsPage />);
  expect(await screen.findByText('The salon is set up by the owner or a manager.')).toBeTruthy();
  expect(within(document.body).queryByRole('list')).toBeNull();
});

it('what the device did not know yet is said when it is saved', async () => {
  await setLanguage('bg');
  await open('manager', '/c', '/c', <ServiceCategoriesPage />);
  const edit = await screen.findByRole('button', { name: 'Редактирай Hair' });
  await user.click(edit);
  const field = screen.getByDisplayValue('Hair');
  await user.clear(field);
  await user.type(field, 'Коса');
  await becomes(device, 'staff');
  await user.type(field, '{Enter}');
  await waitFor(() =>
    expect(toastTexts().join()).toContain('Това прави собственикът или управител. Нищо не е записано, а въведеното остава тук.'),
  );
  expect(await stored(device.replica, 'service_groups', 'sg')).toMatchObject({ name: 'Hair', pending: 0 });
});
