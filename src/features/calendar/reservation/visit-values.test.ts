import { describe, expect, it } from 'vitest';
import { at, booking, CUT, DAY, row, ZONE } from '#calendar/reads/rows.test-support.ts';
import { newReservation, type ReservationValues, withService } from './reservation-form.ts';
import {
  ANYONE,
  legsOf,
  missingOfVisit,
  movedLeg,
  newLegs,
  reservationsOf,
  savedLegs,
  visitValuesOf,
  withLegs,
  withNewLeg,
} from './visit-values.ts';

const COLOUR = row('services', {
  ...{ id: 'colour', name: 'Боядисване', duration: 105, price: 90 },
  ...{ processing_after: 30, processing_minutes: 45 },
});
const services = new Map([
  ['cut', CUT],
  ['colour', { ...COLOUR, own_terms: '[["ivaylo",null,80,"BGN"]]' }],
]);
const fresh = { ...newReservation({ employee: 'maria', start: 600 }, DAY), client: 'yoana' };
const first = withService(fresh, COLOUR, 'bg');
/** A colour at ten with Maria, then a cut with whoever is free. */
function two(): ReservationValues {
  const added = withNewLeg(first, 'b');
  const [colour, cut] = legsOf(added);
  if (!colour || !cut) throw new Error('no legs');
  return withLegs(added, [colour, { ...cut, service: 'cut', title: 'Подстригване', duration: 45 }]);
}
const times = (values: ReservationValues) =>
  newLegs(reservationsOf(values, ZONE), ZONE).map(({ start_time, end_time }) => [start_time, end_time]);

const LEGS = [
  booking('a', '10:00', '10:45', { visit_id: 'a', visit_pos: 0, notes: 'амоняк' }),
  booking('b', '11:00', '12:45', {
    ...{ resource_id: 'ivaylo', visit_id: 'a', visit_pos: 1, service_id: 'colour', title: 'Боядисване' },
    ...{ processing_after: 30, processing_minutes: 45 },
  }),
];

describe('a reservation of several services', () => {
  it('begins each where the one before it ends, with its own times and employee', () => {
    expect(times(two())).toEqual([
      [at('10:00'), at('11:45')],
      [at('11:45'), at('12:30')],
    ]);
    const legs = reservationsOf(two(), ZONE, new Map([['b', 'ivaylo']]));
    expect(legs.map(({ employee }) => employee)).toEqual(['maria', 'ivaylo']);
    expect(newLegs(legs, ZONE)).toMatchObject([
      { service_id: 'colour', processing_after: 30, processing_minutes: 45 },
      { service_id: 'cut', resource_id: 'ivaylo' },
    ]);
  });

  it('says the note once, with the first service', () => {
    expect(newLegs(reservationsOf({ ...two(), notes: 'амоняк' }, ZONE), ZONE).map(({ notes }) => notes)).toEqual([
      'амоняк',
      null,
    ]);
  });

  it('takes another order, and each service keeps what is its own', () => {
    const turned = movedLeg(two(), 0, 1);
    expect(turned).toMatchObject({ service: 'cut', employee: ANYONE, duration: 45, legKey: 'b', hour: 10 });
    expect(times(turned)).toEqual([
      [at('10:00'), at('10:45')],
      [at('10:45'), at('12:30')],
    ]);
    expect(movedLeg(two(), 0, 2)).toEqual(two());
    expect(movedLeg(two(), 1, -1)).toEqual(two());
  });

  it('is an ordinary one again when one service is left; then somebody has to be chosen for it', () => {
    const [colour, cut] = legsOf(two());
    if (!colour || !cut) throw new Error('no legs');
    expect(withLegs(two(), [colour])).toEqual(first);
    expect(withLegs(two(), [cut])).toMatchObject({ service: 'cut', employee: '', duration: 45 });
  });

  it('waits for a service and an employee of each', () => {
    const ready = (employee: string) => ({ legs: reservationsOf(two(), ZONE, new Map([['b', employee]])) });
    expect(missingOfVisit(withNewLeg(first, 'b'), ready('ivaylo'))).toBe('service');
    expect(missingOfVisit({ ...two(), employee: '' }, ready('ivaylo'))).toBe('employee');
    expect(missingOfVisit(two(), ready(''))).toBe('free');
    expect(missingOfVisit(two(), null)).toBe('free');
    expect(missingOfVisit(two(), ready('ivaylo'))).toBeNull();
  });
});

describe('a visit that is there', () => {
  const opened = visitValuesOf(LEGS, ZONE);
  const save = (values: ReservationValues) => savedLegs(reservationsOf(values, ZONE), opened, ZONE, services);

  it('opens as it stands, pauses included, and saves nothing where nothing was changed', () => {
    expect(times(opened)).toEqual(LEGS.map(({ start_time, end_time }) => [start_time, end_time]));
    expect(save(opened)).toEqual({
      removed: [],
      legs: [
        { id: 'a', change: {} },
        { id: 'b', change: {} },
      ],
    });
  });

  it('moves all services with the first, and longer ones push the next', () => {
    expect(save({ ...opened, hour: 11, began: '' }).legs).toMatchObject([
      { id: 'a', change: { start_time: at('11:00'), end_time: at('11:45') } },
      { id: 'b', change: { start_time: at('12:00'), end_time: at('13:45') } },
    ]);
    expect(save({ ...opened, duration: 60 }).legs[1]).toMatchObject({ change: { start_time: at('11:15') } });
  });

  it('saves what was added and names what was removed', () => {
    const [, colour] = legsOf(opened);
    if (!colour) throw new Error('no leg');
    const changed = withNewLeg(withLegs(opened, [colour]), 'c');
    const { removed, legs } = save(changed);
    expect(removed).toEqual(['a']);
    expect(legs.map(({ id }) => id)).toEqual(['b', null]);
  });

  it('takes the price that another service has with the employee, and moves the note with the first place', () => {
    const [cut, colour] = legsOf(opened);
    if (!cut || !colour) throw new Error('no legs');
    const [now] = save(withLegs(opened, [cut, { ...colour, service: 'cut', title: 'Подстригване', duration: 45 }])).legs.slice(1);
    expect(now).toMatchObject({ id: 'b', change: { service_id: 'cut', price: 45, processing_minutes: 0 } });
    expect(save(movedLeg(opened, 0, 1)).legs).toMatchObject([
      { id: 'b', change: { notes: 'амоняк' } },
      { id: 'a', change: { notes: null } },
    ]);
  });
});
