// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addService } from '#data/services.commands.ts';
import { serviceGroups$, services$ } from '#data/services.queries.ts';
import { csvOf } from '#domain/imports/csv.ts';
import { readTable } from '#domain/imports/read-table.ts';
import { guessServiceColumns, judgeServices } from '#domain/imports/service-import.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { ServiceImportPage } from './service-import-page.tsx';
import { ServicesPage, serviceTable } from './services-page.tsx';

const user = userEvent.setup();
const routes = { '/services': <ServicesPage />, '/services/import': <ServiceImportPage /> };
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

const FILE = `Услуга;Категория;Времетраене (мин.);Цена;Онлайн
Балеаж;Коса;2 ч 30 мин;210,50;не
Маникюр;Нокти;60;45;да
подстригване;;30;20;
Масаж;;33;;`;

async function choose(): Promise<void> {
  const bytes = new TextEncoder().encode(FILE);
  const picker = (await screen.findAllByLabelText('Избери файл')).find(({ tagName }) => tagName === 'INPUT');
  if (!picker) throw new Error('no picker');
  fireEvent.change(picker, { target: { files: [new File([bytes], 'prices.csv', { type: 'text/csv' })] } });
  await screen.findByRole('region', { name: 'Преглед' });
}
const names = async (count: number) =>
  (await seen(services$(device.replica), (rows) => rows.length === count)).map((row) => row.name);

describe('a file of services', () => {
  it('is shown column by column with what was guessed, and row by row with what becomes of it', async () => {
    await addService(device.replica, { name_bg: 'Подстригване', price: 25, currency: 'BGN', category: 'Мъжко' });
    show(device, '/services/import', routes);
    await choose();
    const columns = within(screen.getByRole('region', { name: 'Какво има в колоните' }));
    expect(columns.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent)).toEqual([
      ...['Име на български', 'Категория', 'Времетраене', 'Цена', 'Видима онлайн'],
    ]);
    const rows = within(screen.getByRole('region', { name: 'Преглед' })).getAllByRole('listitem');
    const texts = rows.map((row) => row.textContent?.replace(/\u00a0/g, ' ') ?? '');
    expect(texts).toEqual([
      expect.stringContaining('Коса · 150 мин · 210,50 лв · скрита онлайнНова'),
      expect.stringContaining('Нокти · 60 мин · 45,00 лвНова'),
      expect.stringContaining('Същото имеПодстригванеИма я'),
      expect.stringContaining('Времетраенето е от 5 до 1440 минути, на стъпки от 5; Няма ценаГрешка'),
    ]);
    expect(texts[3]).toContain('Масаж33');
    expect(texts[3]).not.toContain('0,00');
    expect(screen.getByRole('link', { name: 'Подстригване' }).getAttribute('href')).toMatch(/^\/services\/edit\//);
  });

  it('makes the new ones alone with their categories, without a line, and can be taken back after a question', async () => {
    show(device, '/services/import', routes);
    await choose();
    await user.click(screen.getByRole('button', { name: 'Внеси 3 услуги' }));
    expect(await names(3)).toEqual(['Балеаж', 'Маникюр', 'подстригване']);
    await waitFor(() => expect(toastTexts()).toEqual(['Услугите са внесени']));
    expect((await seen(serviceGroups$(device.replica))).map(({ name }) => name)).toEqual(['Коса', 'Нокти']);
    const past = within(await screen.findByRole('region', { name: 'Внесено от това устройство' }));
    expect(past.getByText(/3 услуги/)).toBeTruthy();
    await user.click(past.getByRole('button', { name: 'Върни внасянето' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Върни внасянето' }));
    await names(0);
    await waitFor(() => expect(screen.queryByText('prices.csv')).toBeNull());
    await waitFor(async () => expect(await seen(serviceGroups$(device.replica))).toEqual([]));
  });
});

it('an empty list leads to the import; a list with services has it among its actions', async () => {
  const empty = show(device, '/services', routes);
  await user.click(await screen.findByRole('link', { name: 'Внасяне от CSV' }));
  expect(empty.path()).toBe('/services/import');
  cleanup();
  await addService(device.replica, { name_bg: 'Брада', price: 20, currency: 'BGN' });
  const full = show(device, '/services', routes);
  await user.click(await screen.findByRole('button', { name: 'Още действия' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Внасяне от CSV' }));
  await waitFor(() => expect(full.path()).toBe('/services/import'));
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
      'Име на български;Име на английски;Категория;Времетраене;Цена;Видима онлайн',
      'Брада;;;30;20;да',
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
    });
    await addService(device.replica, { name_bg: null, name_en: 'Beard', price: 20, currency: 'BGN', show_online: false });
    const services = await seen(services$(device.replica), (rows) => rows.length === 2);
    const rows = readTable(
      csvOf(
        serviceTable(services, { currency: 'BGN', language }, i18n.getFixedT(language, ['services', 'importing'])),
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
        price: 210.5,
        currency: 'BGN',
        show_online: true,
        kind: 'new',
      },
      {
        name_bg: null,
        name_en: 'Beard',
        category: null,
        duration: 30,
        price: 20,
        currency: 'BGN',
        show_online: false,
        kind: 'new',
      },
    ]);
  });
});
