/** Visits on two devices: their legs are rows of their own, and stand or are decided about together. */
import { describe, expect, it } from 'vitest';
import { mattersOf } from '#data/issues/issue-matters.ts';
import { isVisitMatter, withVisits } from '#data/issues/visit-matters.ts';
import { movedVisit, tornBy, tornVisits, visitOf } from '#domain/booking/visits.ts';
import { addMinutes } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { booking, type Device } from '../devices.ts';
import { allAgree, salon, sqlStories } from './sql-stories.ts';

sqlStories();

type Event = LocalRow<'events'>;
const TEN = '2026-11-18T08:00:00.000Z';
const NOW = '2026-11-01T00:00:00.000Z';
const DAY = 1440;
const at = (minute: number) => addMinutes(TEN, minute);
/** A cut, then a colour with waiting, both with Ana; then a manicure with Boris. */
const LEGS = [
  ['v', 'ana', 0, 30, {}],
  ['v/1', 'ana', 30, 105, { processing_after: 30, processing_minutes: 45 }],
  ['v/2', 'boris', 135, 45, { buffer_after: 10 }],
] as const;
const IDS = LEGS.map(([id]) => id);

async function bothHaveVisit(): Promise<{ tablet: Device; desk: Device }> {
  const tablet = await salon.device('tablet');
  const desk = await salon.device('desk');
  await tablet.tab.replication.write(
    LEGS.map(([id, resource_id, from, minutes, times], visit_pos) => ({
      table: 'events' as const,
      id,
      change: booking({ resource_id, start_time: at(from), end_time: at(from + minutes), ...times, visit_id: 'v', visit_pos }),
    })),
  );
  await salon.settled();
  return { tablet, desk };
}

const eventsOn = (device: Device) => device.rows('events').filter(({ deleted }) => !deleted) as unknown as Event[];
const legsOn = (device: Device) => {
  const events = eventsOn(device);
  const first = events.find(({ id }) => id === 'v') ?? events.find(({ visit_id }) => visit_id === 'v');
  return first ? visitOf(first, events) : [];
};
const startsOf = (legs: readonly Pick<Event, 'start_time'>[]) => legs.map(({ start_time }) => start_time);

/** As the app moves it: all legs in one write; `alone` the one. */
async function move(device: Device, id: string, minutes: number, alone = false): Promise<void> {
  const legs = legsOn(device);
  const leg = legs.find((one) => one.id === id) as Event;
  const place = {
    resource_id: leg.resource_id,
    start_time: addMinutes(leg.start_time, minutes),
    end_time: addMinutes(leg.end_time, minutes),
  };
  const places = movedVisit(alone ? [leg] : legs, id, place);
  await device.tab.replication.write(places.map(({ id: of, ...change }) => ({ table: 'events', id: of, change })));
}

const whole = (minutes: number) => LEGS.map(([, , from]) => at(from + minutes));

