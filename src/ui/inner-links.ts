import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * For the box around a long list, whose rows then have plain links: the router's own cost a row half of its drawing. One listener
 * leads where a pressed link of the app leads; a press on a row beside its links and buttons leads to its `data-href`.
 */
export function useInnerLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    // What a row opens (a menu, a question) stands elsewhere in the document; React tells of presses there too.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return;
    const pressed = target.closest('a, button');
    const href = pressed ? pressed.getAttribute('href') : rowHref(target);
    if (!href?.startsWith('/')) return;
    event.preventDefault();
    void navigate(href);
  };
}

/** Whoever marks a text with the pointer does not press. */
function rowHref(target: Element): string | null | undefined {
  return window.getSelection()?.isCollapsed ? target.closest('[data-href]')?.getAttribute('data-href') : null;
}
