const quickly = Symbol.for('greben.answers-quickly');

/**
 * Testing Library asks of each element and all above it whether a style hides it, and happy-dom works out the whole style for each answer:
 * a sixth of what a screen's test costs. No test here loads a sheet of styles, so `display` follows from the tag and the `style`
 * attribute, and `visibility` is not the usual one only under a `style` that names it. Whatever else is asked, happy-dom answers.
 */
export function answerStylesQuickly(): void {
  if (quickly in window.getComputedStyle) return; // files of a kind share their page
  const whole = window.getComputedStyle.bind(window);
  const known = new Map<string, string>();

  const remembered = (element: Element, name: 'display' | 'visibility', key: string): string => {
    const value = known.get(key) ?? whole(element).getPropertyValue(name);
    known.set(key, value);
    return value;
  };
  const quick = (element: Element, name: string): string | undefined => {
    if (!element.isConnected) return undefined;
    if (name === 'display') return remembered(element, name, `${element.tagName} ${element.getAttribute('style') ?? ''}`);
    if (name === 'visibility' && !element.closest('[style*="visibility"]')) return remembered(element, name, name);
    return undefined;
  };

  const answer: typeof window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return whole(element, pseudoElement);
    let style: CSSStyleDeclaration | null = null;
    const rest = () => {
      style ??= whole(element);
      return style;
    };
    const read = (name: string) => quick(element, name) ?? rest().getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return read;
        const value: unknown = (typeof name === 'string' ? quick(element, name) : undefined) ?? Reflect.get(rest(), name);
        return typeof value === 'function' ? value.bind(rest()) : value;
      },
    });
  };
  window.getComputedStyle = Object.assign(answer, { [quickly]: true });
}
