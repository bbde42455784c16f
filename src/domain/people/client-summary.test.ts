import { expect, test } from 'vitest';
import { addMinutes } from '#domain/time/time.ts';
import { isLateCancellation, shownLeg, visitFacts } from './client-summary.ts';

const NOW = '2026-11-18T08:40:00.000Z';
const DAY = 1440;

/** `days` from now. */
function visit(days: number, more: { status?: string; service?: string | null; employee?: string; changed?: number } = {}) {
  const start_time = addMinutes(NOW, days * DAY);
  return {
    id: `e${days}`,
    start_time,
    end_time: addMinutes(start_time, 60),
    status: more.status ?? 'booked',
    service_id: more.service === undefined ? 'cut' : more.service,
    resource_id: more.employee ?? 'maria',
    updated_at: addMinutes(NOW, (more.changed ?? days) * DAY),
    edited_at: null,
  };
}
const ids = (visits: readonly { held: readonly { id: string }[] }[]) =>
  visits.map(({ held }) => held.map(({ id }) => id).join('+'));

test('what is still to come and not cancelled is coming, the next one first; all else is past, the newest first', () => {
  const facts = visitFacts([visit(-2), visit(9), visit(3), visit(-30), visit(5, { status: 'cancelled' })], NOW);
  expect(ids(facts.coming)).toEqual(['e3', 'e9']);
  expect(ids(facts.past)).toEqual(['e5', 'e-2', 'e-30']);
  expect(facts.lastVisit?.held[0].id).toBe('e-2');
});

test('a visit is neither cancelled nor missed; no-shows and cancellations are counted apart', () => {
  const events = [
    visit(-1, { status: 'completed' }),
    visit(-2),
    visit(-3, { status: 'no-show' }),
    visit(-9, { status: 'no-show' }),
    visit(-4, { status: 'cancelled', changed: -10 }),
    visit(-5, { status: 'cancelled', changed: -5.5 }),
    visit(-6, { status: 'something else' }),
  ];
  const { came, noShows, lastNoShow, cancelled, lateCancelled } = visitFacts(events, NOW);
  expect({ came, noShows, cancelled, lateCancelled }).toEqual({ came: 3, noShows: 2, cancelled: 2, lateCancelled: 1 });
  expect(lastNoShow).toBe(addMinutes(NOW, -3 * DAY));
});

test('several services of one visit are one time that somebody came, or did not', () => {
  const leg = (days: number, visit_id: string, more = {}) => ({ ...visit(days, more), visit_id });
  const events = [
    ...[leg(-1, 'a'), leg(-1.01, 'a'), leg(-8, 'b'), leg(-8.01, 'b'), visit(-15)],
    ...[leg(-3, 'c', { status: 'no-show' }), leg(-3.01, 'c', { status: 'no-show' }), leg(-4, 'd', { status: 'cancelled' })],
  ];
  expect(visitFacts(events, NOW)).toMatchObject({ came: 3, noShows: 1, cancelled: 1, usualGap: 7 });
  expect(ids(visitFacts(events, NOW).past)).toEqual(['e-1.01+e-1', 'e-3.01+e-3', 'e-4', 'e-8.01+e-8', 'e-15']);
});

test('a service that was cancelled alone is no cancellation; a visit of which one was missed is one that they came to', () => {
  const leg = (days: number, visit_id: string, more = {}) => ({ ...visit(days, more), visit_id });
  const events = [
    ...[leg(-1, 'a'), leg(-1.01, 'a', { status: 'cancelled' })],
    ...[leg(-8, 'b', { status: 'no-show' }), leg(-8.01, 'b', { status: 'completed' })],
    ...[leg(-9, 'c', { status: 'cancelled', changed: -9.5 }), leg(-9.01, 'c', { status: 'cancelled', changed: -9.5 })],
    ...[leg(3, 'd', { status: 'cancelled' }), leg(3.01, 'd')],
  ];
  const facts = visitFacts(events, NOW);
  expect(facts).toMatchObject({ came: 2, noShows: 0, lastNoShow: null, cancelled: 1, lateCancelled: 1 });
  expect(ids(facts.coming)).toEqual(['e3.01']);
  expect(facts.past.map(({ legs }) => legs.length)).toEqual([2, 2, 2]);
});

