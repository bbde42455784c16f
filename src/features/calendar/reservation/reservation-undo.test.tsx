// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { addEvent, deleteEvent } from '#data/events/events.commands.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { keepUndoFor, offerUndo, undoLast } from '#features/shared/undo.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { at, button, choose, draft, eachOnItsOwn, findButton, person, rowOf, show, there } from './visit-dialog.test-support.tsx';

eachOnItsOwn();
const older = vi.fn(async () => 'undone');
beforeEach(() => {
  keepUndoFor(there.device);
  offerUndo({ text: 'Нещо от по-рано', undo: older });
});

const newest = () => toasts.store.getState().toasts[0];
const takenBack = (description: string) =>
  waitFor(() => expect(newest()).toMatchObject({ title: 'Върнато', description, open: true }));
const booked = () =>
  addEvent(there.device.replica, {
    ...{ type: 'appointment', client_id: there.client, service_id: 'cut', resource_id: 'maria' },
    ...{ start_time: at('10:00'), end_time: at('10:45') },
  });
const edit = async (id: string) => show({ kind: 'edit', id }, await rowOf(id));
/** Pressed as fast as can be: what is being saved is waited for. */
const saveAndTakeBack = async () => {
  await person.click(await findButton('Запази'));
  await act(() => undoLast());
};

it('Ctrl+Z after a new reservation takes that back, and nothing older', async () => {
  show(draft(600));
  await saveAndTakeBack();
  await takenBack('Йоана Христова, 10:00–10:45 · изтрито');
  const [made, removed] = there.device.writes.map(([change]) => change);
  expect(made?.change).toMatchObject({ service_id: 'cut' });
  expect(removed).toMatchObject({ id: made?.id, change: { deleted: true } });
  expect(older).not.toHaveBeenCalled();
});

it('after an edited one its fields go back; the lines say where it stands then', async () => {
  const id = await booked();
  await edit(id);
  await choose('Служител', /Ивайло/);
  await choose('Час', '14');
  await saveAndTakeBack();
  await takenBack('Йоана Христова · Мария Петрова, 10:00–10:45');
  expect(await rowOf(id)).toMatchObject({ resource_id: 'maria', start_time: at('10:00'), end_time: at('10:45') });
});

it('after one that became a visit it is one alone again', async () => {
  const id = await booked();
  await edit(id);
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 2', /Маникюр/);
  await screen.findByText(/Който е свободен: Ивайло/);
  await saveAndTakeBack();
  await takenBack('Йоана Христова · Мария Петрова, 10:00–10:45');
  expect(await visitLegs(there.device.replica, await rowOf(id))).toMatchObject([{ id, visit_id: null }]);
});

it('one that was brought back is deleted again, also where nothing was typed', async () => {
  const id = await booked();
  await edit(id);
  await act(() => deleteEvent(there.device.replica, id));
  await screen.findByText(/ще бъде върнат/);
  await saveAndTakeBack();
  await takenBack('Йоана Христова, 10:00–10:45 · изтрито');
  expect(there.device.writes.at(-1)).toEqual([{ table: 'events', id, change: { deleted: true } }]);
});

it('one saved as it was is nothing that was done: what was done before is what goes back', async () => {
  await edit(await booked());
  await saveAndTakeBack();
  await takenBack('Нещо от по-рано');
  expect(older).toHaveBeenCalledOnce();
});
