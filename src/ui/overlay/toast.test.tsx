// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { ToastViewport } from './toast.tsx';
import { createToastStore, type ToastStore } from './toast-store.ts';

let toasts: ToastStore;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const region = () => screen.getByRole('region', { name: 'Известия (F8)' });
const shown = () =>
  within(region())
    .queryAllByRole('listitem')
    .filter((item) => item.dataset.state === 'open')
    .sort((a, b) => Number(a.style.order) - Number(b.style.order));
const add = (title: string) => act(() => toasts.add({ title }));

beforeEach(() => {
  vi.useFakeTimers();
  setLanguage('bg');
  toasts = createToastStore();
  render(
    <>
      <button type="button">Отпред</button>
      <ToastViewport toasts={toasts} />
    </>,
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the toasts on screen', () => {
  it('shows at most three, the newest on top', () => {
    for (const title of ['Едно', 'Две', 'Три', 'Четири']) add(title);
    expect(shown().map((item) => item.textContent)).toEqual(['Четири', 'Три', 'Две']);
  });

  it('bears the mark of success only where something was done', () => {
    const marks = () => shown().map((item) => item.querySelector('svg')?.classList.contains('text-success'));
    add('Успех');
    expect(marks()).toEqual([true]);
    act(() => toasts.add({ title: 'Няма промени за запазване.', note: true }));
    act(() => toasts.add({ title: 'Грешка', variant: 'destructive' }));
    expect(marks()).toEqual([false, false, true]);
  });

  it('goes by itself after 2500 ms', async () => {
    add('Успех');
    await pass(2499);
    expect(shown()).toHaveLength(1);
    await pass(1);
    expect(shown()).toHaveLength(0);
    expect(toasts.store.getState().toasts).toHaveLength(1);
    await pass(3000);
    expect(toasts.store.getState().toasts).toHaveLength(0);
  });

  it('waits while the pointer is over it and goes on afterwards', async () => {
    add('Успех');
    await pass(2000);
    const [item] = shown();
    if (!item) throw new Error('no toast');
    fireEvent.pointerMove(item);
    await pass(20_000);
    expect(shown()).toHaveLength(1);
    const home = item.closest('[data-toasts]');
    if (!home) throw new Error('no region');
    fireEvent(home, new Event('pointerleave'));
    await pass(500);
    expect(shown()).toHaveLength(0);
  });

  it('waits while the focus is in the region, which F8 brings there', async () => {
    add('Успех');
    screen.getByRole('button', { name: 'Отпред' }).focus();
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(region().contains(document.activeElement)).toBe(true);
    await pass(20_000);
    expect(shown()).toHaveLength(1);
    act(() => screen.getByRole('button', { name: 'Отпред' }).focus());
    await pass(2500);
    expect(shown()).toHaveLength(0);
  });

  it('gives the focus back when the last toast is closed from the keyboard, and lets the next one go by itself', async () => {
    const front = screen.getByRole('button', { name: 'Отпред' });
    front.focus();
    add('Успех');
    act(() => within(region()).getByRole('button', { name: 'Затвори' }).focus());
    fireEvent.click(within(region()).getByRole('button', { name: 'Затвори' }));
    expect(document.activeElement).toBe(front);
    add('Следващо');
    await pass(2500);
    expect(shown()).toHaveLength(0);
  });

  it('closes on Escape', () => {
    add('Успех');
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(shown()).toHaveLength(0);
  });

  it.each([
    { by: 51, left: 0 },
    { by: 49, left: 1 },
    { by: -80, left: 1 },
  ])('a swipe of $by px to the right leaves $left', ({ by, left }) => {
    add('Успех');
    const [item] = shown();
    if (!item) throw new Error('no toast');
    item.setPointerCapture = () => undefined;
    item.hasPointerCapture = () => false;
    const at = (clientX: number) => ({ button: 0, pointerId: 1, pointerType: 'touch', clientX, clientY: 10 });
    fireEvent.pointerDown(item, at(100));
    fireEvent.pointerMove(item, at(100 + by / 2));
    fireEvent.pointerMove(item, at(100 + by));
    fireEvent.pointerUp(item, at(100 + by));
    expect(shown()).toHaveLength(left);
  });

  it('runs its action once and closes', () => {
    const undo = vi.fn();
    act(() => toasts.add({ title: 'Успех', action: { label: 'Върни', onAction: undo } }));
    fireEvent.click(within(region()).getByRole('button', { name: 'Върни' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(shown()).toHaveLength(0);
  });

  it('an offer to take something back shows how long it stands; its time and its bar stop and go on together', () => {
    add('Успех');
    const bar = () => region().querySelector<HTMLElement>('.life > i');
    expect(bar()).toBe(null);
    let id = '';
    act(() => {
      id = toasts.add({ title: 'Успех', action: { label: 'Върни', onAction: () => undefined } });
    });
    expect(bar()?.style.animationDuration).toBe('2500ms');
    const list = () => region().querySelector<HTMLElement>('.toasts')?.dataset;
    expect(list()).not.toHaveProperty('paused');
    act(() => within(region()).getByRole('button', { name: 'Върни' }).focus());
    expect(list()).toHaveProperty('paused');
    act(() => screen.getByRole('button', { name: 'Отпред' }).focus());
    expect(list()).not.toHaveProperty('paused');
    const first = bar();
    act(() => toasts.update(id, { description: 'другаде' })); // its time begins anew
    expect(bar()).not.toBe(first);
  });

  it('marks a destructive toast', () => {
    act(() => toasts.add({ title: 'Грешка', variant: 'destructive' }));
    expect(shown()[0]?.dataset.variant).toBe('destructive');
  });

  it('speaks English when the app does', async () => {
    add('Success');
    await act(() => setLanguage('en'));
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Close' })).toBeDefined();
  });
});
