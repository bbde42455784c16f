// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClient, deleteClient, updateClient } from '#data/clients.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
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

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53);
  await setLanguage('bg');
  sessionStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const SEARCH = 'Търсене по име, имейл или телефон';
const names = () => [...document.querySelectorAll('tbody a.font-semibold')].map((link) => link.textContent);
const onPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => ({ matches: query.includes('max-width'), addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never,
    );
const three = async () => {
  await addClient(device.replica, { first_name: 'Ана', last_name: 'Б', city: 'Варна', email: 'c@example.com' });
  await addClient(device.replica, { first_name: 'Вера', last_name: 'Г', city: 'Банкя', phone: '0888000001' });
  return addClient(device.replica, { first_name: 'Дора', last_name: 'Е', email: 'a@example.com', phone: '0877000002' });
};

describe('the order of the list', () => {
  it.each([
    ['Град', ['Вера Г', 'Ана Б', 'Дора Е'], ['Ана Б', 'Вера Г', 'Дора Е']],
    ['Имейл', ['Дора Е', 'Ана Б', 'Вера Г'], ['Ана Б', 'Дора Е', 'Вера Г']],
    ['Телефон', ['Дора Е', 'Вера Г', 'Ана Б'], ['Вера Г', 'Дора Е', 'Ана Б']],
    ['Име', ['Дора Е', 'Вера Г', 'Ана Б'], ['Ана Б', 'Вера Г', 'Дора Е']],
  ])('by %s either way, with those who have none at the end', async (head, once, twice) => {
    await three();
    show(device, '/clients', routes);
    const press = async () => user.click(await screen.findByRole('button', { name: head }));
    await press();
    await waitFor(() => expect(names()).toEqual(once));
    await press();
    await waitFor(() => expect(names()).toEqual(twice));
    expect(screen.getByRole('columnheader', { name: head }).getAttribute('aria-sort')).toMatch(/ending$/);
  });

  it('and what is searched for stand in the address', async () => {
    await three();
    show(device, '/clients?q=a%40example&sort=-email', routes);
    expect(((await screen.findByLabelText(SEARCH)) as HTMLInputElement).value).toBe('a@example');
    await waitFor(() => expect(names()).toEqual(['Дора Е']));
    fireEvent.change(screen.getByLabelText(SEARCH), { target: { value: 'example' } });
    await waitFor(() => expect(names()).toEqual(['Ана Б', 'Дора Е']));
  });

  it('loses no letter of the search where the address lags behind the typing', async () => {
    await three();
    const shown = show(device, '/clients', routes);
    const field = (await screen.findByLabelText(SEARCH)) as HTMLInputElement;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      fireEvent.change(field, { target: { value: 'в' } });
      vi.advanceTimersByTime(1000); // the pause is over: the address is being changed
      fireEvent.change(field, { target: { value: 'ве' } });
      await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
      await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(shown.search().get('q')).toBe('ве'));
    expect(field.value).toBe('ве');
    await waitFor(() => expect(names()).toEqual(['Вера Г']));
  });

  it('follows the address where a link or Back changes it', async () => {
    await three();
    const shown = show(device, '/clients', routes);
    const field = (await screen.findByLabelText(SEARCH)) as HTMLInputElement;
    fireEvent.change(field, { target: { value: 'вера' } });
    await waitFor(() => expect(shown.search().get('q')).toBe('вера'));
    await act(async () => shown.go('/clients?q=дора'));
    await waitFor(() => expect(field.value).toBe('дора'));
    await act(async () => shown.go('/clients'));
    await waitFor(() => expect(field.value).toBe(''));
    expect(names()).toHaveLength(3);
  });

  it('is found again behind a form that was cancelled, with the search', async () => {
    await three();
    show(device, '/clients?sort=-name', routes);
    fireEvent.change(await screen.findByLabelText(SEARCH), { target: { value: 'example' } });
    await waitFor(() => expect(names()).toEqual(['Дора Е', 'Ана Б']));
    await waitFor(() => expect(sessionStorage.getItem('greben.clients.place')).toContain('q=example'));
    await user.click(screen.getByRole('link', { name: 'Редактирай Ана Б' }));
    await user.click(await screen.findByRole('button', { name: 'Отказ' }));
    await waitFor(() => expect(names()).toEqual(['Дора Е', 'Ана Б']));
    expect((screen.getByLabelText(SEARCH) as HTMLInputElement).value).toBe('example');
  });
});

