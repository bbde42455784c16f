import {
  type ButtonHTMLAttributes,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '#ui/style/class-names.ts';
import { useOpenPanel } from './open-panels.ts';

/** Room in px between the button and its panel, and between the panel and the edges of the window. */
const GAP = 6;
const MARGIN = 8;
const TABBABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

export interface PopoverProps {
  /** The content of the button. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** The button's accessible name if it shows only an icon. */
  label?: string | undefined;
  /** The panel's accessible name. */
  panelLabel?: string | undefined;
  anchor?: 'bottom start' | 'bottom end' | undefined;
  panelClassName?: string | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** A panel that opens beside its button; Escape, a press elsewhere and Tab past its end close it. */
export function Popover({ button, buttonClassName = 'btn btn-secondary', label, panelLabel, ...props }: PopoverProps) {
  return (
    <PanelButton
      button={{ className: buttonClassName, 'aria-label': label, title: label, disabled: props.disabled, children: button }}
      panel={(opening) => (
        <Panel {...opening} label={panelLabel ?? label} anchor={props.anchor} className={props.panelClassName}>
          {props.children}
        </Panel>
      )}
    />
  );
}

/** The way in which a panel was opened: by the pointer, or by a key that begins at its first or last entry. */
export type OpenedBy = 'pointer' | 'first' | 'last';

/** The values that a panel gets from its button. */
export interface PanelOpening {
  opener: RefObject<HTMLButtonElement | null>;
  openedBy: OpenedBy;
  id: string;
  /** Closes the panel. The focus returns to the button unless `keep-focus` is given. */
  close: (keepFocus?: 'keep-focus') => void;
}

/**
 * A button and the panel that it opens. The panel is placed in the dialog around its button, if there is one, else at the end of
 * the page. So screen readers find it in a modal dialog, and it does not take the look of the button's surroundings.
 * @param props.arrowsOpen true if the arrows up and down open it, too, as in a menu
 */
export function PanelButton(props: {
  button: ButtonHTMLAttributes<HTMLButtonElement>;
  panel: (opening: PanelOpening) => ReactNode;
  arrowsOpen?: boolean;
}) {
  const { button, panel, arrowsOpen = false } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const close = (keepFocus?: 'keep-focus') => {
    if (!keepFocus) opener.current?.focus({ preventScroll: true });
    setOpenedBy(null);
  };
  return (
    <>
      <button
        {...button}
        ref={opener}
        type="button"
        aria-expanded={openedBy !== null}
        aria-controls={openedBy ? id : undefined}
        onClick={({ detail }) => {
          // Safari gives a pressed button no focus.
          opener.current?.focus({ preventScroll: true });
          setOpenedBy(openedBy ? null : detail === 0 ? 'first' : 'pointer');
        }}
        onKeyDown={(event) => {
          if (!arrowsOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          setOpenedBy(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      />
      {openedBy
        ? createPortal(
            panel({ opener, openedBy, id, close }),
            opener.current?.closest('.dialog-panel, .drawer-panel') ?? document.body,
          )
        : null}
    </>
  );
}

export interface PanelProps extends PanelOpening {
  label: string | undefined;
  anchor?: PopoverProps['anchor'];
  className?: string | undefined;
  /** `menu`: the press that closes the panel does not reach the page below. */
  role?: 'menu';
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  children: ReactNode;
}

/**
 * A panel in the browser's top layer, over every dialog. It is a manual popover, because browsers of different age close other
 * ones differently (iOS before 18.3 closes none by touch), and no browser closes one that loses the focus.
 */
export function Panel(props: PanelProps) {
  const { opener, openedBy, id, close, label, anchor = 'bottom start', className, role, onKeyDown, children } = props;
  const layer = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useOpenPanel();
  useLayoutEffect(() => {
    const [box, button] = [panel.current, opener.current];
    if (!box || !button) return;
    layer.current?.showPopover();
    const place = () => placeBeside(box, button, anchor);
    place();
    const sized = new ResizeObserver(place);
    sized.observe(box);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      sized.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [opener, anchor]);
  // An element in the panel may have taken the focus already.
  useEffect(() => {
    const box = panel.current;
    if (!box || box.contains(document.activeElement)) return;
    const all = role === 'menu' ? menuItems(box) : tabbable(box);
    const first = openedBy === 'last' ? all.at(-1) : all[0];
    (role === 'menu' && openedBy === 'pointer' ? box : (first ?? box)).focus({ preventScroll: true });
  }, [openedBy, role]);
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    const inside = (target: EventTarget | null) => target instanceof Node && panel.current?.contains(target) === true;
    const onKey = (event: KeyboardEvent) => {
      const all = tabbable(panel.current);
      const at = event.shiftKey ? all[0] : all.at(-1);
      const leaves =
        event.key === 'Tab' && (all.length === 0 || document.activeElement === at || !inside(document.activeElement));
      if (event.key !== 'Escape' && !leaves) return;
      // Tab continues from the button.
      if (event.key === 'Escape' || event.shiftKey) event.preventDefault();
      event.stopPropagation();
      closing.current();
    };
    const outside = ({ type, target }: Event) => {
      if (inside(target) || (target instanceof Node && opener.current?.contains(target))) return;
      closing.current('keep-focus');
      if (type === 'pointerdown') window.addEventListener('pointerup', focusAgain, { capture: true, once: true });
    };
    const focusAgain = () => {
      if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('focusin', outside, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('focusin', outside, true);
    };
  }, [opener]);
  return (
    <div ref={layer} popover="manual" className={classNames('panel-layer', role === 'menu' && 'keeps-presses')}>
      {/* biome-ignore lint/a11y: it has a role */}
      <div
        ref={panel}
        id={id}
        role={role ?? 'group'}
        aria-label={label}
        tabIndex={-1}
        className={classNames('pop layer-pop', className)}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </div>
  );
}

/** The entries of a menu that can be chosen. */
export const menuItems = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];

const tabbable = (box: HTMLElement | null) =>
  [...(box?.querySelectorAll<HTMLElement>(TABBABLE) ?? [])].filter(({ tabIndex }) => tabIndex >= 0);

/**
 * Places the panel below its button, or above it if there is more room, at most as high as that room, and never outside the
 * window.
 */
function placeBeside(panel: HTMLElement, button: HTMLElement, anchor: 'bottom start' | 'bottom end'): void {
  const at = button.getBoundingClientRect();
  panel.style.maxHeight = '';
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = window.innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const isAbove = height > below && above > below;
  panel.style.maxHeight = `${isAbove ? above : below}px`;
  panel.style.top = `${isAbove ? at.top - GAP - Math.min(height, above) : at.bottom + GAP}px`;
  const left = anchor === 'bottom end' ? at.right - width : at.left;
  panel.style.left = `${Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - width - MARGIN))}px`;
}
