// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BehaviorSubject, type Observable, of, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLayer } from '#calendar/event-layer.tsx';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { at, booking, CUT, DAY, IVAYLO, MARIA, row, YOANA } from '#calendar/reads/rows.test-support.ts';
import { askToMove, closeLayer, eventLayer } from '#calendar/state/card-store.ts';
import { cutStore, letGoOfCut } from '#calendar/state/use-cut.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { type OverrideSets, weeklyKey } from '#domain/shifts/availability.ts';
import { keepUndoFor } from '#features/shared/undo.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';

const reads = {
  overrides: (): Observable<OverrideSets> => of(new Map()),
  events: [] as LocalRow<'events'>[],
  legs: [] as LocalRow<'events'>[],
};
const data = vi.hoisted(() => ({
  ...{ event$: vi.fn(), pressEventStatus: vi.fn(), deleteEvent: vi.fn(), undoEdit: vi.fn() },
  moveEvent: vi.fn(async (_replica: unknown, id: string, wrote: object) => ({ id, before: {}, wrote })),
}));
vi.mock('#data/events/events.queries.ts', () => ({ event$: data.event$ }));
vi.mock('#data/events/events.commands.ts', () => data);
vi.mock('#data/events/event-edits.ts', () => ({ undoEdit: data.undoEdit, undoDelete: vi.fn() }));
vi.mock('#data/events/older-events.ts', () => ({
  dayWithOlder$: () => of({ events: reads.events, older: { phase: 'kept', readAt: null, reason: null }, clients: new Map() }),
}));
vi.mock('#data/events/visit-legs.ts', () => ({ visitLegs$: () => of(reads.legs) }));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => reads.overrides() }));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([['yoana', YOANA]])) }));

const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [MARIA, IVAYLO],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]),
  troubles: new Map(),
  openOverlaps: new Set<string>(),
  complete: true,
};
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const onDate = vi.fn();
const row$ = new BehaviorSubject<LocalRow<'events'> | null>(null);

function show(more: Partial<SalonPart> = {}) {
  const props = { salon: { ...salon, ...more }, today: DAY, onDate, onEdit: vi.fn(), onRepeat: vi.fn() };
  render(
    <ReplicaContext value={{ salonId: 1, membership$: new BehaviorSubject(null) } as unknown as OpenReplica}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <EventLayer {...props} /> }])} />
    </ReplicaContext>,
  );
}
async function move(event: LocalRow<'events'>, more: Partial<SalonPart> = {}) {
  row$.next(event);
  data.event$.mockReturnValue(row$);
  show(more);
  act(() => askToMove(event));
  return screen.findByRole('dialog');
}
const dialog = () => screen.getByRole('dialog');
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
const chosen = (name: string) => button(new RegExp(`^${name}`)).getAttribute('data-value');
async function choose(name: string, option: string | RegExp) {
  await person.click(button(new RegExp(`^${name}`)));
  await person.click(await screen.findByRole('option', { name: option }));
}
const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u2060', '');

beforeEach(() => {
  setLanguage('bg');
  keepUndoFor({});
});
afterEach(() => {
  act(closeLayer);
  act(letGoOfCut);
  cleanup();
  vi.clearAllMocks();
  toasts.dismiss();
  Object.assign(reads, { overrides: () => of(new Map()), events: [], legs: [] });
});

