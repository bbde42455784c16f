import { useCallback, useState } from 'react';
import { type KeyHandlers, useCalendarKeys } from './calendar-keys.ts';
import { keepLetterKeys, keptLetterKeys } from './calendar-memory.ts';
import { askToDelete } from './card-store.ts';
import { focusedEvent, focusedSlot } from './grid-focus.ts';
import { undoLast } from './undo.ts';
import type { CalendarState } from './use-calendar-state.ts';
import { cutEvent, type PasteSlot, pasteInto } from './use-cut.ts';
import { stepZoom } from './zoom.ts';

interface CalendarActions {
  state: CalendarState;
  onNew(): void;
  onFind(): void;
  onHelp(): void;
}

/** The appointment under the focus, unless it can only be looked at. */
function changeable(): { id: string } | null {
  const id = focusedEvent();
  return id === null || document.activeElement?.closest('[data-read], [data-updating]') ? null : { id };
}

/** A slot of the day, or a cell of the week: there the appointment keeps its time of day. */
function focusedPlace(): PasteSlot | null {
  const cell = document.activeElement?.closest<HTMLElement>('[data-row] td[data-day]');
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return cell?.dataset.day && row ? { resourceId: row, date: cell.dataset.day } : focusedSlot();
}

/** What the keys do, and whether those of a single character are on. */
export function useCalendarActions({ state, onNew, onFind, onHelp }: CalendarActions) {
  const [letters, setLetters] = useState(keptLetterKeys);
  const withEvent = (act: (event: { id: string }) => void) => () => {
    const event = changeable();
    if (event) act(event);
    return event !== null;
  };
  const handlers: KeyHandlers = {
    newBooking: onNew,
    today: () => state.onDate(state.today),
    dayView: () => state.onView('day'),
    weekView: () => state.onView('week'),
    findSlot: onFind,
    undo: () => void undoLast(),
    cut: withEvent(cutEvent),
    paste: () => {
      const place = focusedPlace();
      return place !== null && pasteInto(place);
    },
    remove: withEvent(askToDelete),
    zoomIn: () => stepZoom(1),
    zoomOut: () => stepZoom(-1),
    help: onHelp,
  };
  useCalendarKeys(handlers, letters);
  const onLetters = useCallback((on: boolean) => {
    setLetters(on);
    keepLetterKeys(on);
  }, []);
  return { letters, onLetters };
}
