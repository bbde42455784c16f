import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type Key,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { type DataTableProps, TableHead, TableItem, TableRow } from './data-table.tsx';

/** Heights of a row until one is drawn, px. */
const ROW_HEIGHTS = { table: 53, list: 61 };
/** Rows drawn beyond each edge, so that a flick shows no gaps. */
const BEYOND = 8;
/** Rows drawn beyond each edge while a person types a search. */
const BEYOND_TYPING = 1;
/** The other rows beyond the edges are drawn this long after the last letter, ms; letters follow each other faster. */
const TYPING_MS = 300;
/** Rows are added and removed in groups of this many, because the browser lays out the whole table each time. */
const STEP = 4;
/** Until its box is measured the table draws the rows of a box of this height, px. */
const FIRST_HEIGHT = 800;

export interface LongTableHandle {
  /**
   * Brings a row into view and moves the focus to the first element in it that matches the selector.
   * @returns false if the row is not in the list
   */
  goTo(key: Key, focus: string): boolean;
}

export interface LongTableProps<R> extends DataTableProps<R> {
  /** A name for the search, the filters and the order: under another one the list begins at its top. */
  listed: string;
  /** The place at which the list opens: a row, which may get the focus, or a distance from the top in px. */
  opening?: { row?: Key | null | undefined; focus?: boolean; offset?: number } | undefined;
  /**
   * Draws a row itself: a `tr`, or a `li` on phones, with `data-index`. Its React key is the row's own, or `place` if its parts keep no
   * state: then another row is written into an element that stands there, which costs half of making one.
   */
  drawRow?: ((row: R, index: number, place: Key) => ReactNode) | undefined;
  /** Heights of a row until one is drawn, px. */
  rowHeights?: { table: number; list: number } | undefined;
  /** Called when the list leaves the page, with its scroll offset, px. */
  onLeave?: ((offset: number) => void) | undefined;
  ref?: Ref<LongTableHandle> | undefined;
}

/**
 * A `Table` for hundreds of rows: it scrolls by itself, in a `flush` page, and only the rows in sight are drawn. Links in its rows may
 * be plain ones, and a press on a row beside its links leads to its `data-href`.
 */
