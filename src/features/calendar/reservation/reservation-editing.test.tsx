// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { BehaviorSubject, of, throwError } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { at, booking, DAY, ZONE } from '#calendar/reads/rows.test-support.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { DeleteReservation } from './reservation-delete.tsx';
import {
  button,
  choose,
  chosen,
  dialog,
  eachOnItsOwn,
  onClose,
  onSaved,
  person,
  salon,
  show,
  write,
} from './reservation-dialog.test-support.tsx';
import { ReservationDialog } from './reservation-dialog.tsx';
import { data, edits, events, reads } from './reservation-fakes.test-support.ts';
import { reservationValues } from './reservation-form.ts';

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

it('keeps what was typed when another device changes the reservation, says what changed, and sends only its own', async () => {
  const opened = booking('a', '10:00', '11:00', { notes: 'Алергия' });
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  write(screen.getByLabelText(/^Бележки/), 'Къс бретон');
  events.next([
    {
      ...opened,
      ...{ start_time: at('12:00'), end_time: at('13:00'), resource_id: 'ivaylo', notes: 'Дълъг бретон' },
      ...{ status: 'cancelled', rev: 2 },
    },
  ]);
  expect(plain(await screen.findByText(/Междувременно от друго място/))).toContain(
    'часът е 12:00–13:00, при Ивайло Ганев, бележката е нова, статусът е „Отказан“',
  );
  // What nobody touched here is what it is there; what was typed stays, with the other's beside it.
  expect([chosen('Час'), chosen('Служител')]).toEqual(['12', 'ivaylo']);
  expect(plain(screen.getByText(/беше 10:00/))).toBe('Променено от друго място, беше 10:00–11:00');
  expect(screen.getByText('Променено от друго място, беше Мария Петрова')).toBeTruthy();
  expect(screen.getByLabelText(/^Бележки/)).toHaveProperty('value', 'Къс бретон');
  expect(screen.getByText('На друго място: Дълъг бретон')).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.updateEvent).toHaveBeenCalledWith(expect.anything(), 'a', { notes: 'Къс бретон' }, undefined, []),
  );
});

it('opens at once with what the calendar shows; where that is older, the newer one comes without a word', async () => {
  const shown = booking('a', '10:00', '11:00');
  reads.how = 'never';
  show({ kind: 'edit', id: 'a' }, {}, 1, null, shown);
  expect([chosen('Час'), chosen('Служител')]).toEqual(['10', 'maria']);
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', ''); // not read yet is not removed
  cleanup();

  reads.how = 'now';
  events.next([{ ...shown, start_time: at('12:00'), end_time: at('13:00'), rev: 2 }]);
  show({ kind: 'edit', id: 'a' }, {}, 1, null, shown);
  await waitFor(() => expect(chosen('Час')).toBe('12'));
  expect(screen.queryByText(/Междувременно/)).toBeNull();
  events.next([{ ...shown, start_time: at('13:00'), end_time: at('14:00'), rev: 3 }]);
  expect(plain(await screen.findByText(/Междувременно/))).toContain('часът е 13:00–14:00');
});

it('keeps the whole place that was chosen here, and the client with the note, in English as well', async () => {
  setLanguage('en');
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  await choose('Duration', '90 min');
  write(screen.getByLabelText(/^Notes/), 'Short fringe');
  events.next([{ ...opened, start_time: at('09:00'), end_time: at('10:00'), resource_id: 'ivaylo', client_id: 'vera', rev: 2 }]);
  expect(plain(await screen.findByText(/^Changed elsewhere meanwhile/))).toBe(
    'Changed elsewhere meanwhile: the time is 9:00–10:00, with Ивайло Ганев, client Вера Ангелова. What you typed here is still there.',
  );
  expect([chosen('Hour'), chosen('Duration'), chosen('Employee')]).toEqual(['10', '90', 'maria']);
  expect(screen.getByRole('combobox', { name: 'Client' })).toHaveProperty('value', 'Йоана Христова');
  for (const theirs of [/^Elsewhere: 9:00/, 'Elsewhere: Ивайло Ганев', / · Elsewhere: Вера Ангелова$/])
    expect(screen.getByText(theirs)).toBeTruthy();
  await person.click(button('Save'));
  await waitFor(() =>
    expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({
      ...{ resource_id: 'maria', start_time: at('10:00'), end_time: at('11:30') },
      ...{ client_id: 'yoana', notes: 'Short fringe' },
    }),
  );
});

it('brings a reservation back that was deleted elsewhere meanwhile', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  events.next([{ ...opened, deleted: true }]);
  expect(await screen.findByText(/беше изтрит от друго място/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(edits.undoDelete.mock.calls[0]?.[1]).toMatchObject({ id: 'a', client_id: 'yoana' }));
});

it('edits what it brings back as any other: status and price follow the type', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  await person.click(screen.getByRole('checkbox', { name: /Блокирай времето/ }));
  events.next([{ ...opened, deleted: true }]);
  expect(await screen.findByText(/беше изтрит от друго място/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.undoDelete.mock.calls[0]?.[1]).toEqual(opened);
  expect(data.updateEvent.mock.calls[0]?.[2]).toMatchObject({ type: 'blocking', client_id: null, service_id: null });
});

it('asks before it deletes', async () => {
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  await person.click(button('Изтрий резервацията'));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Да изтрием ли часа на Йоана Христова?');
  expect(data.deleteEvent).not.toHaveBeenCalled();
  await person.click(within(question).getByRole('button', { name: 'Изтрий' }));
  await waitFor(() => expect(data.deleteEvent).toHaveBeenCalledWith(expect.anything(), 'a'));
});

