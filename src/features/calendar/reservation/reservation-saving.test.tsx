// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { firstValueFrom, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { booking } from '#calendar/reads/rows.test-support.ts';
import { StorageFullError } from '#data/failures.ts';
import { leaveForLater, storageFull } from '#features/shared/use-saving.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import {
  button,
  choose,
  chosen,
  dialog,
  eachOnItsOwn,
  onClose,
  onSaved,
  person,
  show,
  write,
} from './reservation-dialog.test-support.tsx';
import { data, events, reads } from './reservation-fakes.test-support.ts';

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

it('stays open with everything in it when saving fails, and says why', async () => {
  data.addEvent.mockRejectedValueOnce(new StorageFullError('quota'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  write(screen.getByLabelText(/^Бележки/), 'Важно');
  await person.click(button('Запази'));
  // The device has no room: the storage dialog asks first.
  await waitFor(() => expect(storageFull.getState().unsaved?.what).toBe('Йоана Христова, 9:00'));
  leaveForLater();
  await waitFor(() =>
    expect(toasts.store.getState().toasts[0]?.description).toMatch(/^Грешка при запазване: паметта на устройството е пълна/),
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
});

it('of a new one what was typed is there after a reload, over the place that is asked for then, until it is given up', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await choose('Служител', /Ивайло/);
  await person.type(screen.getByLabelText(/^Бележки/), 'Важно');
  cleanup();
  // Asked for somebody, or for a service: nothing of it is put there.
  for (const draft of [{ client: 'yoana' }, { employee: 'maria', service: 'cut' }]) {
    show({ kind: 'new', draft });
    expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', '');
    cleanup();
  }
  show({ kind: 'new', draft: { employee: 'maria', start: 600 } });
  expect(await screen.findByText('Тук е написаното от преди. Още не е запазено.')).toBeTruthy();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
  expect([chosen('Служител'), chosen('Час')]).toEqual(['maria', '10']);
  await person.click(button('Отказ'));
  await person.click(await screen.findByRole('button', { name: 'Не запазвай' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  cleanup();
  show({ kind: 'new', draft: {} });
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', '');
});

it('of a new one for somebody and a service, too, and only where something was typed', async () => {
  const asked = { kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } } as const;
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('greben.draft.'));
  show(asked);
  await waitFor(() => expect(chosen('Времетраене')).toBe('45'));
  expect(drafts()).toEqual([]);
  await person.type(screen.getByLabelText(/^Бележки/), 'Важно');
  cleanup();
  show(asked);
  expect(await screen.findByText('Тук е написаното от преди. Още не е запазено.')).toBeTruthy();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
});

it('of one that is booked, too, over what another device has saved since; each has its own', async () => {
  events.next([booking('a', '10:00', '11:00'), booking('b', '12:00', '13:00')]);
  show({ kind: 'edit', id: 'a' });
  await person.type(screen.getByLabelText(/^Бележки/), 'Важно');
  cleanup();
  events.next([booking('a', '15:00', '16:00'), booking('b', '12:00', '13:00')]);
  show({ kind: 'edit', id: 'b' });
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', '');
  cleanup();
  show({ kind: 'edit', id: 'a' });
  expect(await screen.findByText(/^Тук е написаното от преди.*Междувременно записът е променен/)).toBeTruthy();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
  expect(chosen('Час')).toBe('15');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({ notes: 'Важно' }));
  cleanup();
  show({ kind: 'edit', id: 'a' });
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', '');
});

it('of one that is booked what is one decision is put back as a whole, or not at all', async () => {
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  await choose('Час', '16');
  cleanup();
  const theirs = { resource_id: 'ivaylo', client_id: 'vera', notes: 'Тяхна' };
  events.next([booking('a', '11:30', '12:00', theirs)]);
  show({ kind: 'edit', id: 'a' });
  await screen.findByText(/Междувременно записът е променен/);
  expect([chosen('Служител'), chosen('Час'), chosen('Минути')]).toEqual(['maria', '16', '0']);
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Вера Ангелова');
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Тяхна');
});

it('shows that it is saving, and that it is loading; a failed read can be tried again or closed', async () => {
  const stored = new Subject<string>();
  data.addEvent.mockReturnValueOnce(firstValueFrom(stored));
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  await person.click(button('Запази'));
  expect((await screen.findByRole('button', { name: 'Запазване…' })).getAttribute('aria-busy')).toBe('true');
  await person.click(button('Запазване…'));
  stored.next('new');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(data.addEvent).toHaveBeenCalledTimes(1);
  cleanup();

  events.next([booking('a', '10:00', '11:00')]);
  reads.how = 'never';
  show({ kind: 'edit', id: 'a' });
  expect(screen.getByText('Зареждане на резервацията…').closest('[role=status]')).toBeTruthy();
  cleanup();

  reads.how = 'failed';
  show({ kind: 'edit', id: 'a' });
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  expect(within(dialog()).getAllByRole('button', { name: 'Затвори' })).toHaveLength(2);
  reads.how = 'now';
  await person.click(button('Опитайте отново'));
  await waitFor(() => expect(chosen('Час')).toBe('10'));
});

it('does not reach into what was opened since by whoever left while it was saved', async () => {
  const stored = new Subject<string>();
  data.addEvent.mockReturnValueOnce(firstValueFrom(stored));
  const shown = show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  await person.click(button('Запази'));
  await screen.findByRole('button', { name: 'Запазване…' });
  shown.unmount();
  await act(async () => stored.next('new'));
  expect(onSaved).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

it('shows its error state, too, when what it chooses from cannot be read, and keeps what was typed (RES-21, RES-22)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reads.clients = new Subject();
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'yoana' } });
  write(screen.getByLabelText(/^Бележки/), 'Важно');
  await vi.waitFor(() => expect(reads.clients?.observed).toBe(true)); // read once the dialog is painted
  act(() => reads.clients?.error(new Error('no read')));
  expect(within(dialog()).getByRole('alert').textContent).toContain('Грешка при зареждане на данните');
  expect(dialog().textContent).toContain('Нова резервация');
  expect(toasts.store.getState().toasts[0]?.title).toBe('no read');
  expect(within(dialog()).getAllByRole('button', { name: 'Затвори' })).toHaveLength(2);
  reads.clients = null;
  await person.click(button('Опитайте отново'));
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Важно');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ notes: 'Важно', client_id: 'yoana' }));
});

it.each(['Отказ', 'Затвори'])(
  '„%s“ asks, as Escape does, where something was typed, and keeps it unless told otherwise',
  async (name) => {
    show({ kind: 'new', draft: { employee: 'maria' } });
    write(screen.getByLabelText(/^Бележки/), 'Къс бретон');
    await person.click(button(name));
    const question = screen.getByRole('alertdialog');
    await person.click(within(question).getAllByRole('button')[0] as HTMLElement);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Къс бретон');
    await person.click(button(name));
    await person.click(screen.getByRole('button', { name: 'Не запазвай' }));
    expect(onClose).toHaveBeenCalledOnce();
  },
);

it('„Отказ“ closes at once where nothing was typed', async () => {
  show({ kind: 'new', draft: { employee: 'maria' } });
  await person.click(button('Отказ'));
  expect(onClose).toHaveBeenCalledOnce();
});
