/** What is far from what is in view is drawn later: of 350 rows a window shows fifteen. */
import { type RefObject, useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';

/** So far beyond the edges of what scrolls. */
const NEAR = '600px';

const waiting = new WeakMap<Element, () => void>();
/** What is watched together, by what it stands in; without a watcher until the frame that it came with has been painted. */
const watches = new WeakMap<Element, { watcher: IntersectionObserver | null; early: Set<Element> }>();

function scrollerOf(element: Element): Element {
  let at = element.parentElement;
  while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at ?? document.documentElement;
}

function makeWatcher(group: Element): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { root: scrollerOf(group), rootMargin: NEAR },
  );
}

function watchOf(group: Element) {
  const known = watches.get(group);
  if (known) return known;
  const made = { watcher: null as IntersectionObserver | null, early: new Set<Element>() };
  watches.set(group, made);
  // To ask what scrolls has the browser work out all styles, which the first frame need not wait for.
  afterPaint(() => {
    if (!group.isConnected) return;
    made.watcher = makeWatcher(group);
    for (const element of made.early) made.watcher.observe(element);
    made.early.clear();
  });
  return made;
}

/** @param group what all those stand in that are watched together. Returns what ends the watching. */
function whenNear(element: Element, group: Element, near: () => void): () => void {
  const watch = watchOf(group);
  waiting.set(element, near);
  if (watch.watcher) watch.watcher.observe(element);
  else watch.early.add(element);
  return () => {
    waiting.delete(element);
    watch.early.delete(element);
    watch.watcher?.unobserve(element);
  };
}

/** True at once, or once the element comes near to what is in view; it stands inside of `[data-plan]`. */
export function useNear(place: RefObject<HTMLElement | null>, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    const group = place.current?.closest('[data-plan]');
    return near || !place.current || !group ? undefined : whenNear(place.current, group, () => setNear(true));
  }, [place, near]);
  return near;
}