it('says so when the reservation is not there, with a button to close', async () => {
  show({ kind: 'edit', id: 'nowhere' });
  expect(screen.getByText('Тази резервация вече я няма')).toBeTruthy();
  await person.click(within(dialog()).getAllByRole('button', { name: 'Затвори' }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalled();
});

it('shows how a saved appointment stands, saves a status at once, and that is no news of another place', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  const row5 = screen.getByRole('group', { name: 'Статус' });
  expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Записан');
  await person.click(within(row5).getByRole('button', { name: 'Приключен' }));
  expect(data.pressEventStatus.mock.calls[0]?.[2]).toBe('completed');
  events.next([{ ...opened, status: 'completed' }]);
  await waitFor(() => expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Приключен'));
  expect(screen.queryByText(/Междувременно/)).toBeNull();
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.action?.label).toBe('Върни'));
  toasts.store.getState().toasts[0]?.action?.onAction();
  await waitFor(() => expect(edits.undoEdit).toHaveBeenCalled());
  events.next([opened]);
  await waitFor(() => expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Записан'));
  expect(screen.queryByText(/Междувременно/)).toBeNull();
  events.next([{ ...opened, status: 'completed' }]);
  await waitFor(() => expect(within(row5).getByRole('button', { pressed: true }).textContent).toBe('Приключен'));

  // Back to booked is a press on what is shown.
  await person.click(within(row5).getByRole('button', { name: 'Записан' }));
  expect(data.pressEventStatus.mock.calls[1]?.[2]).toBe('completed');
  // From another device it is news.
  events.next([{ ...opened, status: 'no-show' }]);
  expect(await screen.findByText(/статусът е „Не се яви“/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('has no status for blocked time', () => {
  events.next([
    booking('a', '10:00', '11:00', { type: 'blocking', client_id: null, service_id: null, status: null, title: 'Обяд' }),
  ]);
  show({ kind: 'edit', id: 'a' });
  expect(dialog().textContent).toContain('Редакция на блокирано време');
  expect(screen.queryByRole('group', { name: 'Статус' })).toBeNull();
});

it('saves an own old booking that reached the server and left this device while its dialog was open', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' }, {}, 1, '2026-11-19T00:00:00.000Z');
  write(screen.getByLabelText(/^Бележки/), 'Късно');
  events.next([]);
  expect(screen.queryByText(/беше изтрит/)).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.undoDelete.mock.calls[0]?.[1]).toMatchObject({ id: 'a' });
  expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({ notes: 'Късно' });
});

it('takes a deletion back with the row as it stood', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  await person.click(button('Изтрий резервацията'));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.action).toBeTruthy());
  toasts.store.getState().toasts[0]?.action?.onAction();
  await waitFor(() => expect(edits.undoDelete).toHaveBeenCalledWith(expect.anything(), opened));
});

it('hears the second half of a double click on a status as nothing', async () => {
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  show({ kind: 'edit', id: 'a' });
  const status = (name: string) => within(screen.getByRole('group', { name: 'Статус' })).getByRole('button', { name });
  await person.dblClick(status('Приключен'));
  expect(data.pressEventStatus).toHaveBeenCalledTimes(1);
  data.pressEventStatus.mockRejectedValueOnce(new Error('disk'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await person.click(status('Не се яви'));
  await waitFor(() => expect(toasts.store.getState().toasts.map(({ variant }) => variant)).toContain('destructive'));
  await person.click(status('Не се яви')); // not saved, and that was said: it can be tried again
  expect(data.pressEventStatus).toHaveBeenCalledTimes(3);
});

it('saves a status and deletes also where the client’s name cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  expect(screen.getByRole('combobox', { name: 'Клиент' })).toHaveProperty('value', 'Йоана Христова');
  reads.named = false;
  await person.click(within(screen.getByRole('group', { name: 'Статус' })).getByRole('button', { name: 'Приключен' }));
  expect(data.pressEventStatus).toHaveBeenCalledOnce();
  await person.click(button('Изтрий резервацията'));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
  await waitFor(() => expect(data.deleteEvent).toHaveBeenCalledOnce());
});

it('asks before a deletion also where the client’s name, and how far back this device goes, cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const opened = booking('a', '10:00', '11:00');
  events.next([opened]);
  reads.named = false;
  const replica = {
    salonId: 1,
    horizon$: throwError(() => new Error('no read')),
    membership$: new BehaviorSubject(null),
    ...{ status$: new BehaviorSubject({ lastSyncedAt: null }), documents: { watch: () => of(null) } },
  } as unknown as OpenReplica;
  render(
    <ReplicaContext value={replica}>
      <DeleteReservation
        open
        values={reservationValues(opened, ZONE)}
        event={opened}
        salon={salon}
        onCancel={onClose}
        onConfirm={onSaved}
      />
    </ReplicaContext>,
  );
  expect(await screen.findByRole('alertdialog', { name: 'Да изтрием ли този час?' })).toBeTruthy();
  cleanup();
  reads.named = true;
  render(
    <ReplicaContext value={replica}>
      <ReservationDialog opened={{ kind: 'edit', id: 'a' }} today={DAY} {...{ salon, onSaved, onClose }} />
    </ReplicaContext>,
  );
  expect(chosen('Час')).toBe('10');
});

it('asks before a status that cannot be so yet, and sets it then', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('09:30')) });
  events.next([booking('a', '10:00', '11:00')]);
  show({ kind: 'edit', id: 'a' });
  await person.click(button('Не се яви'));
  expect(data.pressEventStatus).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Отбележи' }));
  await waitFor(() => expect(data.pressEventStatus).toHaveBeenCalledOnce());
});
