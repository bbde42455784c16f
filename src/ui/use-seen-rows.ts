import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface SeenRowsOptions {
  readonly count: number;
  /** What scrolls; each row in it carries its place as `data-index`. */
  readonly box: RefObject<HTMLElement | null>;
  /** The height of a row in px, until one is drawn. */
  readonly height: number;
  /** Rows that are drawn beyond each edge, so that a flick shows no gaps; fewer while somebody leaps further than these. */
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

/** What a box shows until it has been measured, px. */
const ROOM = 800;
/** Rows beyond each edge while somebody leaps: the next leap passes over them, and drawing them holds it up. */
const BEYOND_LEAPS = 2;
/** How long a list that was leapt through lies still until all its rows are drawn, ms. */
const AT_REST_MS = 150;

/**
 * Of a long list the rows in sight. All rows count as of one height, that of the lowest which is drawn: measuring each of them has
 * the heights of 20,000 added up anew for every row that comes into sight. One that is higher (a name of two lines) moves what
 * stands below it, and nothing else. Scrolling draws nothing until some rows have gone by: each drawing lays the whole table out.
 * Whoever drags the bar, or flicks so far that nothing of what was drawn stays, sees the rows in sight first.
 */
export function useSeenRows({ count, box, height: guess, beyond, offset = 0 }: SeenRowsOptions): SeenRows {
  const [measured, setMeasured] = useState<{ guess: number; height: number } | null>(null);
  const height = measured?.guess === guess ? measured.height : guess;
  const step = Math.max(1, Math.floor(beyond / 2));
  const firstAt = (top: number) => Math.floor(top / (height * step)) * step;
  const [first, setFirst] = useState(() => firstAt(offset));
  const [room, setRoom] = useState(ROOM);
  const [leaping, setLeaping] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const top = useRef(offset);

  const moved = useRef<() => void>(() => undefined);
  moved.current = () => {
    top.current = Math.max(0, box.current?.scrollTop ?? 0);
    const next = firstAt(top.current);
    const leaps = leaping || Math.abs(next - first) > beyond;
    if (leaps) {
      clearTimeout(rest.current);
      rest.current = setTimeout(() => startTransition(() => setLeaping(false)), AT_REST_MS);
    }
    if (next === first) return;
    // At once: a frame later a flick would show a gap.
    flushSync(() => {
      setFirst(next);
      setLeaping(leaps);
    });
  };
  useEffect(() => {
    const scrolled = box.current;
    if (!scrolled) return;
    const follow = () => moved.current();
    const measure = () => {
      if (scrolled.clientHeight > 0) setRoom(scrolled.clientHeight);
    };
    measure();
    const sized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    sized?.observe(scrolled);
    scrolled.addEventListener('scroll', follow, { passive: true });
    return () => {
      sized?.disconnect();
      scrolled.removeEventListener('scroll', follow);
    };
  }, [box]);
  // Once for each kind of row: the size of the letters decides, and the pointer.
  useLayoutEffect(() => {
    const drawn = [...(box.current?.querySelectorAll('[data-index]') ?? [])].map((row) => row.getBoundingClientRect().height);
    const lowest = Math.min(...drawn);
    if (Number.isFinite(lowest) && lowest > 0 && lowest !== guess) setMeasured({ guess, height: lowest });
  }, [box, guess]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list opens there once
  useLayoutEffect(() => {
    if (offset > 0 && box.current) box.current.scrollTop = offset;
  }, []);
  // For rows of another height, or fewer beyond the edges, the same place is another row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useLayoutEffect(() => setFirst(firstAt(top.current)), [height, step]);

  const inSight = Math.ceil(room / height) + step;
  const drawn = leaping ? Math.min(beyond, BEYOND_LEAPS) : beyond;
  const from = Math.max(0, Math.min(first, count - inSight) - drawn);
  const to = Math.min(count, Math.max(0, Math.min(first, count - inSight)) + inSight + drawn);
  // The rows follow the event, which comes before the next frame.
  const goTo = (place: number) => box.current?.scrollTo({ top: place });
  return {
    indexes: Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n),
    before: from * height,
    after: (count - to) * height,
    scrollToRow: (index) => goTo((index + 0.5) * height - room / 2),
    scrollToTop: () => {
      if (top.current > 0) goTo(0);
    },
  };
}