describe('a visit of three legs with two people', () => {
  it('moved by half an hour on one device offline and by a day on the other is one card with both versions whole', async () => {
    const { tablet, desk } = await bothHaveVisit();
    tablet.offline();
    await move(tablet, 'v', 30);
    await move(desk, 'v/2', DAY);
    await salon.settled();
    tablet.online();
    await salon.settled();
    await allAgree();

    const cards = withVisits(mattersOf(tablet.issues));
    expect(cards).toHaveLength(1);
    const [card] = cards;
    if (!card || !isVisitMatter(card)) throw new Error('no visit');
    const sides = card.matters.map(({ issues: [issue] }) => issue).sort((a, b) => (a.rowId < b.rowId ? -1 : 1));
    expect(sides.map(({ rowId }) => rowId)).toEqual(IDS);
    expect(sides.map(({ ours }) => ours?.start_time)).toEqual(whole(30));
    expect(sides.map(({ server }) => server?.start_time)).toEqual(whole(DAY));
    expect(desk.issues).toEqual([]);
    for (const device of [tablet, desk]) {
      expect(startsOf(legsOn(device))).toEqual(whole(DAY));
      expect(tornVisits(eventsOn(device), NOW)).toEqual([]);
      expect(legsOn(device).map(({ processing_minutes, buffer_after }) => [processing_minutes, buffer_after])).toEqual([
        [0, 0],
        [45, 0],
        [0, 10],
      ]);
    }
  });

  it('moved whole on one device and in one leg on the other may be torn, and every device says so until it is mended', async () => {
    const { tablet, desk } = await bothHaveVisit();
    tablet.offline();
    await move(tablet, 'v/2', 60, true);
    await move(desk, 'v', DAY);
    await salon.settled();
    tablet.online();
    await salon.settled();
    await allAgree();
    expect(tablet.issues.map(({ rowId, kind }) => [rowId, kind])).toEqual([['v/2', 'field']]);
    expect(tornVisits(eventsOn(desk), NOW)).toEqual([]);
    // The person at the tablet keeps theirs: the manicure alone goes back to its day.
    await move(tablet, 'v/2', 60 - DAY, true);
    await salon.settled();
    for (const device of [tablet, desk]) expect(tornVisits(eventsOn(device), NOW).map(([leg]) => leg?.id)).toEqual(['v']);
    await move(desk, 'v/2', DAY - 60, true);
    await salon.settled();
    for (const device of [tablet, desk]) expect(tornVisits(eventsOn(device), NOW)).toEqual([]);
  });

  it('gets a service on each of two devices: both stand, at one time and in one place, and are asked about', async () => {
    const { tablet, desk } = await bothHaveVisit();
    for (const [device, id] of [
      [tablet, 'v/t'],
      [desk, 'v/d'],
    ] as const)
      await device.write('events', id, booking({ start_time: at(180), end_time: at(210), visit_id: 'v', visit_pos: 3 }));
    await salon.settled();
    await allAgree();
    for (const device of [tablet, desk]) {
      expect(legsOn(device)).toHaveLength(5);
      expect(tornBy(legsOn(device))).toBe('overlap');
    }
  });

  it('is begun on two devices at one booking, and is one visit with both services', async () => {
    const tablet = await salon.device('tablet');
    const desk = await salon.device('desk');
    await tablet.write('events', 'e1', booking({ start_time: at(0), end_time: at(30) }));
    await salon.settled();
    for (const [device, id, from] of [
      [tablet, 'e1/t', 30],
      [desk, 'e1/d', 60],
    ] as const)
      await device.tab.replication.write([
        { table: 'events', id: 'e1', change: { visit_id: 'e1', visit_pos: 0 } },
        {
          ...{ table: 'events', id },
          change: booking({ start_time: at(from), end_time: at(from + 30), visit_id: 'e1', visit_pos: 1 }),
        },
      ]);
    await salon.settled();
    await allAgree();
    expect([...tablet.issues, ...desk.issues]).toEqual([]);
    for (const device of [tablet, desk])
      expect(visitOf(eventsOn(device)[0] as Event, eventsOn(device)).map(({ id }) => id)).toEqual(['e1', 'e1/t', 'e1/d']);
  });

  it('loses a leg on one device while the other moves it: the leg stays deleted, what was moved of it is kept, the rest is whole', async () => {
    const { tablet, desk } = await bothHaveVisit();
    tablet.offline();
    await move(tablet, 'v', 30);
    await desk.write('events', 'v/1', { deleted: true });
    await salon.settled();
    tablet.online();
    await salon.settled();
    await allAgree();
    expect(tablet.issues).toMatchObject([
      { kind: 'deleted-there', rowId: 'v/1', ours: { start_time: at(60), processing_minutes: 45 } },
    ]);
    for (const device of [tablet, desk]) {
      expect(startsOf(legsOn(device))).toEqual([at(30), at(165)]);
      expect(tornVisits(eventsOn(device), NOW)).toEqual([]);
    }
  });

  it.each([
    ['moved', 'deleted', 'deleted-there'],
    ['deleted', 'moved', 'edited-there'],
  ] as const)(
    '%s on one device offline and %s on the other is asked about once, and stands or goes whole',
    async (here, _there, kind) => {
      const { tablet, desk } = await bothHaveVisit();
      const remove = (device: Device) =>
        device.tab.replication.write(IDS.map((id) => ({ table: 'events' as const, id, change: { deleted: true } })));
      tablet.offline();
      await (here === 'moved' ? move(tablet, 'v', 30) : remove(tablet));
      await (here === 'moved' ? remove(desk) : move(desk, 'v', DAY));
      await salon.settled();
      tablet.online();
      await salon.settled();
      await allAgree();
      const [card, ...more] = withVisits(mattersOf(tablet.issues));
      if (!card || !isVisitMatter(card)) throw new Error('no visit');
      expect([card.kind, card.matters.length, more, desk.issues]).toEqual([kind, 3, [], []]);
      for (const device of [tablet, desk]) expect(startsOf(legsOn(device))).toEqual(here === 'moved' ? [] : whole(DAY));
    },
  );

  it('never gets the length of one device and the waiting of another', async () => {
    const { tablet, desk } = await bothHaveVisit();
    tablet.offline();
    await tablet.write('events', 'v/1', { end_time: at(80), processing_after: 0, processing_minutes: 0 });
    await desk.write('events', 'v/1', { processing_after: 30, processing_minutes: 70 });
    await salon.settled();
    tablet.online();
    await salon.settled();
    await allAgree();
    expect(tablet.issues).toMatchObject([{ kind: 'field', rowId: 'v/1', ours: { end_time: at(80), processing_minutes: 0 } }]);
    expect(await salon.row('events', 'v/1')).toMatchObject({ end_time: at(135), processing_minutes: 70 });
  });
});
