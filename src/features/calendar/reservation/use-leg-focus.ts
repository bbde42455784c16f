import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus with whoever adds a service or takes one out by keys: it goes to the new one's field, or to the button that adds.
 * What another device adds takes it from nobody.
 * @param count how many services there are. Returns the ref of what is around them: `[data-leg]` each, `[data-add-leg]` the button
 */
export function useLegFocus(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = count;
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now.hasAttribute('data-add-leg');
    if (was === count || !isLost) return;
    const last = [...(box.current?.querySelectorAll('[data-leg]') ?? [])].at(-1);
    const target = count > was ? last?.querySelector<HTMLElement>('button.select') : null;
    (target ?? box.current?.querySelector<HTMLElement>('[data-add-leg]'))?.focus();
  });
  return box;
}
