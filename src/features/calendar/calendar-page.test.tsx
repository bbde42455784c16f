// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BehaviorSubject, NEVER, type Observable, of, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { booking, CUT, IVAYLO, MARIA, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { closeLayer, eventLayer } from '#calendar/state/card-store.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, todayIn, weekdayOf } from '#domain/time/time.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { CalendarPage } from './calendar-page.tsx';

const reads = vi.hoisted(() => ({ employees$: vi.fn(), dayEvents$: vi.fn() }));
vi.mock('#data/resources.queries.ts', () => ({ employees$: reads.employees$ }));
vi.mock('#data/events/events.queries.ts', () => ({
  dayEvents$: reads.dayEvents$,
  daysEvents$: reads.dayEvents$,
  event$: () => NEVER,
}));
vi.mock('#data/events/long-events.ts', () => ({ longEvents$: () => of([]) }));
vi.mock('#data/events/requests.queries.ts', () => ({ requests$: () => of([]) }));
vi.mock('#data/online/booking-page-book.ts', () => ({ unheardSince$: () => of(null) }));
vi.mock('#data/events/events.commands.ts', () => ({
  moveEvent: vi.fn(),
  addEvent: vi.fn(),
  updateEvent: vi.fn(),
  deleteEvent: vi.fn(),
}));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => of(new Map([['yoana', YOANA]])) }));
vi.mock('#data/client-index.queries.ts', () => ({ clientIndex$: () => of({ entries: [] }) }));
vi.mock('#data/services.queries.ts', () => ({ services$: () => of([CUT]) }));
vi.mock('#data/salon.queries.ts', () => ({ salon$: () => of({ salon: null, settings: null, effective: SALON_DEFAULTS }) }));
vi.mock('#data/shifts.queries.ts', () => ({
  weeklySets$: () => of(weekly),
  datedSets$: () => of({ sets: new Map(), away: new Set() }),
}));

const today = todayIn(ZONE, Date.now());
const weekly = new Map([0, 1, 2, 3, 4, 5, 6].map((day) => [weeklyKey('maria', day), [{ start: '09:00', end: '18:00' }]]));
const noon = booking('noon', '12:00', '13:00');
const toNoon = { ...noon, start_time: `${today}T10:00:00.000Z`, end_time: `${today}T11:00:00.000Z` };

const person = userEvent.setup();
const replica = (calendarReady = true) =>
  ({
    salonId: 1,
    issues$: of([]),
    horizon$: of(null),
    membership$: new BehaviorSubject(null),
    status$: new BehaviorSubject({ calendarReady }),
  }) as unknown as OpenReplica;

