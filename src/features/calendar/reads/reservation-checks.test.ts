import { expect, it } from 'vitest';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { type Around, checksOf, overlapped } from './reservation-checks.ts';
import { booking, YOANA, ZONE } from './rows.test-support.ts';

const rooms = new Map([['cut', { id: 'laser', name: 'Лазерен кабинет', count: 1 }]]);
const salon = { config: { ...SALON_DEFAULTS, timezone: ZONE }, weekly: new Map(), rooms };
const hers = booking('hers', '10:00', '11:00', { resource_id: 'ivaylo' });
const own = booking('own', '10:30', '11:30');
const around = (...events: Around['events']): Around => ({
  events,
  clients: new Map([[YOANA.id, YOANA]]),
  overrides: new Map(),
  unknown: null,
});

it('a booking lies over whoever has its room, and which room is said; over its employee’s time no room is', () => {
  const asked = booking('', '10:45', '11:15', { resource_id: 'maria' });
  expect(checksOf(around(hers, own), asked, salon).over).toEqual([
    { event: hers, client: YOANA, room: 'Лазерен кабинет' },
    { event: own, client: YOANA, room: null },
  ]);
  expect(
    checksOf(around(hers, own), asked, { config: salon.config, weekly: salon.weekly }).over.map(({ event }) => event),
  ).toEqual([own]);
});

it('a service that needs no room, and blocked time, lie over nobody’s room', () => {
  const without = { ...booking('', '10:45', '11:15', { resource_id: 'maria' }), service_id: 'other' };
  expect(overlapped(without, around(hers), rooms)).toEqual([]);
  const blocked = booking('', '10:45', '11:15', { resource_id: 'maria', type: 'blocking' });
  expect(overlapped(blocked, around(hers), rooms)).toEqual([]);
});
