import { describe, expect, it } from 'vitest';
import { buildDay } from '#calendar/day/build-day.ts';
import { booking, at as clock, DAY, IVAYLO, MARIA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import type { DropTarget } from './drag-geometry.ts';
import {
  dropRefusal,
  leastLength,
  overlapsAlong,
  overlapsAt,
  partsAlong,
  refusedAlong,
  roomTakenAt,
  shapeAt,
  startIn,
  visitAt,
} from './drop-rules.ts';
import { readTarget } from './lift-view.ts';

const [column] = buildDay({
  ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA] },
  events: [
    booking('held', '10:00', '11:00'),
    booking('freed', '12:00', '13:00', { status: 'cancelled' }),
    booking('block', '15:00', '16:00', { type: 'blocking' }),
    booking('moved', '17:00', '18:00'),
    booking('late', '20:30', '23:00', { end_time: clock('01:00', '2026-11-19') }),
    booking('a', '09:00', '09:30'),
    booking('b', '09:00', '09:30'),
    booking('colour', '16:00', '17:00', { processing_after: 15, processing_minutes: 30, buffer_after: 0 }),
    booking('hidden', '09:00', '09:30', { type: 'blocking' }),
  ],
  ...{
    client: () => undefined,
    service: () => undefined,
    overrides: new Map(),
    troubles: new Map(),
    openOverlaps: new Set<string>(),
  },
  ...{ hidden: new Set<string>(), moving: new Map(), maxLanes: 2, onlyRead: new Set<string>(), onShift: false },
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '19:00' }]]]),
});
const moved = column?.events.find(({ id }) => id === 'moved');
const at = (from: number, to = from + 1) => {
  if (!moved) throw new Error('not drawn');
  const span = shapeAt(moved, { columnId: 'maria', start: from * 60, end: to * 60 });
  return { over: overlapsAt(column, moved, span), refusal: dropRefusal(column, moved, span) };
};

describe('a drop', () => {
  it('on taken time is taken, and says over how many it lies', () => {
    expect(at(10.5)).toEqual({ over: 1, refusal: null });
  });

  it('beside an appointment, on the time of a cancelled one and on its own says nothing', () => {
    expect([at(11), at(12), at(17.5)]).toEqual(Array(3).fill({ over: 0, refusal: null }));
  });

  it('on blocked time and off shift is refused', () => {
    expect([at(15.5).refusal, at(19).refusal, at(8).refusal]).toEqual(['blocked', 'off_shift', 'off_shift']);
  });

  it('on blocked time that stands behind a "+N" is refused too', () => {
    expect(column?.events.some(({ id }) => id === 'hidden')).toBe(false);
    expect(at(9).refusal).toBe('blocked');
  });
});

it('on a slot within which the shift begins it stands at the shift’s start, as a press there books it', () => {
  expect([startIn(column, 8.5 * 60, 60), startIn(column, 8 * 60, 60), startIn(column, 10 * 60, 60)]).toEqual([540, 480, 600]);
  expect(startIn(undefined, 600, 60)).toBe(600);
});

it('in the time in which a client waits it lies over nobody, also where its own client waits', () => {
  const colour = column?.events.find(({ id }) => id === 'colour');
  if (!colour || !moved) throw new Error('not drawn');
  const over = (from: number, to: number, event = moved) =>
    overlapsAt(column, event, shapeAt(event, { columnId: 'maria', start: from, end: to }));
  expect([over(975, 1005), over(970, 1005), over(975, 1010)]).toEqual([0, 1, 1]);
  // The one at ten is an hour; in the quarter before and after its client waits half an hour.
  expect(over(585, 645, colour)).toBe(1);
  const waiting = { ...colour, from: 960, to: 1080, waitFrom: 975, waitTo: 1035 };
  expect(over(585, 705, waiting)).toBe(0);
  expect(over(585, 690, waiting)).toBe(0);
});

describe('a new length', () => {
  it('may run over the end of the shift, and over others', () => {
    expect(at(17, 20)).toEqual({ over: 0, refusal: null });
  });

  it('that reaches into blocked time is refused, but not for what it lay over before', () => {
    const blocked = column?.events.find(({ id }) => id === 'held');
    if (!blocked) throw new Error('not drawn');
    const longer = { from: 600, to: 15.25 * 60, waits: null };
    expect(dropRefusal(column, blocked, longer)).toBe('blocked');
    expect(dropRefusal(column, { ...blocked, to: 15.5 * 60 }, longer)).toBe(null);
  });
});

