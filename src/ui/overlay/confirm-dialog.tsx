import { Description, DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusAfterRow } from '#ui/input/lost-focus.ts';
import { Button } from '#ui/page/button.tsx';
import { useModal } from './headless-ui/dialog-fixes.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question, which names the thing. */
  title: ReactNode;
  /** The consequences: what happens, and what stays. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** A third answer between the two. */
  between?: ReactNode;
  busy?: boolean | undefined;
  /** True where it cannot be done now; `children` says why. */
  disabled?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question with two or three answers. The safe one has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel,
    tone = 'danger',
    between,
    busy,
    disabled,
    onConfirm,
    onCancel,
  } = props;
  const { t } = useTranslation('common');
  const safe = useRef<HTMLButtonElement>(null);
  useModal(open);
  useFocusAfterRow(open);
  return (
    <HeadlessDialog open={open} onClose={onCancel} className="layer-dialog" role="alertdialog" initialFocus={safe}>
      <DialogBackdrop transition className="layer-scrim" />
      <div className="dialog-place">
        <DialogPanel transition className="dialog dialog-panel narrow">
          <header>
            <DialogTitle>{title}</DialogTitle>
          </header>
          {children ? (
            <div className="body">
              <Description as="div" className="text-ink-2">
                {children}
              </Description>
            </div>
          ) : null}
          {/* Long answers wrap, so that they stay inside the dialog. */}
          <footer className="flex-wrap-reverse justify-end">
            <Button ref={safe} onClick={onCancel}>
              {cancelLabel ?? t('cancel')}
            </Button>
            {between}
            <Button variant={tone} busy={busy} disabled={disabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