test('a favourite is counted once a visit: three services with one employee weigh no more than one', () => {
  const leg = (days: number, employee: string, service: string) => ({ ...visit(days, { employee, service }), visit_id: 'a' });
  const events = [
    ...[leg(-20, 'maria', 'cut'), leg(-20.01, 'maria', 'dye'), leg(-20.02, 'maria', 'cut')],
    ...[visit(-3, { employee: 'vera', service: 'nails' }), visit(-5, { employee: 'vera', service: 'nails' })],
  ];
  const facts = visitFacts(events, NOW);
  expect([facts.favouriteEmployee, facts.favouriteService]).toEqual(['vera', 'nails']);
  expect(visitFacts(events.slice(0, 3), NOW).favouriteEmployee).toBeNull(); // one visit
});

test.each([
  ['two days before', -12, false],
  ['on the evening before', -10.5, true],
  ['after it should have begun', -9.9, true],
  ['weeks after it, which was another change', -1, false],
])('a cancellation %s', (_when, changed, late) => {
  expect(isLateCancellation(visit(-10, { status: 'cancelled', changed }))).toBe(late);
});

test('a cancellation that is still unsent counts from when it was made here', () => {
  const cancelled = visit(-10, { status: 'cancelled', changed: -40 });
  expect(isLateCancellation({ ...cancelled, edited_at: addMinutes(NOW, -10.5 * DAY) })).toBe(true);
});

test('the favourites are what was had most often, of the same number the later one; the gap is the middle one', () => {
  const events = [
    visit(-10, { employee: 'vera', service: 'dye' }),
    visit(-20, { employee: 'maria', service: 'cut' }),
    visit(-48, { employee: 'maria', service: 'dye' }),
    visit(-90, { employee: 'vera', service: 'cut' }),
    visit(-3, { employee: 'none', service: 'none', status: 'no-show' }),
  ];
  const facts = visitFacts(events, NOW);
  expect([facts.favouriteEmployee, facts.favouriteService, facts.usualGap]).toEqual(['vera', 'dye', 28]);
  expect(facts.usualServices).toEqual(['dye', 'cut']);
  const few = visitFacts(events.slice(0, 1), NOW);
  expect(few.usualServices).toEqual([]);
  expect([few.favouriteEmployee, few.favouriteService, few.usualGap]).toEqual([null, null, null]);
});

test('a visit that begins now is one that they came to, and not one still to come', () => {
  const facts = visitFacts([visit(0)], NOW);
  expect([facts.coming.length, facts.past.length, facts.came]).toEqual([0, 1, 1]);
});

test('a visit of which the first service was missed stands for the one that was had, and the missed one is no favourite', () => {
  const leg = (days: number, more = {}) => ({ ...visit(days, more), visit_id: 'a' });
  const events = [
    ...[leg(-1.02, { status: 'no-show', employee: 'vera', service: 'dye' }), leg(-1.01), leg(-1)],
    visit(-9, { status: 'no-show', employee: 'vera', service: 'dye' }),
    visit(-20, { employee: 'vera', service: 'dye' }),
  ];
  const facts = visitFacts(events, NOW);
  expect(facts).toMatchObject({ came: 2, noShows: 1, favouriteEmployee: 'maria', favouriteService: 'cut' });
  expect(facts.past.map((one) => shownLeg(one).id)).toEqual(['e-1.01', 'e-9', 'e-20']);
});

test('a visit stands in the list where what is left of it begins', () => {
  const leg = (days: number, more = {}) => ({ ...visit(days, more), visit_id: 'a' });
  const events = [leg(-3, { status: 'cancelled' }), leg(-1), visit(-2)];
  expect(ids(visitFacts(events, NOW).past)).toEqual(['e-1', 'e-2']);
});

test('a visit is cancelled late where one of its services is', () => {
  const leg = (days: number, changed: number) => ({ ...visit(days, { status: 'cancelled', changed }), visit_id: 'a' });
  expect(visitFacts([leg(-9, -30), leg(-9.01, -9.5)], NOW)).toMatchObject({ cancelled: 1, lateCancelled: 1 });
});

test('what was not cancelled, or at no known time, was not cancelled late', () => {
  expect(isLateCancellation(visit(-10, { changed: -10.5 }))).toBe(false);
  expect(isLateCancellation({ ...visit(-10, { status: 'cancelled' }), updated_at: null })).toBe(false);
});

test('the middle gap is the middle one by length, wherever it lies; visits without a service are no favourite', () => {
  const gaps = [visit(-1), visit(-31), visit(-38, { service: null }), visit(-52, { service: null })];
  expect(visitFacts(gaps, NOW)).toMatchObject({ usualGap: 14, favouriteService: 'cut' });
  expect(visitFacts([visit(-1), ...gaps.slice(2)], NOW).favouriteService).toBe('cut');
  expect(visitFacts(gaps.slice(0, 2), NOW)).toMatchObject({ usualGap: null, favouriteService: 'cut' });
});
