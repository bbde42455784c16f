/**
 * What is dragged or lifted on a surface before there is what does it: kept, and pressed once more when it has come, in the same
 * order. A finger's hold takes its time by itself, so of a finger only what is still held down is pressed again.
 */
export interface KeptPresses {
  /** There is what hears them now: presses what was kept, and keeps nothing any more. */
  pressAgain(): void;
  forget(): void;
}

/** A mouse that moved so far drags, px. */
const TRAVEL = 5;
const far = (a: PointerEvent, b: PointerEvent) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) > TRAVEL;

/**
 * @param selector what can be dragged or lifted
 * @param lifts whether a key lifts it; what is pressed after such a key means the lifted thing as well
 * @param asked something was dragged or lifted
 */
export function keepPresses(
  surface: HTMLElement,
  selector: string,
  lifts: (key: KeyboardEvent) => boolean,
  asked: () => void,
): KeptPresses {
  let keys: KeyboardEvent[] = [];
  let pointer: PointerEvent[] = [];
  const hearing = new AbortController();
  const forget = () => {
    keys = [];
    pointer = [];
  };
  const isOn = ({ target }: Event) => target instanceof Element && surface.contains(target.closest(selector));

  const onDown = (event: PointerEvent) => {
    forget();
    if (event.isPrimary && event.button === 0 && isOn(event)) pointer = [event];
  };
  const onMove = (event: PointerEvent) => {
    const [down] = pointer;
    if (!down || pointer.at(-1)?.type === 'pointerup' || event.pointerType !== 'mouse' || !far(down, event)) return;
    pointer = [down, event];
    asked();
  };
  const onUp = (event: PointerEvent) => {
    pointer = pointer.length > 1 ? [...pointer, event] : [];
  };
  const onKey = (key: KeyboardEvent) => {
    if (keys.length === 0 && !(isOn(key) && lifts(key))) return;
    key.preventDefault();
    key.stopPropagation();
    if (key.key === 'Escape') return forget();
    keys.push(key);
    asked();
  };
  // A button is pressed when Space is let go; only what Space lifts is not meant.
  const onKeyUp = (key: KeyboardEvent) => {
    if (key.key === ' ' && isOn(key)) key.preventDefault();
  };

  const options = { capture: true, signal: hearing.signal };
  window.addEventListener('pointerdown', onDown, options);
  window.addEventListener('pointermove', onMove, options);
  window.addEventListener('pointerup', onUp, options);
  window.addEventListener('pointercancel', forget, options);
  window.addEventListener('keydown', onKey, options);
  window.addEventListener('keyup', onKeyUp, options);
  return {
    pressAgain() {
      const again = [...pointer, ...keys];
      forget();
      hearing.abort();
      for (const event of again) {
        const made = event instanceof KeyboardEvent ? new KeyboardEvent(event.type, event) : new PointerEvent(event.type, event);
        event.target?.dispatchEvent(made);
      }
    },
    forget() {
      forget();
      hearing.abort();
    },
  };
}
