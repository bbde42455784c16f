// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BehaviorSubject, type Observable, of, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLayer } from '#calendar/event-layer.tsx';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { at, booking, CUT, MARIA, YOANA } from '#calendar/reads/rows.test-support.ts';
import { closeLayer, eventLayer, openCard } from '#calendar/state/card-store.ts';
import type { Visits } from '#data/events/client-visits.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { keepUndoFor, undoLast } from '#features/shared/undo.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setSalonFormats } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';

const data = vi.hoisted(() => ({
  ...{ event$: vi.fn(), pressEventStatus: vi.fn(), deleteEvent: vi.fn(), undoEdit: vi.fn(), moveEvent: vi.fn() },
  dayWithOlder$: vi.fn(),
}));
vi.mock('#data/events/events.queries.ts', () => ({ event$: data.event$ }));
vi.mock('#data/events/events.commands.ts', () => data);
vi.mock('#data/events/event-edits.ts', () => ({ undoEdit: data.undoEdit, undoDelete: vi.fn() }));
vi.mock('#data/events/older-events.ts', () => ({ dayWithOlder$: data.dayWithOlder$ }));
vi.mock('#data/shifts.queries.ts', () => ({ overrideSets$: () => of(new Map()) }));
const read = { visits: () => VISITS, clients: () => CLIENTS };
const VISITS: Observable<Visits> = of({ came: 8, noShows: 1, since: '2025-10-18T22:00:00.000Z' });
const CLIENTS: Observable<ReadonlyMap<string, LocalRow<'clients'>>> = of(new Map([['yoana', YOANA]]));
vi.mock('#data/events/client-visits.ts', () => ({ clientVisits$: () => read.visits() }));
vi.mock('#data/events/client-facts.ts', () => ({ clientFacts$: () => of(null) }));
vi.mock('#data/clients.queries.ts', () => ({ clientsById$: () => read.clients() }));

const salon = {
  config: SALON_DEFAULTS,
  employees: [MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '10:00', end: '12:00' }]]]),
  troubles: new Map(),
  openOverlaps: new Set<string>(),
  complete: true,
} as unknown as SalonPart;
const cut = booking('cut', '10:00', '11:00', { notes: 'Носи снимка', price: 45, currency: 'BGN' });
const went = { edit: vi.fn(), repeat: vi.fn(), date: vi.fn() };
let row$: BehaviorSubject<LocalRow<'events'> | null>;

function show(row: LocalRow<'events'> = cut, by: 'hover' | 'keys' | 'touch' = 'hover', of = salon) {
  row$ = new BehaviorSubject<LocalRow<'events'> | null>(row);
  data.event$.mockReturnValue(row$);
  const anchor = document.createElement('button');
  document.body.append(anchor);
  anchor.focus();
  const layer = <EventLayer salon={of} today="2026-11-18" onDate={went.date} onEdit={went.edit} onRepeat={went.repeat} />;
  render(
    <ReplicaContext value={{ membership$: new BehaviorSubject(null) } as unknown as OpenReplica}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: layer }])} />
    </ReplicaContext>,
  );
  act(() => openCard({ id: row.id, by, anchor }));
  return anchor;
}
const card = () => within(screen.getByRole('dialog', { name: 'Час на Йоана Христова' }));

/** After the appointments of these tests: what is asked before one has begun is a test of its own. */
const LATER = new Date(at('18:00'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: LATER });
  setLanguage('bg');
  keepUndoFor({});
  vi.clearAllMocks();
  Object.assign(read, { visits: () => VISITS, clients: () => CLIENTS });
});
afterEach(() => {
  act(closeLayer);
  cleanup();
  vi.useRealTimers();
  toasts.dismiss();
  document.body.replaceChildren();
});

it('says who it is and how to reach them, when, what, with whom, and how often they came', () => {
  show();
  expect(card().getByRole('link', { name: 'Обадете се на Йоана Христова, 0888 123 456' }).getAttribute('href')).toBe(
    'tel:+359888123456',
  );
  for (const words of [
    '8 посещения',
    '1 неявяване от октомври 2025 насам',
    'Носи снимка',
    'Подстригване, при Мария Петрова · 45,00',
  ])
    expect(screen.getByRole('dialog').textContent?.replaceAll('\u00a0', ' ')).toContain(words);
  expect(screen.getByRole('dialog').textContent).toContain('ср, 18/11/2026 · 10:00–11:00');
});

it('names the month of the salon’s clock, not of UTC, from which visits are counted', () => {
  read.visits = () => of({ came: 8, noShows: 0, since: '2025-10-31T22:30:00.000Z' });
  show();
  expect(screen.getByRole('dialog').textContent).toContain('8 посещения от ноември 2025 насам');
});

