import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stepZoom } from '#calendar/day/zoom.ts';
import { READ, UPDATING, WEEK_DAY, WEEK_ROW } from '#calendar/reads/grid-dom.ts';
import { keepLetterKeys, keptLetterKeys } from '#calendar/state/calendar-memory.ts';
import { askToDelete } from '#calendar/state/card-store.ts';
import { focusedEvent, focusedSlot } from '#calendar/state/focus-soon.ts';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import { cutEvent, cutStore, type PasteSlot, pasteInto } from '#calendar/state/use-cut.ts';
import { undoLast } from '#features/shared/undo.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { type KeyHandlers, useCalendarKeys } from './calendar-keys.ts';

interface CalendarActions {
  state: CalendarState;
  onNew(): void;
  onFind(): void;
  onPrint(): void;
  onHelp(): void;
}

/** The appointment under the focus, unless it can only be looked at. */
function changeable(): { id: string } | null {
  const id = focusedEvent();
  return id === null || document.activeElement?.closest(`${READ}, ${UPDATING}`) ? null : { id };
}

/** A slot of the day, or a cell of the week: there the appointment keeps its time of day. */
function focusedPlace(): PasteSlot | null {
  const cell = document.activeElement?.closest<HTMLElement>(`${WEEK_ROW} td${WEEK_DAY}`);
  const row = cell?.closest<HTMLElement>(WEEK_ROW)?.dataset.row;
  return cell?.dataset.day && row ? { resourceId: row, date: cell.dataset.day } : focusedSlot();
}

/** Returns the actions of the keys, and the switch for those of a single character. */
export function useCalendarActions({ state, onNew, onFind, onPrint, onHelp }: CalendarActions) {
  const { t } = useTranslation('booking');
  const [letters, setLetters] = useState(keptLetterKeys);
  const withEvent = (act: (event: { id: string }) => void) => () => {
    const event = changeable();
    if (event) act(event);
    return event !== null;
  };
  /** Only the day has hours to be seen. */
  const zoom = (steps: 1 | -1) => state.view === 'day' && stepZoom(steps);
  const handlers: KeyHandlers = {
    newBooking: onNew,
    today: state.onToday,
    dayView: () => state.onView('day'),
    weekView: () => state.onView('week'),
    findSlot: onFind,
    // The browser would print the screen, of which paper shows a part.
    print: onPrint,
    undo: () => void undoLast(),
    cut: withEvent(cutEvent),
    paste: () => {
      if (cutStore.getState().cutId === null) return false;
      const place = focusedPlace();
      if (place) return pasteInto(place);
      // By key nothing is laid over another appointment unseen: a pointer shows what it would lie over, a key does not.
      toast({ title: t('cut_no_place'), description: t('cut_no_place_how'), variant: 'destructive' });
      return true;
    },
    remove: withEvent(askToDelete),
    zoomIn: () => zoom(1),
    zoomOut: () => zoom(-1),
    help: onHelp,
  };
  useCalendarKeys(handlers, letters);
  const onLetters = useCallback((on: boolean) => {
    setLetters(on);
    keepLetterKeys(on);
  }, []);
  return { letters, onLetters };
}
