import { useFormikContext } from 'formik';
import { Lock } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { raiseNotices } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { LeadToFault } from './lead-to-fault.tsx';
import { submitByKeys } from './submit-by-keys.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

export interface FormCardProps {
  /** The form's accessible name. */
  label: string;
  onCancel: () => void;
  /** The words in the footer while something must be corrected. */
  fixHint: string;
  /** A destructive action at the far left of the footer. */
  danger?: ReactNode;
  /** Why nothing of it can be saved: its fields are read only, but for what somebody has typed into them already. */
  locked?: string | undefined;
  /** The fields that can be saved all the same. */
  free?: ReactNode;
  children: ReactNode;
}

/**
 * A formik form as a card: fields in a grid of six, and a footer with Cancel and Save. A save with errors moves the focus to the
 * first one.
 */
export function FormCard({ label, onCancel, fixHint, danger, locked, free, children }: FormCardProps) {
  const { t } = useTranslation('common');
  const { handleSubmit, isSubmitting, submitCount, isValid, dirty } = useFormikContext();
  useEffect(raiseNotices, []);
  const hint = submitCount > 0 && !isValid ? fixHint : null;

  return (
    <form
      className="card"
      aria-label={label}
      noValidate
      onKeyDownCapture={submitByKeys}
      // Enter in a field submits without a button, too.
      onSubmit={(event) => (locked && !free ? event.preventDefault() : handleSubmit(event))}
    >
      <UnsavedGuard dirty={dirty} />
      <LeadToFault />
      {locked ? (
        <Notice icon={<Lock className="i mt-px" aria-hidden="true" />} className="mx-4 mt-5 md:mx-6">
          {locked}
        </Notice>
      ) : null}
      {locked && free ? <div className="grid grid-cols-6 gap-4 px-4 pt-5 md:px-6">{free}</div> : null}
      {/* What is typed when the lock comes stays as it is, so that it can be copied. */}
      <fieldset disabled={Boolean(locked) && (!dirty || Boolean(free))} className="min-w-0">
        <div className="grid grid-cols-6 gap-4 px-4 py-5 md:px-6">{children}</div>
      </fieldset>
      <footer className="sticky -bottom-5 z-(--z-sticky) flex max-md:-bottom-3 flex-wrap items-center gap-2.5 rounded-b-lg border-t border-line bg-surface-2 px-4 py-3.5 md:px-6">
        {danger}
        <span className={classNames('flex-1 text-right text-xs text-ink-2', hint && 'min-w-36')} role="status">
          {hint}
        </span>
        <span className="ml-auto flex flex-wrap gap-2.5">
          <Button onClick={onCancel}>{t(locked && !free ? 'close' : 'cancel')}</Button>
          {locked && !free ? null : (
            <Button variant="primary" type="submit" busy={isSubmitting}>
              {t('save')}
            </Button>
          )}
        </span>
      </footer>
    </form>
  );
}

/** The class of a field in the grid: half a line on wide screens, a whole one on phones. */
export const HALF = 'col-span-6 md:col-span-3';
export const WHOLE = 'col-span-6';