it('says what was paid in what it was paid in, with the salon’s currency beside it', () => {
  show(cut, 'hover', { ...salon, config: { ...SALON_DEFAULTS, currency: 'EUR' } });
  expect(screen.getByRole('dialog').textContent?.replaceAll('\u00a0', ' ')).toContain('Мария Петрова · 45,00 лв · 23,01 €');
});

it('writes the day as the salon does, also one that changes how while it is shown (I18N-18)', () => {
  show();
  act(() => setSalonFormats({ dateFormat: 'MM/dd/yyyy' }));
  expect(screen.getByRole('dialog').textContent).toContain('ср, 11/18/2026 · 10:00–11:00');
  act(() => setSalonFormats({ dateFormat: 'yyyy-MM-dd' }));
  expect(screen.getByRole('dialog').textContent).toContain('ср, 2026-11-18 · 10:00–11:00');
  act(() => setSalonFormats({ dateFormat: null }));
});

it('follows live changes without closing, and goes when the appointment goes', () => {
  show();
  act(() => row$.next({ ...cut, start_time: at('12:00'), end_time: at('12:30'), status: 'completed' }));
  expect(screen.getByRole('dialog').textContent).toContain('12:00–12:30');
  expect(card().getByRole('button', { name: 'Приключен' }).getAttribute('aria-pressed')).toBe('true');
  act(() => row$.next(null));
  expect(screen.queryByRole('dialog')).toBe(null);
});

const failing = () => throwError(() => new Error('no read'));

it('says that its appointment cannot be read, reads it again when asked, and holds nothing back', () => {
  for (const by of ['hover', 'touch'] as const) {
    const anchor = show(cut, by);
    act(() => row$.error(new Error('no read')));
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('Грешка при зареждане на данните');
    data.event$.mockReturnValue(of(cut));
    fireEvent.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    expect(screen.getByRole('button', { name: 'Приключен' })).toBeTruthy();
    cleanup();
    data.event$.mockImplementation(failing);
    act(() => openCard({ id: 'cut', by, anchor }));
    act(closeLayer);
    expect(eventLayer.getState().card).toBe(null);
  }
});

it('what is not known of the client holds up nothing else', async () => {
  read.visits = failing;
  show();
  expect(card().getByText('Посещенията не бяха прочетени.')).toBeTruthy();
  expect(card().getByRole('button', { name: 'Приключен' })).toBeTruthy();
  read.visits = () => VISITS;
  fireEvent.click(card().getByRole('button', { name: 'Опитайте отново' }));
  expect(screen.getByRole('dialog').textContent).toContain('8 посещения');
  cleanup();

  read.clients = failing;
  show();
  const unnamed = within(screen.getByRole('dialog', { name: 'Подстригване' }));
  expect(unnamed.getByText('Клиентът не беше прочетен.')).toBeTruthy();
  data.pressEventStatus.mockResolvedValue({ id: 'cut', before: { status: 'booked' }, wrote: { status: 'completed' } });
  await act(async () => void fireEvent.click(unnamed.getByRole('button', { name: 'Приключен' })));
  expect(data.pressEventStatus).toHaveBeenCalledOnce();
  fireEvent.click(unnamed.getByRole('button', { name: 'Изтрий часа' }));
  expect(screen.getByRole('alertdialog', { name: 'Да изтрием ли този час?' })).toBeTruthy();
});

it('a question before a deletion that cannot be read says so, and asks nothing', () => {
  show();
  data.event$.mockImplementation(failing);
  fireEvent.click(card().getByRole('button', { name: 'Изтрий часа' }));
  expect(screen.queryByRole('alertdialog')).toBe(null);
  expect(toasts.store.getState().toasts[0]).toMatchObject({ title: 'Грешка при зареждане на данните', variant: 'destructive' });
  expect(eventLayer.getState().deleting).toBe(null);
});

it('hears the second half of a double click on a status as nothing', async () => {
  data.pressEventStatus.mockResolvedValue({ id: 'cut', before: { status: 'booked' }, wrote: { status: 'completed' } });
  show();
  const press = () => act(async () => void fireEvent.click(card().getByRole('button', { name: 'Приключен' })));
  await press();
  await press();
  expect(data.pressEventStatus).toHaveBeenCalledOnce();
  act(() => row$.next({ ...cut, status: 'completed' }));
  const completed = () => card().getByRole('button', { name: 'Приключен' });
  await act(async () => void fireEvent.click(completed(), { detail: 2 })); // it was shown before the finger was up again
  expect(data.pressEventStatus).toHaveBeenCalledOnce();
  await press(); // a press of its own takes it away
  expect(data.pressEventStatus).toHaveBeenCalledTimes(2);
});

