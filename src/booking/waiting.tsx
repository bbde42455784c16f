import type { ReactNode } from 'react';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';

/** Stands in the place of what is asked for, and says so. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <p className="flex min-h-40 items-center justify-center gap-3 text-ink-2" role="status">
    <CombSpinner /> {children}
  </p>
);
