import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ignoreSecondPress } from '#ui/second-press.ts';

const CARD = '[data-issue-key]';

/**
 * Where the focus goes when the card in which somebody works disappears: to the next card, else to the one before, else to the
 * list's heading. Whoever works elsewhere is left alone.
 */
export function useFocusAfter(
  keys: readonly string[],
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const worked = useRef<string | null>(null);
  const before = useRef<readonly string[]>([]);

  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return;
      const card = target.closest<HTMLElement>(CARD);
      if (card) worked.current = card.dataset.issueKey ?? null;
      else if (!target.closest('[role="alertdialog"], [role="dialog"]')) worked.current = null; // a card's own question stays its own
    };
    document.addEventListener('focusin', note);
    document.addEventListener('click', note); // Safari gives a clicked button no focus
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note);
    };
  }, []);

  useLayoutEffect(() => {
    const was = before.current;
    before.current = keys;
    const gone = worked.current;
    if (gone === null || !was.includes(gone) || keys.includes(gone)) return;
    worked.current = null;
    ignoreSecondPress(); // the next card has its place now
    const at = was.indexOf(gone);
    const left = new Set(keys);
    const next = [...was.slice(at + 1), ...was.slice(0, at).reverse()].filter((key) => left.has(key));
    // After the question's dialog has given the focus back to a button that is not there any more.
    setTimeout(() => {
      const cards = new Map(
        [...(list.current?.querySelectorAll<HTMLElement>(CARD) ?? [])].map((card) => [card.dataset.issueKey, card]),
      );
      // Of a folded group nothing is drawn, of a long one what is near.
      const card = next.map((key) => cards.get(key)).find((drawn) => drawn !== undefined);
      (card?.querySelector<HTMLElement>('article') ?? heading.current)?.focus();
    });
  }, [keys, list, heading]);
}
