import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Matter } from '#data/issues/issue-matters.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { IssueCard } from './issue-card.tsx';
import { IssueBoundary } from './issue-frame.tsx';

/** px: a card of some lines and buttons, until it is measured. */
const CARD = 190;
const GAP = 12;
/** Cards drawn beyond each edge: the next for the keyboard is always there. */
const OVERSCAN = 4;

interface IssueCardsProps {
  id: string;
  label: string;
  matters: readonly Matter[];
  config: SalonConfig;
}

/** Any number of cards in the page's own scroll; those in sight are drawn, and the one that has the focus. */
export function IssueCards({ id, label, matters, config }: IssueCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [scroller, above] = useScroller(list);
  const [held, setHeld] = useState<string | null>(null);
  const heldAt = matters.findIndex(({ key }) => key === held);
  const cards = useVirtualizer({
    count: matters.length,
    getScrollElement: () => scroller,
    estimateSize: () => CARD,
    // A card that is still being read has no height; believed, it would have all of them drawn.
    measureElement: (element) => (element instanceof HTMLElement && element.offsetHeight) || CARD,
    getItemKey: (index) => matters[index]?.key ?? index,
    gap: GAP,
    overscan: OVERSCAN,
    scrollMargin: above,
    initialRect: { width: 800, height: 800 },
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(heldAt < 0 ? [] : [heldAt])])].sort((a, b) => a - b),
  });
  return (
    <ul
      ref={list}
      id={id}
      aria-label={label}
      className="relative mt-3"
      style={{ height: cards.getTotalSize() }}
      onFocus={({ target }) => setHeld(target.closest<HTMLElement>('[data-issue-key]')?.dataset.issueKey ?? null)}
    >
      {cards.getVirtualItems().map(({ index, start, key }) => {
        const matter = matters[index];
        return matter ? (
          <li
            key={key}
            ref={cards.measureElement}
            data-index={index}
            data-issue-key={matter.key}
            aria-setsize={matters.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <IssueBoundary>
              <IssueCard matter={matter} config={config} />
            </IssueBoundary>
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** Returns the element that scrolls the list, and the height above the list in it, px. */
function useScroller(list: RefObject<HTMLElement | null>): readonly [HTMLElement | null, number] {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);
  // After every drawing: what stands above grows and shrinks.
  useLayoutEffect(() => {
    let box = list.current?.parentElement ?? null;
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
    setScroller(box);
    if (box && list.current)
      setAbove(Math.round(list.current.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop));
  });
  return [scroller, above];
}
