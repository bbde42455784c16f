import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAppointments, whenOf } from './find-appointments.ts';

const NOW = '2026-11-18T08:40:00.000Z';
const event = (id: string, start: string, client: string | null = 'anna', title: string | null = null) => ({
  id,
  client_id: client,
  title,
  ...{ status: 'booked', visit_id: null as string | null },
  start_time: `2026-${start}:00.000Z`,
  end_time: new Date(Date.parse(`2026-${start}:00.000Z`) + 3_600_000).toISOString(),
});
const find = (events: ReturnType<typeof event>[], query = 'ан', clients = ['anna']) =>
  findAppointments(events, { clients: new Set(clients), query, now: NOW, most: 3 }).map(({ legs }) =>
    legs.map(({ id }) => id).join('+'),
  );

describe('The appointments that the search shows', () => {
  it('are what goes on now, then the next ones, then the last one of each client', () => {
    const events = [
      event('older', '09-01T08:00'),
      event('last', '11-10T08:00'),
      event('now', '11-18T08:00'),
      event('next', '11-20T08:00'),
    ];
    expect(find([...events].reverse())).toEqual(['now', 'next', 'last']);
  });

  it('leave room: of one client’s past one is shown', () => {
    const events = [event('a1', '10-01T08:00'), event('a2', '10-02T08:00'), event('b1', '09-01T08:00', 'boris')];
    expect(find(events, 'а', ['anna', 'boris'])).toEqual(['a2', 'b1']);
  });

  it('are blocked times by their words, in either script', () => {
    expect(find([event('stock', '11-20T08:00', null, 'Доставка на бои')], 'dostavka', [])).toEqual(['stock']);
    expect(find([event('stock', '11-20T08:00', null, 'Доставка на бои')], 'обяд', [])).toEqual([]);
  });

  it('are visits: three services take one place, in their order, and one that was cancelled is not named', () => {
    const leg = (id: string, start: string, status = 'booked') => ({ ...event(id, start), visit_id: 'a', status });
    const other = event('other', '11-21T08:00');
    expect(find([leg('c', '11-20T10:00'), other, leg('a', '11-20T08:00'), leg('b', '11-20T09:00')])).toEqual(['a+b+c', 'other']);
    expect(find([leg('a', '11-20T08:00', 'cancelled'), leg('b', '11-20T09:00')])).toEqual(['b']);
    expect(find([leg('a', '11-20T08:00', 'cancelled'), leg('b', '11-20T09:00', 'cancelled')])).toEqual(['a+b']);
    // It goes on until its last service has ended.
    expect(find([leg('a', '11-18T06:00'), leg('b', '11-18T08:00'), event('next', '11-18T09:00')])).toEqual(['a+b', 'next']);
  });

  it('are none before anything is asked', () => {
    expect(find([event('next', '11-20T08:00')], ' ')).toEqual([]);
  });

  it('stand in the order of now, coming and past, whatever there is', () => {
    const minute = fc.integer({ min: -50_000, max: 50_000 });
    const rows = fc
      .array(fc.tuple(minute, fc.integer({ min: 1, max: 600 }), fc.constantFrom('anna', 'boris', 'vera')))
      .map((drawn) =>
        drawn.map(([at, long, client_id], n) => ({
          id: String(n),
          client_id,
          title: null,
          ...{ status: 'booked', visit_id: null },
          start_time: new Date(Date.parse(NOW) + at * 60_000).toISOString(),
          end_time: new Date(Date.parse(NOW) + (at + long) * 60_000).toISOString(),
        })),
      );
    fc.assert(
      fc.property(rows, (events) => {
        const clients = new Set(['anna', 'boris']);
        const found = findAppointments(events, { clients, query: 'x', now: NOW, most: 9 });
        const whens = found.map((one) => ['now', 'coming', 'past'].indexOf(whenOf(one, NOW)));
        expect(whens).toEqual([...whens].sort());
        expect(found.every(({ legs: [{ client_id }] }) => client_id !== null && clients.has(client_id))).toBe(true);
      }),
    );
  });
});
