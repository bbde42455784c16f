import { Description, Field as HeadlessField } from '@headlessui/react';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';

/** The attributes that tie the control inside a field to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean | undefined;
  /** Hides the label from sight, but not from screen readers. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/**
 * A label above a control, and one line below it: the hint, or the error in its place. Headless UI's controls take their description from
 * its own parts only.
 */
export function Field({ label, hint, error, optional, hideLabel, className, id, children }: FieldProps) {
  const { t } = useTranslation('common');
  const made = useId();
  const control: ControlProps = { id: id ?? made };
  const noteId = `${control.id}-note`;
  if (error || hint) control['aria-describedby'] = noteId;
  if (error) control['aria-invalid'] = true;
  return (
    <HeadlessField className={classNames('min-w-0', className)}>
      <label className={classNames('label', hideLabel && 'sr-only')} htmlFor={control.id}>
        {label}
        {optional ? <span className="opt"> {t('optional')}</span> : null}
      </label>
      {children(control)}
      {error ? (
        <Description as="p" className="error" id={noteId} role="alert">
          <CircleAlert className="i i-sm" aria-hidden="true" />
          {error}
        </Description>
      ) : hint ? (
        <Description as="p" className="hint" id={noteId}>
          {hint}
        </Description>
      ) : null}
    </HeadlessField>
  );
}