function open(path = '/calendar', opened = replica()) {
  const router = createMemoryRouter(
    [
      { path: '/calendar', element: <CalendarPage /> },
      { path: '/calendar/add', element: <CalendarPage /> },
      { path: '/employees/add', element: <p>Нов служител</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <ReplicaContext value={opened}>
      <RouterProvider router={router} />
    </ReplicaContext>,
  );
  return router;
}

const found = (
  employees: Observable<readonly LocalRow<'resources'>[]>,
  events: Observable<readonly LocalRow<'events'>[]> = of([]),
) => {
  reads.employees$.mockReturnValue(employees);
  reads.dayEvents$.mockReturnValue(events);
};
const shownDay = () => document.querySelector('[data-calendar]');

beforeEach(() => {
  setLanguage('bg');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('the calendar before there is a day', () => {
  it('shows that it loads', () => {
    found(NEVER);
    open();
    expect(screen.getByRole('status').textContent).toContain('Зареждане на календара…');
  });

  it('says that loading failed, and tries again', async () => {
    found(throwError(() => new Error('closed')));
    open();
    expect(screen.getByRole('alert').textContent).toBe('Грешка при зареждане на календара');
    found(of([MARIA]));
    await person.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    expect(await screen.findByRole('grid')).toBeTruthy();
  });

  it('says that a day failed, and tries it again', async () => {
    found(
      of([MARIA]),
      throwError(() => new Error('closed')),
    );
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('Грешка при зареждане на календара');
    reads.dayEvents$.mockReturnValue(of([]));
    await person.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    expect(await screen.findByRole('grid')).toBeTruthy();
  });

  it('leads to the first employee where there is none', async () => {
    found(of([]));
    open();
    expect(await screen.findByText('Няма добавени служители')).toBeTruthy();
    await person.click(screen.getByRole('link', { name: 'Добави служител' }));
    expect(screen.getByText('Нов служител')).toBeTruthy();
  });

  it('says the same where all are inactive, unless one of them has an appointment on the day', async () => {
    found(of([{ ...MARIA, active: false }]));
    open();
    expect(await screen.findByText('Няма добавени служители')).toBeTruthy();
    cleanup();
    found(of([{ ...MARIA, active: false }]), of([toNoon]));
    open();
    expect(await screen.findByRole('grid')).toBeTruthy();
  });

  it('does not call employees missing that a first sync has yet to bring', () => {
    found(of([]));
    open('/calendar', replica(false));
    expect(screen.queryByText('Няма добавени служители')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Зареждане на календара…');
  });
});

describe('the day', () => {
  it('has one row of the grid for each employee, their appointments in it, and says when it is ready', async () => {
    found(of([IVAYLO, MARIA]), of([toNoon]));
    open();
    await waitFor(() => expect(shownDay()?.getAttribute('data-ready')).toBe('true'));
    expect(shownDay()?.getAttribute('data-date')).toBe(today);
    expect(screen.getAllByRole('rowheader').map((head) => head.title)).toEqual(['Ивайло Ганев', 'Мария Петрова']);
    const event = document.querySelector('[data-event="noon"]');
    expect(event?.closest('[role=row]')?.getAttribute('aria-label')).toBe('Мария Петрова');
    expect(event?.getAttribute('aria-label')).toMatch(/Йоана Христова, Подстригване, Мария Петрова, записан$/);
  });

  it('is one tab stop', async () => {
    found(of([MARIA]), of([toNoon]));
    open();
    await screen.findByRole('grid');
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
  });

  it('goes to the previous day, to the next and back to today, and stays where it was in this tab', async () => {
    found(of([MARIA]));
    open();
    await person.click(screen.getByRole('button', { name: 'Следващ ден' }));
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, 1));
    await person.click(screen.getByRole('button', { name: 'Предишен ден' }));
    await person.click(screen.getByRole('button', { name: 'Предишен ден' }));
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, -1));
    cleanup();
    open();
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, -1));
    await person.click(screen.getByRole('button', { name: 'Днес' }));
    expect(shownDay()?.getAttribute('data-date')).toBe(today);
  });

  it('opens the dialog from its address and leads to /calendar when that closes', async () => {
    found(of([MARIA]));
    const router = open(`/calendar/add?employee=maria&start=${addDays(today, 3)}T11:30`);
    expect((await screen.findByRole('dialog')).textContent).toContain('Нова резервация');
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, 3));
    expect(weekdayOf(addDays(today, 3))).toBe((weekdayOf(today) + 3) % 7);
    await person.click(screen.getByRole('button', { name: 'Отказ' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/calendar'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a booking on its day from its address and stays on that day when it closes', async () => {
    found(of([MARIA]));
    const router = open(`/calendar?day=${addDays(today, 3)}&event=noon`);
    expect((await screen.findByRole('dialog')).textContent).toContain('Редакция на резервация');
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, 3));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, 3));
  });

  it('asks where a booking shall go on its day, as another screen wishes by the address', async () => {
    found(of([MARIA]));
    const router = open(`/calendar?day=${addDays(today, 3)}&moving=noon`);
    await waitFor(() => expect(eventLayer.getState().moving).toBe('noon'));
    expect(shownDay()?.getAttribute('data-date')).toBe(addDays(today, 3));
    expect(router.state.location.search).toBe('');
    closeLayer();
  });

  it('points at a booking that another screen leads to by the address, and opens nothing', async () => {
    found(of([MARIA]), of([toNoon]));
    const router = open(`/calendar?day=${today}&show=noon`);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-event')).toBe('noon'));
    expect(document.activeElement?.getAnimations()).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.search).toBe('');
  });
});
