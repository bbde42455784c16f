import { useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepsState,
  firstSteps$,
  keepStepsNote,
  readStepsNote,
  type StepsNote,
} from '#data/first-steps/first-steps.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { useLive, useLiveAside } from '#ui/timing/use-live.ts';

/** Told by the page, heard by the strip: the notes themselves tell nobody. `inside`: the steps stand in the screen itself. */
const told = createStore<{ times: number; inside: boolean }>(() => ({ times: 0, inside: false }));

/** Keeps the strip away as long as the steps stand in the screen itself. */
export function useStepsInside(inside: boolean): void {
  useLayoutEffect(() => {
    if (!inside) return;
    told.setState({ inside: true });
    return () => told.setState({ inside: false });
  }, [inside]);
}

/** True as long as the steps stand in the screen itself. */
export const useAreStepsInside = (): boolean => useStore(told, ({ inside }) => inside);

export interface StepShown {
  readonly step: FirstStep;
  readonly state: 'done' | 'passed' | 'open';
}

export interface FirstStepsShown extends FirstStepsState {
  readonly steps: readonly StepShown[];
  /** The one to do next; null where none is left. */
  readonly next: FirstStep | null;
  readonly away: boolean;
  /** Marks a step as needless here, or as wanted again. */
  pass(step: FirstStep, passed: boolean): void;
  putAway(): void;
}

/** The list as this person has it on this device; undefined until the rows are read. */
export function useFirstSteps(replica: OpenReplica): FirstStepsShown | undefined {
  const [now] = useState(Date.now);
  return useShown(
    replica,
    useLive(() => firstSteps$(replica, now), [replica, now]),
  );
}

/** The same beside any screen, which does not end with it where the rows are not read. */
export function useFirstStepsAside(replica: OpenReplica): FirstStepsShown | undefined {
  const [now] = useState(Date.now);
  return useShown(
    replica,
    useLiveAside(() => firstSteps$(replica, now), [replica, now]),
  );
}

function useShown(replica: OpenReplica, state: FirstStepsState | undefined): FirstStepsShown | undefined {
  const times = useStore(told, (state) => state.times);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` says when the note is another one
  const note = useMemo(() => readStepsNote(replica), [replica, times]);
  if (!state) return undefined;
  const keep = (next: StepsNote) => {
    keepStepsNote(replica, next);
    told.setState({ times: times + 1 });
  };
  const steps = FIRST_STEPS.map((step): StepShown => {
    if (state.done.has(step)) return { step, state: 'done' };
    return { step, state: note.passed.includes(step) ? 'passed' : 'open' };
  });
  return {
    ...state,
    steps,
    next: steps.find((one) => one.state === 'open')?.step ?? null,
    away: note.away,
    pass: (step, passed) =>
      keep({ ...note, passed: FIRST_STEPS.filter((one) => (one === step ? passed : note.passed.includes(one))) }),
    putAway: () => keep({ ...note, away: true }),
  };
}

/** The path of the screen for each step. */
export const STEP_PLACES: Readonly<Record<FirstStep, string>> = {
  employees: '/employees/add',
  shifts: '/shifts',
  services: '/first-steps/services',
  clients: '/salon/move-in',
  tablet: '/first-steps?open=tablet',
};
