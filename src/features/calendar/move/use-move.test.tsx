// @vitest-environment happy-dom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EventView } from '#calendar/reads/day-view.ts';
import { at, booking, CUT, DAY, ZONE } from '#calendar/reads/rows.test-support.ts';
import type { Pause } from '#calendar/reads/use-paused-updates.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { undoLast } from '#features/shared/undo.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { fetchEventActions, placementOf, REFRESH_MS, useMove } from './use-move.ts';

const data = vi.hoisted(() => ({ moveEvent: vi.fn() }));
vi.mock('#data/events/events.commands.ts', () => data);
const undo = vi.hoisted(() => ({ undoEdit: vi.fn(async () => 'undone'), undoDelete: vi.fn() }));
vi.mock('#data/events/event-edits.ts', () => undo);

/** A frame, and the turn after it. */
const FRAME_MS = 18;
const cut = booking('cut', '10:05', '10:55');
const view = { id: 'cut', name: 'Йоана Христова', from: 605, to: 655 } as EventView;
const nameOf = (id: string) => (id === 'ivaylo' ? 'Ивайло Ганев' : 'Мария Петрова');
const target = { columnId: 'ivaylo', start: 14 * 60 + 30 };
const moved = { start_time: at('14:30'), end_time: at('15:20'), resource_id: 'ivaylo' };
const wrapper = ({ children }: { children: ReactNode }) => (
  <ReplicaContext value={{ membership$: new BehaviorSubject(null) } as unknown as OpenReplica}>{children}</ReplicaContext>
);
const pause$ = new BehaviorSubject<Pause>('free');
const services = new Map([[CUT.id, CUT]]);
const hook = () => renderHook(() => useMove(DAY, ZONE, [cut], pause$, { services }), { wrapper }).result;
const painted = () => act(() => vi.advanceTimersByTimeAsync(FRAME_MS));
const words = (node: ReactNode) => render(node).container.textContent;
const said = () => toasts.store.getState().toasts.map(({ title, description, variant }) => [title, words(description), variant]);

// As a moment after the start: what loads in real time is there, the clock of these tests stands still for it.
beforeAll(fetchEventActions);
beforeEach(() => {
  setLanguage('bg');
  vi.useFakeTimers();
  toasts.store.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

it('puts the start on the slot of the same day and keeps the duration, in UTC', () => {
  expect(placementOf(cut, target, DAY, ZONE)).toEqual(moved);
});

it('ends where the target says, if that changed the length', () => {
  const longer = { columnId: 'maria', start: 605, end: 690 };
  expect(placementOf(cut, longer, DAY, ZONE)).toEqual({ start_time: at('10:05'), end_time: at('11:30'), resource_id: 'maria' });
});

it('a part that was pulled says its own minutes with the end that comes of it', () => {
  const colour = booking('colour', '10:00', '11:45', { processing_after: 30, processing_minutes: 45 });
  const pulled = { columnId: 'maria', start: 600, end: 735, work: 15, waiting: 15 };
  expect(placementOf(colour, pulled, DAY, ZONE)).toEqual({
    ...{ start_time: at('10:00'), end_time: at('12:15'), resource_id: 'maria' },
    ...{ processing_after: 45, processing_minutes: 60 },
  });
});

it('on the day of a clock change ends where the clock says, and does not take the first of two equal times for the second', () => {
  const night = { ...cut, start_time: '2026-10-25T01:30:00.000Z', end_time: '2026-10-25T07:00:00.000Z' }; // the second 3:30, to 9:00
  const longer = { columnId: 'maria', start: 210, end: 570 };
  expect(placementOf(night, longer, '2026-10-25', ZONE)).toMatchObject({
    start_time: night.start_time,
    end_time: '2026-10-25T07:30:00.000Z',
  });
  const early = { ...cut, start_time: '2026-10-24T23:30:00.000Z', end_time: '2026-10-25T07:00:00.000Z' }; // 2:30, to 9:00
  const later = { columnId: 'maria', start: 150, end: 570 };
  expect(placementOf(early, later, '2026-10-25', ZONE).end_time).toBe('2026-10-25T07:30:00.000Z');
});

it('a key that takes back while the drop is not written yet takes back this drop', async () => {
  data.moveEvent.mockResolvedValue({ id: 'cut', before: {}, wrote: moved });
  const move = hook();
  act(() => void move.current.drop(view, target, nameOf));
  const undone = undoLast();
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  expect(await undone).toBe(true);
  expect(undo.undoEdit).toHaveBeenCalledOnce();
});

it('shows the move at once, saves it when that is painted, and lets go of it 250 ms after the drop', async () => {
  const edit = { id: 'cut', before: {}, wrote: moved };
  data.moveEvent.mockResolvedValue(edit);
  const move = hook();
  act(() => void move.current.drop(view, target, nameOf));
  expect(move.current.moving.get('cut')).toEqual(moved);
  expect(data.moveEvent).not.toHaveBeenCalled();
  await painted();
  expect(data.moveEvent).toHaveBeenCalledWith(expect.anything(), 'cut', moved, []);
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS - FRAME_MS - 1));
  expect(said()).toEqual([['Успех', 'Промяната беше запазена успешноЙоана Христова · Ивайло Ганев, 14:30–15:20', undefined]]);
  expect(move.current.moving.size).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(move.current.moving.size).toBe(0);
  expect(await undoLast()).toBe(true);
  expect(undo.undoEdit).toHaveBeenCalledWith(expect.anything(), edit);
  expect(said()[0]?.slice(0, 2)).toEqual(['Върнато', 'Йоана Христова · Мария Петрова, 10:05–10:55']);
});

