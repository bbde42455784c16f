// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { changeOf } from '#data/row-writes.ts';
import {
  at,
  button,
  choose,
  draft,
  eachOnItsOwn,
  legs,
  onClose,
  person,
  rowOf,
  show,
  there,
  written,
} from './visit-dialog.test-support.tsx';

eachOnItsOwn();

const ONE = 'Престой и почистване';
const times = async (name = ONE) => within(await screen.findByRole('group', { name }));
const unfold = async (name = ONE) => {
  const group = await times(name);
  await person.click(group.getByRole('button', { name: ONE }));
  return group;
};
const field = (group: Awaited<ReturnType<typeof times>>, label: string) => group.getByLabelText(label) as HTMLInputElement;
/** At one go, and the field is left. */
const type = (group: Awaited<ReturnType<typeof times>>, label: string, value: string) => {
  fireEvent.change(field(group, label), { target: { value } });
  fireEvent.blur(field(group, label));
};
const picture = async (words: string) => expect((await times()).getByRole('img', { name: words })).toBeTruthy();
/** When the client waits, in words. */
const waits = () => screen.getByText(/престой \d/).textContent?.replaceAll('\u2060', '');
const save = async () => {
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
};

it('says nothing of waiting where neither the service nor the booking has any', async () => {
  show(draft(600));
  await screen.findByText(/45 мин · /);
  await choose('Услуга', /Боядисване/);
  await times();
  await choose('Услуга', /Подстригване/);
  await waitFor(() => expect(screen.queryByRole('group', { name: ONE })).toBeNull());
});

it('begins with the times of the service, and saves other ones with this booking alone', async () => {
  show(draft(600, 'colour'));
  await picture('30 минути работа, 45 минути престой, 30 минути работа, 10 минути почистване');
  const group = await unfold();
  expect(['Започва след', 'Престой', 'Почистване'].map((label) => field(group, label).value)).toEqual(['30', '45', '10']);
  type(group, 'Престой', '60');
  type(group, 'Почистване', '');
  await picture('30 минути работа, 60 минути престой, 15 минути работа');
  expect(waits()).toContain('престой 10:30–11:30');
  await save();
  expect(await written()).toMatchObject([
    { processing_after: 30, processing_minutes: 60, buffer_after: 0, end_time: at('11:45') },
  ]);
});

it('books without waiting what the service has with it, where somebody emptied the fields', async () => {
  const own = { name: 'Боядисване', duration: 105, processing_after: 30, processing_minutes: 45, buffer_after: 10 };
  await there.device.replica.write([changeOf('services', 'colour', own)]);
  show(draft(600, 'colour'));
  const group = await unfold();
  for (const label of ['Започва след', 'Престой', 'Почистване']) type(group, label, '');
  await save();
  expect(await written()).toMatchObject([{ service_id: 'colour', processing_after: 0, processing_minutes: 0, buffer_after: 0 }]);
});

it.each([
  ['Престой', 'час', 'Въведете минути'],
  ['Престой', '', 'Въведете колко минути е престоят'],
  ['Започва след', '', 'Въведете след колко минути започва'],
  ['Престой', '75', 'Престоят трябва да свърши преди края на услугата'],
  ['Почистване', '241', 'Най-много 240 минути (4 часа)'],
])('says beside %s what is wrong with “%s”, and waits with saving', async (label, value, words) => {
  show(draft(600, 'colour'));
  const group = await unfold();
  fireEvent.change(field(group, label), { target: { value } });
  expect(screen.getByText('Поправете престоя и почистването, за да запазите.')).toBeTruthy();
  expect(group.queryByText(words)).toBeNull(); // not while it is typed
  fireEvent.blur(field(group, label));
  expect(group.getByText(words)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  // What is wrong is never folded away.
  await person.click(group.getByRole('button', { name: ONE }));
  expect(field(group, label).value).toBe(value);
});

it('says what is wrong once the press that left the field has had its click: the button does not move away from it', async () => {
  show(draft(600, 'colour'));
  const group = await unfold();
  await person.clear(field(group, 'Престой'));
  const cancel = button('Отказ');
  await person.pointer({ keys: '[MouseLeft>]', target: cancel });
  expect(field(group, 'Престой')).not.toBe(document.activeElement);
  expect(group.queryByText('Въведете колко минути е престоят')).toBeNull();
  await person.pointer({ keys: '[/MouseLeft]', target: document.body });
  expect(await group.findByText('Въведете колко минути е престоят')).toBeTruthy();
});

it('says so when a chosen length has no room for the waiting, and brings it back with the longer one', async () => {
  show(draft(600, 'colour'));
  await times();
  await choose('Времетраене', '60 мин');
  expect(screen.getByText('Престоят не се побира в това времетраене и отпада.')).toBeTruthy();
  await picture('60 минути работа, 10 минути почистване');
  await choose('Времетраене', '105 мин');
  await picture('30 минути работа, 45 минути престой, 30 минути работа, 10 минути почистване');
  expect(screen.queryByText(/не се побира/)).toBeNull();
});

it('warns by what was typed: another booking lies in the waiting until it is shorter', async () => {
  const other = { type: 'appointment' as const, client_id: there.client, service_id: 'cut', resource_id: 'maria' };
  await addEvent(there.device.replica, { ...other, start_time: at('10:30'), end_time: at('11:15') });
  show(draft(600, 'colour'));
  const group = await unfold();
  expect(screen.queryByText(/Застъпва се/)).toBeNull();
  type(group, 'Престой', '30');
  expect(await screen.findByText(/Застъпва се/)).toBeTruthy();
});

it('shows the times of a booking that has its own, and keeps them with another employee', async () => {
  const id = await addEvent(there.device.replica, {
    ...{ type: 'appointment', client_id: there.client, service_id: 'cut', resource_id: 'maria' },
    ...{ start_time: at('10:00'), end_time: at('11:00'), processing_after: 20, processing_minutes: 15 },
  });
  show({ kind: 'edit', id }, await rowOf(id));
  await picture('20 минути работа, 15 минути престой, 25 минути работа');
  type(await unfold(), 'Почистване', '5');
  await choose('Служител', /Ивайло/);
  await save();
  expect(await rowOf(id)).toMatchObject({
    ...{ resource_id: 'ivaylo', processing_after: 20, processing_minutes: 15, buffer_after: 5, end_time: at('11:00') },
  });
});

it('each part of a visit has its own, and only what was typed is saved', async () => {
  const leg = (service_id: string, from: string, to: string, more = {}) => ({
    ...{ resource_id: 'maria', service_id, start_time: at(from), end_time: at(to), ...more },
  });
  const [cut = '', colour = ''] = await addVisit(there.device.replica, {
    client_id: there.client,
    legs: [
      leg('cut', '10:00', '10:45'),
      leg('colour', '10:45', '12:30', { processing_after: 30, processing_minutes: 45, buffer_after: 10 }),
    ],
  });
  const before = await rowOf(cut);
  show({ kind: 'edit', id: cut }, before);
  const second = `${ONE}, част 2`;
  expect(screen.queryByRole('group', { name: `${ONE}, част 1` })).toBeNull();
  type(await unfold(second), 'Започва след', '20');
  expect(waits()).toContain('престой 11:05–11:50');
  expect(legs()).toEqual(['10:00–10:45', '10:45–12:30']);
  there.device.writes.length = 0;
  await save();
  expect(there.device.writes.flat().map(({ id }) => id)).toEqual([colour]);
  expect(await rowOf(colour)).toMatchObject({ processing_after: 20, processing_minutes: 45, buffer_after: 10 });
});
