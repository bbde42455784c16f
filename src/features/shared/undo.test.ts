// @vitest-environment happy-dom
import { act, render, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { BehaviorSubject, Subject } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { keepUndoFor, offerUndo, trackSave, undoLast, useIsLastChanged, useLastChange } from './undo.ts';

const said = () => toasts.store.getState().toasts.flatMap(({ open, title, description }) => (open ? [[title, description]] : []));
const button = () => toasts.store.getState().toasts.find(({ open, action }) => open && action)?.action;

beforeEach(() => {
  setLanguage('bg');
  keepUndoFor({});
  toasts.dismiss();
});

it('what was done last is taken back first, each once', async () => {
  const first = vi.fn(async () => undefined);
  const second = vi.fn(async () => 'undone');
  offerUndo({ text: 'първо', undo: first });
  offerUndo({ text: 'второ', undo: second });
  expect(await undoLast()).toBe(true);
  expect([first, second].map((undo) => undo.mock.calls.length)).toEqual([0, 1]);
  expect(await undoLast()).toBe(true);
  expect(await undoLast()).toBe(false);
  expect([first, second].map((undo) => undo.mock.calls.length)).toEqual([1, 1]);
});

it('its toast goes with it, also where a key was faster', async () => {
  offerUndo({ text: 'нещо', undo: async () => 'undone' });
  await undoLast();
  expect(said()).toEqual([['Върнато', 'нещо']]);
});

it('the toast has a button for it, and Ctrl+Z does not do it a second time', async () => {
  const undo = vi.fn(async () => undefined);
  offerUndo({ text: 'Виктор Пенчев · Николай, 15:00–16:00', undo });
  expect(button()?.label).toBe('Върни');
  button()?.onAction();
  expect(await undoLast()).toBe(false);
  expect(undo).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(said()).toEqual([['Върнато', 'Виктор Пенчев · Николай, 15:00–16:00']]));
});

it.each([
  ['changed', 'Часът е променен междувременно от друго място. По-новото остава.'],
  ['partly', 'Останалото е променено междувременно от друго място и е по-ново.'],
  ['gone', 'Този час вече го няма.'],
])('says what was not taken back: %s', async (outcome, words) => {
  offerUndo({ text: 'нещо', undo: async () => outcome });
  await undoLast();
  expect(said()[0]?.[1]).toBe(words);
});

it('an undo that the role does not allow any more is not offered', async () => {
  const allowed$ = new BehaviorSubject(true);
  const undo = vi.fn(async () => undefined);
  offerUndo({ text: 'свое', undo: async () => undefined });
  offerUndo({ text: 'за всяка седмица', undo, allowed$ });
  expect(said()).toHaveLength(2);
  allowed$.next(false);
  expect(said()).toHaveLength(1);
  allowed$.next(true);
  expect(await undoLast()).toBe(true);
  expect(await undoLast()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});

it('a change that somebody was told of is offered no more, and the key says why it stays instead of taking back the one before', async () => {
  const told$ = new Subject<boolean>();
  const older = vi.fn(async () => undefined);
  offerUndo({ text: 'по-старо', undo: older });
  offerUndo({ eventId: 'iva', text: 'Ива · потвърдено', undo: async () => 'told', told$ });
  const last = renderHook(() => [useLastChange(), useIsLastChanged('iva')]);
  expect(last.result.current).toEqual(['Ива · потвърдено', true]);
  act(() => told$.next(true));
  expect(last.result.current).toEqual([null, false]);
  const toast = toasts.store.getState().toasts.find(({ open }) => open);
  expect(toast?.action).toBeUndefined();
  expect(render(createElement('p', null, toast?.description)).container.textContent).toContain('Клиентът вече може да го види.');
  expect(await undoLast()).toBe(true);
  expect(said()[0]?.[0]).toBe('Потвърждението остава');
  expect(older).not.toHaveBeenCalled();
  await undoLast();
  expect(older).toHaveBeenCalledOnce();
});

it('an undo that fails says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  offerUndo({ text: 'нещо', undo: async () => Promise.reject(new Error('disk')) });
  await undoLast();
  expect(said()[0]?.[0]).toBe('Не беше върнато');
});

it('nothing of another salon is taken back here', async () => {
  const undo = vi.fn(async () => undefined);
  offerUndo({ text: 'нещо', undo });
  keepUndoFor({});
  expect(await undoLast()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});

it('an older toast of the same appointment goes: what it would take back is not the last thing any more', async () => {
  const first = vi.fn(async () => undefined);
  offerUndo({ eventId: 'cut', text: 'премести', undo: first });
  offerUndo({ eventId: 'other', text: 'друг час', undo: async () => undefined });
  offerUndo({ eventId: 'cut', text: 'премести пак', undo: async () => undefined });
  const offered = toasts.store.getState().toasts.filter(({ open }) => open);
  expect(offered).toHaveLength(2);
  // One after the other, Ctrl+Z takes back all of it.
  for (let i = 0; i < 3; i++) await undoLast();
  expect(first).toHaveBeenCalledOnce();
});

it('two presses one after the other take back one after the other: the second waits until the first is written', async () => {
  let written: (outcome: string) => void = vi.fn();
  const first = vi.fn(async () => undefined);
  const last = vi.fn(() => new Promise<string>((resolve) => (written = resolve)));
  offerUndo({ eventId: 'cut', text: 'премести', undo: first });
  offerUndo({ eventId: 'cut', text: 'премести пак', undo: last });
  const both = [undoLast(), undoLast()];
  await vi.waitFor(() => expect(last).toHaveBeenCalledOnce());
  expect(first).not.toHaveBeenCalled();
  written('undone');
  await Promise.all(both);
  expect(first).toHaveBeenCalledOnce();
});

it('what is being saved while the key is pressed is the last thing that was done', async () => {
  const older = vi.fn(async () => undefined);
  const newest = vi.fn(async () => undefined);
  offerUndo({ text: 'по-старо', undo: older });
  let saved: () => void = vi.fn();
  const saving = trackSave(
    new Promise<void>((resolve) => (saved = resolve)).then(() => offerUndo({ text: 'ново', undo: newest })),
  );
  const undone = undoLast();
  saved();
  await saving;
  expect(await undone).toBe(true);
  expect(newest).toHaveBeenCalledOnce();
  expect(older).not.toHaveBeenCalled();
});

it('what was left standing of the shifts is not called an appointment', async () => {
  offerUndo({ text: 'Мария · 9:00–17:00', about: 'shifts', undo: async () => 'changed' });
  toasts.dismiss();
  await undoLast();
  expect(said()).toEqual([['Не беше върнато', 'Смените са променени междувременно от друго място. По-новото остава.']]);
});
