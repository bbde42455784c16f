/** Several services in one reservation: its legs as the form holds them, when each begins, and what is saved of them. */
import { type Place, placeOfEvent, timesOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { LegInput, LegSave } from '#data/events/visits.commands.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { termsWith } from '#domain/booking/service-offers.ts';
import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Draft } from './draft.ts';
import {
  DEFAULT_DURATION,
  eventChangeOf,
  extraTimesOf,
  faultsOf,
  type LegValues,
  NEW_TIMES,
  NO_MORE,
  PERSON,
  type ReservationValues,
  recordOf,
  reservationValues,
} from './reservation-form.ts';

type EventRow = LocalRow<'events'>;

/** The employee of a leg that whoever is free takes. */
export const ANYONE = '*';

/** All legs in order; the first one is what the form's own fields say. */
export function legsOf(values: ReservationValues): readonly LegValues[] {
  const { legKey, legId, employee, duration, service, title, more } = values;
  const times = { ...extraTimesOf(values), typed: values.typed };
  return [{ key: legKey, id: legId, employee, duration, service, title, gap: 0, ...times }, ...more];
}

/** The form with these legs. The last one that is left is an ordinary reservation: somebody has to be chosen for it. */
export function withLegs(values: ReservationValues, legs: readonly LegValues[]): ReservationValues {
  const [first, ...more] = legs;
  if (!first) return values;
  const { key, id, gap: _, employee, ...rest } = first;
  const alone = more.length === 0;
  return {
    ...{ ...values, ...rest, legKey: key, legId: id, more: alone ? NO_MORE : more },
    employee: alone && employee === ANYONE ? '' : employee,
  };
}

/** One more service behind the others, with whoever is free. */
export const withNewLeg = (values: ReservationValues, key: string): ReservationValues =>
  withLegs(values, [
    ...legsOf(values),
    { key, id: null, employee: ANYONE, duration: DEFAULT_DURATION, service: '', title: '', gap: 0, ...NEW_TIMES },
  ]);

/** With the services that were looked for, or had, together with the first one; whoever cannot be booked gives way to whoever is free. */
export function withFound(
  values: ReservationValues,
  more: NonNullable<Draft['more']>,
  { services, employees }: Pick<SalonPart, 'services' | 'employees'>,
  language: Language,
): ReservationValues {
  const legs = more.flatMap(({ service: id, employee: asked, minutes }, at): LegValues[] => {
    const service = services.get(id);
    if (!service) return [];
    const employee = employees.some((one) => one.active && one.id === asked) ? asked : ANYONE;
    const { times, minutes: usual } = termsWith(service, employee === ANYONE ? null : employee);
    const title = serviceName(service, language);
    return [
      { key: `found-${at}`, id: null, employee, duration: minutes ?? usual, service: id, title, gap: 0, ...times, typed: null },
    ];
  });
  return withLegs(values, [...legsOf(values), ...legs]);
}

/** The leg with another place in the order; the pauses that stood between the legs go with the old order. */
export function movedLeg(values: ReservationValues, from: number, to: number): ReservationValues {
  const legs = [...legsOf(values)];
  const [leg] = legs.splice(from, 1);
  if (!leg || to < 0 || to > legs.length) return values;
  legs.splice(to, 0, leg);
  return withLegs(
    values,
    legs.map((one) => ({ ...one, gap: 0 })),
  );
}

/** Each leg as a reservation of its own, from where the one before it ends. @param free who is free for it, by key */
export function reservationsOf(
  values: ReservationValues,
  zone: string,
  free: ReadonlyMap<string, string> = new Map(),
): readonly ReservationValues[] {
  let next: string | null = null;
  return legsOf(values).map((leg) => {
    const { key, id, gap, employee, ...rest } = leg;
    const own: ReservationValues = { ...values, ...rest, legKey: key, legId: id, more: NO_MORE };
    const start_time: string = next === null ? timesOf(own, zone).start_time : addMinutes(next, gap);
    const end_time = addMinutes(start_time, leg.duration);
    const place: Place | null = next === null ? null : placeOfEvent({ start_time, end_time }, zone);
    next = end_time;
    return { ...own, ...place, employee: employee === ANYONE ? (free.get(key) ?? '') : employee };
  });
}

