import { Portal } from '@headlessui/react';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCROLLER } from '#calendar/reads/grid-dom.ts';
import { useBusy } from '#ui/busy.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useIsPhone } from '#ui/use-media.ts';

interface FrameProps {
  title: string;
  footer: ReactNode;
  /** The person leaves the search: with Escape, the cross, or a press beside it (`aside`). */
  onLeave(aside?: 'aside'): void;
  children: ReactNode;
}

const GAP = 4;
/** A press on these is none beside the panel: its own lists, what stands above it, the slot that it drew, a scroll bar. */
const INSIDE = '[data-find], [data-find-button], .layer-pop, .layer-dialog, .toasts, .found-slot';

/**
 * A sheet on phones; elsewhere a panel at the window's edge, as high as the grid, beside which that stays in sight and in use:
 * what is scrolled out from under it leaves nothing empty in sight.
 */
export function FindSlotFrame(props: FrameProps) {
  const phone = useIsPhone();
  return phone ? (
    <Dialog open tall onClose={() => props.onLeave()} title={props.title} footer={props.footer}>
      {props.children}
    </Dialog>
  ) : (
    <FindPanel {...props} />
  );
}

function FindPanel({ title, footer, onLeave, children }: FrameProps) {
  const { t } = useTranslation('common');
  // The portal is there later than this component, the first time on a page.
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onLeave();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const leave = useRef({ close, onLeave });
  useBusy('dialog', true);
  useLayoutEffect(() => {
    leave.current = { close, onLeave };
  });

  useLayoutEffect(() => {
    if (!panel) return;
    const place = () => {
      const button = document.querySelector('[data-find-button]');
      const top = (button?.closest('header')?.getBoundingClientRect().bottom ?? 0) + GAP;
      panel.style.top = `${top}px`;
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [panel]);

  useEffect(() => {
    panel?.querySelector<HTMLElement>('[data-autofocus], button.select')?.focus({ preventScroll: true });
  }, [panel]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('.layer-dialog')) return;
      leave.current.close();
    };
    // A press, not a touch: the day may be scrolled beside it.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest(INSIDE) && !target.matches(SCROLLER)) leave.current.onLeave('aside');
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('click', onClick, true);
    };
  }, []);

  return (
    <Portal>
      <div ref={setPanel} role="dialog" aria-label={title} data-find className="find-panel pop layer-pop">
        <header className="flex items-center px-4 pt-3 pb-1">
          <h2 className="text-base">{title}</h2>
          <Button
            variant="ghost"
            iconOnly
            label={t('close')}
            icon={<X className="i" aria-hidden="true" />}
            className="-mr-2 ml-auto"
            onClick={close}
          />
        </header>
        {children}
        <footer className="border-line border-t bg-surface-2 px-4 py-2.5">{footer}</footer>
      </div>
    </Portal>
  );
}
