// @vitest-environment happy-dom
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CUT, DAY, IVAYLO, MARIA, row } from '#calendar/reads/test-rows.ts';
import { addClient } from '#data/clients.commands.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { weeklyKey } from '#domain/availability.ts';
import { SALON_DEFAULTS } from '#domain/salon-config.ts';
import { ReplicaContext } from '#features/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/toast-store.ts';
import { ReservationDialog } from './reservation-dialog.tsx';
import type { Editing } from './use-opened-event.ts';

const DATE = '2030-11-20';
const at = (clock: string) => new Date(`${DATE}T${clock}:00+02:00`).toISOString();
const NAILS = row('services', { id: 'nails', name: 'Маникюр', duration: 60, price: 30, resource_ids: '["ivaylo"]' });
const hours = [{ start: '09:00', end: '18:00' }];
const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([
    ['cut', CUT],
    ['nails', NAILS],
  ]),
  weekly: new Map([weeklyKey('maria', 3), weeklyKey('ivaylo', 3)].map((key) => [key, hours] as const)),
  ...{ troubles: new Map(), openOverlaps: new Set<string>(), complete: true },
};
const onClose = vi.fn();
let device: Device;
let client = '';

configure({ asyncUtilTimeout: 10_000 });
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const button = (name: string | RegExp) => within(screen.getByRole('dialog')).getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
async function choose(name: string, option: string | RegExp) {
  await person.click(await findButton(new RegExp(`^${name}`)));
  await person.click(await screen.findByRole('option', { name: option }));
}
const legs = () =>
  [...screen.getByRole('list', { name: 'Услуги' }).querySelectorAll('li')].map((leg) =>
    leg.querySelector('b')?.textContent?.replaceAll('\u2060', ''),
  );
const rowOf = async (id: string) => (await stored(device.replica, 'events', id)) as LocalRow<'events'>;

function show(opened: Editing, known?: LocalRow<'events'>) {
  return render(
    <ReplicaContext value={device.replica}>
      <MemoryRouter>
        <ReservationDialog {...{ opened, known, salon, onClose }} today={DAY} onSaved={vi.fn()} />
      </MemoryRouter>
    </ReplicaContext>,
  );
}
const draft = (start: number) => ({
  kind: 'new' as const,
  draft: { employee: 'maria', date: DATE, start, service: 'cut', client },
});

beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
  client = await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
  device.writes.length = 0;
});
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  toasts.dismiss();
  await device.replica.close();
});

it('a second service follows the first, with whoever is free and offers it; both are booked as one visit', async () => {
  show(draft(600));
  await person.click(button('Добави услуга'));
  expect(await screen.findByText('Изберете услуга за всяка част, за да запазите.')).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  await choose('Услуга, част 2', /Маникюр/);
  await screen.findByText('Който е свободен: Ивайло Ганев');
  expect(legs()).toEqual(['10:00–10:45', '10:45–11:45']);
  expect(screen.getByText(/Общо 105 мин, край 11:45/)).toBeTruthy();
  expect(screen.getByText(/75,00/)).toBeTruthy();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(device.writes).toHaveLength(1);
  const [first, second] = await Promise.all((device.writes[0] ?? []).map(({ id }) => rowOf(id)));
  expect([first, second]).toMatchObject([
    {
      resource_id: 'maria',
      service_id: 'cut',
      start_time: at('10:00'),
      end_time: at('10:45'),
      visit_id: first?.id,
      visit_pos: 0,
    },
    {
      resource_id: 'ivaylo',
      service_id: 'nails',
      start_time: at('10:45'),
      end_time: at('11:45'),
      visit_id: first?.id,
      visit_pos: 1,
    },
  ]);
  expect([first?.client_id, second?.client_id]).toEqual([client, client]);
});

it('says which service nobody is free for, and does not save; a person who is named is warned of and saved', async () => {
  const busy = { type: 'appointment' as const, client_id: client, service_id: 'nails', resource_id: 'ivaylo' };
  await addEvent(device.replica, { ...busy, start_time: at('11:00'), end_time: at('12:00') });
  show(draft(600));
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 2', /Маникюр/);
  expect(await screen.findByText(/Никой не е свободен тогава/)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', true);
  await choose('Служител, част 2', /Мария Петрова.*не я предлага/);
  expect(await screen.findByText(/Мария Петрова не предлага „Маникюр“/)).toBeTruthy();
  await choose('Служител, част 2', /^Ивайло Ганев/);
  expect(await screen.findByText(/Застъпва се с/)).toBeTruthy();
  device.writes.length = 0;
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [, second] = await Promise.all((device.writes[0] ?? []).map(({ id }) => rowOf(id)));
  expect(second).toMatchObject({ resource_id: 'ivaylo', visit_pos: 1 });
  expect(second?.overlap_agreed).not.toBeNull();
});

it('takes another order by the arrow keys, with the focus on the handle; one service left is an ordinary reservation', async () => {
  show(draft(600));
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 2', /Маникюр/);
  const grip = button(/^Премести Маникюр/);
  grip.focus();
  await person.keyboard('{ArrowUp}');
  expect(legs()).toEqual(['10:00–11:00', '11:00–11:45']);
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Премести Маникюр/);
  await person.keyboard('{ArrowUp}');
  expect(legs()).toEqual(['10:00–11:00', '11:00–11:45']);
  await person.click(button('Махни Маникюр'));
  expect((await findButton(/^Служител/)).getAttribute('data-value')).toBe('maria');
  expect(screen.queryByRole('list', { name: 'Услуги' })).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(device.writes[0]).toHaveLength(1);
});

it('opens with all services of the visit, whichever was pressed, and saves what was changed in one call', async () => {
  const leg = (resource_id: string, service_id: string, from: string, to: string) => ({
    ...{ resource_id, service_id, title: service_id, start_time: at(from), end_time: at(to) },
  });
  const [cut = '', nails = ''] = await addVisit(device.replica, {
    client_id: client,
    legs: [leg('maria', 'cut', '10:00', '10:45'), leg('ivaylo', 'nails', '11:00', '12:00')],
  });
  device.writes.length = 0;
  show({ kind: 'edit', id: nails }, await rowOf(nails));
  expect(await screen.findByRole('list', { name: 'Услуги' })).toBeTruthy();
  await waitFor(() => expect(legs()).toEqual(['10:00–10:45', '11:00–12:00']));
  await choose('Час', '11');
  await waitFor(() => expect(legs()).toEqual(['11:00–11:45', '12:00–13:00']));
  await person.click(button('Добави услуга'));
  await choose('Услуга, част 3', /Подстригване/);
  await person.click(button('Запази'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(device.writes).toHaveLength(1);
  const visit = await visitLegs(device.replica, await rowOf(cut));
  expect(visit.map(({ start_time, visit_pos }) => [start_time, visit_pos])).toEqual([
    [at('11:00'), 0],
    [at('12:00'), 1],
    [at('13:00'), 2],
  ]);
});

it('opens one that was not known yet with all services as well', async () => {
  const leg = (from: string, to: string) => ({
    ...{ resource_id: 'maria', service_id: 'cut', title: 'Подстригване', start_time: at(from), end_time: at(to) },
  });
  const [, second = ''] = await addVisit(device.replica, {
    client_id: client,
    legs: [leg('10:00', '10:45'), leg('10:45', '11:30')],
  });
  show({ kind: 'edit', id: second });
  await screen.findByRole('list', { name: 'Услуги' });
  await waitFor(() => expect(legs()).toEqual(['10:00–10:45', '10:45–11:30']));
});
