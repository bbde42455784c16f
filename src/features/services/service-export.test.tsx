// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addService } from '#data/services.commands.ts';
import { services$ } from '#data/services.queries.ts';
import { csvOf } from '#domain/imports/csv.ts';
import { judgeServices } from '#domain/imports/judged.test-support.ts';
import { readTable } from '#domain/imports/read-table.ts';
import { guessServiceColumns } from '#domain/imports/service-import.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { ServicesPage, serviceTable } from './services-page.tsx';

const user = userEvent.setup();
const routes = { '/services': <ServicesPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

it('an empty list leads to moving in; a list with services has it among its actions', async () => {
  const empty = show(device, '/services', routes);
  await user.click(await screen.findByRole('link', { name: 'Внасяне от файл' }));
  expect(empty.path()).toBe('/salon/move-in');
  expect(empty.search().get('kind')).toBe('services');
  cleanup();
  await addService(device.replica, { name_bg: 'Брада', price: 20, currency: 'BGN' });
  const full = show(device, '/services', routes);
  await user.click(await screen.findByRole('button', { name: 'Още действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Внасяне от файл' }));
  await waitFor(() => expect(full.path()).toBe('/salon/move-in'));
});

describe('a list of services that is exported', () => {
  it('is a file of those that are shown', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    await addService(device.replica, { name_bg: 'Брада', price: 20, currency: 'BGN' });
    await addService(device.replica, { name_bg: 'Маникюр', price: 45, currency: 'BGN' });
    show(device, '/services?q=брада', routes);
    await user.click(await screen.findByRole('button', { name: 'Още действия' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Изтегли 1 услуга като CSV' }));
    const [[file]] = saved.mock.calls as [[Blob]];
    const text = await file.text();
    expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
      'Име на български;Име на английски;Категория;Времетраене;Почистване след часа;Цена;Видима онлайн;Бележки',
      'Брада;;;30;;20;да;',
      '',
    ]);
  });

  it.each(['bg', 'en'] as const)('is understood by the import of a device in %s, whatever its names are', async (language) => {
    await addService(device.replica, {
      name_bg: '=Балеаж',
      name_en: 'Balayage',
      duration: 150,
      price: 210.5,
      currency: 'BGN',
      category: 'Коса',
      buffer_after: 10,
      notes: 'Без амоняк',
    });
    await addService(device.replica, { name_bg: null, name_en: 'Beard', price: 20, currency: 'BGN', show_online: false });
    const services = await seen(services$(device.replica), (rows) => rows.length === 2);
    const rows = readTable(
      csvOf(
        serviceTable(services, { currency: 'BGN', language }, i18n.getFixedT(language, ['services', 'move-in'])),
        language === 'bg' ? ',' : '.',
      ),
    );
    const read = judgeServices(rows, { columns: guessServiceColumns(rows, language), currency: 'BGN' }, []);
    expect(read.map(({ value, verdict }) => ({ ...value, kind: verdict.kind }))).toEqual([
      {
        name_bg: '=Балеаж',
        name_en: 'Balayage',
        category: 'Коса',
        duration: 150,
        buffer_after: 10,
        price: 210.5,
        currency: 'BGN',
        show_online: true,
        notes: 'Без амоняк',
        kind: 'new',
      },
      {
        name_bg: null,
        name_en: 'Beard',
        category: null,
        duration: 30,
        buffer_after: 0,
        price: 20,
        currency: 'BGN',
        show_online: false,
        notes: null,
        kind: 'new',
      },
    ]);
  });
});
