import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submitByKeys } from '#ui/form/submit-by-keys.ts';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useBusy } from '#ui/timing/busy.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useFrameFirst, useFrameFocus, useKeptFocus, useModal } from './headless-ui/dialog-fixes.tsx';
import { LeaveContext } from './leave-dialog.tsx';
import { raiseNotices } from './toast-store.ts';
import { useKeyboardRoom } from './use-keyboard-room.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Stands beside the title. */
  badge?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  /** True if something was changed: Escape, the scrim, the cross and a `LeaveButton` then ask before they close. */
  dirty?: boolean | undefined;
  /** Makes the panel a form, so that Enter and a submit button in the footer work. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  size?: 'narrow' | 'normal' | 'wide' | undefined;
  /** True if the sheet on phones takes its 92 % even with short content. */
  tall?: boolean | undefined;
  /** True if it is a sheet from the bottom on wide screens, too, because a finger opened it. */
  sheet?: boolean | undefined;
  /** True if toasts move to the top while it is open, because they would cover its buttons. */
  noticesAbove?: boolean | undefined;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * A modal dialog: centred on wide screens, a sheet from the bottom on phones. Afterwards the focus returns to its former place.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    badge,
    footer,
    children,
    dirty = false,
    onSubmit,
    size = 'normal',
    tall,
    sheet,
    noticesAbove,
    initialFocus,
  } = props;
  const { t } = useTranslation('common');
  /** Set while the question is open; `then` is called after a yes. */
  const [asking, setAsking] = useState<{ then: (() => void) | undefined } | null>(null);
  useModal(open);
  useBusy('form', open && dirty);
  useKeyboardRoom(open);
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(open, frame);
  const { whole, hurry } = useFrameFirst(open);
  const begin = useFrameFocus(frame, whole, initialFocus);
  const low = open && (sheet === true || noticesAbove === true);
  useEffect(() => (low ? raiseNotices() : undefined), [low]);

  const close = (then?: () => void) => {
    onClose();
    then?.();
  };
  const leaveFor = (then?: () => void) => {
    if (dirty) setAsking({ then });
    else close(then);
  };
  const leave = () => leaveFor();
  const drag = useSheetDrag(leave, sheet);

  const inside = (
    <LeaveContext value={leaveFor}>
      <header {...drag}>
        {/* With large text the badge moves below the title, which would otherwise be cut to a letter. */}
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          <DialogTitle>{title}</DialogTitle>
          {badge}
        </div>
        <Button
          variant="ghost"
          iconOnly
          label={t('close')}
          icon={<X className="i" aria-hidden="true" />}
          className="-mr-2 ml-auto"
          onClick={leave}
        />
      </header>
      <div className="body">{whole ? children : null}</div>
      {footer ? <footer>{footer}</footer> : null}
      <ConfirmDialog
        open={asking !== null}
        title={t('unsaved_title')}
        confirmLabel={t('unsaved_discard')}
        cancelLabel={t('unsaved_keep')}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          close(asking?.then);
        }}
      >
        {t('unsaved_body')}
      </ConfirmDialog>
    </LeaveContext>
  );
  const look = classNames('dialog dialog-panel', size !== 'normal' && size, tall && 'tall', sheet && 'as-sheet');
  return (
    <HeadlessDialog
      ref={frame}
      open={open}
      onClose={leave}
      className="layer-dialog"
      initialFocus={begin}
      onKeyDownCapture={hurry}
    >
      <DialogBackdrop transition className="layer-scrim" />
      <div className="dialog-place">
        {onSubmit ? (
          <DialogPanel
            transition
            as="form"
            noValidate
            className={look}
            onKeyDownCapture={submitByKeys}
            onSubmit={(event: FormEvent<HTMLFormElement>) => {
              // The submit of a form in a dialog above this one bubbles up through React's tree; only this form's own counts.
              if (event.target === event.currentTarget) onSubmit(event);
            }}
          >
            {inside}
          </DialogPanel>
        ) : (
          <DialogPanel transition className={look}>
            {inside}
          </DialogPanel>
        )}
      </div>
    </HeadlessDialog>
  );
}

/** The menu of phones: 250 px from the left edge, 18rem where it is `wide`. */
export function Drawer(props: { open: boolean; onClose: () => void; label: string; wide?: boolean; children: ReactNode }) {
  const { open, onClose, label, wide, children } = props;
  useModal(open);
  return (
    <HeadlessDialog open={open} onClose={onClose} className="layer-drawer" aria-label={label}>
      <DialogBackdrop transition className="layer-scrim" />
      <DialogPanel transition className={classNames('drawer-panel', wide && 'w-72!')}>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  );
}
