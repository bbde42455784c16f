import * as RadixToast from '@radix-ui/react-toast';
import { CircleCheckBig, Info, OctagonAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { classNames } from '#ui/style/class-names.ts';
import { toasts as appToasts, TOAST_DURATION, type Toast, type ToastStore } from './toast-store.ts';

/** A toast closes when it is pushed this far to the right, px. */
const SWIPE = 50;

/**
 * The region in which all toasts appear; mounted once, near the root. Radix provides the keys (F8, Escape, Tab), the swipe and
 * the announcements. The store keeps the time, because Radix (1.3.1) stays paused for good when the last toast closes under the
 * pointer.
 */
export function ToastViewport({ toasts = appToasts }: { toasts?: ToastStore | undefined }) {
  const { t } = useTranslation('common');
  const { toasts: list, paused } = useStore(toasts.store);
  const home = useToastRegion(toasts);

  return createPortal(
    <RadixToast.Provider
      label={t('toast_label')}
      duration={Number.POSITIVE_INFINITY}
      swipeDirection="right"
      swipeThreshold={SWIPE}
    >
      {list.map((toast, place) => (
        <OneToast key={toast.id} toast={toast} place={place} onClose={() => toasts.dismiss(toast.id)} />
      ))}
      <RadixToast.Viewport
        className="toasts"
        data-paused={paused || undefined}
        label={t('toast_region', { hotkey: '{hotkey}' })}
      />
    </RadixToast.Provider>,
    home,
  );
}

function OneToast({ toast, place, onClose }: { toast: Toast; place: number; onClose: () => void }) {
  const { t } = useTranslation('common');
  const bad = toast.variant === 'destructive';
  const Mark = bad ? OctagonAlert : toast.note ? Info : CircleCheckBig;
  return (
    <RadixToast.Root
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      type={bad ? 'foreground' : 'background'}
      className={classNames('toast', bad && 'bad', toast.note && 'info', toast.action && 'undo')}
      data-variant={toast.variant ?? 'default'}
      style={{ order: place }} // Radix appends to its list in the order of arrival; the newest stands on top
    >
      <Mark
        className={classNames('i mt-px', bad ? 'text-danger' : toast.note ? 'text-ink-2' : 'text-success')}
        aria-hidden="true"
      />
      {/* On a phone the words take the whole width, and the undo button stands below them. */}
      <div className="flex min-w-0 flex-1 items-center gap-3 max-md:flex-col max-md:items-start max-md:gap-2">
        <div className="min-w-0 flex-1">
          <RadixToast.Title asChild>
            <b className="block">{toast.title}</b>
          </RadixToast.Title>
          {toast.description ? (
            <RadixToast.Description asChild>
              <p className="text-sm break-words">
                {toast.description}
                {toast.detail ? (
                  <span className="block text-xs text-ink-3" lang="en">
                    {toast.detail}
                  </span>
                ) : null}
              </p>
            </RadixToast.Description>
          ) : null}
        </div>
        {toast.action ? (
          <RadixToast.Action asChild altText={toast.action.label}>
            <button type="button" className="btn btn-secondary btn-sm flex-none" onClick={toast.action.onAction}>
              {toast.action.icon}
              {toast.action.label}
            </button>
          </RadixToast.Action>
        ) : null}
      </div>
      <RadixToast.Close asChild>
        <button type="button" className="btn btn-ghost btn-icon btn-sm -mr-1" aria-label={t('close')}>
          <X className="i i-sm" aria-hidden="true" />
        </button>
      </RadixToast.Close>
      {toast.action ? (
        <span className="life" aria-hidden="true">
          <i key={toast.turn} style={{ animationDuration: `${TOAST_DURATION}ms` }} />
        </span>
      ) : null}
    </RadixToast.Root>
  );
}

/**
 * Returns the element of the toasts. It is a child of the body, because an open dialog hides the app's root and toasts must stay
 * reachable. While the pointer or the focus is inside, the toasts' time stands still. When the last toast closes, the focus
 * returns to its former element.
 */
function useToastRegion(toasts: ToastStore): HTMLElement {
  const [home] = useState(() => {
    const element = document.createElement('div');
    element.dataset.toasts = '';
    return element;
  });

  useEffect(() => {
    let pointerInside = false;
    let cameFrom: HTMLElement | null = null;
    const focusInside = () => home.contains(document.activeElement);
    const leaveFocus = () => {
      if (cameFrom?.isConnected) cameFrom.focus();
      if (focusInside()) (document.activeElement as HTMLElement).blur();
    };
    const settle = () => (pointerInside || focusInside() ? toasts.pause() : toasts.resume());

    const listeners: Record<string, (event: Event) => void> = {
      pointermove: () => {
        pointerInside = true;
        settle();
      },
      pointerleave: () => {
        pointerInside = false;
        settle();
      },
      keydown: (event) => {
        // Escape closes the focused toast, and not the dialog below it.
        if ((event as KeyboardEvent).key === 'Escape') event.stopPropagation();
      },
      focusin: (event) => {
        const from = (event as FocusEvent).relatedTarget;
        if (from instanceof HTMLElement && !home.contains(from)) cameFrom = from;
        toasts.pause();
      },
      focusout: (event) => {
        const to = (event as FocusEvent).relatedTarget;
        if (to instanceof Node && home.contains(to)) return;
        if (!pointerInside) toasts.resume();
      },
    };
    document.body.append(home);
    for (const [name, listener] of Object.entries(listeners)) home.addEventListener(name, listener);
    const unsubscribe = toasts.store.subscribe((state) => {
      if (state.toasts.some((toast) => toast.open)) return;
      // The pointer is over nothing now, and no event reports that.
      pointerInside = false;
      if (focusInside()) leaveFocus();
      toasts.resume();
    });
    return () => {
      unsubscribe();
      for (const [name, listener] of Object.entries(listeners)) home.removeEventListener(name, listener);
      home.remove();
    };
  }, [home, toasts]);

  return home;
}
