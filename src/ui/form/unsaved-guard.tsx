import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { useStore } from 'zustand';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useBusy } from '#ui/timing/busy.ts';
import { isTyped, markUnsaved, pendingLeave, typedIsSaved } from './unsaved.ts';

/**
 * Guards a form: while something is typed every way out asks first, prompts wait, and other windows are told. It blocks the
 * router only then, because the router takes one blocker at a time.
 */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  return dirty ? <Guarding /> : null;
}

function Guarding() {
  const { t } = useTranslation('common');
  useBusy('form', true);
  const { go } = useStore(pendingLeave);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isTyped() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    const release = markUnsaved();
    const unloading = (event: BeforeUnloadEvent) => {
      if (isTyped()) event.preventDefault();
    };
    window.addEventListener('beforeunload', unloading);
    return () => {
      release();
      pendingLeave.setState({ go: null });
      window.removeEventListener('beforeunload', unloading);
    };
  }, []);

  const stay = () => {
    pendingLeave.setState({ go: null });
    blocker.reset?.();
  };
  const leave = () => {
    typedIsSaved();
    pendingLeave.setState({ go: null });
    if (go) go();
    else blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      open={go !== null || blocker.state === 'blocked'}
      title={t('leave_title')}
      confirmLabel={t('leave_anyway')}
      cancelLabel={t('unsaved_keep')}
      onCancel={stay}
      onConfirm={leave}
    >
      {t('unsaved_body')}
    </ConfirmDialog>
  );
}