it('moves by date, time and employee, warns of what is off shift, and asks before a chosen place goes', async () => {
  await move(booking('a', '10:05', '10:55'));
  expect(button(/^Премести$/)).toHaveProperty('disabled', true);
  await person.click(button('+1 ден'));
  await choose('Служител', 'Ивайло Ганев');
  expect(await screen.findByText(/Ивайло Ганев няма смяна/)).toBeTruthy();
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Продължи редакцията' }));
  await person.click(button(/^Премести$/));
  await waitFor(() =>
    expect(data.moveEvent).toHaveBeenCalledWith(
      expect.anything(),
      'a',
      {
        ...{ start_time: at('10:05', '2026-11-19'), end_time: at('10:55', '2026-11-19') },
        resource_id: 'ivaylo',
      },
      [],
    ),
  );
  expect(onDate).toHaveBeenCalledWith('2026-11-19');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('cuts it out for a slot in the calendar, on the day that was chosen here', async () => {
  await move(booking('a', '10:00', '11:00'));
  await person.click(button('+7 дни'));
  await person.click(button('Избери в календара'));
  expect(cutStore.getState().cutId).toBe('a');
  expect(onDate).toHaveBeenCalledExactlyOnceWith('2026-11-25');
  await move(booking('a', '10:00', '11:00'));
  await person.click(button('Избери в календара'));
  expect(onDate).toHaveBeenCalledOnce();
});

it('follows what another device does meanwhile, and keeps a place that was chosen here; both are said', async () => {
  const opened = booking('a', '10:00', '11:00');
  await move(opened);
  act(() => row$.next({ ...opened, start_time: at('12:00'), end_time: at('13:30') }));
  expect(plain(await screen.findByText(/Междувременно/))).toContain('часът е 12:00–13:30');
  expect(chosen('Час')).toBe('12');
  expect(button(/^Премести$/)).toHaveProperty('disabled', true);

  await choose('Час', '15');
  act(() => row$.next({ ...opened, start_time: at('13:00'), end_time: at('15:00'), resource_id: 'ivaylo' }));
  expect(plain(await screen.findByText(/Междувременно/))).toContain('часът е 13:00–15:00, при Ивайло Ганев');
  expect([chosen('Час'), chosen('Служител')]).toEqual(['15', 'maria']);
  await person.click(button(/^Премести$/));
  // The place from here, as long as it is there.
  await waitFor(() =>
    expect(data.moveEvent.mock.calls[0]?.[2]).toEqual({
      ...{ start_time: at('15:00'), end_time: at('17:00'), resource_id: 'maria' },
    }),
  );
});

it('does not reach into what was opened since by whoever left while it was saved', async () => {
  let saved: (edit: object) => void = () => undefined;
  data.moveEvent.mockReturnValueOnce(new Promise((resolve) => (saved = resolve)) as never);
  await move(booking('a', '10:00', '11:00'));
  await person.click(button('+1 ден'));
  await person.click(button(/^Премести$/));
  await waitFor(() => expect(data.moveEvent).toHaveBeenCalledOnce());
  await person.click(button('Отказ'));
  await person.click(screen.getByRole('button', { name: 'Не запазвай' }));
  act(() => askToMove({ id: 'a' }));
  await act(async () => saved({ id: 'a', before: {}, wrote: {} }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(onDate).not.toHaveBeenCalled();
});

it('says that the appointment was deleted elsewhere and lets go of it', async () => {
  await move(booking('a', '10:00', '11:00'));
  act(() => row$.next(null));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(toasts.store.getState().toasts[0]?.title).toBe('Тази резервация вече я няма');
  expect(eventLayer.getState().moving).toBeNull(); // else no card would open any more
});

it('says that the appointment could not be read, and lets go of it', () => {
  data.event$.mockReturnValue(throwError(() => new Error('no read')));
  show();
  act(() => askToMove({ id: 'a' }));
  expect(toasts.store.getState().toasts[0]?.title).toBe('Грешка при зареждане на данните');
  expect(eventLayer.getState().moving).toBeNull();
});

it('names an employee who is gone or inactive for what they are', async () => {
  await move(booking('a', '10:00', '11:00'), { employees: [IVAYLO] });
  expect(button(/^Служител/).textContent).toContain('Изтрит служител');
  act(closeLayer);
  cleanup();
  await move(booking('a', '10:00', '11:00'), { employees: [IVAYLO, { ...MARIA, active: false }] });
  expect(button(/^Служител/).textContent).toContain('Мария Петрова (неактивен)');
});

it('says that it could not be checked, asks again when told to, and keeps what was chosen', async () => {
  reads.overrides = () => throwError(() => new Error('no read'));
  await move(booking('a', '10:05', '10:55'));
  await choose('Служител', 'Ивайло Ганев');
  expect((await screen.findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  reads.overrides = () => of(new Map());
  await person.click(button('Опитайте отново'));
  expect(await screen.findByText(/Ивайло Ганев няма смяна/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(chosen('Служител')).toBe('ivaylo');
});

it('says on the night of the spring clock change that a time does not exist', async () => {
  const night = { start_time: '2027-03-28T00:00:00.000Z', end_time: '2027-03-28T00:30:00.000Z' };
  await move(booking('a', '10:00', '11:00', night));
  await choose('Час', '03');
  expect(await screen.findByText('В тази нощ часовникът прескача 3:00. Часът ще бъде в 4:00.')).toBeTruthy();
  expect(plain(dialog())).toContain('4:00–4:30');
  await person.click(button(/^Премести$/));
  await waitFor(() => expect(data.moveEvent.mock.calls[0]?.[2]).toMatchObject({ start_time: '2027-03-28T01:00:00.000Z' }));
});

it('warns of the other parts of a visit as well: whom they lie over, off shift, not offered; of this one alone only its own', async () => {
  const visit = (visit_pos: number) => ({ visit_id: 'a', visit_pos });
  const first = booking('a', '10:00', '11:00', visit(0));
  const nails = booking('b', '11:00', '12:00', { ...visit(1), resource_id: 'ivaylo', service_id: 'nails', title: 'Маникюр' });
  const gone = booking('c', '12:00', '13:00', { ...visit(2), resource_id: 'ivaylo', status: 'cancelled' });
  // It lies over nothing but this part's own visit, as it stands.
  reads.legs = [first, nails, gone];
  reads.events = [...reads.legs, booking('other', '13:30', '14:30', { resource_id: 'ivaylo', visit_id: null })];
  const NAILS = row('services', { id: 'nails', name: 'Маникюр', duration: 60, price: 30, resource_ids: '["maria"]' });
  await move(first, { services: new Map([...salon.services, ['nails', NAILS]]) });
  // That the day is over is said by another test.
  const warnings = () =>
    [...dialog().querySelectorAll('[data-warning]:not([data-warning=over])')].map((one) => one.getAttribute('data-warning'));
  expect(warnings()).toEqual([]);
  await choose('Час', '11');
  await waitFor(() => expect(warnings()).toEqual(['off-shift', 'not-offered']));
  expect(plain(dialog())).toContain('Маникюр, Ивайло Ганев, 12:00–13:00');
  await choose('Час', '12');
  await waitFor(() => expect(warnings()).toEqual(['overlap', 'off-shift', 'not-offered']));
  await person.click(within(dialog()).getByRole('checkbox', { name: /^Премести само тази част/ }));
  await waitFor(() => expect(warnings()).toEqual([]));
  await choose('Служител', 'Ивайло Ганев');
  await waitFor(() => expect(warnings()).toEqual(['off-shift']));
});
