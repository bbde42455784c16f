// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReplicaContext } from '#features/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/toast-store.ts';
import type { Replica } from './calendar-reads.ts';
import type { EventView } from './day-view.ts';
import { at, booking, DAY, ZONE } from './test-rows.ts';
import { placementOf, REFRESH_MS, useMove } from './use-move.ts';

const data = vi.hoisted(() => ({ moveEvent: vi.fn() }));
vi.mock('#data/events.commands.ts', () => data);

const cut = booking('cut', '10:05', '10:55');
const view = { id: 'cut' } as EventView;
const target = { columnId: 'ivaylo', start: 14 * 60 + 30 };
const moved = { start_time: at('14:30'), end_time: at('15:20'), resource_id: 'ivaylo' };
const wrapper = ({ children }: { children: ReactNode }) => <ReplicaContext value={{} as Replica}>{children}</ReplicaContext>;
const hook = () => renderHook(() => useMove(DAY, ZONE, [cut]), { wrapper }).result;
const said = () => toasts.store.getState().toasts.map(({ title, description, variant }) => [title, description, variant]);

beforeEach(() => {
  setLanguage('bg');
  vi.useFakeTimers();
  toasts.store.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('puts the start on the slot of the same day and keeps the duration, in UTC', () => {
  expect(placementOf(cut, target, DAY, ZONE)).toEqual(moved);
});

it('shows the move at once, saves it, and lets go of it 250 ms later', async () => {
  data.moveEvent.mockResolvedValue(undefined);
  const move = hook();
  act(() => void move.current.drop(view, target));
  expect(move.current.moving.get('cut')).toEqual(moved);
  expect(data.moveEvent).toHaveBeenCalledWith(expect.anything(), 'cut', moved);
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS - 1));
  expect(said()).toEqual([['Успех', 'Промяната беше запазена успешно', undefined]]);
  expect(move.current.moving.size).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(move.current.moving.size).toBe(0);
});

it('takes the picture back at once when saving fails, and says so', async () => {
  data.moveEvent.mockRejectedValue(new Error('full'));
  vi.spyOn(console, 'error').mockReturnValue();
  const move = hook();
  await act(async () => void move.current.drop(view, target));
  expect(move.current.moving.size).toBe(0);
  expect(said()).toEqual([['Грешка', 'Грешка при преместване на събитието', 'destructive']]);
});

it('says why a drop was returned', () => {
  const move = hook();
  act(() => move.current.refuse('Ивайло Ганев', target, 'off_shift'));
  expect(said()).toEqual([['Часът остана на мястото си', 'Ивайло Ганев не е на смяна в 14:30.', 'destructive']]);
});
