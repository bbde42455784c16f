import { describe, expect, it } from 'vitest';
import { at, booking, DAY, IVAYLO, MARIA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import { buildWeek } from './week-build.ts';
import { cellAt, placeIn, readCell, type ShownWeek } from './week-drop.ts';

const THURSDAY = '2026-11-19';
const FRIDAY = '2026-11-20';
const SHIFT = [{ start: '09:00', end: '18:00' }];
const visit = (visit_pos: number) => ({ visit_id: 'cut', visit_pos });
const CUT = booking('cut', '10:00', '11:00', visit(0));
const NAILS = booking('nails', '11:00', '12:00', { ...visit(1), resource_id: 'ivaylo' });
const on = (date: string) => ({ start_time: at('11:30', date), end_time: at('12:30', date), resource_id: 'ivaylo' });

function week(
  events: ShownWeek['events'],
  hidden: ReadonlySet<string> = new Set(),
  open: ReturnType<typeof salonDaysOf> = null,
): ShownWeek {
  const rows = buildWeek({
    open,
    ...{ monday: '2026-11-16', zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), events, hidden },
    ...{ onlyRead: new Set<string>(), employees: [IVAYLO, MARIA], overrides: new Map(), troubles: new Map() },
    ...{ openOverlaps: new Set<string>(), client: () => undefined, service: () => undefined },
    weekly: new Map(
      [3, 4, 5].flatMap((day) =>
        [MARIA, IVAYLO].map(({ id }) => [weeklyKey(id, day), id === 'ivaylo' && day === 5 ? [] : SHIFT]),
      ),
    ),
  });
  return { rows, events, zone: ZONE, open };
}
const cell = (date: string, row = 'maria') => ({ date, row });
const read = (to: { date: string; row: string }, events: ShownWeek['events'], alone = false, hidden?: ReadonlySet<string>) =>
  readCell(CUT, cell(DAY), to, alone, week(events, hidden));

describe('a part of a visit over a cell of the week', () => {
  it('says when the whole visit would be, and over what each part would lie', () => {
    const span = { start_time: at('10:00', THURSDAY), end_time: at('12:00', THURSDAY) };
    expect(read(cell(THURSDAY), [CUT, NAILS])).toEqual({ visit: span, overlaps: 0, refusal: null });
    const taken = booking('taken', '11:30', '12:30', on(THURSDAY));
    expect(read(cell(THURSDAY), [CUT, NAILS, taken])).toEqual({ visit: span, overlaps: 1, refusal: null });
  });

  it('says that the salon is closed', () => {
    const open = salonDaysOf(null, JSON.stringify([['dates', THURSDAY, THURSDAY, 'Ремонт']]));
    const readTo = (date: string) => readCell(CUT, cell(DAY), cell(date), false, week([CUT], new Set(), open)).refusal;
    expect(readTo(THURSDAY)).toEqual({ why: 'closed', employee: null });
    expect(readTo(FRIDAY)).toBeNull();
  });

  it('says whose part would be off shift, or over blocked time', () => {
    const ivaylo = 'Ивайло Ганев';
    expect(read(cell(FRIDAY), [CUT, NAILS]).refusal).toEqual({ why: 'off_shift', employee: ivaylo });
    expect(read(cell('2026-11-21'), [CUT, NAILS]).refusal).toEqual({ why: 'off_shift', employee: null });
    const blocked = booking('lunch', '11:30', '12:30', { ...on(THURSDAY), type: 'blocking' });
    expect(read(cell(THURSDAY), [CUT, NAILS, blocked])).toMatchObject({
      overlaps: 0,
      refusal: { why: 'blocked', employee: ivaylo },
    });
    expect(read(cell(FRIDAY), [CUT, NAILS], false, new Set(['ivaylo'])).refusal).toBeNull(); // nothing is known of who is hidden
  });

  it('with Alt is judged alone; so is an appointment that is no part of one', () => {
    const alone = { visit: null, overlaps: 0, refusal: null };
    expect(read(cell(FRIDAY), [CUT, NAILS], true)).toEqual(alone);
    expect(readCell({ ...CUT, visit_id: null }, cell(DAY), cell(FRIDAY), false, week([CUT, NAILS]))).toEqual(alone);
  });

  it('that stays on its day takes none of the others to another employee', () => {
    const given = read(cell(DAY, 'ivaylo'), [CUT, NAILS]);
    expect(given).toMatchObject({ overlaps: 0, refusal: null });
    expect(placeIn(CUT, cell(DAY), cell(DAY, 'ivaylo'), ZONE)).toEqual({
      ...{ start_time: CUT.start_time, end_time: CUT.end_time, resource_id: 'ivaylo' },
    });
  });
});

const boxes = {
  days: [
    { date: '2026-11-16', left: 100, right: 200 },
    { date: '2026-11-17', left: 200, right: 300 },
  ],
  rows: [
    { id: 'ivaylo', top: 50, bottom: 150 },
    { id: 'maria', top: 150, bottom: 250 },
  ],
};

describe('the cell under a pointer', () => {
  it.each([
    { x: 150, y: 100, cell: { date: '2026-11-16', row: 'ivaylo' }, where: 'inside' },
    { x: 200, y: 150, cell: { date: '2026-11-17', row: 'maria' }, where: 'on the line between two: the further one' },
    { x: 20, y: 10, cell: { date: '2026-11-16', row: 'ivaylo' }, where: 'on names and days: the nearest' },
    { x: 900, y: 900, cell: { date: '2026-11-17', row: 'maria' }, where: 'beyond the last: the nearest' },
  ])('$where', ({ x, y, cell }) => {
    expect(cellAt(boxes, x, y)).toEqual(cell);
  });

  it('is none where there are no cells', () => {
    expect(cellAt({ days: [], rows: boxes.rows }, 1, 1)).toBe(null);
  });
});