describe('back from the form', () => {
  it('the row that was saved is marked, and shown though it was searched for somebody else', async () => {
    const id = await three();
    show(device, '/clients?q=example', routes);
    await user.click(await screen.findByRole('link', { name: 'Редактирай Дора Е' }));
    await fill(/^Имейл/, '');
    await fill('Фамилия', 'Ж');
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    const link = await screen.findByRole('link', { name: 'Дора Ж' }, { timeout: 10_000 });
    expect(link.getAttribute('href')).toBe(`/clients/${id}`);
    expect(link.closest('tr')?.className).toContain('changed');
    expect(toastTexts()).toEqual(['Клиентът е обновен']);
    expect(screen.getByRole('link', { name: 'Вера Г' }).closest('tr')?.className).not.toContain('changed');
  });
});

describe('after a save', () => {
  it('somebody else can be searched for at once', async () => {
    const id = await three();
    show(device, `/clients/edit/${id}`, routes);
    await fill(/^Имейл/, '');
    await user.click(await screen.findByRole('button', { name: 'Запази' }));
    await screen.findByRole('link', { name: 'Дора Е' }, { timeout: 10_000 });
    const field = screen.getByLabelText(SEARCH) as HTMLInputElement;
    fireEvent.change(field, { target: { value: 'Вера' } });
    await waitFor(() => expect(names()).toEqual(['Вера Г']));
    expect(field.value).toBe('Вера');
  });
});

describe('on a phone', () => {
  it('is a list with avatars in six colours by the name, where the row opens the card and a pencil the form', async () => {
    onPhone();
    const id = await three();
    show(device, '/clients', routes);
    const rows = await screen.findAllByRole('listitem');
    expect(rows).toHaveLength(3);
    const colour = (name: string) => ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6) + 1;
    for (const [n, name] of ['Ана Б', 'Вера Г', 'Дора Е'].entries())
      expect(rows[n]?.querySelector('.av')?.className.split(' ')).toContain(`a${colour(name)}`);
    const last = within(rows[2] as HTMLElement);
    expect(last.getByRole('link', { name: /^Дора Е/ }).getAttribute('href')).toBe(`/clients/${id}`);
    expect(last.getByRole('link', { name: 'Редактирай Дора Е' }).getAttribute('href')).toBe(`/clients/edit/${id}`);
    expect(last.getByRole('link', { name: 'Обади се на Дора Е' })).toBeTruthy();
    expect(screen.getByLabelText('Подреждане')).toBeTruthy();
  });

  it('an empty one says in words how to begin', async () => {
    onPhone();
    show(device, '/clients', routes);
    const add = await screen.findByText('Добави клиент');
    expect(add.closest('a')?.getAttribute('href')).toBe('/clients/add');
  });
});

it('a row says that something about its client waits for a decision, and leads there', async () => {
  const id = await three();
  const issue = {
    id: 'i1',
    kind: 'rejected',
    table: 'clients',
    rowId: id,
    group: null,
    ours: {},
    server: null,
    at: '2026-11-18T08:00:00.000Z',
  };
  await device.replica.putIssue(issue as never);
  show(device, '/clients', routes);
  const link = await screen.findByRole('link', { name: 'Нужно внимание' });
  expect(link.getAttribute('href')).toBe('/sync');
  expect(link.closest('tr')?.textContent).toContain('Дора Е');
  expect(screen.getAllByText('Нужно внимание')).toHaveLength(1);
});

