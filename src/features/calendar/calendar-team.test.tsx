// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { CalendarPage } from './calendar-page.tsx';

const person = userEvent.setup();

let device: Device;
beforeEach(async () => {
  await setLanguage('bg');
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария Петрова' });
  server.put('resources', 'boris', { role: 'employee', active: false, name: 'Борис Неактивен' });
  // Of an older program: the database of today takes no other role.
  server.put('resources', 'room', { role: 'room' as 'employee', active: true, name: 'Стая 2' });
  server.online = true;
  await replica.syncNow();
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

/** What a list of choices offers. */
async function choices(label: string): Promise<(string | null)[]> {
  await person.click(within(await screen.findByRole('dialog')).getByLabelText(label));
  const shown = (await screen.findAllByRole('option')).map((option) => option.textContent);
  await person.keyboard('{Escape}');
  return shown;
}

it('the columns are the active employees, and nothing that is no employee', async () => {
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await screen.findByRole('row', { name: 'Мария Петрова' });
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
});

it('a booking offers the active employees, the hours 00 to 23 and the quarters', async () => {
  show(device, '/calendar/add', { '/calendar': <CalendarPage />, '/calendar/add': <CalendarPage /> });
  expect((await choices('Служител')).map((name) => name?.replace(/^.*(Мария Петрова).*$/, '$1'))).toEqual(['Мария Петрова']);
  expect(await choices('Час')).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')));
  expect(await choices('Минути')).toEqual(['00', '15', '30', '45']);
});

it('a line is drawn each 15 minutes, whatever the salon’s interval', () => {
  const quarter = 'var(--cal-hour-h)/4)';
  const [, usual = ''] = /\n {2}\.cal-col \{([^}]*)\}/.exec(readFileSync('src/ui/style/components.css', 'utf8')) ?? [];
  const [, stepped = ''] =
    /\.cal\.day\[data-step\] \.cal-col \{([^}]*)\}/.exec(readFileSync('src/features/calendar/calendar.css', 'utf8')) ?? [];
  expect(usual.replaceAll(' ', '')).toContain(quarter.replaceAll(' ', ''));
  expect(stepped.replaceAll(' ', '')).toContain(quarter.replaceAll(' ', ''));
});

it('nobody is missing where only the filter hides them: the comb is whole; without employees it lacks a tooth', async () => {
  const teeth = (title: string) => {
    const all = screen.getByText(title).parentElement?.querySelectorAll('svg rect[y="7"]') ?? [];
    return new Set([...all].map((tooth) => tooth.getAttribute('height'))).size;
  };
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await person.click(await screen.findByRole('switch', { name: 'Само на смяна' }));
  await screen.findByText('Никой не е на смяна');
  expect(teeth('Никой не е на смяна')).toBe(1);
  device.server.put('resources', 'maria', { role: 'employee', active: false, name: 'Мария Петрова' });
  await device.replica.syncNow();
  await screen.findByText('Няма добавени служители');
  expect(teeth('Няма добавени служители')).toBe(2);
});

it('one’s own column alone is a choice for whoever is an employee, and remembered', async () => {
  const { server, replica } = device;
  server.put('resources', 'vera', { role: 'employee', active: true, name: 'Вера Колева' });
  await replica.syncNow();
  const heads = async () => (await screen.findAllByRole('rowheader')).map((head) => head.textContent);
  const team = async () => person.click(await screen.findByRole('button', { name: /^Екип/ }));
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await team();
  expect(screen.queryByRole('switch', { name: 'Моите' })).toBeNull();
  await person.keyboard('{Escape}');
  replica.membership$.next({ role: 'staff', resourceId: 'maria' });
  await team();
  await person.click(await screen.findByRole('switch', { name: 'Моите' }));
  await waitFor(async () => expect(await heads()).toHaveLength(1));
  cleanup();
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await waitFor(async () => expect((await heads())[0]).toContain('Мария'));
  expect(await heads()).toHaveLength(1);
  // Who shows somebody else sees both, and no longer their own alone.
  await team();
  await person.click(await screen.findByRole('checkbox', { name: 'Вера Колева' }));
  await waitFor(async () => expect(await heads()).toHaveLength(2));
  expect(screen.getByRole('switch', { name: 'Моите' }).getAttribute('aria-checked')).toBe('false');
});

it('whose employee has left is offered no column of their own', async () => {
  device.replica.membership$.next({ role: 'staff', resourceId: 'boris' });
  show(device, '/calendar', { '/calendar': <CalendarPage /> });
  await person.click(await screen.findByRole('button', { name: /^Екип/ }));
  await screen.findByRole('checkbox', { name: 'Мария Петрова' });
  expect(screen.queryByRole('switch', { name: 'Моите' })).toBeNull();
});