it('says that a tap could not be checked', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  data.dayWithOlder$.mockImplementation(failing);
  show(cut, 'touch');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'С 15 минути по-късно' })));
  expect(toasts.store.getState().toasts[0]).toMatchObject({ variant: 'destructive' });
  expect(data.moveEvent).not.toHaveBeenCalled();
});

it('a status is saved by one press and taken back from the card until the next change', async () => {
  const edit = { id: 'cut', before: { status: 'booked' }, wrote: { status: 'no-show' } };
  data.pressEventStatus.mockResolvedValue(edit);
  data.undoEdit.mockResolvedValue('undone');
  show();
  await act(async () => void fireEvent.click(card().getByRole('button', { name: 'Не се яви' })));
  expect(data.pressEventStatus).toHaveBeenCalledWith(expect.anything(), cut, 'no-show', expect.any(String));
  await act(async () => void fireEvent.click(card().getByRole('button', { name: 'Върни последното' })));
  expect(data.undoEdit).toHaveBeenCalledWith(expect.anything(), edit);
  expect(card().queryByRole('button', { name: 'Върни последното' })).toBe(null);
  expect(await undoLast()).toBe(false);
});

it('a status that was not saved says so, and offers nothing to take back', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  data.pressEventStatus.mockRejectedValue(new Error('disk'));
  show();
  await act(async () => void fireEvent.click(card().getByRole('button', { name: 'Отказан' })));
  await vi.waitFor(() => expect(toasts.store.getState().toasts[0]).toMatchObject({ title: 'Грешка', variant: 'destructive' }));
  expect(await undoLast()).toBe(false);
});

it('its buttons lead on and close it; deleting asks first', () => {
  show();
  fireEvent.click(card().getByRole('button', { name: 'Повтори' }));
  expect(went.repeat).toHaveBeenCalledWith(cut);
  expect(screen.queryByRole('dialog')).toBe(null);
  act(() => openCard({ id: 'cut', by: 'hover', anchor: document.body }));
  fireEvent.click(card().getByRole('button', { name: 'Изтрий часа' }));
  expect(screen.getByRole('alertdialog', { name: 'Да изтрием ли часа на Йоана Христова?' })).toBeTruthy();
  expect(data.deleteEvent).not.toHaveBeenCalled();
});

