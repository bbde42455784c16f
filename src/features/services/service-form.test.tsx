// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { addService } from '#data/services.commands.ts';
import { clearToasts, fill, show, toastTexts } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { stepped } from './duration-field.tsx';
import { ServiceFormPage } from './service-form-page.tsx';

const user = userEvent.setup();
const routes = { '/services/add': <ServiceFormPage />, '/services/edit/:id': <ServiceFormPage /> };
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

const save = async (name = 'Запази') => user.click(await screen.findByRole('button', { name }));

describe('the service form', () => {
  it('opens with the defaults of the specification', async () => {
    show(device, '/services/add', routes);
    expect((await screen.findByLabelText<HTMLInputElement>('Времетраене')).value).toBe('30');
    expect(screen.getByLabelText<HTMLInputElement>('Цена').value).toBe('0');
    expect(screen.getByLabelText<HTMLInputElement>('Цвят, #').value).toBe('#3498db');
    expect(screen.getByRole('switch', { name: 'Видима онлайн' }).getAttribute('aria-checked')).toBe('true');
  });

  it('asks for the name in the language of the interface, and for the other one after a change of language', async () => {
    show(device, '/services/add', routes);
    await save();
    expect((await screen.findByText('Въведете име')).closest('div')?.querySelector('label')?.textContent).toBe(
      'Име на български',
    );
    await act(() => setLanguage('en'));
    await save('Save');
    expect((await screen.findByText('Enter a name')).closest('div')?.querySelector('label')?.textContent).toBe('Name in English');
    expect(device.writes).toEqual([]);
  });

  it.each([
    ['Времетраене', '0', 'Поне 5 минути'],
    ['Времетраене', '1445', 'Най-много 1440 минути (24 часа)'],
    ['Времетраене', '12', 'На стъпки от 5 минути'],
    ['Времетраене', '', 'Въведете времетраене в минути'],
    ['Времетраене', 'час', 'Въведете времетраене в минути'],
    ['Цена', '', 'Въведете цена'],
    ['Цена', '-1', 'Цената не може да е под 0'],
    ['Цена', '9,999', 'Най-много две цифри след запетаята'],
  ])('says beside the field what is wrong with %s “%s”', async (label, text, message) => {
    show(device, '/services/add', routes);
    await fill(label, text);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('saves a new one and returns to the list', async () => {
    const shown = show(device, '/services/add', routes);
    await fill('Име на български', 'Балеаж');
    await fill('Времетраене', '150');
    await fill('Цена', '210,50');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    const id = device.writes.flat()[0]?.id ?? '';
    expect(await stored(device.replica, 'services', id)).toMatchObject({
      name: 'Балеаж',
      name_bg: 'Балеаж',
      name_en: null,
      duration: 150,
      price: 210.5,
      color: '#3498db',
      show_online: true,
    });
    expect(toastTexts()).toEqual(['Услугата е добавена']);
  });

  it('writes only the price when only the price was changed', async () => {
    const id = await addService(device.replica, { name_bg: 'Гел лак', duration: 75, price: 45 });
    device.writes.length = 0;
    const shown = show(device, `/services/edit/${id}`, routes);
    await fill('Цена', '48');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(device.writes).toEqual([[{ table: 'services', id, change: { price: 48 } }]]);
    expect(toastTexts()).toEqual(['Услугата е обновена']);
  });

  it('says so when the id is no service’s', async () => {
    show(device, '/services/edit/nothing', routes);
    expect(await screen.findByText('Няма услуга с този номер')).toBeTruthy();
  });
});

describe('a step of the duration', () => {
  it('leads to the next full five minutes, never below them and never above a day', () => {
    expect(stepped('30', 1)).toBe('35');
    expect(stepped('32', 1)).toBe('35');
    expect(stepped('32', -1)).toBe('30');
    expect(stepped('5', -1)).toBe('5');
    expect(stepped('', 1)).toBe('5');
    expect(stepped('1435', 1)).toBe('1440');
    expect(stepped('1440', 1)).toBe('1440');
  });
});
