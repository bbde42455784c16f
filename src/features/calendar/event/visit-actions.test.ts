// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeWords } from '#calendar/reads/place-words.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { keepUndoFor, undoLast } from '#features/shared/undo.ts';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { eventActions } from './event-actions.ts';
import { overOfVisit } from './visit-actions.ts';

let device: Device;
let ids: readonly string[];
const at = (minute: number) => new Date(Date.UTC(2030, 10, 18, 8, minute)).toISOString();
const leg = (resource_id: string, from: number, to: number) => ({
  ...{ resource_id, service_id: 's', title: resource_id, start_time: at(from), end_time: at(to) },
});
const rows = () => Promise.all(ids.map(async (id) => (await stored(device.replica, 'events', id)) as LocalRow<'events'>));
const places = async () => (await rows()).map(({ resource_id, start_time }) => [resource_id, start_time]);
const actions = () => eventActions(device.replica, i18n.getFixedT('bg', 'booking'));
const named = async () => {
  const [first] = await rows();
  if (!first) throw new Error('nothing booked');
  return { event: first, name: 'Ева', from: 600, range: '10:00–10:30' };
};
const BEFORE = [
  ['maria', at(0)],
  ['ivaylo', at(30)],
];
const later = { resource_id: 'desislava', start_time: at(60), end_time: at(90) };

beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
  keepUndoFor(device.replica);
  ids = await addVisit(device.replica, { client_id: 'eva', legs: [leg('maria', 0, 30), leg('ivaylo', 30, 90)] });
  device.writes.length = 0;
});
afterEach(async () => {
  cleanup();
  toasts.dismiss();
  await device.replica.close();
});

it('a part that is moved takes the others with it, in one write, and one undo brings all of them back', async () => {
  expect(await actions().move(await named(), later, [], () => '')).toBe(true);
  expect(device.writes).toHaveLength(1);
  expect(await places()).toEqual([
    ['desislava', at(60)],
    ['ivaylo', at(90)],
  ]);
  await undoLast();
  expect(await places()).toEqual(BEFORE);
});

it('a part whose first work is pulled keeps its waiting, pushes on the next one, and says what became of the whole', async () => {
  const { event } = await named();
  const colour = { processing_after: 15, processing_minutes: 10 };
  await device.replica.write([changeOf('events', event.id, colour)]);
  const words = placeWords(() => 'Мария', 'Europe/Sofia', 'bg');
  const pulled = { resource_id: 'maria', start_time: at(0), end_time: at(45), processing_after: 30, processing_minutes: 10 };
  expect(await actions().move({ ...(await named()), event: { ...event, ...colour } }, pulled, [], words)).toBe(true);
  expect(await rows()).toMatchObject([pulled, { start_time: at(45), end_time: at(105) }]);
  const said = () => render(toasts.store.getState().toasts[0]?.description as ReactNode).container.textContent;
  expect(said()).toContain('Ева · Мария, 10:00–10:45, престой 10:30–10:40, цялото посещение 10:00–11:45');
  await undoLast();
  expect(await rows()).toMatchObject([{ ...colour, end_time: at(30) }, { start_time: at(30) }]);
  expect(said()).toBe('Ева · Мария, 10:00–10:30, престой 10:15–10:25, цялото посещение 10:00–11:30');
});

it('a part that is moved alone leaves the others where they are', async () => {
  await actions().move(await named(), later, [], () => '', true);
  expect(await places()).toEqual([
    ['desislava', at(60)],
    ['ivaylo', at(30)],
  ]);
  await undoLast();
  expect(await places()).toEqual(BEFORE);
});

it('a status is the whole visit’s, and so is taking it back; one part can be cancelled alone', async () => {
  const statuses = async () => (await rows()).map(({ status }) => status);
  await actions().press(await named(), 'completed');
  expect(await statuses()).toEqual(['completed', 'completed']);
  await undoLast();
  expect(await statuses()).toEqual(['booked', 'booked']);
  await actions().press(await named(), 'cancelled', undefined, true);
  expect(await statuses()).toEqual(['cancelled', 'booked']);
});

it('a part on a day that this device does not keep any more is deleted at the salon all the same', async () => {
  const { event, ...words } = await named();
  const older = { ...event, id: 'older', visit_id: 'older', rev: 3 };
  expect(await actions().remove({ event: older, ...words }, false, false)).toBe(true);
  expect(device.writes.flat().filter(({ id }) => id === 'older')).toMatchObject([{}, { change: { deleted: true } }]);
});

it('a visit is deleted with all its parts, and comes back with them', async () => {
  const gone = async () => (await rows()).map((row) => row === null || row.deleted);
  await actions().remove(await named());
  expect(await gone()).toEqual([true, true]);
  await undoLast();
  expect(await gone()).toEqual([false, false]);
});

it('what any part comes to lie over is known before it is moved', async () => {
  const [first, second] = await rows();
  if (!first || !second) throw new Error('nothing booked');
  const other = { ...second, id: 'other', visit_id: null, start_time: at(100), end_time: at(130) };
  const shown = [first, second, other];
  expect(overOfVisit(first, later, shown).map(({ id }) => id)).toEqual(['other']);
  expect(overOfVisit(first, { ...later, start_time: at(-60), end_time: at(-30) }, shown)).toEqual([]);
});
