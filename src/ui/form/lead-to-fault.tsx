import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';

/** Moves the focus to the first field with an error when the formik form around it is submitted. */
export function LeadToFault() {
  const { isSubmitting, submitCount } = useFormikContext();
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    marker.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return <span ref={marker} hidden />;
}
