// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { availableSpans, overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { datedSet } from '#domain/shifts/plan-bars.ts';
import { addDays, todayIn, weekdayOf } from '#domain/time/time.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { formatDayLabel } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ShiftsPage } from './shifts-page.tsx';

const user = userEvent.setup();
const DAY_OFF = { start: null, end: null, type: 'time_off' } as const;
/** The device has no salon row: the browser's own zone holds. */
const today = () => todayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());

let device: Device;
let maria: string;

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  device = await openDevice();
  maria = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

async function open(): Promise<HTMLElement> {
  show(device, '/shifts', { '/shifts': <ShiftsPage /> });
  await user.click(await screen.findByRole('button', { name: /Мария/ }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Общо');
  return dialog;
}

async function choose(field: string, time: string): Promise<void> {
  await user.click(screen.getByLabelText(field));
  await user.click(await screen.findByRole('option', { name: time }));
}

const weekly = async () => (await seen(weeklySets$(device.replica))).get(`${maria}/${weekdayOf(today())}`) ?? [];
const ofToday = async () => (await seen(overrideSets$(device.replica, today(), today()))).get(`${maria}/${today()}`) ?? [];
const save = () => user.click(screen.getByRole('button', { name: 'Запази' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const repeatSwitch = () => screen.getByRole('switch', { name: 'Повтаряй всяка седмица' });

describe('the shift dialog', () => {
  it('begins with 9:00 to 17:00 and offers every quarter of the whole day', async () => {
    const dialog = await open();
    expect(screen.getByLabelText('Начало, смяна 1').dataset.value).toBe('09:00');
    expect(screen.getByLabelText('Край, смяна 1').dataset.value).toBe('17:00');
    expect(dialog.textContent).toContain('8 часа');
    await user.click(screen.getByLabelText('Начало, смяна 1'));
    const times = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(times).toHaveLength(96);
    expect([times[0], times[1], times[95]]).toEqual(['0:00', '0:15', '23:45']);
  });

  it('offers every quarter of the whole day for an end as well, and in each row', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Добави смяна' }));
    for (const field of ['Край, смяна 1', 'Начало, смяна 2', 'Край, смяна 2']) {
      await user.click(screen.getByLabelText(field));
      const times = (await screen.findAllByRole('option')).map((option) => option.textContent);
      expect([times.length, times[0], times[95]], field).toEqual([96, '0:00', '23:45']);
      await user.keyboard('{Escape}');
    }
  });

  it('saved with the weekly switch on replaces all shifts of that weekday, and says so', async () => {
    await replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), [{ start: '07:00', end: '08:00' }]);
    await open();
    await choose('Край, смяна 1', '12:30');
    await user.click(screen.getByRole('button', { name: 'Добави смяна' }));
    await choose('Край, смяна 2', '18:15');
    expect(screen.getByRole('dialog').textContent).toContain('10 часа');
    await save();
    await closed();
    expect(await weekly()).toEqual([
      { start: '07:00', end: '12:30' },
      { start: '13:30', end: '18:15' },
    ]);
    expect(await ofToday()).toEqual([]);
    expect(toasts.store.getState().toasts.length).toBeGreaterThan(0);
    const [said] = toasts.store.getState().toasts;
    expect(JSON.stringify(said?.description)).toContain('Смяната е добавена');
  });

  it('saved with the switch off replaces that date’s overrides by additional shifts', async () => {
    await replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), [{ start: '07:00', end: '08:00' }]);
    await open();
    await user.click(repeatSwitch());
    expect(screen.getByLabelText('Начало, смяна 1').dataset.value).toBe('09:00');
    await save();
    await closed();
    expect(await ofToday()).toEqual([{ start: '09:00', end: '17:00', type: 'additional_shift' }]);
    expect(await weekly()).toEqual([{ start: '07:00', end: '08:00' }]);
  });

  it('shows the hours that a date has of its own, and keeps the weekly shifts out when they are changed', async () => {
    const nineToFive = [{ start: '09:00', end: '17:00' }];
    await replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), nineToFive);
    await replaceDayOverrides(device.replica, maria, today(), datedSet([{ from: 12 * 60, to: 21 * 60 }], nineToFive) ?? []);
    const dialog = await open();
    expect(screen.getByLabelText('Начало, смяна 1').dataset.value).toBe('12:00');
    expect(screen.getByLabelText('Край, смяна 1').dataset.value).toBe('21:00');
    expect(dialog.textContent).toContain('12:00–21:00 вместо седмичните');
    expect(dialog.textContent).toContain('Вместо седмичните смени (9:00–17:00)');
    await choose('Край, смяна 1', '20:00');
    await save();
    await closed();
    const own = new Map([[overrideKey(maria, today()), await ofToday()]]);
    const sets = new Map([[weeklyKey(maria, weekdayOf(today())), await weekly()]]);
    expect(availableSpans(today(), sets, own, maria)).toEqual([{ from: 12 * 60, to: 20 * 60 }]);
  });

  it('is of the date that is chosen in it', async () => {
    await open();
    await user.click(repeatSwitch());
    await user.click(screen.getByLabelText('Дата'));
    await user.click(await screen.findByRole('button', { name: 'Следващ месец' }));
    const chosen = `${addDays(`${today().slice(0, 7)}-01`, 31).slice(0, 7)}-15`;
    await user.click(await screen.findByRole('button', { name: formatDayLabel(chosen, 'bg', 'long') }));
    // Whoever goes by keys goes on from the date.
    await waitFor(() => expect(document.activeElement === screen.getByLabelText('Дата')).toBe(true));
    await save();
    await closed();
    expect(await ofToday()).toEqual([]);
    const sets = await seen(overrideSets$(device.replica, chosen, chosen));
    expect(sets.get(`${maria}/${chosen}`)).toEqual([{ start: '09:00', end: '17:00', type: 'additional_shift' }]);
  });

  it('asks before it closes only where something else is typed than what stands there', async () => {
    await replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), [{ start: '07:00', end: '08:00' }]);
    const cancel = () => user.click(screen.getByRole('button', { name: 'Отказ' }));
    await open();
    await user.click(repeatSwitch());
    await user.click(screen.getByLabelText('Дата'));
    await user.click(await screen.findByRole('button', { name: 'Следващ месец' }));
    const later = `${addDays(`${today().slice(0, 7)}-01`, 31).slice(0, 7)}-15`;
    await user.click(await screen.findByRole('button', { name: formatDayLabel(later, 'bg', 'long') }));
    await cancel();
    await closed();
    expect(screen.queryByRole('alertdialog')).toBeNull();

    await user.click(screen.getByRole('button', { name: /Мария/ }));
    await screen.findByRole('dialog');
    await choose('Край, смяна 1', '8:30');
    await choose('Край, смяна 1', '8:00');
    await cancel();
    await closed();
    expect(screen.queryByRole('alertdialog')).toBeNull();

    await user.click(screen.getByRole('button', { name: /Мария/ }));
    await screen.findByRole('dialog');
    await choose('Край, смяна 1', '8:30');
    await cancel();
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
  });

  it('names a time off that saving would drop, and keeps it unless that is agreed to', async () => {
    await replaceDayOverrides(device.replica, maria, today(), [DAY_OFF]);
    await open();
    await user.click(repeatSwitch());
    await save();
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Мария отсъства (цял ден)');
    await user.click(within(question).getByRole('button', { name: 'Отказ' }));
    expect(await ofToday()).toEqual([DAY_OFF]);
    await save();
    await user.click(await screen.findByRole('button', { name: 'Запази без отсъствието' }));
    await closed();
    expect(await ofToday()).toEqual([{ start: '09:00', end: '17:00', type: 'additional_shift' }]);
  });

  it('refuses an end equal to the start, overlapping rows, and a row without a time', async () => {
    await open();
    await choose('Край, смяна 1', '9:00');
    await save();
    expect(await screen.findByText('Краят съвпада с началото. Изберете друг час.')).toBeTruthy();
    await choose('Край, смяна 1', '13:00');
    await user.click(screen.getByRole('button', { name: 'Добави смяна' }));
    await choose('Начало, смяна 2', '12:45');
    expect(await screen.findByText('Смяната се застъпва с друга. Променете часовете.')).toBeTruthy();
    await choose('Начало, смяна 2', '22:00');
    await choose('Край, смяна 2', '8:00');
    await user.click(screen.getByRole('button', { name: 'Добави смяна' }));
    await save();
    expect(await screen.findByText('Всички полета са задължителни')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Премахни смяна 3' }));
    expect(screen.queryByText('Всички полета са задължителни')).toBeNull();
    expect(await weekly()).toEqual([]);
  });

  it('counts past midnight and rounds the total down', async () => {
    const dialog = await open();
    await choose('Начало, смяна 1', '22:00');
    await choose('Край, смяна 1', '2:45');
    expect(dialog.textContent).toContain('4 часа');
    expect(dialog.textContent).toContain('до 2:45 на следващия ден');
  });

  it('says what holds on that date and which of the two is about to change', async () => {
    await replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), [{ start: '09:00', end: '17:00' }]);
    await replaceDayOverrides(device.replica, maria, today(), [{ start: '12:00', end: '13:00', type: 'time_off' }]);
    const dialog = await open();
    expect(dialog.textContent).toContain('9:00–12:00, 13:00–17:00');
    expect(dialog.textContent).toContain('отсъства 12:00–13:00');
    expect(dialog.textContent).toMatch(/Заменя смените за всек[иа]|Заменя смените за всяка/);
    await user.click(repeatSwitch());
    expect(dialog.textContent).toContain('Заменя само изключенията за');
    expect(dialog.textContent).toContain('Добавя се към седмичните смени (9:00–17:00)');
  });

  it('says that the shifts over which one has typed were changed elsewhere; before that it follows them', async () => {
    const elsewhere = (end: string) => replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), [{ start: '10:00', end }]);
    await elsewhere('16:00');
    await open();
    await elsewhere('17:30');
    await waitFor(() => expect(screen.getByLabelText('Край, смяна 1').dataset.value).toBe('17:30'));
    await choose('Начало, смяна 1', '9:00');
    expect(screen.queryByText(/са променени от друго място/)).toBeNull();
    await elsewhere('14:00');
    expect((await screen.findByText(/са променени от друго място/)).textContent).toContain('Ако запазите, тези тук ги заменят.');
    expect(screen.getByLabelText('Край, смяна 1').dataset.value).toBe('17:30');
    await user.click(repeatSwitch());
    expect(screen.queryByText(/са променени от друго място/)).toBeNull();
  });

  it('deletes what its label says after a question, and only closes where nothing is stored', async () => {
    await replaceWeeklyShifts(device.replica, maria, weekdayOf(today()), [{ start: '09:00', end: '17:00' }]);
    await replaceDayOverrides(device.replica, maria, today(), [{ start: '18:00', end: '20:00', type: 'additional_shift' }]);
    await open();
    expect(repeatSwitch().getAttribute('aria-checked')).toBe('false');
    await user.click(screen.getByRole('button', { name: /^Изтрий за \d/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await closed();
    expect(await ofToday()).toEqual([]);
    // The weekly shifts hold again on that date.
    expect(JSON.stringify(toasts.store.getState().toasts[0]?.description)).toContain('9:00–17:00');
    await user.click(screen.getByRole('button', { name: /Мария/ }));
    await user.click(await screen.findByRole('button', { name: /^Изтрий за вс/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await closed();
    expect(await weekly()).toEqual([]);
    expect(JSON.stringify(toasts.store.getState().toasts[0]?.description)).toContain('няма смени');
    await user.click(screen.getByRole('button', { name: /Мария/ }));
    const written = device.writes.length;
    await user.click(await screen.findByRole('button', { name: 'Изтрий' }));
    await closed();
    expect(device.writes).toHaveLength(written);
  });
});
