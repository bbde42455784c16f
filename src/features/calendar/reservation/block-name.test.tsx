// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { booking } from '#calendar/reads/rows.test-support.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { button, dialog, eachOnItsOwn, person, show, write } from './reservation-dialog.test-support.tsx';
import { data, events, reads } from './reservation-fakes.test-support.ts';

vi.mock('#data/events/events.commands.ts', async () => (await import('./reservation-fakes.test-support.ts')).data);
vi.mock('#data/events/booking-saves.ts', async () => (await import('./reservation-fakes.test-support.ts')).saves);
vi.mock('#data/events/event-edits.ts', async () => (await import('./reservation-fakes.test-support.ts')).edits);
vi.mock('#data/events/older-events.ts', async () => (await import('./reservation-fakes.test-support.ts')).olderEvents);
vi.mock('#data/events/events.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).eventReads);
vi.mock('#data/client-index.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientIndex);
vi.mock('#data/clients.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientReads);
vi.mock('#data/shifts.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).shiftReads);

eachOnItsOwn();

const block = (id: string, title: string | null, created_at: string | null = null) =>
  booking(id, '12:00', '12:30', {
    ...({ type: 'blocking', client_id: null, service_id: null, status: null, title } as const),
    created_at,
  });
const tick = () => person.click(screen.getByRole('checkbox', { name: /Блокирай времето|Block time/ }));
const name = () => screen.findByRole('textbox', { name: /^(Име|Name)/ });
const names = () => within(screen.getByRole('group', { name: /^(Имена на|Names of)/ })).getAllByRole('button');
const saved = async () => {
  await person.click(button(/^(Запази|Save)$/));
  await waitFor(() => expect(data.addEvent).toHaveBeenCalled());
  return data.addEvent.mock.calls[0]?.[1];
};

it('names blocked time by what is typed, without the spaces around it', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  expect(await name()).toHaveProperty('placeholder', 'Блокирано време');
  write(await name(), ' Такси до летището ');
  expect(await name()).toHaveProperty('value', ' Такси до летището ');
  expect(await saved()).toMatchObject({ type: 'blocking', title: 'Такси до летището' });
});

it('names it by one tap, takes the name away by a second one, and then it has the usual title', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  await person.click(await screen.findByRole('button', { name: 'Обяд', pressed: false }));
  expect(await name()).toHaveProperty('value', 'Обяд');
  await person.click(screen.getByRole('button', { name: 'Обяд', pressed: true }));
  expect(await name()).toHaveProperty('value', '');
  expect(await saved()).toMatchObject({ type: 'blocking', title: 'Блокирано време' });
});

it('gives a name of nothing but spaces the usual title', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  write(await name(), '   ');
  expect(await saved()).toMatchObject({ title: 'Блокирано време' });
});

it('lets somebody type a name that begins with the usual title', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  write(await name(), 'Блокирано време');
  expect(await name()).toHaveProperty('value', 'Блокирано време');
  write(await name(), 'Блокирано време за ремонт');
  expect(await saved()).toMatchObject({ title: 'Блокирано време за ремонт' });
});

it('offers lunch, doctor and training, and behind them the last names of the salon’s own', async () => {
  events.next([
    block('a', 'Доставка', '2026-11-01T08:00:00.000Z'),
    block('b', 'Счетоводител', '2026-11-03T08:00:00.000Z'),
    block('c', 'Обяд', '2026-11-04T08:00:00.000Z'),
    block('d', 'Blocked time', '2026-11-05T08:00:00.000Z'),
    block('e', 'Такси'),
    block('f', 'Кафе', '2026-11-02T08:00:00.000Z'),
    booking('g', '10:00', '11:00'),
  ]);
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  await screen.findByRole('button', { name: 'Такси' });
  expect(names().map(({ textContent }) => textContent)).toEqual([
    ...['Обяд', 'Лекар', 'Обучение'],
    ...['Такси', 'Счетоводител', 'Кафе'],
  ]);
});

it('offers the three where the others cannot be read', async () => {
  reads.blocks = false;
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(names()).toHaveLength(3);
  warned.mockRestore();
});

it('keeps the name over a tick that is taken away by mistake, and the service', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut' } });
  await tick();
  write(await name(), 'Такси');
  await tick();
  expect(button(/^Услуга/).textContent).toContain('Подстригване');
  await tick();
  expect(await name()).toHaveProperty('value', 'Такси');
});

it('shows a saved one by its name, and one that nobody has named without; a save changes the name alone', async () => {
  events.next([block('a', 'Blocked time'), block('b', 'Лекар')]);
  const { unmount } = show({ kind: 'edit', id: 'a' });
  expect(await name()).toHaveProperty('value', '');
  write(await name(), 'Обучение');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({ title: 'Обучение' }));
  unmount();
  show({ kind: 'edit', id: 'b' });
  expect(await name()).toHaveProperty('value', 'Лекар');
});

it('says which name another device gave it meanwhile, and keeps what was typed here', async () => {
  const opened = block('a', 'Обяд');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  write(await name(), 'Такси');
  events.next([{ ...opened, title: 'Доставка', rev: 2 }]);
  expect((await screen.findByText(/Междувременно от друго място/)).textContent).toContain('името е „Доставка“');
  expect(await name()).toHaveProperty('value', 'Такси');
  expect(dialog().textContent).toContain('На друго място: Доставка');
});

it('speaks English', async () => {
  await setLanguage('en');
  show({ kind: 'new', draft: { employee: 'maria' } });
  await tick();
  expect(await name()).toHaveProperty('placeholder', 'Blocked time');
  await waitFor(() => expect(names().map(({ textContent }) => textContent)).toEqual(['Lunch', 'Doctor', 'Training']));
  expect(await saved()).toMatchObject({ title: 'Blocked time' });
});