describe('what is typed in the form', () => {
  const field = async (label: string | RegExp) => (await screen.findByLabelText(label)) as HTMLInputElement;

  it('is there again after a reload, beside what another device changed meanwhile', async () => {
    const id = await three();
    show(device, `/clients/edit/${id}`, routes);
    await fill('Фамилия', 'Емилова');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Емилова'));
    const kept = { ...localStorage };
    cleanup();
    for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, String(text)); // a reload unmounts nothing
    await updateClient(device.replica, id, { city: 'Русе' });
    show(device, `/clients/edit/${id}`, routes);
    await waitFor(async () => expect((await field('Фамилия')).value).toBe('Емилова'));
    expect((await field(/^Град/)).value).toBe('Русе');
    await user.click(await screen.findByRole('button', { name: 'Започни отначало' }));
    await waitFor(async () => expect((await field('Фамилия')).value).toBe('Е'));
  });

  it('is offered as a new record where another device deleted the client before a reload', async () => {
    const id = await three();
    show(device, `/clients/edit/${id}`, routes);
    await fill('Фамилия', 'Емилова');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Емилова'));
    const first = (await field('Име')).value;
    const kept = { ...localStorage };
    cleanup();
    for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, String(text));
    await deleteClient(device.replica, id);
    show(device, `/clients/edit/${id}`, routes);
    await user.click(await screen.findByRole('link', { name: 'Запази като нов запис…' }));
    await waitFor(async () => expect((await field('Фамилия')).value).toBe('Емилова'));
    expect((await field('Име')).value).toBe(first);
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    expect(await screen.findByRole('link', { name: `${first} Емилова` })).toBeTruthy();
    expect(JSON.stringify({ ...localStorage })).not.toContain('Емилова');
  });

  it('is kept no more once it is saved', async () => {
    show(device, '/clients/add', routes);
    await fill('Име', 'Ирина');
    await fill('Фамилия', 'Йовчева');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Йовчева'));
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    expect(await screen.findByRole('link', { name: 'Ирина Йовчева' })).toBeTruthy();
    expect(JSON.stringify({ ...localStorage })).not.toContain('Йовчева');
  });

  it('is not left without a question', async () => {
    await three();
    const shown = show(device, '/clients/add', routes);
    await fill('Име', 'Ирина');
    await user.click(screen.getByRole('button', { name: 'Отказ' }));
    const question = await screen.findByRole('alertdialog');
    expect(shown.path()).toBe('/clients/add');
    const answers = within(question).getAllByRole('button');
    await user.click(answers.at(-1) as HTMLElement);
    await waitFor(() => expect(shown.path()).toBe('/clients'));
  });

  it('is kept as it is typed where it is no phone number, and the form says so', async () => {
    show(device, '/clients/add', routes);
    await fill('Име', 'Ирина');
    await fill('Фамилия', 'Йовчева');
    await fill(/^Телефон/, 'вътр. 12');
    expect(await screen.findByText(/Не прилича на телефонен номер/)).toBeTruthy();
    await act(async () => user.click(screen.getByRole('button', { name: 'Запази' })));
    await waitFor(() => expect(device.writes).toHaveLength(1));
    expect(device.writes.flat()[0]?.change).toMatchObject({ phone: 'вътр. 12' });
  });

  it('may be the two names alone: phone, address, city, birth date, e-mail and notes are optional', async () => {
    show(device, '/clients/add', routes);
    await fill('Име', 'Ирина');
    await fill('Фамилия', 'Йовчева');
    for (const label of [/^Телефон/, /^Адрес/, /^Град/, /^Дата на раждане/, /^Бележки/])
      expect((await field(label)).required).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(device.writes).toHaveLength(1));
    expect(device.writes.flat()[0]?.change).toMatchObject({
      phone: null,
      address: null,
      city: null,
      birth_date: null,
      notes: null,
    });
  });
});
