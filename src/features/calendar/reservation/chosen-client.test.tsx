// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { booking, CUT, IVAYLO, MARIA, row, YOANA } from '#calendar/reads/rows.test-support.ts';
import type { ClientFacts } from '#data/events/client-facts.ts';
import { visitFacts } from '#domain/people/client-summary.ts';
import { button, chosen, dialog, eachOnItsOwn, person, show, write } from './reservation-dialog.test-support.tsx';
import { clients, facts } from './reservation-fakes.test-support.ts';

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

const DYE = row('services', { id: 'dye', name: 'Боядисване', category: 'Коса', duration: 105, price: 90 });
const NAILS = row('services', {
  id: 'nails',
  name: 'Маникюр',
  category: 'Ръце',
  duration: 60,
  price: 30,
  resource_ids: '["ivaylo"]',
});
const OWN = row('services', {
  ...{ id: 'spa', name: 'Спа', category: 'Коса', duration: 30, price: 20 },
  own_terms: '[["ivaylo",40,25,"BGN"]]',
});
const services = new Map([CUT, DYE, NAILS].map((service) => [service.id, service]));
const past = [
  booking('a', '09:00', '10:00', { service_id: 'dye', resource_id: 'ivaylo', start_time: '2026-10-07T07:00:00.000Z' }),
  booking('b', '09:00', '10:00', { service_id: 'dye', resource_id: 'ivaylo', start_time: '2026-10-21T07:00:00.000Z' }),
  booking('c', '09:00', '10:00', { service_id: 'cut', start_time: '2026-11-11T07:00:00.000Z' }),
  booking('d', '09:00', '10:00', { status: 'no-show', start_time: '2026-09-11T07:00:00.000Z' }),
];
const known = (since: string | null = null): ClientFacts => ({ ...visitFacts(past, '2026-11-18T08:00:00.000Z'), since });
const line = () => dialog().querySelector('[data-client-facts]')?.textContent;
const open = (draft: object = {}) =>
  show({ kind: 'new', draft: { employee: 'maria', start: 600, client: 'yoana', ...draft } }, { services });

it('says how often the client came, when last and for what, and who did not come', async () => {
  facts.next(known());
  open();
  await waitFor(() => expect(line()).toBe('3 посещения · последно ср, 11/11/2026, Подстригване · 1 неявяване'));
  facts.next(known('2025-10-18T22:00:00.000Z'));
  await waitFor(() => expect(line()).toContain('3 посещения от октомври 2025 насам · последно'));
});

it('shows what is important of the notes, and no other note', async () => {
  clients[0] = { ...YOANA, notes: '! Плаща майка ѝ\nПие чай. Алергия към амоняк.' };
  facts.next(known());
  open();
  expect((await screen.findByText('Плаща майка ѝ')).closest('.notice')).toBeTruthy();
  expect(screen.getByText('Алергия към амоняк.')).toBeTruthy();
  expect(screen.queryByText(/Пие чай/)).toBeNull();
});

it('fills in the usual service with the usual employee by one tap, at their own terms', async () => {
  facts.next({ ...known(), favouriteService: 'spa' });
  show({ kind: 'new', draft: { employee: 'maria', start: 600, client: 'yoana' } }, { services: new Map([['spa', OWN]]) });
  await person.click(await screen.findByRole('button', { name: 'Обичайно: Спа с Ивайло Ганев' }));
  expect([chosen('Услуга'), chosen('Служител'), chosen('Времетраене')]).toEqual(['spa', 'ivaylo', '40']);
  expect(screen.queryByRole('button', { name: /^Обичайно/ })).toBeNull();
  // The button is gone, whoever works by keys goes on from the service.
  expect(document.activeElement?.getAttribute('name')).toBe('service');
});

it('names the service alone where that employee has left or does not offer it, and nothing where it is gone', async () => {
  facts.next(known());
  const shown = show(
    { kind: 'new', draft: { employee: 'maria', start: 600, client: 'yoana' } },
    { services, employees: [MARIA, { ...IVAYLO, active: false }] },
  );
  await person.click(await screen.findByRole('button', { name: 'Обичайно: Боядисване' }));
  expect([chosen('Услуга'), chosen('Служител')]).toEqual(['dye', 'maria']);
  shown.unmount();
  show({ kind: 'new', draft: { employee: 'maria', start: 600, client: 'yoana' } }, { services: new Map([['cut', CUT]]) });
  await waitFor(() => expect(line()).toBeTruthy());
  expect(screen.queryByRole('button', { name: /^Обичайно/ })).toBeNull();
});

it('lists the usual services first, then those that the employee offers, then the others, each with its price', async () => {
  facts.next({ ...known(), usualServices: ['dye', 'gone'] });
  open();
  await waitFor(() => expect(line()).toBeTruthy());
  await person.click(button(/^Услуга/));
  const list = within(await screen.findByRole('listbox'));
  expect(list.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Обичайни за клиента',
    'Без категория',
    'Мария Петрова не предлага',
  ]);
  expect(list.getAllByRole('option').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Боядисване105 мин · 90,00 лв',
    'Подстригване45 мин · 45,00 лв',
    'Маникюр60 мин · 30,00 лв',
  ]);
});

it('says nothing of the walk-in, of a new client, or while nothing is known', async () => {
  facts.next(known());
  open({ client: '' });
  expect(line()).toBeUndefined();
  await person.click(button('Гост'));
  expect(line()).toBeUndefined();

  expect(screen.queryByRole('button', { name: /^Обичайно/ })).toBeNull();
});

it('follows the choice of another client', async () => {
  facts.next(null);
  open();
  expect(line()).toBeUndefined();
  write(screen.getByRole('combobox', { name: 'Клиент' }), 'вера');
  await person.click(await screen.findByRole('option', { name: /Вера/ }));
  facts.next({ ...known(), came: 1, noShows: 0, lastVisit: null });
  await waitFor(() => expect(line()).toBe('1 посещение'));
});