it('what runs on after midnight keeps its whole length, and is read out with it', () => {
  const late = column?.events.find(({ id }) => id === 'late');
  if (!late || !column) throw new Error('not drawn');
  const here = { event: late, columns: [column] };
  expect(readTarget(here, { columnId: 'maria', start: late.from })).toMatchObject({ moved: false, span: { to: 25 * 60 } });
  expect(readTarget(here, { columnId: 'maria', start: 20 * 60 })).toMatchObject({ moved: true, span: { to: 24.5 * 60 } });
  // One key makes it a quarter of an hour shorter, not as short as its part of this day.
  const shorter = { columnId: 'maria', start: late.from, end: 24.75 * 60 };
  expect(readTarget(here, shorter)).toMatchObject({ moved: true, refusal: null, span: { to: 24.75 * 60 } });
});

it('an appointment in which a client waits is made no shorter than leaves something to do after it', () => {
  const colour = column?.events.find(({ id }) => id === 'colour');
  if (!colour || !moved) throw new Error('not drawn');
  expect([leastLength(colour, 15), leastLength(colour, 5), leastLength(moved, 15)]).toEqual([60, 50, null]);
});

it('a part of a visit takes the others with it: when the whole is then, and what they lie over', () => {
  const [first, second] = buildDay({
    ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA, IVAYLO] },
    events: [
      booking('cut', '10:00', '11:00', { visit_id: 'cut', visit_pos: 0 }),
      booking('nails', '11:00', '12:00', { resource_id: 'ivaylo', visit_id: 'cut', visit_pos: 1 }),
      booking('gone', '13:00', '14:00', { visit_id: 'cut', visit_pos: 2, status: 'cancelled' }),
      booking('other', '14:00', '15:00', { resource_id: 'ivaylo' }),
    ],
    ...{ client: () => undefined, service: () => undefined, overrides: new Map(), troubles: new Map(), weekly: new Map() },
    ...{
      openOverlaps: new Set<string>(),
      hidden: new Set<string>(),
      moving: new Map(),
      maxLanes: 2,
      onlyRead: new Set<string>(),
    },
  });
  if (!first || !second) throw new Error('nobody');
  const columns = [first, second];
  const cut = columns.flatMap(({ events }) => events).find(({ id }) => id === 'cut');
  if (!cut || !moved) throw new Error('not drawn');
  const along = (from: number, to: number, event = cut) => partsAlong(columns, event, { from, to, waits: null });
  expect(visitAt(along(630, 690), { from: 630, to: 690 })).toEqual({ from: 630, to: 750 });
  expect(overlapsAlong(columns, along(630, 690))).toBe(0);
  expect(overlapsAlong(columns, along(750, 810))).toBe(1);
  expect(visitAt(along(630, 690, moved), { from: 630, to: 690 })).toBeNull();
  const lift = { event: cut, columns };
  expect(readTarget(lift, { columnId: 'maria', start: 750 })).toMatchObject({ overlaps: 1, visit: { from: 750, to: 870 } });
  expect(readTarget(lift, { columnId: 'maria', start: 750, alone: true })).toMatchObject({ overlaps: 0, visit: null });
});

describe('a drop of what needs a room', () => {
  const columns = buildDay({
    ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA, IVAYLO] },
    events: [
      booking('moved', '17:00', '18:00', { visit_id: 'moved' }),
      booking('next', '18:00', '18:30', { visit_id: 'moved', visit_pos: 1 }),
      booking('there', '10:00', '11:00', { resource_id: 'ivaylo', buffer_after: 10 }),
      booking('freed', '12:00', '13:00', { resource_id: 'ivaylo', status: 'cancelled' }),
    ],
    ...{ client: () => undefined, service: () => undefined, overrides: new Map(), troubles: new Map() },
    weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '19:00' }]]]),
    ...{ openOverlaps: new Set<string>(), hidden: new Set<string>(), moving: new Map(), maxLanes: 2 },
    onlyRead: new Set<string>(),
    rooms: new Map([['cut', { id: 'laser', name: 'Лазерен кабинет', count: 1 }]]),
  });
  const event = columns.flatMap(({ events }) => events).find(({ id }) => id === 'moved');
  if (!event) throw new Error('not drawn');
  const read = (start: number) => readTarget({ event, columns }, { columnId: 'maria', start });

  it('says which one is taken, by whomever, and that of the rest of its visit too', () => {
    expect(read(10 * 60 + 30)).toMatchObject({ roomTaken: 'Лазерен кабинет', overlaps: 0, refusal: null });
    expect(read(11 * 60 + 5).roomTaken).toBe('Лазерен кабинет'); // it is still cleaned
    expect(read(9 * 60).roomTaken).toBe('Лазерен кабинет'); // „next“ would come to 10:00
    expect([read(11 * 60 + 15).roomTaken, read(12 * 60).roomTaken, read(17 * 60).roomTaken]).toEqual([null, null, null]);
  });

  it('asks nothing where there is more of it than visits', () => {
    const enough = columns.map((one) => ({
      ...one,
      events: one.events.map((e) => ({ ...e, room: { id: 'laser', name: 'Л', count: 2 } })),
    }));
    const own = enough.flatMap(({ events }) => events).find(({ id }) => id === 'moved');
    expect(own && roomTakenAt(enough, own, { from: 630, to: 690, waits: null })).toBeNull();
  });
});

