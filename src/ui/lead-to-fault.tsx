import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';

/** Stands in a formik form: sent with something to correct, it leads to the first such field. */
export function LeadToFault() {
  const { isSubmitting, submitCount } = useFormikContext();
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    here.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return <span ref={here} hidden />;
}
