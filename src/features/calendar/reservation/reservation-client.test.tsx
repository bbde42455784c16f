// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { booking, row } from '#calendar/reads/rows.test-support.ts';
import { button, dialog, eachOnItsOwn, onClose, person, show, write } from './reservation-dialog.test-support.tsx';
import { clients, data, events, reads } from './reservation-fakes.test-support.ts';

vi.mock('#data/events/events.commands.ts', async () => (await import('./reservation-fakes.test-support.ts')).data);
vi.mock('#data/events/booking-saves.ts', async () => (await import('./reservation-fakes.test-support.ts')).saves);
vi.mock('#data/events/event-edits.ts', async () => (await import('./reservation-fakes.test-support.ts')).edits);
vi.mock('#data/events/client-facts.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientFacts);
vi.mock('#data/events/older-events.ts', async () => (await import('./reservation-fakes.test-support.ts')).olderEvents);
vi.mock('#data/events/events.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).eventReads);
vi.mock('#data/client-index.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientIndex);
vi.mock('#data/clients.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientReads);
vi.mock('#data/shifts.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).shiftReads);

eachOnItsOwn();

const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u2060', '');

it('begins in the client field, its list closed until one types or presses', async () => {
  show({ kind: 'new', draft: { employee: 'maria', start: 600 } });
  const client = screen.getByRole('combobox', { name: 'Клиент' });
  await waitFor(() => expect(document.activeElement).toBe(client));
  expect(screen.queryByRole('listbox')).toBeNull();
  await person.click(client);
  expect(await screen.findByRole('option', { name: /Вера/ })).toBeTruthy();
  await person.keyboard('yoa');
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/Йоана/));
  await person.keyboard('{Enter}');
  expect(client).toHaveProperty('value', 'Йоана Христова');
});

it('makes a client on the spot and hands both over together', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  write(screen.getByRole('combobox', { name: 'Клиент' }), 'Зорница Нова');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Зорница Нова“' }));
  write(screen.getByLabelText(/^Телефон/), '0888 765 432');
  await person.type(screen.getByLabelText(/^Телефон/), '{Enter}');
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[2]).toEqual({ id: expect.any(String), name: 'Зорница Нова', phone: '0888 765 432' });
});

it('takes a new client who was typed and not added yet; leaving asks first, and nothing is saved without a name', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  write(screen.getByRole('combobox', { name: 'Клиент' }), '0877 600 700');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „0877 600 700“' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Име и фамилия')));
  expect(screen.getByText('Напишете името на клиента, за да запазите.')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Продължи редакцията' }));
  expect(onClose).not.toHaveBeenCalled();
  write(screen.getByLabelText('Име и фамилия'), 'Зорница Нова');
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ client_id: null });
  expect(data.addEvent.mock.calls[0]?.[2]).toMatchObject({ name: 'Зорница Нова', phone: '0877 600 700' });
});

it('lets a client made on the spot be corrected, and gives back who stood there before', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  const client = () => screen.getByRole('combobox', { name: 'Клиент' });
  await waitFor(() => expect(client()).toHaveProperty('value', 'Йоана Христова'));
  write(client(), 'Зорница');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Зорница“' }));
  await person.click(within(screen.getByRole('group', { name: 'Нов клиент' })).getByRole('button', { name: 'Отказ' }));
  expect(client()).toHaveProperty('value', 'Йоана Христова');
  expect(document.activeElement).toBe(client());
  expect(screen.queryByRole('listbox')).toBeNull();

  write(client(), 'Зорница');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Зорница“' }));
  await person.click(button('Добави клиента'));
  expect(client()).toHaveProperty('value', 'Зорница');
  expect(document.activeElement).toBe(button(/^Услуга/));
  expect(screen.queryByText(/^Нов клиент · /)).toBeNull();
  await person.click(button('Поправи новия клиент'));
  write(screen.getByLabelText(/^Телефон/), '+359877600700');
  write(screen.getByLabelText('Име и фамилия'), 'Зорница Нова');
  await person.click(button('Добави клиента'));
  expect(screen.getByText('Нов клиент · 0877 600 700')).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[2]).toMatchObject({ name: 'Зорница Нова', phone: '+359877600700' }));
});

it('says whose phone a new client has, and takes that one by a press', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  write(screen.getByRole('combobox', { name: 'Клиент' }), 'Йоанка');
  await person.click(await screen.findByRole('option', { name: 'Създай клиент „Йоанка“' }));
  write(screen.getByLabelText(/^Телефон/), '00359 888 12 34 56');
  // No more than what can be stored.
  expect(
    [screen.getByLabelText('Име и фамилия'), screen.getByLabelText(/^Телефон/)].map((x) => x.getAttribute('maxlength')),
  ).toEqual(['200', '40']);
  const said = await screen.findByText('Телефонът 0888 123 456 вече е записан на Йоана Христова.');
  expect(said.closest('[role=status]')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', false); // families share one
  await person.click(button('Избери този клиент'));
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Йоана Христова');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ client_id: 'yoana' }));
  expect(data.addEvent.mock.calls[0]?.[2]).toBeUndefined();
});

it('says that there are more clients than it shows', async () => {
  const many = Array.from({ length: 60 }, (_, n) => row('clients', { id: `c${n}`, name: `Клиент ${n}` }));
  clients.push(...many);
  show({ kind: 'new', draft: {} });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  expect(await screen.findByText(/^Показани са първите 20 от 62/)).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(20);
});

it('calls a client who was removed so, also where another device put them in', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  events.next([{ ...opened, client_id: 'nobody', rev: 2 }]);
  expect(plain(await screen.findByText(/Междувременно/))).toContain('клиент Изтрит клиент');
  events.next([{ ...opened, client_id: null, rev: 3 }]);
  await waitFor(() => expect(plain(screen.getByText(/Междувременно/))).toContain('клиент Без клиент'));
});

it('shows a chosen client at once, not only once the row was read', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  await person.click(screen.getByRole('combobox', { name: 'Клиент' }));
  reads.how = 'never';
  await person.click(await screen.findByRole('option', { name: /Вера/ }));
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Вера Ангелова');
});

it('calls nobody removed whom it has not read yet', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  reads.how = 'never';
  act(() => events.next([{ ...opened, client_id: 'vera', rev: 2 }]));
  await waitFor(() => expect(screen.queryByText(/Зареждане/)).toBeNull());
  expect(plain(dialog())).not.toContain('Изтрит клиент');
});

it('takes the walk-in by one press and goes on to the service; nobody is called removed who has not been used yet', async () => {
  show({ kind: 'new', draft: { employee: 'maria', start: 600 } });
  await person.click(button('Гост'));
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Гост');
  expect(document.activeElement).toBe(button(/^Услуга/));
  expect(screen.queryByRole('button', { name: 'Гост' })).toBeNull();
  expect(screen.getByText('Изберете услуга, за да запазите.')).toBeTruthy();
});

it('finds the walk-in by its word in either language, behind whoever is really called so', async () => {
  clients.push(row('clients', { id: 'gosteva', name: 'Анна Гостева' }));
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', start: 600 } });
  const asked = (query: string) => write(screen.getByRole('combobox', { name: 'Клиент' }), query);
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  asked('гост');
  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Анна Гостева'), 'Гост', 'Създай клиент „гост“']));
  asked('walk');
  await waitFor(() => expect(names()).toEqual(['Гост', 'Създай клиент „walk“']));
  await person.keyboard('{Enter}');
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ client_id: 'walk-in' });
  expect(data.addEvent.mock.calls[0]?.[2]).toBeUndefined();
});
