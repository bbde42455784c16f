// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CUT, IVAYLO, MARIA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { addClient, deleteClient } from '#data/clients.commands.ts';
import { eventsSince$ } from '#data/events/events.queries.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { rowNow } from '#data/row-writes.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { instantOf } from '#domain/time/time.ts';
import { keepUndoFor, undoLast } from '#features/shared/undo.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { closedDaysText } from '#schemas/salon-days.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { NextTimeButtons } from './next-time-buttons.tsx';

/** A Wednesday. */
const DAY = '2030-11-20';
const hours = [{ start: '09:00', end: '18:00' }];
const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([['maria', 3] as const].map(([id, day]) => [weeklyKey(id, day), hours])),
  ...{ troubles: new Map(), openOverlaps: new Set<string>(), complete: true },
};
const onChoose = vi.fn();
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let device: Device;
let client: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instantOf(DAY, 1100, ZONE)) });
  await setLanguage('bg');
  device = await openDevice();
  keepUndoFor(device.replica);
  client = await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  toasts.dismiss();
  await device.replica.close();
});

async function book(date: string, minute = 900, resource_id = 'maria'): Promise<string> {
  const times = { start_time: instantOf(date, minute, ZONE), end_time: instantOf(date, minute + 45, ZONE) };
  const [id = ''] = await addVisit(device.replica, { client_id: client, legs: [{ resource_id, service_id: 'cut', ...times }] });
  return id;
}
async function show(id: string, of: Partial<SalonPart> = {}) {
  const event = await rowNow(device.replica, 'events', id);
  if (!event?.client_id) throw new Error('not booked');
  render(
    <ReplicaContext value={device.replica}>
      <MemoryRouter>
        <NextTimeButtons event={{ ...event, client_id: event.client_id }} salon={{ ...salon, ...of }} onChoose={onChoose} />
      </MemoryRouter>
    </ReplicaContext>,
  );
}
const chips = () => within(screen.getByRole('group', { name: 'Следващ час' })).getAllByRole('button');
const after = (weeks: number) => screen.getByRole('button', { name: new RegExp(`^${weeks} седм`) });
const booked = async () => (await seen(eventsSince$(device.replica, ''))).filter(({ deleted }) => !deleted);
const said = () => screen.getByRole('status').textContent?.replaceAll('\u2060', '');

it('books in one tap at the same hour some weeks later, says where, and one undo takes it back', async () => {
  const id = await book(DAY);
  await show(id);
  expect(after(4).getAttribute('aria-label')).toBe('4 седм., следващ час около ср, 18/12/2030, 15:00');
  await person.click(after(4));
  await waitFor(() => expect(said()).toBe('Записан: ср, 18/12/2030, Мария Петрова, 15:00–15:45'));
  expect(after(4).getAttribute('aria-pressed')).toBe('true');
  expect(toasts.store.getState().toasts[0]).toMatchObject({ title: 'Успех', open: true });
  // Pressed again, or pressed twice, it is not booked twice.
  await person.click(after(4));
  await person.click(after(2));
  expect(await booked()).toHaveLength(2);

  await act(async () => void (await undoLast()));
  await waitFor(() => expect(said()).toBe(''));
  expect(await booked()).toHaveLength(1);
  await person.click(after(2));
  await waitFor(() => expect(said()).toContain('04/12/2030'));
});

it('two quick taps book once', async () => {
  await show(await book(DAY));
  act(() => {
    after(4).click();
    after(4).click();
  });
  await waitFor(() => expect(said()).toContain('Записан'));
  expect(await booked()).toHaveLength(2);
});

it('offers first the weeks after which this client comes', async () => {
  for (const date of ['2030-08-07', '2030-09-11', '2030-10-16']) await book(date);
  await show(await book(DAY));
  await waitFor(() => expect(chips().map((chip) => chip.textContent)).toEqual(['5', '2', '3', '4', '6']));
});

it('says that the client has a time already', async () => {
  const id = await book(DAY);
  await book('2030-12-04', 600);
  await show(id);
  await waitFor(() => expect(said()).toBe('Вече има час: ср, 04/12/2030, 10:00'));
});

it('where nobody is free says so, and leads to the dialog with all that is known', async () => {
  const id = await book(DAY);
  await show(id, { weekly: new Map() });
  await person.click(after(2));
  await waitFor(() => expect(said()).toContain('Около ср, 04/12/2030, 15:00 няма свободно време.'));
  await person.click(screen.getByRole('button', { name: 'Избери време' }));
  const [path = ''] = onChoose.mock.calls[0] ?? [];
  expect(Object.fromEntries(new URL(path, 'http://x').searchParams)).toEqual({
    ...{ client, start: '2030-12-04T15:00', service: 'cut', employee: 'maria' },
  });
  expect(await booked()).toHaveLength(1);
});

it('takes no time in which the room of the service is full, and none of a closed day', async () => {
  const id = await book(DAY);
  await book('2030-12-04', 900, 'ivaylo');
  await show(id, { rooms: new Map([['cut', { id: 'chair', name: 'Стол', count: 1 }]]) });
  await person.click(after(2));
  await waitFor(() => expect(said()).toBe('Записан: ср, 04/12/2030, Мария Петрова, 14:15–15:00'));
  cleanup();
  const closed = closedDaysText([{ kind: 'dates', from: '2030-12-18', to: '2030-12-18', name: '' }]);
  await show(id, { config: { ...SALON_DEFAULTS, open: salonDaysOf(null, closed) } });
  await person.click(after(4));
  await waitFor(() => expect(said()).toContain('Около ср, 18/12/2030, 15:00 няма свободно време.'));
});

it('is for a person to choose where the employee has left', async () => {
  await show(await book(DAY, 900, 'ivaylo'), { employees: [MARIA, { ...IVAYLO, active: false }] });
  await person.click(after(6));
  await waitFor(() => expect(said()).toContain('няма свободно време'));
});

it('keeps what cannot be saved out of sight of nobody: it is said', async () => {
  const id = await book(DAY);
  await show(id);
  vi.spyOn(device.replica, 'write').mockRejectedValue(new Error('no disk'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await person.click(after(4));
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.variant).toBe('destructive'));
  expect(said()).toBe('');
});

it('offers nothing for a client who is gone', async () => {
  const id = await book(DAY);
  await deleteClient(device.replica, client);
  await show(id);
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Следващ час' })).toBeNull());
});
