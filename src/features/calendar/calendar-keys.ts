/** The calendar's keys: one table for the handlers and for the help that lists them (src/README.md, “The calendar”). */
import { useEffect, useRef } from 'react';
import { FIELDS } from '#ui/input/typed-in.ts';
import { isBusy } from '#ui/timing/busy.ts';

export type KeyAction =
  | 'newBooking'
  | 'today'
  | 'dayView'
  | 'weekView'
  | 'findSlot'
  | 'print'
  | 'undo'
  | 'cut'
  | 'paste'
  | 'remove'
  | 'zoomIn'
  | 'zoomOut'
  | 'help';

/** False: there was nothing to do, and the key keeps its usual meaning. */
export type KeyHandlers = Readonly<Record<KeyAction, () => unknown>>;

interface CalendarKey {
  readonly action: KeyAction;
  /** As help shows it. */
  readonly shown: readonly string[];
  /** A letter, whatever alphabet the keyboard is switched to; or the sign itself. */
  readonly letter?: string;
  readonly key?: readonly string[];
  readonly ctrl?: true;
}

export const CALENDAR_KEYS: readonly CalendarKey[] = [
  { action: 'newBooking', shown: ['N'], letter: 'n' },
  { action: 'today', shown: ['T'], letter: 't' },
  { action: 'dayView', shown: ['D'], letter: 'd' },
  { action: 'weekView', shown: ['W'], letter: 'w' },
  { action: 'findSlot', shown: ['F'], letter: 'f' },
  { action: 'print', shown: ['Ctrl', 'P'], letter: 'p', ctrl: true },
  { action: 'undo', shown: ['Ctrl', 'Z'], letter: 'z', ctrl: true },
  { action: 'cut', shown: ['Ctrl', 'X'], letter: 'x', ctrl: true },
  { action: 'paste', shown: ['Ctrl', 'V'], letter: 'v', ctrl: true },
  { action: 'remove', shown: ['Delete'], key: ['Delete'] },
  { action: 'zoomIn', shown: ['+'], key: ['+', '='] },
  { action: 'zoomOut', shown: ['−'], key: ['-', '−'] },
  { action: 'help', shown: ['?'], key: ['?'] },
];

export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** On a Cyrillic layout the key N says „н“: then its place counts. A Latin one may stand elsewhere: then the letter does. */
function isLetter({ key, code }: PressedKey, letter: string): boolean {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
}

/** Returns the action of a key press, or null. `letters`: single letters and signs are on (WCAG 2.1.4). */
export function keyAction(press: PressedKey, letters: boolean): KeyAction | null {
  const ctrl = press.ctrlKey || press.metaKey;
  if (press.altKey) return null;
  const found = CALENDAR_KEYS.find(({ letter, key, ctrl: withCtrl }) => {
    if ((withCtrl ?? false) !== ctrl) return false;
    return letter ? !press.shiftKey && isLetter(press, letter) : (key?.includes(press.key) ?? false);
  });
  if (!found) return null;
  // A key with a name of its own is no character: nobody says or types it by accident.
  return letters || found.ctrl || found.action === 'remove' || found.action === 'help' ? found.action : null;
}

const OPEN = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .layer-pop, .layer-dialog, .layer-drawer';

/**
 * Says if the keys belong to something else now: a field, a dialog, a menu, a drag. Undo also works from the quick card, because the
 * calendar below it can be used.
 */
export function keysBelongElsewhere(target: EventTarget | null, action?: KeyAction): boolean {
  if (isBusy()) return true;
  if (document.querySelector('.layer-dialog, .layer-drawer, [role=alertdialog]')) return true;
  const at = target instanceof Element ? target : document.activeElement;
  if (action === 'undo' && at?.closest('[data-quick-card]')) return false;
  return at?.closest(`${FIELDS}, ${OPEN}, [aria-expanded=true]`) != null;
}

/** Listens on the whole page while the calendar is shown. */
export function useCalendarKeys(handlers: KeyHandlers, letters: boolean): void {
  const now = useRef({ handlers, letters });
  useEffect(() => {
    now.current = { handlers, letters };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const action = keyAction(event, now.current.letters);
      if (!action || keysBelongElsewhere(event.target, action)) return;
      if (now.current.handlers[action]() !== false) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
