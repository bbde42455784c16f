import { afterEach, beforeEach, expect, test } from 'vitest';
import { knownClients } from '#domain/imports/appointments/entry-people.ts';
import { atOnce } from '#domain/imports/steps.test-support.ts';
import { duplicatesOf } from '#domain/people/client-duplicates.ts';
import { WALK_IN } from '#domain/people/walk-in.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { clientIndex$ } from './client-index.queries.ts';
import { createClient } from './clients.commands.ts';
import { clients$, clientsById$ } from './clients.queries.ts';
import { clientFacts$ } from './events/client-facts.ts';
import { clientEvents$, clientVisits$ } from './events/client-visits.ts';
import { addEvent, updateEvent } from './events/events.commands.ts';
import { addVisit, saveVisit } from './events/visits.commands.ts';
import { clientsOfImport } from './imports/appointment-clients.ts';
import { derivedIssues$ } from './issues/derived-issues.ts';
import { becomes, type Device, openDevice, seen, stored } from './replica.test-support.ts';
import { rowNow } from './row-writes.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const PAST = { start_time: '2026-01-12T08:00:00.000Z', end_time: '2026-01-12T09:00:00.000Z' };
const booking = (client_id: string) => ({ type: 'appointment' as const, resource_id: 'r', service_id: 's', client_id, ...PAST });
const made = (of: Device) => of.writes.flat().filter(({ table }) => table === 'clients');

test('the walk-in is made by its first use, in the same write, and by no other', async () => {
  await addEvent(device.replica, booking(WALK_IN));
  expect(device.writes).toHaveLength(1);
  expect(device.writes[0]?.map(({ table, id }) => [table, id === WALK_IN])).toEqual([
    ['clients', true],
    ['events', false],
  ]);
  await addEvent(device.replica, booking(WALK_IN));
  await addVisit(device.replica, { client_id: WALK_IN, legs: [booking(WALK_IN), booking(WALK_IN)] });
  expect(made(device)).toHaveLength(1);
});

test('two devices make the same row to the letter, so that there is nothing to decide', async () => {
  await addEvent(device.replica, booking(WALK_IN));
  const first = made(device);
  await device.replica.close(); // a page holds the collections of one
  device = await openDevice();
  await addEvent(device.replica, booking(WALK_IN), undefined, 'en');
  expect(made(device)).toEqual(first);
});

test('it is made as well where somebody turns out to be nobody', async () => {
  const emil = await createClient(device.replica, { name: 'Емил Драгнев' });
  const id = await addEvent(device.replica, booking(emil));
  await updateEvent(device.replica, id, { client_id: WALK_IN });
  expect(await rowNow(device.replica, 'events', id)).toMatchObject({ client_id: WALK_IN });
  expect(await stored(device.replica, 'clients', WALK_IN)).toMatchObject({ name: 'Гост', deleted: false });
});

test('and so it is with a whole visit', async () => {
  const emil = await createClient(device.replica, { name: 'Емил Драгнев' });
  const [first = '', second = ''] = await addVisit(device.replica, { client_id: emil, legs: [booking(emil), booking(emil)] });
  const legs = [first, second].map((leg) => ({ id: leg, change: {} }));
  await saveVisit(device.replica, { id: first, client_id: WALK_IN, legs });
  expect(await stored(device.replica, 'clients', WALK_IN)).not.toBeNull();
  expect(await rowNow(device.replica, 'events', second)).toMatchObject({ client_id: WALK_IN });
});

test('it is back where it was deleted', async () => {
  await addEvent(device.replica, booking(WALK_IN));
  await device.replica.write([{ table: 'clients', id: WALK_IN, change: { deleted: true } }]);
  await addEvent(device.replica, booking(WALK_IN));
  expect(await rowNow(device.replica, 'clients', WALK_IN)).toMatchObject({ name: 'Гост' });
});

test('staff, who may not bring it back, book for it all the same, and nobody is asked about its deletion', async () => {
  const soon = { start_time: '2036-11-19T08:00:00.000Z', end_time: '2036-11-19T09:00:00.000Z' };
  device.server.put('clients', WALK_IN, { name: 'Гост', first_name: 'Гост', deleted: true });
  await becomes(device, 'staff');
  const id = await addEvent(device.replica, { ...booking(WALK_IN), ...soon });
  expect(await rowNow(device.replica, 'events', id)).toMatchObject({ client_id: WALK_IN });
  expect(made(device)).toEqual([]);
  device.server.put('clients', 'silvia', { name: 'Силвия', deleted: true });
  await device.replica.write([{ table: 'events', id: 'of-silvia', change: { ...booking('silvia'), ...soon, status: 'booked' } }]);
  const isAbout = ({ kind }: { readonly kind: string }) => kind === 'client-deleted';
  const asked = await seen(derivedIssues$(device.replica.rows, { later: 0 }), (issues) => issues.some(isAbout));
  expect(asked.filter(isAbout).map(({ rowId }) => rowId)).toEqual(['of-silvia']);
});

test('no list, no search, no card, no import and no duplicate knows it, and its name is known', async () => {
  await addEvent(device.replica, booking(WALK_IN));
  const planned = { id: 'import-1', name: 'Гост', phone: null, email: null, isNew: true, by: null } as const;
  const imported = clientsOfImport(device.replica);
  await imported.lookFor([planned]);
  expect(await imported.find(planned)).toBeNull();
  const found = await seen(clientsById$(device.replica, [WALK_IN]));
  const row = found.get(WALK_IN) as LocalRow<'clients'>;
  expect(row.name).toBe('Гост');
  expect(atOnce(knownClients([row])).isKnownName('Гост')).toBe(false);

  const id = await createClient(device.replica, { name: 'Гост' });
  const ids = (rows: readonly { id: string }[]) => rows.map((one) => one.id);
  expect(ids(await seen(clients$(device.replica)))).toEqual([id]);
  expect(ids((await seen(clientIndex$(device.replica))).entries.map(({ client }) => client))).toEqual([id]);
  expect(await seen(clientVisits$(device.replica, row))).toMatchObject({ came: 0, noShows: 0 });
  expect((await seen(clientEvents$(device.replica, WALK_IN))).events).toEqual([]);
  expect(await seen(clientFacts$(device.replica, WALK_IN))).toMatchObject({ came: 0, favouriteService: null, usualGap: null });
  const twin = { ...row, phone: '+359888123456' };
  expect(duplicatesOf(twin, [{ ...twin, id: 'other' }])).toEqual([]);
});
