import { Profiler, type ReactNode } from 'react';

declare global {
  interface Window {
    /** How often React has drawn something of the calendar; only in a profiling build. */
    calendarCommits?: number;
  }
}

/** Set by the build (vite.config.ts); nothing sets it in tests. */
const PROFILING = (globalThis as { GREBEN_PROFILING?: boolean }).GREBEN_PROFILING === true;

const note = () => {
  window.calendarCommits = (window.calendarCommits ?? 0) + 1;
};

/** In a profiling build every drawing of what is inside is counted, for the bench; otherwise this is nothing. */
export function CountedCommits({ children }: { children: ReactNode }) {
  return PROFILING ? (
    <Profiler id="calendar" onRender={note}>
      {children}
    </Profiler>
  ) : (
    children
  );
}
