import { useEffect } from 'react';
import { CALENDAR, CELL, EVENT, READ, UPDATING } from '#calendar/reads/grid-dom.ts';
import { type CardOpening, closeCard, openCard } from '#calendar/state/card-store.ts';
import { hoverEnds, pointerCame } from './card-hover.ts';

/** Those that only the server has are looked at in their own dialog. */
const eventOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`${CALENDAR} ${EVENT}:not(${READ}, ${UPDATING})`) : null;

/**
 * Opens the quick card of whatever has `data-event` in day, week or list: after a hover, by a finger's tap, by the menu key or
 * a right click. The page listens, so that an appointment costs nothing.
 */
export function useCardTriggers(): void {
  useEffect(() => {
    let pressedBy = 'mouse';
    /** The point at which the finger itself came down. */
    let pressed = { clientX: 0, clientY: 0 };

    let at = { x: Number.NaN, y: Number.NaN };
    let over: EventTarget | null = null;
    // An appointment that comes under a mouse at rest (a page that opens, a live change) was not pointed at.
    const onMove = ({ target, pointerType, buttons, screenX: x, screenY: y, movementX, movementY }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0 || (x === at.x && y === at.y)) return;
      const rested = Number.isNaN(at.x) && movementX === 0 && movementY === 0;
      at = { x, y };
      if (rested || target === over || !(target instanceof Element)) return;
      over = target;
      const event = eventOf(target);
      pointerCame(target.closest('[data-quick-card], .layer-dialog') ? 'card' : event ? { event } : 'elsewhere');
    };
    const open = (event: HTMLElement, by: CardOpening) => {
      hoverEnds();
      openCard({ id: event.dataset.event ?? '', by, anchor: event });
    };
    const onPress = ({ target, pointerType, clientX, clientY }: PointerEvent) => {
      pressedBy = pointerType;
      pressed = { clientX, clientY };
      if (!(target instanceof Element && target.closest('[data-quick-card], .layer-dialog')))
        hoverEnds(eventOf(target)?.dataset.event);
    };
    // Before the click that opens the dialog hears it, and after what swallows the click of a hold or a drag at the window:
    // a finger's tap is asked for the card (CAL-21).
    const onClick = (click: MouseEvent) => {
      if (click.detail === 0 || pressedBy !== 'touch') return;
      // Browsers give a tap beside a button to the button: between two appointments little of a free quarter would be left.
      const under = document.elementFromPoint(pressed.clientX, pressed.clientY);
      const given = click.target instanceof Element && click.target.closest(CELL);
      if (given && under?.matches(CELL) && under !== click.target) {
        const meant = new MouseEvent('click', { ...pressed, detail: click.detail, bubbles: true, cancelable: true });
        if (!under.dispatchEvent(meant)) return click.stopPropagation();
      }
      const event = eventOf(click.target);
      if (!event) return;
      click.stopPropagation();
      open(event, 'touch');
    };
    const onMenu = (menu: MouseEvent) => {
      const event = eventOf(menu.target);
      if (!event || pressedBy === 'touch') return;
      menu.preventDefault();
      // The menu key has opened it already; what follows that key is only the browser's own menu.
      if (pressedBy !== 'keyboard') open(event, 'hover');
    };
    const onScroll = ({ target }: Event) => {
      if (target instanceof Element && target.closest(CALENDAR)) hoverEnds();
    };
    const onKey = (key: KeyboardEvent) => {
      pressedBy = 'keyboard';
      const event = key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey) ? eventOf(key.target) : null;
      if (!event) return;
      key.preventDefault();
      open(event, 'keys');
    };

    document.addEventListener('pointermove', onMove, { passive: true });
    window.addEventListener('pointerdown', onPress, true);
    document.addEventListener('click', onClick, true);
    document.addEventListener('contextmenu', onMenu);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('contextmenu', onMenu);
      document.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('keydown', onKey, true);
      hoverEnds();
      closeCard();
    };
  }, []);
}