/** Returns the form's first values for a visit. @param legs its legs that are not cancelled, in order, at least one */
export function visitValuesOf(legs: readonly EventRow[], zone: string): ReservationValues {
  const [first, ...others] = legs;
  if (!first) throw new RangeError('A visit without legs');
  let until = first.end_time;
  const more = others.map((event): LegValues => {
    const own = reservationValues(event, zone);
    const { employee, duration, service, title } = own;
    const gap = minutesBetween(until, event.start_time);
    until = event.end_time;
    const times = { ...extraTimesOf(own), typed: null };
    return { key: event.id, id: event.id, employee, duration, service, title, gap, ...times };
  });
  return { ...reservationValues(first, zone), more: more.length > 0 ? more : NO_MORE };
}

/** The leg as a new row. The note stands with the first one. */
function inputOf(values: ReservationValues, zone: string, first: boolean): LegInput {
  const { type: _, client_id: __, ...record } = recordOf(values, zone);
  return { ...record, notes: first ? record.notes : null };
}

/** The legs of a new visit. */
export const newLegs = (legs: readonly ReservationValues[], zone: string): readonly LegInput[] =>
  legs.map((leg, at) => inputOf(leg, zone, at === 0));

/** Returns the values to save of each leg of a saved visit, and the ids of the legs that are removed. */
export function savedLegs(
  legs: readonly ReservationValues[],
  opened: ReservationValues,
  zone: string,
  services: ReadonlyMap<string, LocalRow<'services'>>,
): { readonly legs: readonly LegSave[]; readonly removed: readonly string[] } {
  const before = reservationsOf(opened, zone);
  const ids = new Set(legs.map(({ legId }) => legId));
  return {
    removed: before.flatMap(({ legId }) => (legId && !ids.has(legId) ? [legId] : [])),
    legs: legs.map((leg, at): LegSave => {
      const was = before.findIndex(({ legId }) => legId !== null && legId === leg.legId);
      const row = before[was];
      if (!leg.legId || !row) return { id: null, input: inputOf(leg, zone, at === 0) };
      const { client_id: _, notes: __, ...change } = eventChangeOf({ ...leg, newClient: null }, row, zone);
      const service = change.service_id ? services.get(change.service_id) : undefined;
      const terms = service && termsWith(service, leg.employee);
      const price = terms ? { price: terms.price, currency: terms.currency } : {};
      const now = at === 0 ? leg.notes.trim() || null : null;
      const then = was === 0 ? opened.notes.trim() || null : null;
      // Only the first leg's note is shown here: one that stands with another leg is left alone.
      const note = (at === 0 || was === 0) && now !== then ? { notes: now } : {};
      return { id: leg.legId, change: { ...change, ...price, ...note } };
    }),
  };
}

/** Says if the typed times of any part are impossible. */
export const hasFaults = (values: ReservationValues): boolean =>
  !values.block && legsOf(values).some((leg) => Object.keys(faultsOf(leg)).length > 0);

/**
 * Returns the first thing missing for Save, besides those that one service needs.
 * @param ready the legs as they would be saved; null: not known yet
 */
export function missingOfVisit(
  values: Pick<ReservationValues, 'service' | 'more' | 'employee'>,
  ready: { readonly legs: readonly ReservationValues[] } | null,
): 'service' | 'employee' | 'free' | null {
  const { more, service, employee } = values;
  if (!service || more.some((leg) => !leg.service)) return 'service';
  if (!employee || more.some((leg) => !leg.employee)) return 'employee';
  return ready && ready.legs.length === more.length + 1 && ready.legs.every((leg) => leg.employee) ? null : 'free';
}

/**
 * The form of a visit after another device changed it, by the rule of a single booking (`rebased`): what was typed here stays, what
 * nobody touched here takes the other's value. A part is matched by its row; the order is one decision.
 */
const START = ['date', 'hour', 'minute', 'began'] as const;
export const LEG_PLACE = ['employee', 'duration', 'processing_after', 'processing_minutes', 'buffer_after', 'typed'] as const;
export const LEG_SERVICE = ['service', 'title'] as const;

