import { useEffect, useState } from 'react';

export const STEPS = ['services', 'who', 'when', 'details'] as const;
export type StepName = (typeof STEPS)[number];

const isStep = (value: unknown): value is StepName => STEPS.some((step) => step === value);
const stepOf = (state: unknown): StepName => {
  const { step } = (state ?? {}) as { step?: unknown };
  return isStep(step) ? step : 'services';
};

export interface FlowSteps {
  step: StepName;
  /** Nobody has moved yet. */
  isFirst: boolean;
  /** On, as a step of the browser's history. */
  go(step: StepName): void;
  back(): void;
}

/** The steps of the form, which the browser's Back goes through. A reload begins anew: what was chosen is not there any more. */
export function useSteps(): FlowSteps {
  const [step, setStep] = useState<StepName>('services');
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    history.replaceState({ step: 'services' }, '');
    const heard = ({ state }: PopStateEvent) => {
      setFirst(false);
      setStep(stepOf(state));
    };
    window.addEventListener('popstate', heard);
    return () => window.removeEventListener('popstate', heard);
  }, []);
  return {
    step,
    isFirst,
    go(next) {
      history.pushState({ step: next }, '');
      setFirst(false);
      setStep(next);
      window.scrollTo({ top: 0 });
    },
    back: () => history.back(),
  };
}