it('says once it is taken back where it is then: also where another device had moved it to meanwhile', async () => {
  const before = { start_time: at('12:00', '2026-11-19'), end_time: at('12:50', '2026-11-19'), resource_id: 'ivaylo' };
  data.moveEvent.mockResolvedValue({ id: 'cut', before, wrote: moved });
  const move = hook();
  act(() => void move.current.drop(view, target, nameOf));
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  await undoLast();
  expect(said()[0]?.slice(0, 2)).toEqual(['Върнато', 'Йоана Христова · чт, 19/11/2026, Ивайло Ганев, 12:00–12:50']);
});

it('given to somebody who does not offer its service it is saved, and that is said', async () => {
  data.moveEvent.mockResolvedValue({ id: 'cut', before: {}, wrote: moved });
  const offered = new Map([[CUT.id, { ...CUT, resource_ids: '["maria"]' }]]);
  const move = renderHook(() => useMove(DAY, ZONE, [cut], pause$, { services: offered }), { wrapper }).result;
  act(() => void move.current.drop(view, target, nameOf));
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  expect(said()[0]?.[1]).toContain('Ивайло Ганев: не предлага „Подстригване“');
  act(() => void move.current.drop(view, { ...target, columnId: 'maria' }, nameOf));
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  expect(said()[0]?.[1]).not.toContain('не предлага');
});

it('draws nothing of it while the next appointment is held', async () => {
  data.moveEvent.mockResolvedValue({ id: 'cut', before: {}, wrote: moved });
  let drawn = 0;
  const counted = () => {
    drawn++;
    return useMove(DAY, ZONE, [cut], pause$, { services });
  };
  const move = renderHook(counted, { wrapper }).result;
  act(() => void move.current.drop(view, target, nameOf));
  pause$.next('all');
  const before = drawn;
  await act(() => vi.advanceTimersByTimeAsync(2 * REFRESH_MS));
  expect(drawn).toBe(before);
  await act(async () => pause$.next('free'));
  expect(move.current.moving.size).toBe(0);
});

it('is saved also by a page that paints nothing, because it is not shown', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  data.moveEvent.mockResolvedValue({ id: 'cut', before: {}, wrote: moved });
  const move = hook();
  await act(async () => void move.current.drop(view, target, nameOf));
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  expect(data.moveEvent).toHaveBeenCalledOnce();
});

it('takes the picture back at once when saving fails, and says so', async () => {
  data.moveEvent.mockRejectedValue(new Error('full'));
  vi.spyOn(console, 'error').mockReturnValue();
  const move = hook();
  await act(async () => void move.current.drop(view, target, nameOf));
  await painted();
  expect(move.current.moving.size).toBe(0);
  expect(said()).toEqual([['Грешка', 'Грешка при преместване на събитието', 'destructive']]);
});

it('says why a drop was returned', async () => {
  const move = hook();
  await act(() => move.current.refuse('Ивайло Ганев', target, 'off_shift', 50));
  expect(said()).toEqual([['Часът остана на мястото си', 'Ивайло Ганев не е на смяна в 14:30.', 'destructive']]);
  // The blocked time may begin later than the appointment.
  await act(() => move.current.refuse('Ивайло Ганев', target, 'blocked', 50));
  expect(said()[0]?.[1]).toBe('Между 14:30 и 15:20 има блокирано време при Ивайло Ганев.');
});

it('says of an appointment that was pulled into blocked time where that ends', async () => {
  const move = hook();
  await act(() => move.current.refuse('Ивайло Ганев', { ...target, end: 16 * 60 }, 'blocked', 50));
  expect(said()[0]?.[1]).toBe('Преди 16:00 времето на Ивайло Ганев е блокирано.');
});
