// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { addService, addServiceGroup, renameServiceGroup } from '#data/services.commands.ts';
import * as queries from '#data/services.queries.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { ownTermsText } from '#schemas/own-terms.ts';
import { ServiceFormPage, steppedDuration } from './service-form.tsx';
import { ServicesPage } from './services-page.tsx';

vi.mock('#data/services.queries.ts', { spy: true });

const user = userEvent.setup();
const routes = { '/services/add': <ServiceFormPage />, '/services/edit/:id': <ServiceFormPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
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

  it.each([
    ['bg', /^Видима онлайн/, /^Клиентите я виждат, когато се записват сами/],
    ['en', /^Visible online/, /^Clients see it when they book themselves/],
  ] as const)('says in %s what being visible online is for', async (language, name, description) => {
    await setLanguage(language);
    show(device, '/services/add', routes);
    expect(await screen.findByRole('switch', { name, description })).toBeTruthy();
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
    await fill(/^Бележки/, 'Без амоняк');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    const id = device.writes.flat()[0]?.id ?? '';
    expect(await stored(device.replica, 'services', id)).toMatchObject({
      name: 'Балеаж',
      notes: 'Без амоняк',
      name_bg: 'Балеаж',
      name_en: null,
      duration: 150,
      price: 210.5,
      color: '#3498db',
      show_online: true,
    });
    expect(toastTexts()).toEqual(['Услугата е добавена']);
  });

  it('shows what was saved, whatever the list was searched and filtered for', async () => {
    await addService(device.replica, { name_bg: 'Гел лак', category: 'Маникюр' });
    sessionStorage.setItem('greben.list./services', 'q=гел&category=Маникюр');
    const shown = show(device, '/services/add', { ...routes, '/services': <ServicesPage /> });
    await fill('Име на български', 'Балеаж');
    await save();
    const row = (await screen.findByText('Балеаж')).closest('tr');
    expect(row?.className).toContain('changed');
    await waitFor(() => expect([...shown.search().keys()]).toEqual([]));
    // Once: what is chosen then stays chosen.
    await user.type(screen.getByLabelText('Търсене на услуга'), 'гел');
    await waitFor(() => expect(screen.queryByText('Балеаж')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Търсене на услуга').value).toBe('гел');
  });

  it('writes only the price when only the price was changed', async () => {
    const id = await addService(device.replica, { name_bg: 'Гел лак', duration: 75, price: 45, currency: 'BGN' });
    device.writes.length = 0;
    const shown = show(device, `/services/edit/${id}`, routes);
    await fill('Цена', '48');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(device.writes).toEqual([[{ table: 'services', id, change: { price: 48, currency: 'BGN' } }]]);
    expect(toastTexts()).toEqual(['Услугата е обновена']);
  });

  it('takes a price in what it was in, says what that is in the salon’s currency, and writes it so with one tap', async () => {
    const own_terms = ownTermsText([{ resource: 'ana', duration: null, price: 60, currency: 'BGN' }]);
    device.server.put('resources', 'ana', { name: 'Ана', active: true });
    device.server.put('salon_settings', String(SALON_ID), { currency: 'EUR' });
    device.server.put('services', 'late', { name: 'Маска', name_bg: 'Маска', price: 100, currency: 'BGN', own_terms });
    device.server.online = true;
    await device.replica.syncNow();
    device.writes.length = 0;
    const shown = show(device, '/services/edit/late', routes);
    const price = await screen.findByLabelText<HTMLInputElement>('Цена');
    expect([price.value, price.parentElement?.textContent]).toEqual(['100,00', 'лв']);
    expect(screen.getByText(/= 51,13/)).toBeTruthy();
    const [first, second] = screen.getAllByRole('button', { name: 'Запиши в €' });
    await user.click(first as HTMLElement);
    expect([price.value, price.parentElement?.textContent]).toEqual(['51,13', '€']);
    const own = screen.getByLabelText<HTMLInputElement>('Цена, Ана');
    expect([own.value, own.parentElement?.textContent]).toEqual(['60,00', 'лв']);
    await user.click(second as HTMLElement);
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    const change = { price: 51.13, currency: 'EUR', own_terms: '[["ana",null,30.68,"EUR"]]' };
    expect(device.writes).toEqual([[{ table: 'services', id: 'late', change }]]);
  });

  it('keeps a typed price in what stood beside it when the salon changes its currency meanwhile', async () => {
    device.server.put('salon_settings', String(SALON_ID), { currency: 'BGN' });
    device.server.online = true;
    await device.replica.syncNow();
    const shown = show(device, '/services/add', routes);
    await fill('Име на български', 'Маска');
    await fill('Цена', '100');
    device.server.put('salon_settings', String(SALON_ID), { currency: 'EUR' });
    await act(() => device.replica.syncNow());
    expect(await screen.findByText(/= 51,13/)).toBeTruthy();
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(device.writes.at(-1)?.[0]?.change).toMatchObject({ price: 100, currency: 'BGN' });
  });

  it('takes the new name of a category that another device renames while the form is open', async () => {
    const group = await addServiceGroup(device.replica, 'Коса');
    const shown = show(device, '/services/add', routes);
    await fill('Име на български', 'Букли');
    await user.click(await screen.findByLabelText('Категория'));
    await user.click(await screen.findByRole('option', { name: 'Коса' }));
    await act(async () => renameServiceGroup(device.replica, group, 'Коса и стил'));
    await waitFor(() => expect(screen.getByLabelText('Категория').textContent).toBe('Коса и стил'));
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(device.writes.at(-1)).toMatchObject([{ table: 'services', change: { name_bg: 'Букли', category: 'Коса и стил' } }]);
  });

  it('keeps what was typed over a reload', async () => {
    show(device, '/services/add', routes);
    await fill('Име на български', 'Балеаж');
    await waitFor(() => expect(JSON.stringify(Object.values(localStorage))).toContain('Балеаж'));
    cleanup();
    show(device, '/services/add', routes);
    expect(await screen.findByText('Тук е написаното от преди. Още не е запазено.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Име на български').value).toBe('Балеаж');
  });

  it('shows nothing of processing and of who offers it but one quiet line, until it is asked for', async () => {
    show(device, '/services/add', routes);
    const opener = await screen.findByRole('button', { name: 'Престой, почистване и кой я предлага' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByLabelText(/^Престой/)).toBeNull();
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByLabelText('Престоят започва след')).toBeTruthy();
  });

  it('draws the three times as one stretch, and saves them', async () => {
    const shown = show(device, '/services/add', routes);
    await fill('Име на български', 'Боядисване');
    await fill('Времетраене', '105');
    await user.click(await screen.findByRole('button', { name: 'Престой, почистване и кой я предлага' }));
    expect(screen.getByRole('img', { name: '105 минути работа' })).toBeTruthy();
    await fill('Престоят започва след', '30');
    await fill('Престой', '45');
    await fill('Почистване след часа', '10');
    expect(
      await screen.findByRole('img', { name: '30 минути работа, 45 минути престой, 30 минути работа, 10 минути почистване' }),
    ).toBeTruthy();
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    const id = device.writes.flat()[0]?.id ?? '';
    expect(await stored(device.replica, 'services', id)).toMatchObject({
      duration: 105,
      processing_after: 30,
      processing_minutes: 45,
      buffer_after: 10,
      resource_ids: null,
      own_terms: null,
    });
  });

  it.each([
    ['Престой', '12', 'На стъпки от 5 минути'],
    ['Престой', 'час', 'Въведете минути'],
    ['Престой', '30', 'Престоят трябва да свърши преди края на услугата'],
    ['Почистване след часа', '245', 'Най-много 240 минути (4 часа)'],
  ])('says beside %s “%s” what is wrong with it', async (label, text, message) => {
    show(device, '/services/add', routes);
    await user.click(await screen.findByRole('button', { name: 'Престой, почистване и кой я предлага' }));
    await fill('Престоят започва след', '10');
    await fill(label, text);
    expect((await screen.findByText(message)).closest('div')?.querySelector('label')?.textContent).toContain(label);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('keeps who offers it, and what lasts or costs otherwise with whom', async () => {
    const ana = await addEmployee(device.replica, { name: 'Ана', email: 'ana@salon.bg' });
    await addEmployee(device.replica, { name: 'Боян', email: 'boyan@salon.bg' });
    const id = await addService(device.replica, { name_bg: 'Маникюр', duration: 60, price: 40, currency: 'BGN' });
    device.writes.length = 0;
    const shown = show(device, `/services/edit/${id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Престой, почистване и кой я предлага' }));
    const offered = screen.getByRole('group', { name: 'Кой я предлага' });
    expect(within(offered).getByRole('button', { name: 'Всички' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(within(offered).getByRole('button', { name: /Ана/ }));
    expect(within(offered).getByRole('button', { name: 'Всички' }).getAttribute('aria-pressed')).toBe('false');
    const own = screen.getByRole('group', { name: 'Различно времетраене и цена' });
    expect(within(own).queryByLabelText('Времетраене, Боян')).toBeNull();
    await fill('Времетраене, Ана', '42');
    expect(await within(own).findByText('На стъпки от 5 минути')).toBeTruthy();
    await save();
    expect(device.writes).toEqual([]);
    await fill('Времетраене, Ана', '45');
    await fill('Цена, Ана', '50');
    // What is wrong of somebody who does not offer it is not shown, and holds nothing up.
    await user.click(within(offered).getByRole('button', { name: /Боян/ }));
    await fill('Цена, Боян', 'скъпо');
    await user.click(within(offered).getByRole('button', { name: /Боян/ }));
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(device.writes).toEqual([
      [{ table: 'services', id, change: { resource_ids: `["${ana}"]`, own_terms: `[["${ana}",45,50,"BGN"]]` } }],
    ]);
  });

  it('opens with what is used already, and takes all of it away again', async () => {
    const id = await addService(device.replica, {
      ...{ name_bg: 'Боядисване', duration: 105, price: 90, currency: 'BGN' },
      ...{ processing_after: 30, processing_minutes: 45, buffer_after: 0 },
    });
    device.writes.length = 0;
    const shown = show(device, `/services/edit/${id}`, routes);
    expect(await screen.findByRole('img', { name: '30 минути работа, 45 минути престой, 30 минути работа' })).toBeTruthy();
    await fill('Престоят започва след', '');
    await fill('Престой', '');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(await stored(device.replica, 'services', id)).toMatchObject({ processing_after: 0, processing_minutes: 0 });
  });

  it('leads back to what is wrong in it where the line was closed', async () => {
    show(device, '/services/add', routes);
    await fill('Име на български', 'Балеаж');
    const opener = await screen.findByRole('button', { name: 'Престой, почистване и кой я предлага' });
    await user.click(opener);
    await fill('Престоят започва след', '10');
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await save();
    expect(await screen.findByText('Въведете колко минути е престоят')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('returns to the list as it was left, at the row that was saved', async () => {
    await addService(device.replica, { name_bg: 'Брада', price: 20, currency: 'BGN' });
    const id = await addService(device.replica, { name_bg: 'Балеаж', price: 210, currency: 'BGN' });
    const shown = show(device, '/services?q=бал', { ...routes, '/services': <ServicesPage /> });
    await user.click(await screen.findByRole('link', { name: 'Редактирай Балеаж' }));
    await fill('Цена', '220');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/services'));
    expect(shown.search().get('q')).toBe('бал');
    const row = (await screen.findByText('Балеаж')).closest('tr');
    expect([row?.dataset.row, row?.className]).toEqual([id, 'changed']);
    expect(screen.queryByText('Брада')).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest('tr')).toBe(row));
  });

  it('says by a toast beside the box that the service was not loaded', async () => {
    const id = await addService(device.replica, { name_bg: 'Гел лак', price: 45, currency: 'BGN' });
    vi.mocked(queries.services$).mockReturnValueOnce(throwError(() => new Error('disk')));
    show(device, `/services/edit/${id}`, routes);
    expect((await screen.findByRole('alert')).textContent).toContain('Услугата не се зареди');
    expect(toastTexts()).toEqual(['disk']);
    await user.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    expect(await screen.findByLabelText('Цена')).toBeTruthy();
  });

  it('says so when the id is no service’s', async () => {
    show(device, '/services/edit/nothing', routes);
    expect(await screen.findByText('Няма услуга с този номер')).toBeTruthy();
    // In words, not as a bare arrow: there is nothing else to press.
    // The list as it was left: an earlier test searched it.
    expect(screen.getByText('Към услугите').closest('a')?.getAttribute('href')).toMatch(/^\/services(\?|$)/);
  });
});

describe('a step of the duration', () => {
  it('leads to the next full five minutes, never below them and never above a day', () => {
    expect(steppedDuration('30', 1)).toBe('35');
    expect(steppedDuration('32', 1)).toBe('35');
    expect(steppedDuration('32', -1)).toBe('30');
    expect(steppedDuration('5', -1)).toBe('5');
    expect(steppedDuration('', 1)).toBe('5');
    expect(steppedDuration('1435', 1)).toBe('1440');
    expect(steppedDuration('1440', 1)).toBe('1440');
  });
});

it.each([
  ['bg', 'Тази година', 'Записани часове1Предстоящи0'],
  ['en', 'This year', 'Appointments1Still to come0'],
] as const)('says beside a saved service in %s how often it is booked this year', async (language, title, counts) => {
  await setLanguage(language);
  const id = await addService(device.replica, {
    name_bg: 'Балеаж',
    name_en: 'Balayage',
    duration: 60,
    price: 90,
    currency: 'BGN',
  });
  const start = Date.now() - 60_000;
  const [start_time, end_time] = [start, start + 3_600_000].map((at) => new Date(at).toISOString()) as [string, string];
  await addEvent(device.replica, { type: 'appointment', resource_id: 'r', client_id: 'c', service_id: id, start_time, end_time });
  show(device, `/services/edit/${id}`, routes);
  const year = (await screen.findByText(title)).closest('section');
  await waitFor(() => expect(year?.querySelector('dl')?.textContent).toBe(counts));
  cleanup();
  show(device, '/services/add', routes);
  await screen.findByLabelText(language === 'bg' ? 'Цена' : 'Price');
  expect(screen.queryByText(title)).toBeNull();
});
