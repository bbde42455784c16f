import { useEffect } from 'react';
import { hoverEnds, pointerCame } from './card-hover.ts';
import { closeCard, openCard } from './card-store.ts';

/** Those that only the server has are looked at in their own dialog. */
const eventOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-calendar] [data-event]:not([data-read], [data-updating])')
    : null;

/**
 * Opens the quick card of whatever has `data-event` in day, week or list: after a hover, by a finger's tap, by the menu key or
 * a right click. The page listens, so that an appointment costs nothing.
 */
export function useCardTriggers(): void {
  useEffect(() => {
    let pressedBy = 'mouse';

    const onOver = ({ target, pointerType, buttons }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0 || !(target instanceof Element)) return;
      const event = eventOf(target);
      pointerCame(target.closest('[data-quick-card]') ? 'card' : event ? { event } : 'elsewhere');
    };
    const onPress = ({ target, pointerType }: PointerEvent) => {
      pressedBy = pointerType;
      if (!(target instanceof Element && target.closest('[data-quick-card]'))) hoverEnds();
    };
    // Before the click that opens the dialog hears it: a finger's tap is asked for the card (CAL-21).
    const onClick = (click: MouseEvent) => {
      const event = eventOf(click.target);
      if (!event || click.detail === 0 || pressedBy !== 'touch') return;
      click.stopPropagation();
      openCard({ id: event.dataset.event ?? '', by: 'touch', anchor: event });
    };
    const onMenu = (menu: MouseEvent) => {
      const event = eventOf(menu.target);
      if (!event || pressedBy === 'touch') return;
      menu.preventDefault();
      hoverEnds();
      openCard({ id: event.dataset.event ?? '', by: menu.button === 2 ? 'hover' : 'keys', anchor: event });
    };
    const onScroll = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-calendar]')) hoverEnds();
    };
    const onKey = () => {
      pressedBy = 'keyboard';
    };

    document.addEventListener('pointerover', onOver);
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('click', onClick, true);
    document.addEventListener('contextmenu', onMenu);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerover', onOver);
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('click', onClick, true);
      document.removeEventListener('contextmenu', onMenu);
      document.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('keydown', onKey, true);
      hoverEnds();
      closeCard();
    };
  }, []);
}
