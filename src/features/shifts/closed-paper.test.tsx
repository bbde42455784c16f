// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, weekDates } from '#domain/time/time.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { closedDaysText } from '#schemas/salon-days.ts';
import { planWeek } from '#shifts/reads/week-plan.ts';
import { PlanSheet } from './paper/plan-sheet.tsx';
import { ShareDialog } from './paper/share-dialog.tsx';

const MONDAY = '2026-04-06';
const dates = weekDates(MONDAY);
/** The salon is painted on Wednesday, and Good Friday is a holiday. */
const openDays = salonDaysOf(
  null,
  closedDaysText([
    { kind: 'dates', from: addDays(MONDAY, 2), to: addDays(MONDAY, 2), name: 'Ремонт на Витоша' },
    { kind: 'holiday', holiday: 'good-friday' },
  ]),
);
const MARIA = { id: 'maria', name: 'Мария', active: true, color: '#7c3aed' } as LocalRow<'resources'>;
const hours = { start: '09:00', end: '18:00' };
// Every Monday and Wednesday, and on Good Friday an additional shift.
const weekly = new Map([1, 3].map((weekday) => [weeklyKey('maria', weekday), [hours]]));
const overrides = new Map([[overrideKey('maria', addDays(MONDAY, 4)), [{ ...hours, type: 'additional_shift' as const }]]]);
const plan = planWeek([MARIA], dates, weekly, overrides, new Map(), openDays);
const noop = () => undefined;

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

it.each([
  ['bg', 'Затворено: Ремонт на Витоша', 'Затворено: Велики петък'],
  ['en', 'Closed: Ремонт на Витоша', 'Closed: Good Friday'],
] as const)(
  'the printed week of shifts says in %s in the head of a day why the salon is closed',
  async (language, ours, holiday) => {
    await setLanguage(language);
    show(device, '/', { '/': <PlanSheet {...{ plan, dates, openDays }} salon={null} onClose={noop} /> });
    const heads = (await screen.findAllByRole('columnheader')).slice(1, 8).map(({ textContent }) => textContent);
    expect(heads.map((text) => [ours, holiday].find((why) => text.endsWith(why)) ?? null)).toEqual([
      ...[null, null, ours, null],
      ...[holiday, null, null],
    ]);
    const cells = within(screen.getByRole('row', { name: /^Мария/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['9:00–18:00', '–', '–', '–', '9:00–18:00', '–', '–', '18']);
  },
);

it.each([
  ['bg', 'затворено: Ремонт на Витоша'],
  ['en', 'closed: Ремонт на Витоша'],
] as const)(
  'the week as text says in %s to an employee when the salon is closed, in the words of whoever closed it',
  async (language, ours) => {
    await setLanguage(language);
    show(device, '/', { '/': <ShareDialog {...{ plan, dates, openDays }} onClose={noop} /> });
    const lines = (await screen.findByText(/9:00–18:00/)).textContent?.split('\n') ?? [];
    expect(lines[3]?.split(': ').slice(1).join(': ')).toBe(ours);
    expect(lines[5]).toContain(': 9:00–18:00');
  },
);
