// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClient, deleteClient, updateClient } from '#data/clients.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setSalonFormats } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { ClientFormPage } from './client-form.tsx';
import { ClientsPage } from './clients-page.tsx';

const user = userEvent.setup();
const routes = {
  '/clients': <ClientsPage />,
  '/clients/add': <ClientFormPage />,
  '/clients/edit/:id': <ClientFormPage />,
};
let device: Device;

/** In px: the played browser lays nothing out. */
const BOX = 600;
const ROW = 53;

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const save = async (name = 'Запази') => user.click(await screen.findByRole('button', { name }));
const joana = { first_name: 'Йоана', last_name: 'Христова', phone: '0888 123 456', email: 'joana@example.com', city: 'Перник' };
const names = () => [...document.querySelectorAll('tbody a.font-semibold')].map((link) => link.textContent);

describe('the list of clients', () => {
  it('shows name, e-mail, phone, city and what waits to be sent; the name leads to the card, the pencil to the form', async () => {
    const id = await addClient(device.replica, joana);
    show(device, '/clients', routes);
    const link = await screen.findByRole('link', { name: 'Йоана Христова' });
    expect(link.getAttribute('href')).toBe(`/clients/${id}`);
    const edit = screen.getByRole('link', { name: 'Редактирай Йоана Христова' });
    expect(edit.getAttribute('href')).toBe(`/clients/edit/${id}`);
    const text = link.closest('tr')?.textContent;
    for (const part of ['joana@example.com', '0888 123 456', 'Перник', 'Чака']) expect(text).toContain(part);
  });

  it.each([
    ['a name in Latin letters', 'yoana'],
    ['an e-mail', 'joana@exa'],
    ['the end of a phone', '3456'],
  ])('finds by %s', async (_by, query) => {
    await addClient(device.replica, joana);
    await addClient(device.replica, { first_name: 'Кирил', last_name: 'Занев', phone: '0899 650 018' });
    show(device, '/clients', routes);
    fireEvent.change(await screen.findByLabelText('Търсене по име, имейл или телефон'), { target: { value: query } });
    await waitFor(() => expect(names()).toEqual(['Йоана Христова']));
  });

  it('opens from any place of its row, and the other places of the row keep what they do', async () => {
    const id = await addClient(device.replica, joana);
    const shown = show(device, '/clients', routes);
    const row = (await screen.findByRole('link', { name: 'Йоана Христова' })).closest('tr') as HTMLElement;
    await user.click(within(row).getByRole('button', { name: 'Изтрий Йоана Христова' }));
    await user.click(await screen.findByRole('button', { name: 'Отказ' }));
    expect(shown.path()).toBe('/clients');
    await user.click(within(row).getByText('Перник'));
    await waitFor(() => expect(shown.path()).toBe(`/clients/${id}`));
  });

  it('on phones calls the number without what stands between its digits', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('max-width'), addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never,
    );
    await addClient(device.replica, { first_name: 'Жан', last_name: 'Дюпон', phone: 'тел. 033/12-34;x=1' });
    show(device, '/clients', routes);
    const call = await screen.findByRole('link', { name: 'Обади се на Жан Дюпон' });
    expect(call.getAttribute('href')).toMatch(/^tel:[+\d]+$/);
  });

  it('draws only the rows in sight of a long list', async () => {
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => addClient(device.replica, { first_name: 'Клиент', last_name: String(n) })),
    );
    show(device, '/clients', routes);
    await waitFor(() => expect(names().length).toBeGreaterThan(5));
    expect(names().length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('301');
  });

  it('offers to add one when there is nobody, and all when nobody fits', async () => {
    show(device, '/clients', routes);
    expect(await screen.findByText('Няма налични клиенти')).toBeTruthy();
    await act(() => addClient(device.replica, joana));
    fireEvent.change(await screen.findByLabelText('Търсене по име, имейл или телефон'), { target: { value: 'щъркел' } });
    await user.click(await screen.findByRole('button', { name: 'Покажи всички' }));
    await waitFor(() => expect(names()).toEqual(['Йоана Христова']));
  });
});

