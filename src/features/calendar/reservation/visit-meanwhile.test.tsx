// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { addLegs } from '#data/events/add-legs.test-support.ts';
import { deleteEvent, pressEventStatus, updateEvent } from '#data/events/events.commands.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { addVisit, deleteVisit, moveVisit } from '#data/events/visits.commands.ts';
import { at, button, choose, eachOnItsOwn, legs, onClose, person, rowOf, show, there } from './visit-dialog.test-support.tsx';

eachOnItsOwn();

const leg = (resource_id: string, service_id: string, from: string, to: string) => ({
  ...{
    resource_id,
    service_id,
    title: service_id === 'cut' ? 'Подстригване' : 'Маникюр',
    start_time: at(from),
    end_time: at(to),
  },
});
/** A cut at ten with Maria and a manicure at 10:45 with Ivaylo. */
let cut = '';
let nails = '';

/** What another device does while the dialog is open: the rows change under it. */
const elsewhere = (change: () => Promise<unknown>) => act(async () => void (await change()));
const moved = (by: string, to: string) =>
  elsewhere(() => moveVisit(there.device.replica, cut, { resource_id: 'maria', start_time: at(by), end_time: at(to) }));
const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u2060', '');
const news = async () => plain(await screen.findByText(/^Междувременно от друго място/));
const write = (value: string) => fireEvent.change(screen.getByLabelText(/^Бележки/), { target: { value } });
const save = async () => {
  there.device.writes.length = 0;
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
};
const saved = async () =>
  (await visitLegs(there.device.replica, await rowOf(nails))).map(({ resource_id, start_time, status }) => [
    resource_id,
    start_time,
    status,
  ]);

beforeEach(async () => {
  [cut = '', nails = ''] = await addVisit(there.device.replica, {
    client_id: there.client,
    legs: [leg('maria', 'cut', '10:00', '10:45'), leg('ivaylo', 'nails', '10:45', '11:45')],
  });
  show({ kind: 'edit', id: cut }, await rowOf(cut));
  await screen.findByRole('list', { name: 'Услуги' });
  await waitFor(() => expect(legs()).toEqual(['10:00–10:45', '10:45–11:45']));
});

it('follows a visit that was moved elsewhere, keeps what was typed, and saves that alone', async () => {
  write('Къс бретон');
  await moved('10:30', '11:15');
  expect(await news()).toBe('Междувременно от друго място: часът е 10:30–12:15. Написаното тук остава.');
  await waitFor(() => expect(legs()).toEqual(['10:30–11:15', '11:15–12:15']));
  expect(plain(screen.getByText(/беше 10:00/))).toBe('Променено от друго място, беше 10:00–11:45');
  await save();
  expect(there.device.writes).toEqual([[expect.objectContaining({ id: cut })]]);
  expect((await rowOf(cut)).notes).toBe('Къс бретон');
  expect(await saved()).toEqual([
    ['maria', at('10:30'), 'booked'],
    ['ivaylo', at('11:15'), 'booked'],
  ]);
});

it('keeps a time that was chosen here, says the other one beside it, and takes what nobody touched here', async () => {
  await choose('Час', '14');
  await waitFor(() => expect(legs()).toEqual(['14:00–14:45', '14:45–15:45']));
  await moved('11:00', '11:45');
  await elsewhere(() => updateEvent(there.device.replica, nails, { resource_id: 'maria' }));
  expect(await news()).toContain('часът е 11:00–12:45, „Маникюр“: при Мария Петрова');
  expect(plain(screen.getByText(/^На друго място/))).toBe('На друго място: 11:00–12:45');
  expect(legs()).toEqual(['14:00–14:45', '14:45–15:45']);
  const second = screen.getByRole('listitem', { name: 'Част 2' });
  expect(within(second).getByRole('note').textContent).toBe('Променено от друго място, беше Ивайло Ганев');
  await save();
  expect(await saved()).toEqual([
    ['maria', at('14:00'), 'booked'],
    ['maria', at('14:45'), 'booked'],
  ]);
});

it('takes a part out that was cancelled elsewhere; the one that is left is a reservation as any other', async () => {
  write('Къс бретон');
  await elsewhere(() => pressEventStatus(there.device.replica, { id: cut }, 'cancelled', at('09:00')));
  expect(await news()).toContain('„Подстригване“ е отказана');
  expect(screen.queryByRole('list', { name: 'Услуги' })).toBeNull();
  expect(button(/^Служител/).getAttribute('data-value')).toBe('ivaylo');
  expect(within(screen.getByRole('group', { name: 'Статус' })).getByRole('button', { pressed: true }).textContent).toBe(
    'Записан',
  );
  await save();
  expect(await saved()).toEqual([
    ['maria', at('10:00'), 'cancelled'],
    ['ivaylo', at('10:45'), 'booked'],
  ]);
  expect((await rowOf(nails)).notes).toBe('Къс бретон');
  expect((await rowOf(cut)).notes).toBeNull();
});

it('books anew what was changed here and taken out elsewhere, and says so before', async () => {
  await choose('Времетраене, част 2', '90 мин');
  await elsewhere(() => deleteEvent(there.device.replica, nails));
  expect(await news()).toContain('„Маникюр“ е махната');
  expect(screen.getByText('На друго място е махната. Ако запазите, ще бъде записана отново.')).toBeTruthy();
  expect(legs()).toEqual(['10:00–10:45', '10:45–12:15']);
  await save();
  const rows = await visitLegs(there.device.replica, await rowOf(cut));
  expect(rows.map(({ id, end_time }) => [id === nails, end_time])).toEqual([
    [false, at('10:45')],
    [false, at('12:15')],
  ]);
});

it('brings a part in that was added elsewhere, behind what was taken out and put in here', async () => {
  await person.click(button('Махни Маникюр'));
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 2', /Подстригване/);
  await elsewhere(() => addLegs(there.device.replica, cut, [leg('maria', 'nails', '11:45', '12:45')]));
  expect(await news()).toContain('добавена е „Маникюр“');
  await waitFor(() => expect(legs()).toHaveLength(3));
  await save();
  const rows = await visitLegs(there.device.replica, await rowOf(cut));
  expect(rows.map(({ service_id }) => service_id).sort()).toEqual(['cut', 'cut', 'nails']);
  expect(rows.some(({ id }) => id === nails)).toBe(false);
});

it('takes the other’s order where nobody changed it here, and keeps one that was', async () => {
  await elsewhere(async () => {
    await updateEvent(there.device.replica, nails, { start_time: at('10:00'), end_time: at('11:00'), visit_pos: 0 });
    await updateEvent(there.device.replica, cut, { start_time: at('11:00'), end_time: at('11:45'), visit_pos: 1 });
  });
  await waitFor(() => expect(legs()).toEqual(['10:00–11:00', '11:00–11:45']));
  expect(await news()).toContain('„Подстригване“: часът е 11:00–11:45, „Маникюр“: часът е 10:00–11:00');
});

it('brings a visit back that was deleted elsewhere, with what was typed', async () => {
  write('Къс бретон');
  await elsewhere(() => deleteVisit(there.device.replica, cut));
  expect(await screen.findByText(/беше изтрит от друго място/)).toBeTruthy();
  await save();
  expect(await saved()).toEqual([
    ['maria', at('10:00'), 'booked'],
    ['ivaylo', at('10:45'), 'booked'],
  ]);
  expect((await rowOf(cut)).notes).toBe('Къс бретон');
});
