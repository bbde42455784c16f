/**
 * The form of a visit after another device changed it, by the rule of a single booking (`rebased`): what was typed here stays, what
 * nobody touched here takes the other's value. A part is matched by its row; the order is one decision.
 */
import { placeOf, timesOf } from '#calendar/reads/booking-time.ts';
import { addMinutes, minutesBetween } from '#domain/time.ts';
import { type LegValues, PERSON, type ReservationValues } from './reservation-form.ts';
import { legsOf, withLegs } from './visit-values.ts';

const START = ['date', 'hour', 'minute', 'began'] as const;
export const LEG_PLACE = ['employee', 'duration', 'processing_after', 'processing_minutes', 'buffer_after', 'typed'] as const;
export const LEG_SERVICE = ['service', 'title'] as const;

export const same = <T>(a: T, b: T, fields: readonly (keyof T)[]): boolean => fields.every((field) => a[field] === b[field]);

const part = <T, K extends keyof T>(of: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, of[field]])) as Pick<T, K>;

/** Whether somebody changed this part here, wherever it stands. */
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
  const { duration: _, ...start } = placeOf({ start_time: addMinutes(start_time, by), end_time }, zone);
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
