// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addLegs } from '#data/events/add-legs.test-support.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { draftOf } from './draft.ts';
import {
  at,
  button,
  choose,
  draft,
  eachOnItsOwn,
  findButton,
  legs,
  onClose,
  person,
  rowOf,
  show,
  there,
} from './visit-dialog.test-support.tsx';

eachOnItsOwn();

it('a second service follows the first, with whoever is free and offers it; both are booked as one visit', async () => {
  show(draft(600));
  await person.click(button('Добави услуга'));
  expect(await screen.findByText('Изберете услуга за всяка част, за да запазите.')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  await choose('Услуга, част 2', /Маникюр/);
  await screen.findByText('Който е свободен: Ивайло Ганев');
  expect(legs()).toEqual(['10:00–10:45', '10:45–11:45']);
  expect(screen.getByText(/Общо 105 мин, край 11:45/)).toBeTruthy();
  expect(screen.getByText(/75,00/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(there.device.writes).toHaveLength(1);
  const [first, second] = await Promise.all((there.device.writes[0] ?? []).map(({ id }) => rowOf(id)));
  expect([first, second]).toMatchObject([
    {
      resource_id: 'maria',
      service_id: 'cut',
      start_time: at('10:00'),
      end_time: at('10:45'),
      visit_id: first?.id,
      visit_pos: 0,
    },
    {
      resource_id: 'ivaylo',
      service_id: 'nails',
      start_time: at('10:45'),
      end_time: at('11:45'),
      visit_id: first?.id,
      visit_pos: 1,
    },
  ]);
  expect([first?.client_id, second?.client_id]).toEqual([there.client, there.client]);
});

it('says which service nobody is free for, and does not save; a person who is named is warned of and saved', async () => {
  const busy = { type: 'appointment' as const, client_id: there.client, service_id: 'nails', resource_id: 'ivaylo' };
  await addEvent(there.device.replica, { ...busy, start_time: at('11:00'), end_time: at('12:00') });
  show(draft(600));
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 2', /Маникюр/);
  expect(await screen.findByText(/Никой не е свободен тогава/)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  await choose('Служител, част 2', /Мария Петрова.*не я предлага/);
  expect(await screen.findByText(/Мария Петрова не предлага „Маникюр“/)).toBeTruthy();
  await choose('Служител, част 2', /^Ивайло Ганев/);
  expect(await screen.findByText(/Застъпва се с/)).toBeTruthy();
  there.device.writes.length = 0;
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [, second] = await Promise.all((there.device.writes[0] ?? []).map(({ id }) => rowOf(id)));
  expect(second).toMatchObject({ resource_id: 'ivaylo', visit_pos: 1 });
  expect(second?.overlap_agreed).not.toBeNull();
});

it('puts a part that is being dragged back by Escape, and does not ask to close', async () => {
  show(draft(600));
  await person.click(button('Добави услуга'));
  await waitFor(() => expect(document.activeElement).toBe(button(/^Услуга, част 2/)));
  await choose('Услуга, част 2', /Маникюр/);
  const order = () => screen.getAllByRole('button', { name: /^Премести/ }).map((grip) => grip.getAttribute('aria-label'));
  const before = order();
  const list = screen.getByRole('list', { name: 'Услуги' });
  list.setPointerCapture = () => undefined;
  fireEvent.pointerDown(button(/^Премести Маникюр/), { button: 0, pointerId: 1 });
  fireEvent.pointerMove(list, { clientY: -5, pointerId: 1 });
  await waitFor(() => expect(order()).toEqual([...before].reverse()));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(order()).toEqual(before));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.pointerMove(list, { clientY: -5, pointerId: 1 });
  expect(order()).toEqual(before);
});

it('takes another order by the arrow keys, with the focus on the handle; one service left is an ordinary reservation', async () => {
  show(draft(600));
  await person.click(button('Добави услуга'));
  await waitFor(() => expect(document.activeElement).toBe(button(/^Услуга, част 2/)));
  await choose('Услуга, част 2', /Маникюр/);
  const grip = button(/^Премести Маникюр/);
  grip.focus();
  await person.keyboard('{ArrowUp}');
  expect(legs()).toEqual(['10:00–11:00', '11:00–11:45']);
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Премести Маникюр/);
  await person.keyboard('{ArrowUp}');
  expect(legs()).toEqual(['10:00–11:00', '11:00–11:45']);
  button('Махни Маникюр').focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Добави услуга'));
  expect((await findButton(/^Служител/)).getAttribute('data-value')).toBe('maria');
  expect(screen.queryByRole('list', { name: 'Услуги' })).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(there.device.writes[0]).toHaveLength(1);
});

it('opens with all services of the visit, whichever was pressed, and saves what was changed in one call', async () => {
  const leg = (resource_id: string, service_id: string, from: string, to: string) => ({
    ...{ resource_id, service_id, title: service_id, start_time: at(from), end_time: at(to) },
  });
  const [cut = '', nails = ''] = await addVisit(there.device.replica, {
    client_id: there.client,
    legs: [leg('maria', 'cut', '10:00', '10:45'), leg('ivaylo', 'nails', '11:00', '12:00')],
  });
  there.device.writes.length = 0;
  show({ kind: 'edit', id: nails }, await rowOf(nails));
  expect(await screen.findByRole('list', { name: 'Услуги' })).toBeTruthy();
  await waitFor(() => expect(legs()).toEqual(['10:00–10:45', '11:00–12:00']));
  await choose('Час', '11');
  await waitFor(() => expect(legs()).toEqual(['11:00–11:45', '12:00–13:00']));
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 3', /Подстригване/);
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(there.device.writes).toHaveLength(1);
  const visit = await visitLegs(there.device.replica, await rowOf(cut));
  expect(visit.map(({ start_time, visit_pos }) => [start_time, visit_pos])).toEqual([
    [at('11:00'), 0],
    [at('12:00'), 1],
    [at('13:00'), 2],
  ]);
});

it('opens one that was not known yet with all services as well', async () => {
  const leg = (from: string, to: string) => ({
    ...{ resource_id: 'maria', service_id: 'cut', title: 'Подстригване', start_time: at(from), end_time: at(to) },
  });
  const [, second = ''] = await addVisit(there.device.replica, {
    client_id: there.client,
    legs: [leg('10:00', '10:45'), leg('10:45', '11:30')],
  });
  show({ kind: 'edit', id: second });
  await screen.findByRole('list', { name: 'Услуги' });
  await waitFor(() => expect(legs()).toEqual(['10:00–10:45', '10:45–11:30']));
});

it('takes in a service that another device adds to a reservation that was one alone', async () => {
  const id = await addEvent(there.device.replica, {
    ...{ type: 'appointment', client_id: there.client, service_id: 'cut', resource_id: 'maria' },
    ...{ start_time: at('10:00'), end_time: at('10:45') },
  });
  show({ kind: 'edit', id }, await rowOf(id));
  fireEvent.change(screen.getByLabelText(/^Бележки/), { target: { value: 'Къс бретон' } });
  const more = { resource_id: 'ivaylo', service_id: 'nails', start_time: at('10:45'), end_time: at('11:45') };
  await act(async () => void (await addLegs(there.device.replica, id, [more])));
  await waitFor(() => expect(legs()).toEqual(['10:00–10:45', '10:45–11:45']));
  expect(screen.getByText(/добавена е „Маникюр“/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const visit = await visitLegs(there.device.replica, await rowOf(id));
  expect(visit.map(({ service_id, notes }) => [service_id, notes])).toEqual([
    ['cut', 'Къс бретон'],
    ['nails', null],
  ]);
});

it('opens with all services of an address that names several; whoever is not there gives way to whoever is free', async () => {
  const params = new URLSearchParams(`client=${there.client}&start=2030-11-20T10:00&service=cut&employee=maria`);
  for (const [service, employee] of [
    ['nails', 'ivaylo'],
    ['cut', 'gone'],
  ] as const) {
    params.append('service', service);
    params.append('employee', employee);
  }
  show({ kind: 'new', draft: draftOf(params, 'Europe/Sofia') });
  await screen.findByText(/^Който е свободен: /);
  expect(legs()).toEqual(['10:00–10:45', '10:45–11:45', '11:45–12:30']);
  expect(screen.getByText(/Общо 150 мин, край 12:30/)).toBeTruthy();
});