it('blocked time can be edited, moved and deleted, and has no status', () => {
  show(booking('cut', '13:00', '13:30', { type: 'blocking', title: 'Обедна почивка', client_id: null, status: null }));
  const names = within(screen.getByRole('dialog', { name: 'Обедна почивка' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Редактирай', 'Премести', 'Изтрий блокираното време']);
});

it('a hover leaves the focus where it is; the menu key leads in, Escape leads back', () => {
  const anchor = show();
  expect(document.activeElement).toBe(anchor);
  act(() => openCard({ id: 'cut', by: 'keys', anchor }));
  expect(card().getByRole('link', { name: 'Йоана Христова' })).toBe(document.activeElement);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(eventLayer.getState().card).toBe(null);
  expect(document.activeElement).toBe(anchor);
});

it('Tab from the appointment leads into a card that a hover opened', () => {
  const anchor = show();
  fireEvent.keyDown(anchor, { key: 'Tab' });
  expect(card().getByRole('link', { name: 'Йоана Христова' })).toBe(document.activeElement);
});

it('on the sheet one tap moves by a quarter of an hour or changes the length; off shift and into blocked time none does', async () => {
  const block = booking('block', '11:30', '12:00', { type: 'blocking', client_id: null });
  data.dayWithOlder$.mockReturnValue(of({ events: [cut, block], older: { phase: 'kept', readAt: null }, clients: new Map() }));
  data.moveEvent.mockImplementation(async (_replica, id, wrote) => ({ id, before: {}, wrote }));
  show(cut, 'touch');
  const sheet = () => within(screen.getByRole('dialog'));
  const tap = (name: string) => act(async () => void fireEvent.click(sheet().getByRole('button', { name })));
  const lastToast = () => toasts.store.getState().toasts[0]?.description;

  await tap('С 15 минути по-късно');
  const later = { start_time: at('10:15'), end_time: at('11:15'), resource_id: 'maria' };
  expect(data.moveEvent).toHaveBeenLastCalledWith(expect.anything(), 'cut', later, []);
  act(() => row$.next({ ...cut, ...later }));
  expect(sheet().getByRole('group', { name: 'Начало' }).textContent).toBe('−1510:15+15');
  await tap('С 15 минути по-дълго');
  expect(data.moveEvent).toHaveBeenLastCalledWith(expect.anything(), 'cut', { ...later, end_time: at('11:30') }, []);
  act(() => row$.next({ ...cut, ...later, end_time: at('11:30') }));
  expect(sheet().getByRole('group', { name: 'Времетраене' }).textContent).toBe('−1575 мин+15');

  await tap('С 15 минути по-дълго');
  expect(lastToast()).toBe('Преди 11:45 времето на Мария Петрова е блокирано.');
  await tap('С 15 минути по-късно');
  expect(lastToast()).toBe('Между 10:30 и 11:45 има блокирано време при Мария Петрова.');
  act(() => row$.next(cut));
  await tap('С 15 минути по-рано');
  expect(lastToast()).toBe('Мария Петрова не е на смяна в 9:45.');
  expect(data.moveEvent).toHaveBeenCalledTimes(2);
});

it('on the sheet of a colour one tap changes the work before the waiting, or the waiting; what is done after it follows', async () => {
  data.dayWithOlder$.mockReturnValue(of({ events: [], older: { phase: 'kept', readAt: null }, clients: new Map() }));
  data.moveEvent.mockImplementation(async (_replica, id, wrote) => ({ id, before: {}, wrote }));
  show(booking('cut', '10:00', '11:30', { processing_after: 30, processing_minutes: 45 }), 'touch');
  const part = (name: string) => within(within(screen.getByRole('dialog')).getByRole('group', { name }));
  const tap = (name: string, button: RegExp) =>
    act(async () => void fireEvent.click(part(name).getByRole('button', { name: button })));
  await tap('Работа преди престоя', /по-дълго/);
  const stays = { start_time: at('10:00'), resource_id: 'maria' };
  const longer = { ...stays, end_time: at('11:45'), processing_after: 45, processing_minutes: 45 };
  expect(data.moveEvent).toHaveBeenLastCalledWith(expect.anything(), 'cut', longer, []);
  await tap('Престой', /по-кратко/);
  const shorter = { ...stays, end_time: at('11:15'), processing_after: 30, processing_minutes: 30 };
  expect(data.moveEvent).toHaveBeenLastCalledWith(expect.anything(), 'cut', shorter, []);
  act(() => row$.next(booking('cut', '10:00', '11:15', { processing_after: 15, processing_minutes: 45 })));
  expect(part('Работа преди престоя').getByRole('button', { name: /по-кратко/ })).toHaveProperty('disabled', true);
  act(() => row$.next(cut));
  expect(screen.queryByRole('group', { name: 'Престой' })).toBeNull();
});

it.each(['Приключен', 'Не се яви'])(
  'asks once before „%s“ is set on an appointment that has not begun; the card stays',
  async (name) => {
    vi.setSystemTime(new Date(at('09:59')));
    data.pressEventStatus.mockResolvedValue({ id: 'cut', before: { status: 'booked' }, wrote: { status: 'completed' } });
    show();
    const press = () => fireEvent.click(card().getByRole('button', { name }));
    press();
    const question = screen.getByRole('alertdialog', { name: `Да отбележим ли „${name}“ отсега?` });
    expect(question.textContent).toContain('Часът е в 10:00 на ср, 18/11/2026 и още не е започнал.');
    fireEvent.click(within(question).getByRole('button', { name: 'Отказ' }));
    expect(data.pressEventStatus).not.toHaveBeenCalled();
    press();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Отбележи' })));
    expect(data.pressEventStatus).toHaveBeenCalledOnce();
    expect(eventLayer.getState().card?.id).toBe('cut');
  },
);

it('does not ask where it says what can be so: who is here, who called off, what is taken back, what has begun', async () => {
  vi.setSystemTime(new Date(at('09:59')));
  data.pressEventStatus.mockResolvedValue({ id: 'cut', before: {}, wrote: {} });
  show({ ...cut, status: 'no-show' });
  for (const name of ['Пристигна', 'Отказан', 'Не се яви']) {
    await act(async () => void fireEvent.click(card().getByRole('button', { name })));
  }
  vi.setSystemTime(new Date(at('10:00')));
  await act(async () => void fireEvent.click(card().getByRole('button', { name: 'Приключен' })));
  expect(screen.queryByRole('alertdialog')).toBe(null);
  expect(data.pressEventStatus).toHaveBeenCalledTimes(4);
});

it('a finger’s card begins with the dialog, for the eye and for the focus; deleting comes last (CAL-21)', async () => {
  show(cut, 'touch');
  const sheet = screen.getByRole('dialog');
  const [close, ...actions] = [...sheet.querySelectorAll('button, a[href]')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  );
  expect([close, actions[0], actions.at(-1)]).toEqual(['Затвори', 'Редактирай', 'Изтрий часа']);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Редактирай'));
});
