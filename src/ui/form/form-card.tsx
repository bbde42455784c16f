import { useFormikContext } from 'formik';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { raiseNotices } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
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
  children: ReactNode;
}

/**
 * A formik form as a card: fields in a grid of six, and a footer with Cancel and Save. A save with errors moves the focus to the
 * first one.
 */
export function FormCard({ label, onCancel, fixHint, danger, children }: FormCardProps) {
  const { t } = useTranslation('common');
  const { handleSubmit, isSubmitting, submitCount, isValid, dirty } = useFormikContext();
  useEffect(raiseNotices, []);
  const hint = submitCount > 0 && !isValid ? fixHint : null;

  return (
    <form className="card" aria-label={label} noValidate onKeyDownCapture={submitByKeys} onSubmit={handleSubmit}>
      <UnsavedGuard dirty={dirty} />
      <LeadToFault />
      <div className="grid grid-cols-6 gap-4 px-4 py-5 md:px-6">{children}</div>
      <footer className="sticky -bottom-5 z-(--z-sticky) flex max-md:-bottom-3 flex-wrap items-center gap-2.5 rounded-b-lg border-t border-line bg-surface-2 px-4 py-3.5 md:px-6">
        {danger}
        <span className={classNames('flex-1 text-right text-xs text-ink-2', hint && 'min-w-36')} role="status">
          {hint}
        </span>
        <span className="ml-auto flex flex-wrap gap-2.5">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" busy={isSubmitting}>
            {t('save')}
          </Button>
        </span>
      </footer>
    </form>
  );
}

/** The class of a field in the grid: half a line on wide screens, a whole one on phones. */
export const HALF = 'col-span-6 md:col-span-3';
export const WHOLE = 'col-span-6';