describe('the client form', () => {
  it('asks for both names and for an e-mail that is one, in both languages', async () => {
    show(device, '/clients/add', routes);
    await fill(/^Имейл/, 'yoana@');
    await save();
    for (const text of ['Въведете име', 'Въведете фамилия', 'Невалиден имейл'])
      expect(await screen.findByText(text)).toBeTruthy();
    await act(() => setLanguage('en'));
    for (const text of ['Enter a first name', 'Enter a last name', 'Not a valid email'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('saves a new one with both names joined and returns to the list', async () => {
    const shown = show(device, '/clients/add', routes);
    await fill('Име', 'Йоана');
    await fill('Фамилия', 'Христова');
    await fill(/^Телефон/, '0888123456');
    await fill(/^Дата на раждане/, '1991-06-14');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/clients'));
    const id = device.writes.flat()[0]?.id ?? '';
    expect(await stored(device.replica, 'clients', id)).toMatchObject({
      name: 'Йоана Христова',
      first_name: 'Йоана',
      last_name: 'Христова',
      phone: '+359888123456',
      birth_date: '1991-06-14',
      email: null,
      pending: 1,
    });
    expect(toastTexts()).toEqual(['Клиентът е добавен']);
  });

  it.each([
    ['as the salon writes dates', '14/06/1961', '1961-06-14'],
    ['in digits alone', '14061961', '1961-06-14'],
    ['not at all', '', null],
  ])('takes a birth date typed %s', async (_how, typed, birth_date) => {
    show(device, '/clients/add', routes);
    await fill('Име', 'Йоана');
    await fill('Фамилия', 'Христова');
    await fill(/^Дата на раждане/, typed);
    await save();
    await waitFor(() => expect(device.writes).toHaveLength(1));
    expect(await stored(device.replica, 'clients', device.writes.flat()[0]?.id ?? '')).toMatchObject({ birth_date });
  });

  it('says so beside each field that holds too much, in both languages, and keeps what was typed', async () => {
    show(device, '/clients/add', routes);
    const first = await screen.findByLabelText<HTMLInputElement>('Име');
    await user.click(first);
    await user.paste('х'.repeat(201));
    await user.type(screen.getByLabelText('Фамилия'), 'Петрова');
    await user.click(screen.getByLabelText(/^Адрес/));
    await user.paste('х'.repeat(501));
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    expect(await screen.findAllByText('Твърде дълъг текст')).toHaveLength(2);
    await act(() => setLanguage('en'));
    expect(await screen.findAllByText('The text is too long')).toHaveLength(2);
    expect([first.value.length, device.writes.length]).toEqual([201, 0]);
  });

  it('refuses a birth date that is none, in both languages', async () => {
    show(device, '/clients/add', routes);
    await fill('Име', 'Йоана');
    await fill('Фамилия', 'Христова');
    await fill(/^Дата на раждане/, '31/02/1961');
    await save();
    expect(await screen.findByText('Няма такава дата')).toBeTruthy();
    await act(() => setLanguage('en'));
    expect(await screen.findByText('There is no such date')).toBeTruthy();
    await fill(/^Date of birth/, '01/01/2999');
    expect(await screen.findByText('A birth date cannot be in the future')).toBeTruthy();
    expect(device.writes).toEqual([]);
  });

  it('keeps what was typed over a client whom another device deletes, says so, and says why it cannot be saved', async () => {
    const id = await addClient(device.replica, joana);
    const shown = show(device, `/clients/edit/${id}`, routes);
    await fill(/^Бележки/, 'Алергична към амоняк');
    await act(() => deleteClient(device.replica, id));
    expect(await screen.findByText(/^Междувременно е изтрито или обединено/)).toBeTruthy();
    expect((screen.getByLabelText(/^Бележки/) as HTMLTextAreaElement).value).toBe('Алергична към амоняк');
    await save();
    await waitFor(() => expect(toastTexts()).toContain('Записът вече го няма: изтрит или обединен е от друго място.'));
    expect(shown.path()).toBe(`/clients/edit/${id}`);
    await user.click(screen.getByRole('button', { name: 'Запази като нов запис…' }));
    await waitFor(() => expect(shown.path()).toBe('/clients/add'));
    await waitFor(() => expect((screen.getByLabelText(/^Бележки/) as HTMLTextAreaElement).value).toBe('Алергична към амоняк'));
    expect((screen.getByLabelText('Име') as HTMLInputElement).value).toBe(joana.first_name);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says that another device changed the client meanwhile, not that the row was only sent, and saves what was typed', async () => {
    const id = await addClient(device.replica, joana);
    const shown = show(device, `/clients/edit/${id}`, routes);
    const news = () => screen.queryByText(/^Междувременно записът е променен/);
    await fill(/^Бележки/, 'Алергична към амоняк');
    device.server.online = true;
    await act(() => device.replica.syncNow());
    expect(news()).toBeNull();
    await act(() => updateClient(device.replica, id, { notes: 'Обича кафе', email: null, birth_date: '1990-05-01' }));
    await waitFor(() => expect(news()).toBeTruthy());
    const below = (label: RegExp) => {
      const described = screen.getByLabelText(label).getAttribute('aria-describedby');
      return described && document.getElementById(described)?.textContent;
    };
    expect(below(/^Бележки/)).toBe('На друго място: Обича кафе');
    expect(below(/^Имейл/)).toBe('На друго място: празно');
    expect(below(/^Дата на раждане/)).toBe('На друго място: 01/05/1990');
    expect(below(/^Град/)).toBeNull();
    await save();
    await waitFor(() => expect(shown.path()).toBe('/clients'));
    expect((await stored(device.replica, 'clients', id))?.notes).toBe('Алергична към амоняк');
  });

  it('says at once that a client is gone where nothing was typed', async () => {
    const id = await addClient(device.replica, joana);
    show(device, `/clients/edit/${id}`, routes);
    await screen.findByLabelText('Име');
    await act(() => deleteClient(device.replica, id));
    expect(await screen.findByText('Няма клиент с този номер')).toBeTruthy();
  });

  it('shows a stored birth date as the salon writes dates, and the picker begins at it', async () => {
    setSalonFormats({ dateFormat: 'MM/dd/yyyy' });
    const id = await addClient(device.replica, { ...joana, birth_date: '1961-06-14' });
    show(device, `/clients/edit/${id}`, routes);
    const field = (await screen.findByLabelText(/^Дата на раждане/)) as HTMLInputElement;
    expect(field.value).toBe('06/14/1961');
    await user.click(screen.getByRole('button', { name: 'Изберете дата' }));
    await user.click(await screen.findByRole('button', { name: /15 юни 1961$/ }));
    expect(field.value).toBe('06/15/1961');
    setSalonFormats({ dateFormat: null });
  });

  it('a year decades away is a few presses from an empty birth date, by mouse and by keys', async () => {
    show(device, '/clients/add', routes);
    const field = (await screen.findByLabelText(/^Дата на раждане/)) as HTMLInputElement;
    const pick = () => user.click(screen.getByRole('button', { name: 'Изберете дата' }));
    await pick();
    let presses = 1;
    while (!screen.queryByRole('button', { name: '1961' })) {
      await user.click(screen.getByRole('button', { name: 'По-ранни години' }));
      presses += 1;
    }
    await user.click(screen.getByRole('button', { name: '1961' }));
    expect(presses).toBeLessThan(5);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/\D0?1 .* 1961$/));
    await user.keyboard('{Enter}');
    expect(field.value).toMatch(/^01\/\d\d\/1961$/);
    await pick();
    await user.click(await screen.findByRole('button', { name: 'Друга година' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1961'));
    await user.keyboard('{ArrowUp}{ArrowLeft}{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/1956$/));
    await user.keyboard('{Enter}');
    expect(field.value).toMatch(/^01\/\d\d\/1956$/);
  });

  it('takes a phone that a contacts app copied, and knows whose it is; so do the search and a link to it', async () => {
    await addClient(device.replica, { first_name: 'Ана', last_name: 'Б', phone: '0888123456' });
    const shown = show(device, '/clients/add', routes);
    await fill('Име', 'Мар\u00adия');
    await fill('Фамилия', '\u2068Петрова\u2069');
    await fill(/^Телефон/, '\u202a0888 123 456\u202c');
    expect(await screen.findByText(/Ана Б/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(shown.path()).toBe('/clients'));
    expect(device.writes.at(-1)).toMatchObject([
      { change: { first_name: 'Мария', last_name: 'Петрова', name: 'Мария Петрова', phone: '+359888123456' } },
    ]);
    cleanup();
    show(device, `/clients?q=${encodeURIComponent('\u200eпетрова')}`, routes);
    expect(await screen.findByRole('link', { name: 'Мария Петрова' })).toBeTruthy();
    await fill('Търсене по име, имейл или телефон', 'Ан\u200bа');
    expect(await screen.findByRole('link', { name: 'Ана Б' })).toBeTruthy();
  });

  it('says whose phone it already is and saves all the same', async () => {
    const id = await addClient(device.replica, joana);
    show(device, '/clients/add', routes);
    await fill(/^Телефон/, '+359 888 123456');
    expect(await screen.findByText('Този телефон вече е записан на Йоана Христова.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Отвори картата' }).getAttribute('href')).toBe(`/clients/${id}`);
  });

  it('writes only what was changed', async () => {
    const id = await addClient(device.replica, joana);
    device.writes.length = 0;
    const shown = show(device, `/clients/edit/${id}`, routes);
    await fill(/^Град/, 'София');
    await save();
    await waitFor(() => expect(shown.path()).toBe('/clients'));
    expect(device.writes).toEqual([[{ table: 'clients', id, change: { city: 'София' } }]]);
    expect(toastTexts()).toEqual(['Клиентът е обновен']);
  });

  it('says so when the id is nobody’s', async () => {
    show(device, '/clients/edit/nobody', routes);
    expect(await screen.findByText('Няма клиент с този номер')).toBeTruthy();
  });
});
