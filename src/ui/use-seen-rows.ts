import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface SeenRowsOptions {
  readonly count: number;
  /** What scrolls; each row in it carries its place as `data-index`. */
  readonly box: RefObject<HTMLElement | null>;
  /** The height of a row in px, until one is drawn. */
  readonly height: number;
  /** Rows that are drawn beyond each edge, so that a flick shows no gaps. */
  readonly beyond: number;
  /** Where the list opens, px from its top. */
  readonly offset?: number | undefined;
}

export interface SeenRows {
  /** The places of the rows to draw, in their order. */
  readonly indexes: readonly number[];
  /** Room to leave above and below them, px. */
  readonly before: number;
  readonly after: number;
  scrollToRow(index: number): void;
  /** Nothing is done where the list is at its top: asking the box for that costs a layout. */
  scrollToTop(): void;
}

/**
 * Of a long list the rows in sight. All rows count as of one height, that of the lowest which is drawn: measuring each of them has
 * the heights of 20,000 added up anew for every row that comes into sight. One that is higher (a name of two lines) moves what
 * stands below it, and nothing else.
 */
export function useSeenRows({ count, box, height: guess, beyond, offset = 0 }: SeenRowsOptions): SeenRows {
  const [measured, setMeasured] = useState<{ guess: number; height: number } | null>(null);
  const height = measured?.guess === guess ? measured.height : guess;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: beyond,
    initialRect: { width: 800, height: 800 },
    initialOffset: offset,
  });
  // Once for each kind of row: the size of the letters decides, and the pointer.
  useLayoutEffect(() => {
    const drawn = [...(box.current?.querySelectorAll('[data-index]') ?? [])].map((row) => row.getBoundingClientRect().height);
    const lowest = Math.min(...drawn);
    if (Number.isFinite(lowest) && lowest > 0 && lowest !== guess) setMeasured({ guess, height: lowest });
  }, [box, guess]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another height, not for another list of the same
  useLayoutEffect(() => rows.measure(), [height]);

  const items = rows.getVirtualItems();
  return {
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollToRow: (index) => rows.scrollToIndex(index, { align: 'center' }),
    scrollToTop: () => {
      if (rows.scrollOffset) box.current?.scrollTo({ top: 0 });
    },
  };
}
