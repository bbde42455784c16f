/** What is far from what is in view is drawn later: of 350 rows a window shows fifteen. */
import { type RefObject, useEffect, useState } from 'react';

/** So far beyond the edges of what scrolls. */
const NEAR = '600px';

const waiting = new WeakMap<Element, () => void>();
const watchers = new WeakMap<Element, IntersectionObserver>();

function scrollerOf(element: Element): Element {
  let at = element.parentElement;
  while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at ?? document.documentElement;
}

function watcherOf(group: Element): IntersectionObserver {
  const known = watchers.get(group);
  if (known) return known;
  const made = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { root: scrollerOf(group), rootMargin: NEAR },
  );
  watchers.set(group, made);
  return made;
}

/** @param group what all those stand in that are watched together. Returns what ends the watching. */
function whenNear(element: Element, group: Element, near: () => void): () => void {
  const watcher = watcherOf(group);
  waiting.set(element, near);
  watcher.observe(element);
  return () => {
    waiting.delete(element);
    watcher.unobserve(element);
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
