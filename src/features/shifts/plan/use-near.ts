/** Parts far from the view are drawn later: of 350 rows a window shows fifteen. */
import { type RefObject, useEffect, useState } from 'react';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';

/** So far beyond the edges of what scrolls. */
const NEAR = '600px';

function scrollerOf(element: Element): Element {
  let at = element.parentElement;
  while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at ?? document.documentElement;
}

/** The names (`data-far`) of those that come near, told together. */
function watchFar(place: Element, tell: (names: readonly string[]) => void): IntersectionObserver {
  const watcher = new IntersectionObserver(
    (entries) => {
      const come = entries.filter(({ isIntersecting }) => isIntersecting);
      if (come.length > 0) tell(come.map(({ target }) => target.getAttribute('data-far') ?? ''));
    },
    { root: scrollerOf(place), rootMargin: NEAR },
  );
  for (const element of place.querySelectorAll('[data-far]')) watcher.observe(element);
  return watcher;
}

/**
 * The parts of `place` that are to be drawn whole, by name: at once those that it begins with, each other once it comes near to
 * what is in view. Until then it stands there as something light that bears its name as `data-far`.
 * @param names of all parts; another list is watched anew
 */
export function useNear(
  place: RefObject<HTMLElement | null>,
  names: readonly string[],
  atOnce: readonly string[],
): ReadonlySet<string> {
  const [near, setNear] = useState<ReadonlySet<string>>(() => new Set(atOnce));
  // biome-ignore lint/correctness/useExhaustiveDependencies: for other names
  useEffect(() => {
    let watcher: IntersectionObserver | null = null;
    let cancelled = false;
    // To ask what scrolls has the browser work out all styles, which the first frame need not wait for.
    deferUntilPaint(() => {
      if (cancelled || !place.current) return;
      watcher = watchFar(place.current, (come) => setNear((known) => new Set([...known, ...come])));
    });
    return () => {
      cancelled = true;
      watcher?.disconnect();
    };
  }, [place, names]);
  return near;
}
