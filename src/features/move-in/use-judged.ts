import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { takeSteps } from '#domain/imports/steps.ts';
import { type JudgedPart, judgeParts } from './judged-parts.ts';
import { isRowPart, type Part } from './parts.ts';
import type { SalonSnapshot } from './row-kinds.ts';
import { withBreaks } from './with-breaks.ts';

/** The steps that are taken before the page is drawn, so that a small table among few records is judged at once. */
const FIRST_STEPS = 100;

interface Judged {
  /** The judged parts. While they are judged anew, these are the last ones. */
  readonly judged: readonly JudgedPart[];
  readonly isJudging: boolean;
}

/** Judges the rows of all parts, and judges them anew if one of them is read in another way. */
export function useJudged(parts: readonly Part[], salon: SalonSnapshot): Judged {
  const last = useRef<readonly JudgedPart[]>([]);
  const begun = useMemo(() => {
    const steps = judgeParts(parts.filter(isRowPart), salon, last.current);
    let left = FIRST_STEPS;
    return { steps, first: takeSteps(steps, () => --left > 0) };
  }, [parts, salon]);
  const [later, setLater] = useState<{ readonly of: typeof begun; readonly judged: readonly JudgedPart[] } | null>(null);
  useEffect(() => {
    let isHere = true;
    if (!begun.first)
      withBreaks(begun.steps, () => isHere).then(
        // The rows are many: the page answers while they are drawn, too.
        (judged) => judged && startTransition(() => setLater({ of: begun, judged })),
        (error: unknown) =>
          setLater(() => {
            throw error; // as if it had been thrown while the page was drawn
          }),
      );
    return () => {
      isHere = false;
    };
  }, [begun]);
  const judged = begun.first?.result ?? (later?.of === begun ? later.judged : null);
  last.current = judged ?? last.current;
  return { judged: last.current, isJudging: judged === null };
}