describe('a part of a visit whose first work is pulled', () => {
  const shift = (end: string) => [{ start: '09:00', end }];
  const columns = buildDay({
    ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA, IVAYLO] },
    events: [
      booking('colour', '10:00', '11:45', { processing_after: 30, processing_minutes: 45, visit_id: 'colour', visit_pos: 0 }),
      booking('nails', '11:45', '12:15', { resource_id: 'ivaylo', visit_id: 'colour', visit_pos: 1 }),
      booking('lunch', '10:30', '11:00', { type: 'blocking' }),
      booking('beard', '12:15', '12:45', { resource_id: 'ivaylo' }),
    ],
    ...{ client: () => undefined, service: () => undefined, overrides: new Map(), troubles: new Map() },
    weekly: new Map([
      [weeklyKey('maria', 3), shift('18:00')],
      [weeklyKey('ivaylo', 3), shift('14:00')],
    ]),
    ...{ openOverlaps: new Set<string>(), hidden: new Set<string>(), moving: new Map(), maxLanes: 2 },
    onlyRead: new Set<string>(),
  });
  const event = columns.flatMap(({ events }) => events).find(({ id }) => id === 'colour');
  if (!event) throw new Error('not drawn');
  const read = (target: Partial<DropTarget>) => readTarget({ event, columns }, { columnId: 'maria', start: 600, ...target });

  it('waits as long as before, pushes on what comes after it, and says what that lies over', () => {
    expect(read({ start: 660 })).toMatchObject({ moved: true, waits: { from: 690, to: 735 }, visit: { from: 660, to: 795 } });
    const later = readTarget(
      { event: { ...event, from: 660, to: 765, waitFrom: 690, waitTo: 735 }, columns: [] },
      {
        ...{ columnId: 'maria', start: 660, end: 780, work: 15 },
      },
    );
    expect(later).toMatchObject({ moved: true, span: { from: 660, to: 780 }, waits: { from: 705, to: 750 } });
    expect(read({ end: 720, waiting: 15 })).toMatchObject({
      ...{ moved: true, refusal: null, waits: { from: 630, to: 690 } },
      ...{ overlaps: 1, visit: { from: 600, to: 750 } },
    });
  });

  it('may have blocked time in its waiting, but not where work would come to lie', () => {
    expect(read({ end: 720, work: 15 }).refusal).toBe('blocked');
    expect(read({ end: 720, waiting: 15 }).refusal).toBeNull();
  });

  it('is returned where another part would be put off shift, and says whose shift that is; alone it is not', () => {
    const late = read({ start: 780 });
    expect(late).toMatchObject({
      refusal: 'off_shift',
      refused: { employee: 'Ивайло', target: { columnId: 'ivaylo', start: 885 } },
    });
    expect(read({ start: 780, alone: true })).toMatchObject({ refusal: null, refused: null });
    expect(refusedAlong(columns, partsAlong(columns, event, shapeAt(event, { columnId: 'maria', start: 600 })))).toBeNull();
  });
});

it('a drop is returned because the salon is closed, where that is the reason, and not where somebody has an additional shift', () => {
  const weekly = new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '12:00' }]]]);
  const late = { start: '20:00', end: '20:30', type: 'additional_shift' as const };
  const refusals = (hours: string | null, closed: string | null) => {
    const [own] = buildDay({
      ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA] },
      ...{ events: [booking('a', '10:00', '10:30')], weekly, overrides: new Map([[overrideKey('maria', DAY), [late]]]) },
      ...{ open: salonDaysOf(hours, closed), client: () => undefined, service: () => undefined, maxLanes: 2 },
      ...{ onlyRead: new Set(), troubles: new Map(), openOverlaps: new Set<string>(), hidden: new Set(), moving: new Map() },
    });
    const event = own?.events[0];
    if (!event) throw new Error('not drawn');
    return [9, 11, 15, 20].map((hour) => dropRefusal(own, event, { from: hour * 60, to: hour * 60 + 30, waits: null }));
  };
  expect(refusals(null, null)).toEqual([null, null, 'off_shift', null]);
  expect(refusals('[[3,"10:00","16:00"]]', null)).toEqual(['closed', null, 'off_shift', null]);
  expect(refusals(null, JSON.stringify([['dates', DAY, DAY, '']]))).toEqual(['closed', 'closed', 'closed', null]);
});
