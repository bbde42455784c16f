// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventView } from '#calendar/reads/day-view.ts';
import { closeLayer, eventLayer } from '#calendar/state/card-store.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { EventList } from './event-list.tsx';

const view = (id: string, more: Partial<EventView> = {}) =>
  ({ id, from: 600, to: 660, name: id, fill: 'booked', label: id, color: '#7c3aed', ...more }) as EventView;
const did = { open: vi.fn(), close: vi.fn() };

function show(events = [view('Анна'), view('Борис')]) {
  const opener = document.createElement('button');
  document.body.append(opener);
  opener.focus();
  render(<EventList {...{ opener, events, employee: 'Мария', free: null, until: 0 }} onOpen={did.open} onClose={did.close} />);
  return opener;
}
/** A press by a finger or a mouse, with the click that it makes. */
function tap(name: string, pointerType: string) {
  const button = screen.getByRole('button', { name });
  fireEvent.pointerDown(button, { pointerType });
  fireEvent.click(button, { detail: 1 });
}

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  act(closeLayer);
  cleanup();
  document.body.replaceChildren();
  vi.clearAllMocks();
});

it('leads back to its button from both ends: Tab never goes on from the end of the page', () => {
  const opener = show();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Анна' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' });
  expect(did.close).not.toHaveBeenCalled();
  fireEvent.keyDown(document.activeElement as Element, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(opener);
  expect(did.close).toHaveBeenCalled();
  cleanup();
  const again = show();
  act(() => screen.getByRole('button', { name: 'Преместване: Борис' }).focus());
  fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' });
  expect(document.activeElement).toBe(again);
});

it('its button is open as long as it is, and no longer', () => {
  const opener = show();
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  cleanup();
  expect(opener.hasAttribute('aria-expanded')).toBe(false);
});

it('opens the dialog by mouse and key, the quick card by a finger; what can only be read is only opened', () => {
  show([view('Анна'), view('Стара', { onlyRead: true })]);
  tap('Анна', 'mouse');
  fireEvent.click(screen.getByRole('button', { name: 'Анна' }), { detail: 0 });
  expect(did.open.mock.calls).toEqual([['Анна'], ['Анна']]);
  tap('Стара', 'touch');
  expect(did.open).toHaveBeenLastCalledWith('Стара');
  expect(eventLayer.getState().card).toBeNull();
  tap('Анна', 'touch');
  expect(did.open).toHaveBeenCalledTimes(3);
  expect(eventLayer.getState().card).toMatchObject({ id: 'Анна', by: 'touch' });
});

it('stays beside its button when the day is scrolled under it', () => {
  const opener = show();
  const list = screen.getByRole('dialog');
  const stands = (bottom: number) =>
    vi.spyOn(opener, 'getBoundingClientRect').mockReturnValue({ top: bottom - 20, bottom, right: 300 } as DOMRect);
  stands(200);
  fireEvent.scroll(document.body);
  expect(list.style.top).toBe('206px');
  stands(120);
  fireEvent(window, new Event('resize'));
  expect(list.style.top).toBe('126px');
  stands(-90); // scrolled away: the list stays in the window
  fireEvent.scroll(document.body);
  expect(list.style.top).toBe('8px');
});
