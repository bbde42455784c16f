// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { addServiceGroup } from '#data/service-groups.commands.ts';
import { addService } from '#data/services.commands.ts';
import { clearToasts, show, toastTexts } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { ServiceCategoriesPage } from './service-categories-page.tsx';
import { ServicesPage } from './services-page.tsx';

const user = userEvent.setup();
const routes = { '/services': <ServicesPage />, '/services/categories': <ServiceCategoriesPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

const shownNames = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.font-semibold')?.textContent);

describe('the list of services', () => {
  it('shows duration, price in the salon’s currency and whether clients see it', async () => {
    await addService(device.replica, {
      name_bg: 'Балеаж',
      name_en: 'Balayage',
      duration: 150,
      price: 210,
      category: 'Боядисване',
    });
    await addService(device.replica, { name_bg: 'Брада', duration: 30, price: 20, show_online: false });
    show(device, '/services', routes);
    const row = (await screen.findByText('Балеаж')).closest('tr');
    expect(row?.textContent).toContain('150 мин');
    expect(row?.textContent?.replace(/\u00a0/g, ' ')).toContain('210,00 лв');
    expect(row?.textContent).toContain('Видима');
    expect(row?.textContent).toContain('Balayage');
    expect(screen.getByText('Брада').closest('tr')?.textContent).toContain('Скрита');
  });

  it('finds by name in either script and by category, and shows all again', async () => {
    await addService(device.replica, { name_bg: 'Балеаж', price: 1, category: 'Боядисване' });
    await addService(device.replica, { name_bg: 'Брада', price: 1, category: 'Мъжко' });
    show(device, '/services', routes);
    fireEvent.change(await screen.findByLabelText('Търсене на услуга'), { target: { value: 'baleaj' } });
    await waitFor(() => expect(shownNames()).toEqual(['Балеаж']));
    await user.click(screen.getByRole('button', { name: 'Мъжко' }));
    expect(await screen.findByText('Няма услуги по това търсене')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Покажи всички' }));
    await waitFor(() => expect(shownNames()).toEqual(['Балеаж', 'Брада']));
  });

  it('offers to add one when there is none', async () => {
    show(device, '/services', routes);
    expect(await screen.findByText('Няма налични услуги')).toBeTruthy();
  });

  it('asks before it deletes', async () => {
    const id = await addService(device.replica, { name_bg: 'Брада', price: 1 });
    show(device, '/services', routes);
    await user.click(await screen.findByRole('button', { name: 'Изтрий Брада' }));
    expect(await screen.findByText('Изтриване на „Брада“')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(device.writes.at(-1)).toEqual([{ table: 'services', id, change: { deleted: true } }]));
    expect(toastTexts()).toEqual(['Услугата е изтрита']);
  });
});

describe('the categories', () => {
  it('are added by Enter; the field stays ready for the next one', async () => {
    show(device, '/services/categories', routes);
    const field = await screen.findByLabelText<HTMLInputElement>('Нова категория');
    await user.type(field, ' Мигли {Enter}');
    expect(await screen.findByText('Мигли')).toBeTruthy();
    await waitFor(() => expect(field.value).toBe(''));
    expect(toastTexts()).toEqual(['Категорията е добавена']);
  });

  it('need a name', async () => {
    show(device, '/services/categories', routes);
    await user.type(await screen.findByLabelText('Нова категория'), '   ');
    await user.click(screen.getByRole('button', { name: 'Добави' }));
    expect(await screen.findByText('Въведете име на групата')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('say how many services name them', async () => {
    await addServiceGroup(device.replica, 'Маникюр');
    await addService(device.replica, { name_bg: 'Гел лак', price: 1, category: 'Маникюр' });
    show(device, '/services/categories', routes);
    expect((await screen.findByText('Маникюр')).closest('li')?.textContent).toContain('1 услуга');
  });
});
