import {
  type ButtonHTMLAttributes,
  type ComponentType,
  createElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { partOf, usePart } from './lazy-part.tsx';

type FirstButton = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'onFocus' | 'onBlur' | 'onKeyDown'>;

/**
 * A button that opens something, whose code is fetched after the start (lazy-part.tsx). Until then `closed` draws the same
 * button; whoever presses it meanwhile gets it open as soon as it is there, and the focus stays on it.
 * @param closed draws the button, with what it is given for it
 * @param load imports the component; the first button in what it draws is the one that opens
 * @param whenPressed the first button stays until it is pressed, also where the code is there: in each row of a long list
 */
export function lazyOpener<P extends object>(
  load: () => Promise<ComponentType<P>>,
  closed: (props: P, button: FirstButton) => ReactNode,
  { whenPressed = false }: { whenPressed?: boolean } = {},
): ComponentType<P> {
  const part = partOf(load);
  return (props: P) => {
    const place = useRef<HTMLDivElement>(null);
    const hadFocus = useRef(false);
    const [pressed, setPressed] = useState(false);
    const [wanted, setWanted] = useState(!whenPressed);
    const there = usePart(part, pressed);
    const Loaded = wanted ? there : null;
    useLayoutEffect(() => {
      const button = place.current?.querySelector('button');
      if (!Loaded || !button) return;
      if (hadFocus.current || pressed) button.focus();
      // As by the keyboard: what opens listens to different things of a pointer.
      if (pressed) button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      hadFocus.current = false;
      setPressed(false);
    }, [Loaded, pressed]);
    const press = () => {
      setWanted(true);
      setPressed(true);
    };
    const first: FirstButton = {
      onClick: press,
      onKeyDown: (event) => {
        // As the menu that it becomes: an arrow opens it too.
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        press();
      },
      onFocus: () => {
        hadFocus.current = true;
      },
      onBlur: () => {
        hadFocus.current = false;
      },
    };
    return (
      <div className="contents" ref={place}>
        {Loaded ? createElement(Loaded, props) : closed(props, first)}
      </div>
    );
  };
}