export const same = <T>(a: T, b: T, fields: readonly (keyof T)[]): boolean => fields.every((field) => a[field] === b[field]);

const part = <T, K extends keyof T>(of: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, of[field]])) as Pick<T, K>;

/** Says if this part was changed in this dialog; its position in the visit does not count. */
const isTouched = (mine: LegValues, was: LegValues | undefined) =>
  was === undefined || !same(mine, was, [...LEG_PLACE, ...LEG_SERVICE]);

/** A part that both have: place, service and pause are taken over each where it stands as it was. */
function mergedLeg(mine: LegValues, was: LegValues, theirs: LegValues): LegValues {
  const taken = [LEG_PLACE, LEG_SERVICE, ['gap'] as const].filter((unit) => same(mine, was, unit));
  return Object.assign({ ...mine }, ...taken.map((unit) => part(theirs, unit as readonly (keyof LegValues)[])));
}

/** Puts a part behind the one that it followed; at the front where it followed none that is left. */
function insert(into: LegValues[], leg: LegValues, order: readonly LegValues[]): void {
  const before = order.slice(
    0,
    order.findIndex(({ key }) => key === leg.key),
  );
  const after = before.reverse().find(({ key }) => into.some((one) => one.key === key));
  into.splice(after ? into.findIndex(({ key }) => key === after.key) + 1 : 0, 0, leg);
}

interface Three {
  readonly mine: readonly LegValues[];
  readonly was: readonly LegValues[];
  readonly theirs: readonly LegValues[];
}

const rowOf = (legs: readonly LegValues[], id: string | null) => (id === null ? undefined : legs.find((leg) => leg.id === id));

/**
 * The parts of both. One that went elsewhere goes here, unless it was changed here: then it stays and is saved as a new one. One
 * that was added elsewhere comes in, one that was taken out here stays out.
 */
function mergedLegs({ mine, was, theirs }: Three): LegValues[] {
  const kept = mine.flatMap((leg): LegValues[] => {
    const then = rowOf(was, leg.id);
    const now = rowOf(theirs, leg.id);
    if (leg.id === null || !then) return [leg];
    if (now) return [mergedLeg(leg, then, now)];
    return isTouched(leg, then) ? [{ ...leg, id: null }] : [];
  });
  const common = (legs: readonly LegValues[], other: readonly LegValues[]) =>
    legs.flatMap(({ id }) => (rowOf(other, id) ? [id] : [])).join();
  const ordered = common(mine, was) !== common(was, mine);
  const added = theirs.filter(({ id }) => !rowOf(was, id));
  const isAdded = ({ id }: LegValues) => id !== null && added.some((leg) => leg.id === id);
  if (ordered) {
    const legs = [...kept];
    for (const leg of added) insert(legs, leg, theirs);
    return legs;
  }
  const legs = theirs.flatMap((leg) => (isAdded(leg) ? [leg] : kept.filter(({ id }) => id === leg.id)));
  for (const leg of kept) if (!rowOf(theirs, leg.id)) insert(legs, leg, mine);
  return legs;
}

/** When the visit begins. Where it begins with another part now, what was chosen here moves that one by as much. */
function mergedStart(values: ReservationValues, was: ReservationValues, now: ReservationValues, zone: string) {
  if (same(values, was, START)) return part(now, START);
  if (was.legId === now.legId) return part(values, START);
  const by = minutesBetween(timesOf(was, zone).start_time, timesOf(values, zone).start_time);
  const { start_time, end_time } = timesOf(now, zone);
  const { duration: _, ...start } = placeOfEvent({ start_time: addMinutes(start_time, by), end_time }, zone);
  return start;
}

/** @param values the form. @param was what it began with. @param now the visit as it stands now. @param zone the salon's */
export function rebasedVisit(
  values: ReservationValues,
  was: ReservationValues,
  now: ReservationValues,
  zone: string,
): ReservationValues {
  const legs = mergedLegs({ mine: legsOf(values), was: legsOf(was), theirs: legsOf(now) });
  const person = same(values, was, PERSON) ? part(now, PERSON) : {};
  return withLegs({ ...values, ...person, ...mergedStart(values, was, now, zone) }, legs);
}
