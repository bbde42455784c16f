import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Rows that keep their element to themselves: the focus is in it, or a menu that it has opened. */
function heldRows(box: HTMLElement | null): ReadonlySet<string> {
  const holding = [document.activeElement, ...(box?.querySelectorAll('[aria-expanded="true"]') ?? [])];
  return new Set(holding.flatMap((element) => element?.closest<HTMLElement>('[data-row]')?.dataset.row ?? []));
}

/**
 * Where more rows than these are new, all are written over: making so many and throwing as many away costs more than writing
 * into all that stand there.
 */
const MOST_MADE = 12;

/**
 * Keys for the rows of a long list, so that another search writes other people into the rows that stand there: making a row and
 * throwing one away costs several times as much. A row that stays keeps its element, unless nearly all others go, and no element
 * changes its place.
 * @param ids of the drawn rows, in their order; each row says its own as `data-row`. @param box what they stand in
 * @returns a key for each
 */
export function useReusedRows(ids: readonly string[], box: RefObject<HTMLElement | null>): readonly number[] {
  const drawn = useRef<ReadonlyMap<string, number>>(new Map());
  const before = [...drawn.current];
  const places = new Map(before.map(([id], place) => [id, place]));
  const known = new Set(ids.filter((id) => places.has(id)));
  const held = known.size < before.length ? heldRows(box.current) : new Set<string>();
  const staying = ids.length - known.size > MOST_MADE ? new Set([...held].filter((id) => known.has(id))) : known;
  let unused = Math.max(-1, ...drawn.current.values()) + 1;
  let next = 0;
  const keys = ids.map((id) => {
    const place = staying.has(id) ? places.get(id) : undefined;
    if (place !== undefined) {
      next = Math.max(next, place + 1);
      return before[place]?.[1] ?? unused++;
    }
    // The next element whose row has gone, as long as none that stays is in between.
    const gone = before.findIndex(([other], at) => at >= next && (staying.has(other) || !held.has(other)));
    const [other = '', key] = before[gone] ?? [];
    if (key === undefined || staying.has(other)) return unused++;
    next = gone + 1;
    return key;
  });
  useLayoutEffect(() => {
    drawn.current = new Map(ids.map((id, n) => [id, keys[n] ?? n]));
  });
  return keys;
}
