import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useOpenPanel } from '#ui/overlay/open-panels.ts';
import { classNames } from '#ui/style/class-names.ts';
import { isCurrent, type NavigationEntry } from './navigation.ts';

/** In ms: long enough to cross the edge between icon and panel, too short to be in the way. */
const LINGER = 200;

/** `shown`: while the pointer or the focus is there; `pinned`: by a press, until the next one, Escape, or a press elsewhere. */
type State = 'closed' | 'shown' | 'pinned';

interface Place {
  top: number;
  left: number;
}

export type CollapsedSubmenuProps = { entry: NavigationEntry; sub: NonNullable<NavigationEntry['sub']> };

/** An entry of the collapsed menu with places below it: they fly out beside the icon by hover, focus, click and touch. */
export function CollapsedSubmenu({ entry, sub }: CollapsedSubmenuProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const id = useId();
  const [state, setState] = useState<State>('closed');
  const group = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = state !== 'closed';
  const close = () => setState('closed');

  useEffect(() => () => clearTimeout(lingering.current), []);
  useEffect(() => {
    if (!open) return;
    // A press elsewhere; on touch screens neither the pointer nor the focus leaves by it.
    const pressed = (event: Event) => {
      if (event.target instanceof Node && !group.current?.contains(event.target)) setState('closed');
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [open]);

  const enter = ({ pointerType }: PointerEvent) => {
    clearTimeout(lingering.current);
    if (pointerType === 'mouse') setState((now) => (now === 'closed' ? 'shown' : now));
  };
  const depart = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    lingering.current = setTimeout(() => setState((now) => (now === 'shown' ? 'closed' : now)), LINGER);
  };
  const focused = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.matches(':focus-visible')) setState((now) => (now === 'closed' ? 'shown' : now));
  };
  const blurred = ({ relatedTarget }: FocusEvent) => {
    if (!group.current?.contains(relatedTarget)) close();
  };
  const pressedKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    button.current?.focus();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the links inside are what is operated
    <div ref={group} onPointerEnter={enter} onPointerLeave={depart} onBlur={blurred} onKeyDown={pressedKey}>
      <button
        ref={button}
        type="button"
        className={classNames('nav-fold justify-center px-0!', isCurrent(entry, pathname) && 'on')}
        aria-label={t(entry.label)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onFocus={focused}
        onClick={() => setState(state === 'pinned' ? 'closed' : 'pinned')}
      >
        <entry.icon className="i i-lg" aria-hidden="true" />
      </button>
      {open && <Flyout id={id} beside={button} entry={entry} sub={sub} onPick={close} />}
    </div>
  );
}

interface FlyoutProps extends CollapsedSubmenuProps {
  id: string;
  beside: { current: HTMLElement | null };
  onPick: () => void;
}

function Flyout({ id, beside, entry, sub, onPick }: FlyoutProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  // The menu scrolls and would cut a panel of its own: it hangs on the window, beside where the icon stood when it opened.
  const [place] = useState<Place>(() => {
    const { top = 0, right = 0 } = beside.current?.getBoundingClientRect() ?? {};
    return { top, left: right };
  });
  useOpenPanel();
  return (
    <div id={id} className="fixed z-(--z-popover) pl-2" style={place}>
      <div className="pop min-w-52">
        <p className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3" aria-hidden="true">
          {t(entry.label)}
        </p>
        <div className="nav flex flex-col gap-0.5">
          {sub.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={classNames(pathname === to && 'on')}
              aria-current={pathname === to ? 'page' : undefined}
              onClick={onPick}
            >
              <span className="truncate">{t(label)}</span>
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}