export function LongTable<R>(props: LongTableProps<R>) {
  const { label, columns, rows, rowKey, actions, dense, className, listed, opening, drawRow, onLeave, ref } = props;
  const phone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const guess = (props.rowHeights ?? ROW_HEIGHTS)[phone ? 'list' : 'table'];
  const list = useDrawnRows({ count: rows.length, box, guess, beyond: useRowsBeyond(listed), offset: opening?.offset });
  const followLink = useInnerLinks();

  const wanted = useRef<{ key: Key; focus: string | undefined } | null>(null);
  const showWanted = () => {
    if (!wanted.current) return;
    const { key, focus } = wanted.current;
    const row = box.current?.querySelector(`[data-index="${rows.findIndex((one) => rowKey(one) === key)}"]`);
    if (!row) return;
    wanted.current = null;
    row.scrollIntoView({ block: 'nearest' });
    if (focus) row.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  };
  const goTo = (key: Key, focus: string | undefined, isOpening = false) => {
    const index = rows.findIndex((row) => rowKey(row) === key);
    if (index < 0) return false;
    wanted.current = { key, focus };
    if (isOpening || !list.isDrawn(index)) list.scrollToRow(index);
    showWanted();
    return true;
  };
  // A row far away is drawn some frames after the list was scrolled to it.
  useEffect(showWanted);
  useImperativeHandle(ref, () => ({ goTo }));
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || opening?.row === undefined || opening.row === null) return;
    opened.current = true;
    goTo(opening.row, opening.focus ? 'a, button' : undefined, true);
  });
  const shownFor = useRef(listed);
  useLayoutEffect(() => {
    if (shownFor.current === listed) return;
    shownFor.current = listed;
    list.scrollToTop();
  }, [listed, list]);
  // This is a layout effect, because a box outside of the page has lost its scroll offset.
  useLayoutEffect(() => {
    if (!onLeave) return;
    const scrolled = box.current;
    const tell = () => onLeave(scrolled?.scrollTop ?? 0);
    window.addEventListener('pagehide', tell);
    return () => {
      window.removeEventListener('pagehide', tell);
      tell();
    };
  }, [onLeave]);

  const gap = (height: number) =>
    height > 0 ? (
      <tr>
        <td colSpan={columns.length + (actions ? 1 : 0)} className="border-0! p-0!" style={{ height }} />
      </tr>
    ) : null;
  const shown = list.indexes.flatMap((index) => rows[index] ?? []);
  const places = usePlaces(shown.map(rowKey), box);
  const drawn = shown.map((row, at) => {
    const index = list.indexes[at] ?? 0;
    if (drawRow) return drawRow(row, index, places[at] ?? at);
    const Row = phone ? TableItem : TableRow;
    return <Row key={rowKey(row)} table={props} row={row} index={index} total={rows.length} />;
  });
  // Columns that follow their content would move with each row that comes into sight.
  const isFixed = columns.some(({ width }) => width);
  return (
    // biome-ignore lint/a11y: the links of its rows are links
    <div
      ref={box}
      onClick={followLink}
      className={classNames('min-h-0 scroll-py-16 overflow-auto', phone ? 'flex-1 bg-surface' : 'card', className)}
    >
      {phone ? (
        <ul aria-label={label} style={{ paddingTop: list.before, paddingBottom: list.after }}>
          {drawn}
        </ul>
      ) : (
        <table
          className={classNames('table', isFixed && 'table-fixed wrap-anywhere', dense && 'dense')}
          aria-label={label}
          aria-rowcount={rows.length + 1}
        >
          {isFixed ? (
            <colgroup>
              {columns.map((column) => (
                <col key={column.key} className={column.width} />
              ))}
              {actions ? <col className={dense ? 'w-14' : 'w-28'} /> : null}
            </colgroup>
          ) : null}
          <TableHead table={props} className="relative z-(--z-sticky)" />
          <tbody>
            {gap(list.before)}
            {drawn}
            {gap(list.after)}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Returns the rows in sight and some beyond them, in whole groups. */
function inGroups({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, Math.floor(startIndex / STEP) * STEP - overscan);
  const to = Math.min(count, (Math.floor(endIndex / STEP) + 1) * STEP + overscan);
  return Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);
}

/**
 * Returns the rows to draw, by TanStack Virtual. All rows are assumed to be as high as the lowest of those drawn first. A higher
 * row (a name of two lines) only moves the rows below it.
 * @param drawn.guess height of a row until one is drawn, px
 * @param drawn.offset the place at which the list opens, px from its top
 */
function useDrawnRows(drawn: {
  count: number;
  box: RefObject<HTMLElement | null>;
  guess: number;
  beyond: number;
  offset: number | undefined;
}) {
  const { count, box, guess, beyond, offset = 0 } = drawn;
  const [measured, setMeasured] = useState<{ guess: number; height: number } | null>(null);
  const height = measured?.guess === guess ? measured.height : guess;
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: beyond,
    rangeExtractor: inGroups,
    initialOffset: offset,
    initialRect: { width: 0, height: FIRST_HEIGHT },
  });
  // This runs once for each kind of row: its height depends on the font size and the pointer.
  useLayoutEffect(() => {
    const heights = [...(box.current?.querySelectorAll('[data-index]') ?? [])].map((row) => row.getBoundingClientRect().height);
    const lowest = Math.min(...heights);
    if (Number.isFinite(lowest) && lowest > 0 && lowest !== guess) setMeasured({ guess, height: lowest });
  }, [box, guess]);
  const laidOutWith = useRef(height);
  useLayoutEffect(() => {
    if (laidOutWith.current === height) return;
    laidOutWith.current = height;
    list.measure();
  }, [height, list]);

  const items = list.getVirtualItems();
  return {
    indexes: items.map(({ index }) => index),
    /** Room to leave above and below the drawn rows, px. */
    before: items[0]?.start ?? 0,
    after: list.getTotalSize() - (items.at(-1)?.end ?? 0),
    isDrawn: (index: number) => items.some((item) => item.index === index),
    scrollToRow: (index: number) => list.scrollToIndex(index, { align: 'center' }),
    scrollToTop: () => {
      if (list.scrollOffset) list.scrollToOffset(0);
    },
  };
}

/** If more rows than these are new, other rows are written into the elements that stand there. */
const MOST_MADE = 12;

/**
 * Returns a React key for each drawn row. A row that was drawn before keeps its element. Where nearly all rows are new, after a flick or
 * a letter of a search, the keys stay as they stand, unless the focus or an open menu is in the list: it belongs to its row.
 * @param keys of the drawn rows, in their order
 */
function usePlaces(keys: readonly Key[], box: RefObject<HTMLElement | null>): readonly number[] {
  const before = useRef<ReadonlyMap<Key, number>>(new Map());
  const made = useRef(0);
  const standing = [...before.current.values()];
  const isNew = keys.filter((key) => !before.current.has(key)).length > MOST_MADE;
  const isHeld = isNew && (box.current?.contains(document.activeElement) || box.current?.querySelector('[aria-expanded="true"]'));
  let unused = made.current;
  const places = keys.map((key, at) => (isNew && !isHeld ? standing[at] : before.current.get(key)) ?? unused++);
  useLayoutEffect(() => {
    before.current = new Map(keys.map((key, at) => [key, places[at] ?? at]));
    made.current = unused;
  });
  return places;
}

/** Returns the number of rows drawn beyond each edge: few right after a search has found other rows. */
function useRowsBeyond(listed: string): number {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(listed)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [listed]);
  return settled === listed ? BEYOND : BEYOND_TYPING;
}

/** Follows plain links for the whole list, because a router's link in each row takes as long to draw as the rest of the row. */
function useInnerLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    // React also reports presses in parts that a row has opened elsewhere in the document.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return;
    const pressed = target.closest('a, button');
    const href = pressed ? pressed.getAttribute('href') : rowHref(target);
    if (!href?.startsWith('/')) return;
    event.preventDefault();
    void navigate(href);
  };
}

/** Returns the address to which the row leads; null if text is selected with the pointer, which is no press. */
function rowHref(target: Element): string | null | undefined {
  return window.getSelection()?.isCollapsed ? target.closest('[data-href]')?.getAttribute('data-href') : null;
}
