/**
 * The parts of a visit are seen to belong together: those that are drawn have a ring as long as the pointer, or the focus, is on one
 * of them. Returns what ends that.
 */
export function followVisits(surface: HTMLElement): () => void {
  let shown = '';
  let hovered = '';
  const visitOf = (target: EventTarget | null) =>
    (target instanceof Element && target.closest<HTMLElement>('[data-visit]')?.dataset.visit) || '';
  const show = () => {
    const visit = hovered || (surface.contains(document.activeElement) ? visitOf(document.activeElement) : '');
    if (visit === shown) return;
    for (const part of surface.querySelectorAll('[data-with]')) part.removeAttribute('data-with');
    shown = visit;
    const parts = visit ? [...surface.querySelectorAll(`[data-visit="${CSS.escape(visit)}"]`)] : [];
    if (parts.length > 1) for (const part of parts) part.setAttribute('data-with', '');
  };
  const onOver = ({ target }: Event) => {
    hovered = visitOf(target);
    show();
  };
  const onLeave = () => {
    hovered = '';
    show();
  };
  const signal = new AbortController();
  const options = { signal: signal.signal, passive: true };
  surface.addEventListener('pointerover', onOver, options);
  surface.addEventListener('pointerleave', onLeave, options);
  surface.addEventListener('focusin', show, options);
  surface.addEventListener('focusout', () => queueMicrotask(show), options);
  return () => {
    onLeave();
    signal.abort();
  };
}
